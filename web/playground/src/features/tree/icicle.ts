/**
 * Icicle plot of the hierarchy: one row per level, node widths proportional to items. Source:
 * Kruskal and Landwehr, "Icicle plots: better displays for hierarchical clustering", 1983.
 */

import type { NodeDump } from 'sapwood/all';
import { clearedSheet, colorsOf } from '../../ui/sheet.js';

export interface IcicleLayout {
  readonly dump: NodeDump;
  /** Left and right edges by node, from 0 to 1. */
  readonly left: Float64Array;
  readonly right: Float64Array;
  /** Number of rows. */
  readonly levels: number;
}

/**
 * Returns the width of each node: the number of items in its subtree. A node without items counts
 * as one.
 */
function weights({ count, itemCount, parent }: NodeDump): Float64Array {
  const below = Float64Array.from(itemCount);
  for (let node = count - 1; node >= 0; node--) {
    below[node] = Math.max(below[node], 1);
    if (parent[node] >= 0) below[parent[node]] += below[node];
  }
  return below;
}

/**
 * Computes the layout. Items that a node stores itself leave a gap to the right of its children.
 */
export function icicle(dump: NodeDump): IcicleLayout {
  const { count, level, parent } = dump;
  const weight = weights(dump);
  const left = new Float64Array(count);
  const right = new Float64Array(count);
  /** Left edge of the next child, by node. */
  const free = new Float64Array(count);
  let total = 0;
  let levels = 0;
  for (let node = 0; node < count; node++) if (parent[node] < 0) total += weight[node];
  let freeRoot = 0;
  for (let node = 0; node < count; node++) {
    const above = parent[node];
    const width = weight[node] / total;
    left[node] = above < 0 ? freeRoot : free[above];
    right[node] = left[node] + width;
    if (above < 0) freeRoot = right[node];
    else free[above] = right[node];
    free[node] = left[node];
    levels = Math.max(levels, level[node] + 1);
  }
  return { dump, left, right, levels };
}

/**
 * Returns the node at a point with coordinates from 0 to 1. Without a node there, returns the
 * deepest node above it.
 */
export function nodeAt({ dump, left, right, levels }: IcicleLayout, x: number, y: number) {
  const row = Math.min(Math.max(Math.floor(y * levels), 0), levels - 1);
  let found: number | null = null;
  for (let node = 0; node < dump.count; node++) {
    if (dump.level[node] <= row && x >= left[node] && x < right[node]) {
      if (found === null || dump.level[node] >= dump.level[found]) found = node;
    }
  }
  return found;
}

interface IcicleLook {
  /** CSS color of a node. */
  color(node: number): string;
  /** Opacity of a node, from 0 to 1. */
  strength(node: number): number;
  /** Path from the root to the focused node; empty for none. */
  readonly path: readonly number[];
}

const MIN_PIXELS = 0.25;
/** Minimum width or height, in CSS pixels, of nodes that are drawn with a gap to the next node. */
const GAP_FROM = 4;

/** Draws nodes in their colors, faint if unvisited, and outlines the focused node and its path. */
export class IcicleStrip {
  private focusColor = '';

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.readColors();
  }

  /** Call after a theme change. */
  readColors(): void {
    this.focusColor = colorsOf(this.canvas)('--node');
  }

  draw(layout: IcicleLayout, look: IcicleLook): void {
    const sheet = clearedSheet(this.canvas);
    if (!sheet) return;
    const { context, ratio } = sheet;
    const { dump } = layout;
    for (let node = 0; node < dump.count; node++) {
      const [x, y, w, h] = this.rectOf(layout, node, ratio);
      if (w < MIN_PIXELS) continue;
      context.globalAlpha = look.strength(node);
      context.fillStyle = look.color(node);
      context.fillRect(x, y, w, h);
    }
    context.globalAlpha = 1;
    context.strokeStyle = this.focusColor;
    look.path.forEach((node, i) => {
      const [x, y, w, h] = this.rectOf(layout, node, ratio);
      const last = i === look.path.length - 1;
      context.lineWidth = (last ? 3 : 1.5) * ratio;
      context.setLineDash(last ? [] : [4 * ratio, 3 * ratio]);
      const inset = context.lineWidth / 2;
      context.strokeRect(x + inset, y + inset, Math.max(w - 2 * inset, 1), h - 2 * inset);
    });
    context.setLineDash([]);
  }

  private rectOf({ dump, left, right, levels }: IcicleLayout, node: number, ratio: number) {
    const { height, width } = this.canvas;
    const row = height / levels;
    const w = (right[node] - left[node]) * width;
    const gap = w > GAP_FROM * ratio ? ratio : 0;
    const gapBelow = row > GAP_FROM * ratio ? ratio : 0;
    return [left[node] * width, dump.level[node] * row, w - gap, row - gapBelow] as const;
  }
}
