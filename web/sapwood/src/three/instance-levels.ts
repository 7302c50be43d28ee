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
   * Mesh that draws the instances of this level. It must have space for at least as many instances
   * as the first mesh.
   */
  readonly mesh: InstancedMesh;
  /**
   * Distance from the camera to the origin of an instance, in world units, at which this level
   * begins. It is >= 0, and at least the distance of the previous level.
   */
  readonly distance: number;
  /**
   * Fraction of `distance`, 0 .. 1, that prevents frequent changes between two levels. An instance
   * returns to the previous level below `distance * (1 - hysteresis)`. Default: 0.
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

/** The level of an instance is stored in one byte. */
const MAX_LEVELS = 255;

/**
 * Throws if levels are invalid, not in ascending order of distance, or have unknown properties.
 * @param kind - Name of the property that contains the mesh or geometry of a level.
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
  /**
   * Four numbers per camera: its position, and the factor by which squared distances to it are
   * multiplied.
   */
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
   * Returns the smallest squared distance of an instance to a camera. Distances are divided by zoom
   * and factor.
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
      // `Math.min` returns NaN if one of its arguments is NaN
      nearest = Math.min(nearest, (dx * dx + dy * dy + dz * dz) * numbers[i + 3]);
    }
    return nearest;
  }
}

export class Levels<Level extends LevelDistance> {
  /** Levels except level 0: `list[i]` is level i + 1. */
  readonly list: readonly Level[];
  /** Squared distance at which instances enter each level. */
  readonly #enter: readonly number[];
  /** Squared distance below which instances leave each level. */
  readonly #exit: readonly number[];

  constructor(list: readonly Level[]) {
    this.list = list;
    this.#enter = list.map(({ distance }) => distance ** 2);
    this.#exit = list.map(
      ({ distance, hysteresis = 0 }) => (distance - distance * hysteresis) ** 2,
    );
  }

  /** Returns the level for a squared distance, like `LOD.update`. Returns 0 for NaN. */
  levelAt(squared: number, current: number): number {
    const enter = this.#enter;
    const exit = this.#exit;
    let level = 0;
    while (level < enter.length) {
      const limit = level + 1 === current ? exit[level] : enter[level];
      if (!(squared >= limit)) break;
      level += 1;
    }
    return level;
  }
}

/** Returns an array with the same levels and space for at least `count` instances. */
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
  /**
   * One entry per mesh: first the mesh that contains the instances, then the meshes of the levels.
   */
  readonly entries: readonly Entry[];
  /** Level of each instance at the last culling that drew the instance. */
  #current = new Uint8Array(0);

  constructor(list: readonly InstanceLevel[], entries: readonly Entry[]) {
    super(list);
    this.entries = entries;
  }

  /** Distributes the chosen instances of the first mesh to the meshes of their levels. */
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
      // level 0 writes to the list that this loop reads, but never beyond the position i
      const entry = entries[level];
      entry.chosen[entry.chosenCount] = instance;
      entry.chosenCount += 1;
      if (i < viewCount) entry.viewCount = entry.chosenCount;
    }
  }
}
