/**
 * One index fed by one box source, by the chosen policy.
 */

import type { SpatialIndex, StructureEntry } from 'sapwood';
import type { Policy, Settings } from '../state/settings.js';
import type { BoxSource } from './box-source.js';

export class IndexDriver {
  readonly index: SpatialIndex;
  /** The bounds that the index holds, for drawing. */
  readonly boxes: Float32Array;
  private readonly movedBoxes: Float32Array;

  constructor(
    entry: StructureEntry,
    options: Settings['options'],
    private readonly source: BoxSource,
  ) {
    const { dimensions, count } = source;
    this.boxes = new Float32Array(count * 2 * dimensions);
    this.movedBoxes = new Float32Array(count * 2 * dimensions);
    this.index = entry.create({ ...options, dimensions });
    this.stage();
    this.index.build();
  }

  /** Brings the index up to date; returns the milliseconds that the index took. */
  update(policy: Policy): number {
    return policy === 'move' ? this.moveMoved() : this.replaceAll(policy);
  }

  dispose(): void {
    this.index.dispose();
  }

  /** Bounds go straight into WASM memory; the picture keeps a copy of its own. */
  private stage(): void {
    const staging = this.index.staging(this.source.count);
    this.source.writeBoxes(staging);
    this.boxes.set(staging);
  }

  private replaceAll(policy: Policy): number {
    this.stage();
    const start = performance.now();
    if (policy === 'rebuild') this.index.build();
    else this.index.update();
    return performance.now() - start;
  }

  private moveMoved(): number {
    const { boxes, movedBoxes, source } = this;
    const { movedIds, movedCount } = source;
    const stride = 2 * source.dimensions;
    source.writeBoxes(boxes);
    for (let i = 0; i < movedCount; i++) {
      const from = movedIds[i] * stride;
      for (let d = 0; d < stride; d++) movedBoxes[i * stride + d] = boxes[from + d];
    }
    const ids = movedIds.subarray(0, movedCount);
    const moved = movedBoxes.subarray(0, movedCount * stride);
    const start = performance.now();
    this.index.moveMany(ids, moved);
    return performance.now() - start;
  }
}
