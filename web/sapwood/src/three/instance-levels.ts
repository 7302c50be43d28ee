/** Levels of detail of instances, by distance from the cameras. */
import type { Camera, InstancedMesh, Object3D } from 'three';
import { expected } from '../errors.js';
import { rejectUnknown } from '../option-names.js';
import type { Instances } from './instanced.js';

interface LevelDistance {
  readonly distance: number;
  readonly hysteresis?: number | undefined;
}

/** Level of detail of the instances of an `InstancedMesh`; see `SceneIndex.setLevels`. */
export interface InstanceLevel {
  /**
   * Mesh that draws the instances of this level. Its capacity is at least that of the first mesh.
   */
  readonly mesh: InstancedMesh;
  /**
   * Distance in world units from the camera to the origin of an instance at which this level
   * begins, >= 0 and at least that of the previous level.
   */
  readonly distance: number;
  /**
   * Fraction of `distance`, 0 .. 1, that prevents frequent changes: an instance leaves this level
   * below `distance * (1 - hysteresis)`. Default: 0.
   */
  readonly hysteresis?: number | undefined;
}

/** Level of detail of the instances of a `BatchedMesh`; see `SceneIndex.setGeometryLevels`. */
export interface GeometryLevel {
  /** Id of a geometry of the mesh, from `addGeometry`. */
  readonly geometryId: number;
  /** See `InstanceLevel.distance`. */
  readonly distance: number;
  /** See `InstanceLevel.hysteresis`. */
  readonly hysteresis?: number | undefined;
}

/** Levels are stored in bytes. */
const MAX_LEVELS = 255;

/**
 * Throws if levels are not in ascending order of distance, or have unknown properties.
 * @param kind - Property with the mesh or geometry of a level.
 */
export function requireLevels(levels: readonly LevelDistance[], kind: 'mesh' | 'geometryId'): void {
  if (!Array.isArray(levels) || levels.length > MAX_LEVELS) {
    throw expected(
      'invalid-argument',
      'levels',
      `an array of at most ${MAX_LEVELS} levels`,
      levels,
    );
  }
  let minDistance = 0;
  for (const [i, level] of levels.entries()) {
    const { distance, hysteresis = 0 } = (level ?? {}) as LevelDistance;
    const isInRange = distance >= minDistance && hysteresis >= 0 && hysteresis <= 1;
    if (typeof distance !== 'number' || typeof hysteresis !== 'number' || !isInRange) {
      const what = `a distance >= ${minDistance} and a hysteresis in 0 .. 1`;
      throw expected('invalid-argument', `levels[${i}]`, what, [distance, hysteresis]);
    }
    rejectUnknown(`levels[${i}]`, level, [kind, 'distance', 'hysteresis']);
    minDistance = distance;
  }
}

export class Viewpoints {
  /** Position of each camera, and a factor of squared distances from it. */
  readonly #numbers: number[] = [];

  /**
   * @param factor - Factor of the distances of levels. If it is NaN, all instances have level 0.
   */
  set(cameras: readonly Camera[], factor: number): void {
    this.#numbers.length = 0;
    for (const camera of cameras) {
      const { elements } = camera.matrixWorld;
      const scale = factor * ((camera as { zoom?: number }).zoom ?? 1);
      this.#numbers.push(elements[12], elements[13], elements[14], 1 / (scale * scale));
    }
  }

  /**
   * Returns the smallest squared distance to a camera, divided by zoom and factor.
   * @param elements - World matrix of the mesh.
   * @param at - Position of the matrix of the instance in `matrices`.
   */
  distanceTo(elements: readonly number[], matrices: ArrayLike<number>, at: number): number {
    const numbers = this.#numbers;
    const u = matrices[at + 12];
    const v = matrices[at + 13];
    const w = matrices[at + 14];
    const x = elements[0] * u + elements[4] * v + elements[8] * w + elements[12];
    const y = elements[1] * u + elements[5] * v + elements[9] * w + elements[13];
    const z = elements[2] * u + elements[6] * v + elements[10] * w + elements[14];
    let nearest = Infinity;
    for (let i = 0; i < numbers.length; i += 4) {
      const dx = x - numbers[i];
      const dy = y - numbers[i + 1];
      const dz = z - numbers[i + 2];
      // the result is NaN if one of the numbers is NaN
      nearest = Math.min(nearest, (dx * dx + dy * dy + dz * dz) * numbers[i + 3]);
    }
    return nearest;
  }
}

export class Levels<Level extends LevelDistance> {
  /** Levels from 1 on. */
  readonly list: readonly Level[];
  /** Squared distances at which instances enter a level. */
  readonly #begin: readonly number[];
  /** Squared distances at which instances leave a level. */
  readonly #keep: readonly number[];

  constructor(list: readonly Level[]) {
    this.list = list;
    this.#begin = list.map(({ distance }) => distance ** 2);
    this.#keep = list.map(
      ({ distance, hysteresis = 0 }) => (distance - distance * hysteresis) ** 2,
    );
  }

  /** Returns the level at a squared distance, like `LOD.update`; 0 for NaN. */
  levelAt(squared: number, current: number): number {
    const begin = this.#begin;
    let level = 0;
    while (level < begin.length) {
      const limit = level + 1 === current ? this.#keep[level] : begin[level];
      if (!(squared >= limit)) break;
      level += 1;
    }
    return level;
  }
}

/** Returns the same levels with space for at least `count` instances. */
export function withCapacity(
  count: number,
  levels: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  if (levels.length >= count) return levels;
  const grown = new Uint8Array(count);
  grown.set(levels);
  return grown;
}

interface DrawList {
  readonly object: Object3D;
  readonly instances: Instances | undefined;
  readonly chosen: Uint32Array;
  chosenCount: number;
  viewCount: number;
  reserve(count: number): void;
}

export class InstanceLevels<Entry extends DrawList> extends Levels<InstanceLevel> {
  /** Entries of the meshes of all levels, first the mesh with the instances. */
  readonly entries: readonly Entry[];
  /** Level of each instance when culling last found it. */
  #current = new Uint8Array(0);

  constructor(list: readonly InstanceLevel[], entries: readonly Entry[]) {
    super(list);
    this.entries = entries;
  }

  /** Moves the chosen instances of the first mesh to the meshes of their levels. */
  split(viewpoints: Viewpoints): void {
    const { entries } = this;
    const [{ chosen, chosenCount: count, viewCount, instances, object }] = entries;
    const { matrices, capacity } = instances as Instances;
    const { elements } = object.matrixWorld;
    this.#current = withCapacity(capacity, this.#current);
    const current = this.#current;
    for (const entry of entries) {
      entry.chosenCount = entry.viewCount = 0;
      entry.reserve(count);
    }
    for (let i = 0; i < count; i += 1) {
      const instance = chosen[i];
      const squared = viewpoints.distanceTo(elements, matrices, 16 * instance);
      const level = this.levelAt(squared, current[instance]);
      current[instance] = level;
      // level 0 overwrites the list being read, never beyond the position of the read
      const entry = entries[level];
      entry.chosen[entry.chosenCount] = instance;
      entry.chosenCount += 1;
      if (i < viewCount) entry.viewCount = entry.chosenCount;
    }
  }
}
