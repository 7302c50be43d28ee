/**
 * Index of one structure. When boxes change, the index is updated by the selected update policy.
 */

import type { SpatialIndex, StructureEntry } from 'sapwood/all';
import type { BoxSource } from '../model/box-source.js';
import type { IndexChange } from '../model/edited-source.js';
import { constructorOptions } from '../model/page-options.js';
import { isBackground, isRefitting, type RefittingIndex } from '../model/update-methods.js';
import type { OptionChoices, Policy } from '../state/settings.js';
import { type GradualBuild, gradualBuild } from './gradual-build.js';

export interface FrameOptions {
  readonly policy: Policy;
  /** Maximum number of work units of a gradual build. */
  readonly work: number;
  /** False if the user advances the scene by a single frame. */
  readonly playing: boolean;
  /** True if boxes jump, so that a background index removes and inserts them again. */
  readonly reinsert: boolean;
}

export class IndexDriver {
  readonly index: SpatialIndex;
  readonly gradual: GradualBuild | null;
  /** Number of items whose place in the structure changed in the last frame. */
  replaced = 0;
  /** Duration of the first build in milliseconds. */
  readonly buildTime: number;
  private movedBoxes: Float32Array;
  private readonly movable: boolean;

  /** `boxes` is the session's array, which the session updates in each frame. */
  constructor(
    entry: StructureEntry,
    options: OptionChoices,
    private readonly source: BoxSource,
    private boxes: Float32Array,
  ) {
    const { dimensions } = source;
    this.movable = entry.capabilities.has('dynamic');
    this.movedBoxes = new Float32Array(boxes.length);
    this.index = entry.create({ ...constructorOptions(options, source.sceneBounds), dimensions });
    this.gradual = gradualBuild(this.index, entry, options, dimensions);
    try {
      this.stage();
      const start = performance.now();
      this.index.build();
      this.buildTime = performance.now() - start;
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /** Returns the milliseconds spent in the index. */
  update(frameOptions: FrameOptions): number {
    const { policy } = frameOptions;
    this.replaced = 0;
    if (policy === 'gradual' && this.gradual)
      return this.updateGradually(this.gradual, frameOptions);
    if (policy === 'move' && this.movable) return this.moveMoved();
    if (policy === 'refit' && isRefitting(this.index)) return this.refitMoved(this.index);
    return this.replaceAll(policy);
  }

  /** `boxes` already includes the edits. Returns the milliseconds spent in the index. */
  edit(changes: readonly IndexChange[], boxes: Float32Array): number {
    const { index } = this;
    this.boxes = boxes;
    this.movedBoxes = new Float32Array(boxes.length);
    this.replaced = 0;
    const start = performance.now();
    for (const change of changes) {
      if (change.method === 'insert') index.insert(change.box);
      else if (change.method === 'remove') index.remove(change.id);
      else if (index.move(change.id, change.box)) this.replaced++;
    }
    return performance.now() - start;
  }

  dispose(): void {
    this.index.dispose();
  }

  private stage(): void {
    this.index.staging(this.source.count).set(this.boxes);
  }

  private replaceAll(policy: Policy): number {
    this.stage();
    const start = performance.now();
    if (policy === 'rebuild') this.index.build();
    else this.replaced = this.index.update();
    return performance.now() - start;
  }

  /**
   * Updates the current hierarchy during a gradual build. If the page advances the build, the
   * finished hierarchy contains the boxes of the frame in which the build started, so it is
   * updated, too.
   */
  private updateGradually(build: GradualBuild, { work, playing, reinsert }: FrameOptions): number {
    const moves = this.source.movedCount > 0;
    let took = 0;
    if (moves)
      took += isBackground(this.index) ? this.moveOrReinsert(reinsert) : this.replaceAll('update');
    const start = performance.now();
    const replaced = build.advance({ limit: work, playing, boxes: this.boxes });
    took += performance.now() - start;
    if (replaced && moves && !isBackground(this.index)) took += this.replaceAll('update');
    return took;
  }

  private moveOrReinsert(reinsert: boolean): number {
    if (!reinsert) return this.moveMoved();
    const { boxes, index, source } = this;
    const stride = 2 * source.dimensions;
    const start = performance.now();
    for (let i = 0; i < source.movedCount; i++) {
      const id = source.movedIds[i];
      index.remove(id);
      // `insert` returns the id that was just freed, because it is the smallest free id
      index.insert(boxes.subarray(id * stride, (id + 1) * stride));
    }
    return performance.now() - start;
  }

  private moveMoved(): number {
    const { boxes, movedBoxes, source } = this;
    const { movedIds, movedCount } = source;
    const stride = 2 * source.dimensions;
    for (let i = 0; i < movedCount; i++) {
      const from = movedIds[i] * stride;
      for (let d = 0; d < stride; d++) movedBoxes[i * stride + d] = boxes[from + d];
    }
    const ids = movedIds.subarray(0, movedCount);
    const moved = movedBoxes.subarray(0, movedCount * stride);
    const start = performance.now();
    this.replaced = this.index.moveMany(ids, moved);
    return performance.now() - start;
  }

  private refitMoved(index: RefittingIndex): number {
    const took = this.moveMoved();
    const start = performance.now();
    index.refit();
    return took + performance.now() - start;
  }
}
