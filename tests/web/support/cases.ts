/**
 * Conformance scenes with queries and their expected results by brute force (the oracle). Results
 * are computed on first use, and all subjects of a test file share them.
 */

import type { Dimensions, SpatialIndex } from 'sapwood/all';
import {
  boxQueries,
  frustumQueries,
  generateScene,
  oracle,
  pointQueries,
  type Queries,
  queryAt,
  rayQueries,
  type Scene,
  sceneDefinition,
  sphereQueries,
} from 'scenes';
import type { Check } from './checks.js';
import type { Subject } from './subjects.js';

const QUERY_SEED = 77;
const QUERIES = 12;
const SMALL_COUNT = 40;

export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export interface QueryCase<Result> {
  readonly query: Float32Array;
  readonly expected: Result;
}

type QueryCases<Result> = () => readonly QueryCase<Result>[];

export class Case {
  readonly name: string;
  readonly boxes: Float32Array;
  readonly dimensions: Dimensions;
  readonly count: number;

  readonly boxQueries: QueryCases<Uint32Array>;
  readonly pointQueries: QueryCases<Uint32Array>;
  readonly sphereQueries: QueryCases<Uint32Array>;
  readonly frustumQueries: QueryCases<Uint32Array>;
  readonly rayQueries: QueryCases<oracle.RankedHits>;
  /**
   * All items by distance, then id. The first k of them are the expected result of `nearest` with
   * k.
   */
  readonly nearestQueries: QueryCases<oracle.RankedHits>;
  /** Sorted by (a, b). */
  readonly pairs: () => Uint32Array;

  constructor(readonly scene: Scene) {
    const { definition, boxes, dimensions, count } = scene;
    this.name = `${definition.id} of ${count} (seed ${definition.seed})`;
    this.boxes = boxes;
    this.dimensions = dimensions;
    this.count = count;
    this.boxQueries = this.casesOf(boxQueries, oracle.queryBox);
    this.pointQueries = this.casesOf(pointQueries, oracle.queryPoint);
    this.sphereQueries = this.casesOf(sphereQueries, oracle.querySphere);
    this.frustumQueries = this.casesOf(frustumQueries, oracle.queryFrustum);
    this.rayQueries = this.casesOf(rayQueries, oracle.raycastAll);
    this.nearestQueries = this.casesOf(pointQueries, (set, point) =>
      oracle.nearest(set, point, Infinity),
    );
    this.pairs = once(() => oracle.pairs(scene));
  }

  private casesOf<Result>(
    generate: (scene: Scene, count: number, seed: number) => Queries,
    search: (scene: Scene, query: Float32Array) => Result,
  ): QueryCases<Result> {
    return once(() => {
      const queries = generate(this.scene, QUERIES, QUERY_SEED);
      return Array.from({ length: QUERIES }, (_, i) => {
        const query = queryAt(queries, i);
        return { query, expected: search(this.scene, query) };
      });
    });
  }
}

const cases = new Map<string, Case>();

/** `name` is the id of the scene without `-2d` or `-3d`. */
export function fullCase(name: string, dimensions: Dimensions): Case {
  return caseOf(`${name}-${dimensions}d`, sceneDefinition(`${name}-${dimensions}d`).count);
}

export function caseOf(id: string, count: number): Case {
  const key = `${id} ${count}`;
  const one = cases.get(key) ?? new Case(generateScene(id, { count }));
  cases.set(key, one);
  return one;
}

/**
 * Returns a function that creates checks. Each check builds an index of the subject's structure
 * from a small scene.
 */
export function checksOnScene(subject: Subject) {
  return (name: string, check: (index: SpatialIndex, one: Case) => void): Check => ({
    name,
    run: () => {
      const one = caseOf(`mixed-sizes-${subject.dimensions}d`, SMALL_COUNT);
      const index = subject.create();
      index.build(one.boxes);
      check(index, one);
      index.dispose();
    },
  });
}

export function rayParts(ray: Float32Array): [Float32Array, Float32Array, number] {
  const dimensions = (ray.length - 1) / 2;
  return [
    ray.subarray(0, dimensions),
    ray.subarray(dimensions, 2 * dimensions),
    ray[ray.length - 1],
  ];
}

export function sphereParts(sphere: Float32Array): [Float32Array, number] {
  return [sphere.subarray(0, -1), sphere[sphere.length - 1]];
}
