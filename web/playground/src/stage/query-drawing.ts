/**
 * Drawing of the query: a box, a sphere (three great circles), a ray with an arrow head, a camera
 * frustum, or lines from a point to its nearest neighbors.
 */

import type { QueryShape } from '../model/query-shape.js';
import type { Dimensions } from '../state/settings.js';
import type { BoxBuffer } from './box-buffer.js';
import { BoxLines } from './box-lines.js';
import type { Drawing } from './drawing.js';
import type { StageTheme } from './theme.js';

const ARC_STEPS = 72;
const LOOK = { width: 2, halo: 5, glow: 0, dash: 0 };
const THREADS = { width: 1, halo: 0, glow: 0, dash: 3 };

export class QueryDrawing implements Drawing {
  readonly box: BoxLines;
  readonly outline: BoxLines;
  readonly threads: BoxLines;
  private drawn: QueryShape | null = null;
  private readonly from = new Float32Array(3);
  private readonly segment = new Float32Array(6);

  constructor(private readonly dimensions: Dimensions) {
    this.box = new BoxLines(dimensions, LOOK);
    this.outline = new BoxLines(dimensions, LOOK, 'segment');
    this.threads = new BoxLines(dimensions, THREADS, 'segment');
    for (const lines of this.parts) {
      lines.setOrder(5);
      lines.setOnTop();
    }
  }

  get parts(): readonly BoxLines[] {
    return [this.box, this.outline, this.threads];
  }

  setTheme(theme: StageTheme): void {
    this.box.setEveryColor(theme.query, 0.9);
    this.outline.setEveryColor(theme.query, 0.9);
    this.threads.setEveryColor(theme.query, 0.5);
  }

  /** Updates the drawing. `hits` are the ids of the boxes at which nearest-neighbor lines end. */
  refresh(query: QueryShape, boxes: Float32Array, hits: Uint32Array): void {
    // only nearest-neighbor lines depend on the boxes
    if (query === this.drawn && query.kind !== 'nearest') return;
    this.drawn = query;
    for (const { buffer } of this.parts) buffer.resize(0);
    if (query.kind === 'box') {
      this.box.buffer.resize(1);
      this.box.buffer.copyBox(0, query.box, 0);
    } else if (query.kind === 'sphere') {
      this.drawCircles(query);
    } else if (query.kind === 'ray') {
      this.drawRay(query);
    } else if (query.kind === 'frustum') {
      this.drawFrustum(query);
    } else if (query.kind === 'nearest') {
      this.drawThreads(query, boxes, hits);
    }
    for (const lines of this.parts) {
      lines.visible = lines.buffer.count > 0;
      if (lines.visible) lines.buffer.upload();
    }
  }

  dispose(): void {
    for (const lines of this.parts) lines.dispose();
  }

  private writeSegment(buffer: BoxBuffer, i: number, to: Float32Array): void {
    const { dimensions, from, segment } = this;
    segment.set(from.subarray(0, dimensions));
    segment.set(to.subarray(0, dimensions), dimensions);
    buffer.copyBox(i, segment, 0);
  }

  private drawCircles({ center, radius }: QueryShape): void {
    const { buffer } = this.outline;
    const planes =
      this.dimensions === 2
        ? [[0, 1]]
        : [
            [0, 1],
            [1, 2],
            [0, 2],
          ];
    buffer.resize(planes.length * ARC_STEPS);
    const point = new Float32Array(3);
    planes.forEach(([first, second], plane) => {
      for (let step = 0; step <= ARC_STEPS; step++) {
        const angle = (2 * Math.PI * step) / ARC_STEPS;
        point.set(center);
        point[first] += radius * Math.cos(angle);
        point[second] += radius * Math.sin(angle);
        if (step > 0) this.writeSegment(buffer, plane * ARC_STEPS + step - 1, point);
        this.from.set(point);
      }
    });
  }

  private drawRay({ origin, direction, length }: QueryShape): void {
    const { buffer } = this.outline;
    const { dimensions } = this;
    const end = origin.map((value, axis) => value + direction[axis]);
    const across = barbDirection(direction, length);
    const reach = 0.035 * length;
    buffer.resize(3);
    this.from.set(origin);
    this.writeSegment(buffer, 0, end);
    this.from.set(end);
    for (const sign of [-1, 1]) {
      const barb = new Float32Array(3);
      for (let d = 0; d < dimensions; d++) {
        barb[d] = end[d] - 2 * reach * (direction[d] / length) + sign * reach * across[d];
      }
      this.writeSegment(buffer, sign === -1 ? 1 : 2, barb);
    }
  }

  /** Draws the near plane, the far plane, and the edges from the eye to the far plane. */
  private drawFrustum({ frustum }: QueryShape): void {
    if (!frustum) return;
    const { corners, eye } = frustum;
    const at = (corner: number) => corners.subarray(3 * corner, 3 * corner + 3);
    const edges: [from: Float32Array, to: Float32Array][] = [];
    for (let corner = 0; corner < 8; corner++) {
      for (const bit of [1, 2]) if (!(corner & bit)) edges.push([at(corner), at(corner | bit)]);
      if (corner >= 4) edges.push([eye, at(corner)]);
    }
    this.outline.buffer.resize(edges.length);
    edges.forEach(([from, to], i) => {
      this.from.set(from);
      this.writeSegment(this.outline.buffer, i, to);
    });
  }

  private drawThreads({ center }: QueryShape, boxes: Float32Array, hits: Uint32Array): void {
    const { dimensions } = this;
    const { buffer } = this.threads;
    const nearest = new Float32Array(3);
    buffer.resize(hits.length);
    this.from.set(center);
    hits.forEach((id, i) => {
      const at = id * 2 * dimensions;
      for (let d = 0; d < dimensions; d++) {
        nearest[d] = Math.min(Math.max(center[d], boxes[at + d]), boxes[at + dimensions + d]);
      }
      this.writeSegment(buffer, i, nearest);
    });
  }
}

/**
 * Returns a unit vector perpendicular to the ray, as close as possible to the y axis. For a nearly
 * vertical ray, it is close to the x axis.
 */
function barbDirection(direction: Float32Array, length: number): Float32Array {
  const unit = direction.map((value) => value / (length || 1));
  const across = new Float32Array(3);
  const upright = Math.abs(unit[1]) < 0.9 ? 1 : 0;
  for (let d = 0; d < unit.length; d++) {
    across[d] = (d === upright ? 1 : 0) - unit[upright] * unit[d];
  }
  const norm = Math.hypot(...across) || 1;
  return across.map((value) => value / norm);
}
