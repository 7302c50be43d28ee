/**
 * The conformance scenes, cut to sizes around lane width and leaf capacity, with queries and results of the oracle.
 * Values are computed on first use and shared by all subjects of a test file.
 */

import type { Dimensions } from 'sapwood/all';
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
  sceneDefinitions,
  sphereQueries,
} from 'scenes';

const SMALL_SIZES = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33];
const QUERY_SEED = 77;
const SMALL_QUERIES = 12;
const LARGE_QUERIES = 24;

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
  /** Whether the case has all items of the scene. */
  readonly isWhole: boolean;

  readonly boxAnswers: AskedOnce<Uint32Array>;
  readonly pointAnswers: AskedOnce<Uint32Array>;
  readonly sphereAnswers: AskedOnce<Uint32Array>;
  readonly frustumAnswers: AskedOnce<Uint32Array>;
  readonly rayAnswers: AskedOnce<oracle.RankedHits>;
  /** Sorted by distance, then id: the result for k is a prefix. */
  readonly nearestAnswers: AskedOnce<oracle.RankedHits>;
  /** Queries are [point..., maximum distance]; the distance equals that of a neighbor, which is included. */
  readonly withinAnswers: AskedOnce<oracle.RankedHits>;
  /** Sorted by (a, b). */
  readonly pairs: () => Uint32Array;

  constructor(readonly scene: Scene) {
    const { definition, boxes, dimensions, count } = scene;
    this.name = `${definition.id} of ${count} (seed ${definition.seed})`;
    this.boxes = boxes;
    this.dimensions = dimensions;
    this.count = count;
    this.isWhole = count > Math.max(...SMALL_SIZES);
    this.boxAnswers = this.ask(boxQueries, oracle.queryBox);
    this.pointAnswers = this.ask(pointQueries, oracle.queryPoint);
    this.sphereAnswers = this.ask(sphereQueries, oracle.querySphere);
    this.frustumAnswers = this.ask(frustumQueries, oracle.queryFrustum);
    this.rayAnswers = this.ask(rayQueries, oracle.raycastAll);
    this.nearestAnswers = this.ask(pointQueries, (set, point) =>
      oracle.nearest(set, point, Infinity),
    );
    this.withinAnswers = once(() => this.nearestAnswers().map((asked) => this.askWithin(asked)));
    this.pairs = once(() => oracle.pairs(scene));
  }

  private askWithin({ query, answer }: Asked<oracle.RankedHits>): Asked<oracle.RankedHits> {
    const reach = answer.distances[Math.floor(answer.distances.length / 3)] ?? 1;
    const asked = Float32Array.from([...query, reach]);
    const rounded = asked[asked.length - 1];
    return { query: asked, answer: oracle.nearest(this.scene, query, Infinity, rounded) };
  }

  private ask<Answer>(
    generate: (scene: Scene, count: number, seed: number) => Queries,
    answer: (scene: Scene, query: Float32Array) => Answer,
  ): AskedOnce<Answer> {
    return once(() => {
      const amount = this.isWhole ? LARGE_QUERIES : SMALL_QUERIES;
      const queries = generate(this.scene, amount, QUERY_SEED);
      return Array.from({ length: amount }, (_, i) => {
        const query = queryAt(queries, i);
        return { query, answer: answer(this.scene, query) };
      });
    });
  }
}

const conformanceScenes = (dimensions: Dimensions) =>
  sceneDefinitions.filter((scene) => {
    return scene.group === 'conformance' && scene.dimensions === dimensions;
  });

function makeCases(dimensions: Dimensions): Case[] {
  return conformanceScenes(dimensions).flatMap((definition) =>
    [...SMALL_SIZES, definition.count].map(
      (count) => new Case(generateScene(definition, { count })),
    ),
  );
}

const casesBy = { 2: once(() => makeCases(2)), 3: once(() => makeCases(3)) };

/** Every scene at every size, with its full size last. */
export function allCases(dimensions: Dimensions): readonly Case[] {
  return casesBy[dimensions]();
}

/** The case of one scene in its full size: 'uniform' is uniform-2d or uniform-3d. */
export function fullCase(name: string, dimensions: Dimensions): Case {
  const found = allCases(dimensions).find(
    ({ scene, count }) =>
      scene.definition.id === `${name}-${dimensions}d` && count === scene.definition.count,
  );
  if (!found) throw new Error(`no conformance scene ${name}-${dimensions}d`);
  return found;
}
