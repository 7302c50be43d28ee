/** Line through the leaves of a packed tree in depth-first order, with a color gradient. */

import type { NodeLinks } from '../../model/node-links.js';
import type { Side } from '../../session/side.js';
import { PALETTE_SIZE } from '../../stage/box-lines.glsl.js';
import { BoxLines } from '../../stage/box-lines.js';
import { rampColor } from '../../stage/color.js';
import { LinesDrawing } from '../../stage/drawing.js';
import type { StageTheme } from '../../stage/theme.js';
import type { Dimensions, Settings } from '../../state/settings.js';

const LOOK = { width: 2, halo: 0, glow: 0, dash: 0 };

export class OrderDrawing extends LinesDrawing {
  private drawn: Side['dump'] | null = null;

  constructor(
    private readonly side: Side,
    private readonly dimensions: Dimensions,
  ) {
    super(new BoxLines(dimensions, LOOK, 'segment'), 4);
  }

  setTheme({ order }: StageTheme): void {
    for (let step = 0; step < PALETTE_SIZE; step++) {
      this.lines.setColor(step, rampColor(order, step / (PALETTE_SIZE - 1)), 0.9);
    }
  }

  refresh(): void {
    const { dump, links } = this.side;
    if (!this.isShown || this.drawn === dump) return;
    this.drawn = dump;
    this.write(dump.bounds, leavesInOrder(links));
  }

  protected showsIn({ show }: Settings): boolean {
    return show.has('details') && hasLeafOrder(this.side.entry.id);
  }

  private write(bounds: Float32Array, leaves: Uint32Array): void {
    const { dimensions } = this;
    const { buffer } = this.lines;
    const piece = new Float32Array(2 * dimensions);
    const pieces = Math.max(leaves.length - 1, 0);
    const middle = (leaf: number, axis: number) => {
      const at = 2 * dimensions * leaf + axis;
      return (bounds[at] + bounds[at + dimensions]) / 2;
    };
    buffer.resize(pieces);
    for (let i = 0; i < pieces; i++) {
      for (let axis = 0; axis < dimensions; axis++) {
        piece[axis] = middle(leaves[i], axis);
        piece[dimensions + axis] = middle(leaves[i + 1], axis);
      }
      buffer.copyBox(i, piece, 0);
      buffer.setMark(i, Math.floor((i / pieces) * PALETTE_SIZE));
    }
    this.lines.finish();
  }
}

/** Structures packed from a sorted list. */
const packed = new Set(['packed-r-tree', 'wide-tree']);

export function hasLeafOrder(structure: string): boolean {
  return packed.has(structure);
}

/** Returns leaves in depth-first order. */
function leavesInOrder({ dump, firstChild, nextSibling }: NodeLinks): Uint32Array {
  const leaves: number[] = [];
  for (let root = 0; root >= 0 && root < dump.count; root = nextSibling[root]) {
    const open = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (firstChild[node] < 0) leaves.push(node);
      const children: number[] = [];
      for (let at = firstChild[node]; at >= 0; at = nextSibling[at]) children.push(at);
      open.push(...children.reverse());
    }
  }
  return Uint32Array.from(leaves);
}
