/** Methods whose names end in `View`, found in the prototypes, and arguments for these methods. */

import type { Dimensions, SpatialIndex } from 'sapwood/all';
import type { Mulberry32 } from 'scenes';
import { latticeBoxes } from '../support/tape.js';
import type { View } from './hostile-writes.js';

type Methods = Record<string, ((...values: unknown[]) => unknown) | undefined>;

export function methodNames(object: object): string[] {
  const names = new Set<string>();
  for (let at = object; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (typeof value === 'function' && name !== 'constructor') names.add(name);
    }
  }
  return [...names];
}

/** New methods are included automatically. */
export function viewMethods(object: object): string[] {
  return methodNames(object).filter((name) => name.endsWith('View'));
}

/** Random arguments with small integer coordinates. */
export class Arguments {
  constructor(
    readonly dimensions: Dimensions,
    readonly random: Mulberry32,
    /** Another index of the same dimensions. */
    readonly other?: SpatialIndex,
  ) {}

  box(): Float32Array {
    return latticeBoxes(this.random.next(), 1, this.dimensions);
  }
  boxes(count = this.random.below(12)): Float32Array {
    return latticeBoxes(this.random.next(), count, this.dimensions);
  }
  point(): Float32Array {
    return this.box().slice(0, this.dimensions);
  }
  points(count = this.random.below(12)): Float32Array {
    return this.records(this.dimensions, count, () => []);
  }
  direction(): number[] {
    return Array.from(
      { length: this.dimensions },
      (_, axis) => this.random.below(5) - 2 + +!axis / 8,
    );
  }
  radius(): number {
    return this.random.below(5);
  }
  normals(): { normals: boolean } {
    return { normals: this.random.below(2) === 1 };
  }
  k(): number {
    return this.random.below(6);
  }
  /**
   * Returns a flat array of `count` records. Each record is a point, followed by the numbers of
   * `more()`.
   */
  records(size: number, count: number, more: () => ArrayLike<number>): Float32Array {
    const flat = new Float32Array(size * count);
    for (let i = 0; i < count; i += 1) {
      flat.set(this.point(), i * size);
      flat.set(more(), i * size + this.dimensions);
    }
    return flat;
  }
  planes() {
    return Array.from({ length: 1 + this.random.below(4) }, () => {
      const [x, y, z] = this.direction();
      const normal = this.dimensions === 2 ? { x, y } : { x, y, z };
      return { normal, constant: this.random.below(9) };
    });
  }
  frustum() {
    const planes = Array.from({ length: 6 }, (_, i) => {
      const normal = { x: 0, y: 0, z: 0 };
      normal[(['x', 'y', 'z'] as const)[i >> 1]] = i % 2 === 0 ? 1 : -1;
      return { normal, constant: this.random.below(12) };
    });
    return { planes };
  }
}

const batchSize = (a: Arguments) => a.random.below(8);

/** Functions that return arguments, by the name of the method without `View`. */
const ARGUMENTS: Readonly<Record<string, (a: Arguments) => unknown[]>> = {
  pairs: () => [],
  pairsWithin: (a) => [a.radius()],
  pairsWith: (a) => [a.other],
  queryBox: (a) => [a.box()],
  queryBoxes: (a) => [a.boxes()],
  queryBoxMany: (a) => [a.boxes()],
  overlapsMany: (a) => [a.boxes()],
  queryPoint: (a) => [a.point()],
  queryPointMany: (a) => [a.points()],
  querySphere: (a) => [a.point(), a.radius()],
  querySphereMany: (a) => [a.records(a.dimensions + 1, batchSize(a), () => [a.radius()])],
  queryFrustum: (a) => [a.frustum()],
  queryFrustumMany: (a) => [Array.from({ length: batchSize(a) }, () => a.frustum())],
  queryConvex: (a) => [a.planes()],
  queryConvexMany: (a) => [Array.from({ length: batchSize(a) }, () => a.planes())],
  queryCapsule: (a) => [a.point(), a.point(), a.radius()],
  queryCapsuleMany: (a) => {
    return [a.records(2 * a.dimensions + 1, batchSize(a), () => [...a.point(), a.radius()])];
  },
  querySegment: (a) => [a.point(), a.point()],
  querySegmentMany: (a) => [a.records(2 * a.dimensions, batchSize(a), () => a.point())],
  raycast: (a) => [a.point(), a.direction()],
  raycasts: (a) => ARGUMENTS.raycastMany(a),
  raycastMany: (a) => {
    const rays = a.records(2 * a.dimensions + 1, batchSize(a), () => [...a.direction(), 99]);
    return [rays, a.normals()];
  },
  raycastAll: (a) => [a.point(), a.direction()],
  raycastAllMany: (a) => ARGUMENTS.raycastMany(a).slice(0, 1),
  castBox: (a) => [a.box(), a.direction()],
  castBoxMany: (a) => {
    const records = new Float32Array(3 * a.dimensions * batchSize(a));
    for (let at = 0; at < records.length; at += 3 * a.dimensions) {
      records.set([...a.box(), ...a.direction()], at);
    }
    return [records, a.normals()];
  },
  castSphere: (a) => [a.point(), a.radius(), a.direction()],
  castSphereMany: (a) => {
    const more = () => [a.radius(), ...a.direction()];
    return [a.records(2 * a.dimensions + 1, batchSize(a), more), a.normals()];
  },
  castCapsule: (a) => [a.point(), a.point(), a.radius(), a.direction()],
  castCapsuleMany: (a) => {
    const more = () => [...a.point(), a.radius(), ...a.direction()];
    return [a.records(3 * a.dimensions + 1, batchSize(a), more), a.normals()];
  },
  collideSphere: (a) => [a.point(), a.radius()],
  collideCapsule: (a) => [a.point(), a.point(), a.radius()],
  nearest: (a) => [a.point(), a.k()],
  nearestMany: (a) => [a.points(), a.k()],
  nearestAll: (a) => [a.k()],
  cull: (a) => [a.frustum()],
};

/**
 * Returns arguments for a method that returns arrays, such as `pairs`, or undefined for other
 * methods.
 */
export function plainArguments(method: string, a: Arguments): unknown[] | undefined {
  return Object.hasOwn(ARGUMENTS, method) ? ARGUMENTS[method](a) : undefined;
}

export function argumentsOf(name: string, a: Arguments): [plain: string, values: unknown[]] {
  const plain = name.replace(/View$/, '');
  const make = ARGUMENTS[plain];
  if (make === undefined) throw new Error(`${name}: the trial has no arguments for this method`);
  return [plain, make(a)];
}

/** Returns the arrays in a result object, ordered by their property names. */
export function arraysIn(result: unknown): View[] {
  if (ArrayBuffer.isView(result)) return [result as View];
  if (typeof result !== 'object' || result === null) return [];
  const entries = Object.entries(result).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([, value]) => value).filter(ArrayBuffer.isView) as View[];
}

export const callMethod = (object: object, name: string, values: readonly unknown[]): unknown =>
  (object as unknown as Methods)[name]?.call(object, ...values);
