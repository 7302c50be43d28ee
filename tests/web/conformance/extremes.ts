/**
 * The whole range of float32 against the oracle, which measures in double: nothing may be pruned by rounding.
 */

import type { SpatialIndex } from 'sapwood';
import { oracle } from 'scenes';
import type { Check } from '../support/checks.js';
import { requireDistances, requirePairs, requireSequence, requireSet } from '../support/compare.js';
import type { Subject } from '../support/subjects.js';
import { WildNumbers } from '../support/wild.js';
import { rayParts } from './queries.js';

const SEEDS = 60;
const QUERIES = 12;
const MOST_BOXES = 60;

interface Round {
  readonly index: SpatialIndex;
  readonly set: oracle.BoxSet;
  readonly wild: WildNumbers;
  readonly where: (query: ArrayLike<number>) => () => string;
}

type Ask = (round: Round) => void;

function askBoxes({ index, set, wild, where }: Round): void {
  const box = wild.boxes(1, set.dimensions);
  requireSet(index.queryBox(box), oracle.queryBox(set, box), where(box));
  const point = wild.point(set);
  requireSet(index.queryPoint(point), oracle.queryPoint(set, point), where(point));
}

function askDistances({ index, set, wild, where }: Round): void {
  const point = wild.point(set);
  const radius = wild.radius(set, point);
  const sphere = [...point, radius];
  const inSphere = index.querySphere(point, radius);
  requireSet(inSphere, oracle.querySphere(set, sphere), where(sphere));
  for (const reach of [Infinity, radius]) {
    const hits = index.nearest(point, 7, reach);
    const expected = oracle.nearest(set, point, 7, reach);
    requireSequence(hits.ids, expected.ids, where([...point, reach]));
    requireDistances(hits.distances, expected.distances, where([...point, reach]));
  }
}

function askRays({ index, set, wild, where }: Round): void {
  const ray = wild.ray(set);
  const expected = oracle.raycastAll(set, ray);
  const hits = index.raycastAll(...rayParts(ray));
  requireSequence(hits.ids, expected.ids, where(ray));
  requireDistances(hits.distances, expected.distances, where(ray));
  const first = index.raycast(...rayParts(ray));
  requireSequence(first ? [first.id] : [], expected.ids.slice(0, 1), where(ray));
}

function askFrusta({ index, set, wild, where }: Round): void {
  const planes = Float32Array.from({ length: 24 }, () => wild.coordinate());
  requireSet(index.queryFrustum(planes), oracle.queryFrustum(set, planes), where(planes));
}

function askPairs({ index, set, where }: Round): void {
  requirePairs(index.pairs(), oracle.pairs(set), where([]));
}

function inRounds({ create, dimensions }: Subject, queries: number, ask: Ask): void {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const wild = new WildNumbers(seed);
    const boxes = wild.boxes(wild.below(MOST_BOXES), dimensions);
    const index = create();
    index.build(boxes);
    const where = (query: ArrayLike<number>) => () => `seed ${seed} [${Array.from(query)}]`;
    const round = { index, set: { dimensions, boxes }, wild, where };
    for (let i = 0; i < queries; i++) ask(round);
    index.dispose();
  }
}

export function extremeChecks(subject: Subject): Check[] {
  const check = (name: string, queries: number, ask: Ask): Check => ({
    name: `${name} are exact over the whole range of float32`,
    run: () => inRounds(subject, queries, ask),
  });
  return [
    check('box and point queries', QUERIES, askBoxes),
    check('sphere queries and nearest', QUERIES, askDistances),
    check('pairs', 1, askPairs),
    ...(subject.has('ray') ? [check('rays', QUERIES, askRays)] : []),
    ...(subject.has('frustum') ? [check('frusta', QUERIES, askFrusta)] : []),
  ];
}
