/** Scenes that store boxes as centers and half extents, and move some of the boxes. */

import type { Dimensions } from '../../state/settings.js';
import type { BoxSource } from '../box-source.js';

export interface World {
  readonly dimensions: Dimensions;
  readonly count: number;
  /** Centers of the items, `dimensions` numbers per item. `halves` contains the half extents. */
  readonly centers: Float32Array;
  readonly halves: Float32Array;
  /** Bounds [min..., max...] that contain the items in all frames. */
  readonly sceneBounds: Float32Array;
  /**
   * Writes the items' centers in the given frame to `centers`, and the ids of moved items to
   * `moved` in ascending order. Returns the number of moved items.
   */
  step(frame: number, moved: Uint32Array): number;
}

/** Returns the second horizontal axis of the ground: y in 2D, z in 3D. */
export function groundAxis(dimensions: Dimensions): number {
  return dimensions - 1;
}

class WorldSource implements BoxSource {
  readonly solids = { kind: 'boxes' } as const;
  readonly movedIds: Uint32Array;
  movedCount = 0;
  private readonly boxes: Float32Array;
  private frame = 0;

  constructor(
    private readonly world: World,
    private readonly moves: boolean,
  ) {
    this.movedIds = new Uint32Array(world.count);
    this.boxes = new Float32Array(2 * world.centers.length);
    world.step(0, this.movedIds);
    for (let id = 0; id < world.count; id++) this.place(id);
  }

  get dimensions(): Dimensions {
    return this.world.dimensions;
  }

  get count(): number {
    return this.world.count;
  }

  get sceneBounds(): Float32Array {
    return this.world.sceneBounds;
  }

  step(): void {
    if (!this.moves) return;
    this.movedCount = this.world.step(++this.frame, this.movedIds);
    for (let i = 0; i < this.movedCount; i++) this.place(this.movedIds[i]);
  }

  writeBoxes(target: Float32Array): void {
    target.set(this.boxes);
  }

  dispose(): void {}

  private place(id: number): void {
    const { centers, dimensions, halves } = this.world;
    for (let d = 0; d < dimensions; d++) {
      const from = id * dimensions + d;
      const to = 2 * id * dimensions + d;
      this.boxes[to] = centers[from] - halves[from];
      this.boxes[to + dimensions] = centers[from] + halves[from];
    }
  }
}

/** If `moves` is false, the items stay at rest. */
export function worldSource(world: World, moves: boolean): BoxSource {
  return new WorldSource(world, moves);
}
