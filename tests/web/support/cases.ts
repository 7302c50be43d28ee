/**
 * The conformance scenes with queries and results of the oracle. Values are computed on first use and shared by all
 * subjects of a test file.
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

/** Returns a function that computes a value once and caches it. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A query as a flat array, with the oracle's result. */
export interface Asked<Answer> {
  readonly query: Float32Array;
  readonly answer: Answer;
}

type AskedOnce<Answer> = () => readonly Asked<Answer>[];

export class Case {
  readonly name: string;
  readonly boxes: Float32Array;
  readonly dimensions: Dimensions;
  readonly count: number;

  readonly boxAnswers: AskedOnce<Uint32Array>;
  readonly pointAnswers: AskedOnce<Uint32Array>;
  readonly sphereAnswers: AskedOnce<Uint32Array>;
  readonly frustumAnswers: AskedOnce<Uint32Array>;
  readonly rayAnswers: AskedOnce<oracle.RankedHits>;
  /** Sorted by distance, then id: the result for k is a prefix. */
  readonly nearestAnswers: AskedOnce<oracle.RankedHits>;
  /** Sorted by (a, b). */
  readonly pairs: () => Uint32Array;

  constructor(readonly scene: Scene) {
    const { definition, boxes, dimensions, count } = scene;
    this.name = `${definition.id} of ${count} (seed ${definition.seed})`;
    this.boxes = boxes;
    this.dimensions = dimensions;
    this.count = count;
    this.boxAnswers = this.ask(boxQueries, oracle.queryBox);
    this.pointAnswers = this.ask(pointQueries, oracle.queryPoint);
    this.sphereAnswers = this.ask(sphereQueries, oracle.querySphere);
    this.frustumAnswers = this.ask(frustumQueries, oracle.queryFrustum);
    this.rayAnswers = this.ask(rayQueries, oracle.raycastAll);
    this.nearestAnswers = this.ask(pointQueries, (set, point) =>
      oracle.nearest(set, point, Infinity),
    );
    this.pairs = once(() => oracle.pairs(scene));
  }

  private ask<Answer>(
    generate: (scene: Scene, count: number, seed: number) => Queries,
    answer: (scene: Scene, query: Float32Array) => Answer,
  ): AskedOnce<Answer> {
    return once(() => {
      const queries = generate(this.scene, QUERIES, QUERY_SEED);
      return Array.from({ length: QUERIES }, (_, i) => {
        const query = queryAt(queries, i);
        return { query, answer: answer(this.scene, query) };
      });
    });
  }
}

const cases = new Map<string, Case>();

/** The case of a scene: 'uniform' is uniform-2d or uniform-3d. */
export function fullCase(name: string, dimensions: Dimensions): Case {
  return caseOf(`${name}-${dimensions}d`, sceneDefinition(`${name}-${dimensions}d`).count);
}

/** The first items of a scene. */
export function caseOf(id: string, count: number): Case {
  const key = `${id} ${count}`;
  const one = cases.get(key) ?? new Case(generateScene(id, { count }));
  cases.set(key, one);
  return one;
}

/** Returns a function that creates checks, which build the subject from one small scene. */
export function checksOnScene(subject: Subject) {
  return (name: string, look: (index: SpatialIndex, one: Case) => void): Check => ({
    name,
    run: () => {
      const one = caseOf(`mixed-sizes-${subject.dimensions}d`, SMALL_COUNT);
      const index = subject.create();
      index.build(one.boxes);
      look(index, one);
      index.dispose();
    },
  });
}

/** Origin, direction and maximum distance of a flat ray. */
export function rayParts(ray: Float32Array): [Float32Array, Float32Array, number] {
  const dimensions = (ray.length - 1) / 2;
  return [
    ray.subarray(0, dimensions),
    ray.subarray(dimensions, 2 * dimensions),
    ray[ray.length - 1],
  ];
}

/** Center and radius of a flat sphere. */
export function sphereParts(sphere: Float32Array): [Float32Array, number] {
  return [sphere.subarray(0, -1), sphere[sphere.length - 1]];
}
