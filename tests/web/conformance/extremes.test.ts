/** The whole range of float32 against the oracle in double precision: rounding must not exclude results. */

import type { Dimensions, SpatialIndex } from 'sapwood/all';
import { oracle } from 'scenes';
import { type Check, describeSuite } from '../support/checks.js';
import { requireDistances, requirePairs, requireSequence, requireSet } from '../support/compare.js';
import { allSubjects, type Subject, variantSubjects } from '../support/subjects.js';
import { volume } from '../support/volume.js';
import { WildNumbers } from '../support/wild.js';
import { rayParts } from './queries.js';

const SEEDS = 60;
const VARIANT_SEEDS = 15;
const QUERIES = 12;
const MOST_BOXES = 60;

/** Checks a query against the oracle's result. */
type Question = (index: SpatialIndex) => void;

interface World {
  readonly set: oracle.BoxSet;
  readonly wild: WildNumbers;
  readonly where: (query: ArrayLike<number>) => () => string;
}

/** Creates a random query and its expected result. */
type Ask = (world: World) => Question;

const askBoxes: Ask = ({ set, wild, where }) => {
  const box = wild.boxes(1, set.dimensions);
  const point = wild.point(set);
  const expected = oracle.queryBox(set, box);
  const around = oracle.queryPoint(set, point);
  return (index) => {
    requireSet(index.queryBox(box), expected, where(box));
    requireSet(index.queryPoint(point), around, where(point));
  };
};

const askDistances: Ask = ({ set, wild, where }) => {
  const point = wild.point(set);
  const radius = wild.radius(set, point);
  const sphere = [...point, radius];
  const within = oracle.querySphere(set, sphere);
  const nearest = [Infinity, radius].map((reach) => {
    return { reach, expected: oracle.nearest(set, point, 7, reach) };
  });
  return (index) => {
    requireSet(index.querySphere(point, radius), within, where(sphere));
    for (const { reach, expected } of nearest) {
      const hits = index.nearest(point, 7, reach);
      requireSequence(hits.ids, expected.ids, where([...point, reach]));
      requireDistances(hits.distances, expected.distances, where([...point, reach]));
    }
  };
};

const askRays: Ask = ({ set, wild, where }) => {
  const ray = wild.ray(set);
  const expected = oracle.raycastAll(set, ray);
  return (index) => {
    const hits = index.raycastAll(...rayParts(ray));
    requireSequence(hits.ids, expected.ids, where(ray));
    requireDistances(hits.distances, expected.distances, where(ray));
    const first = index.raycast(...rayParts(ray));
    requireSequence(first ? [first.id] : [], expected.ids.slice(0, 1), where(ray));
  };
};

const askFrusta: Ask = ({ set, wild, where }) => {
  const planes = Float32Array.from({ length: 24 }, () => wild.coordinate());
  const expected = oracle.queryFrustum(set, planes);
  return (index) => requireSet(index.queryFrustum(planes), expected, where(planes));
};

const askPairs: Ask = ({ set, where }) => {
  const expected = oracle.pairs(set);
  return (index) => requirePairs(index.pairs(), expected, where([]));
};

interface Round {
  readonly boxes: Float32Array;
  readonly questions: readonly Question[];
}

function makeRound(dimensions: Dimensions, seed: number, queries: number, ask: Ask): Round {
  const wild = new WildNumbers(seed);
  const boxes = wild.boxes(wild.below(MOST_BOXES), dimensions);
  const where = (query: ArrayLike<number>) => () => `seed ${seed} [${Array.from(query)}]`;
  const world = { set: { dimensions, boxes }, wild, where };
  return { boxes, questions: Array.from({ length: queries }, () => ask(world)) };
}

const rounds = new Map<string, readonly Round[]>();

/** Shared by all subjects of a dimension. */
function roundsOf(dimensions: Dimensions, queries: number, ask: Ask): readonly Round[] {
  const key = `${ask.name} ${dimensions}`;
  const made =
    rounds.get(key) ??
    Array.from({ length: SEEDS }, (_, i) => makeRound(dimensions, i + 1, queries, ask));
  rounds.set(key, made);
  return made;
}

function inRounds({ create, dimensions, isVariant }: Subject, queries: number, ask: Ask): void {
  const seeds = isVariant ? volume(SEEDS, VARIANT_SEEDS) : SEEDS;
  for (const { boxes, questions } of roundsOf(dimensions, queries, ask).slice(0, seeds)) {
    const index = create();
    index.build(boxes);
    for (const question of questions) question(index);
    index.dispose();
  }
}

function extremeChecks(subject: Subject): Check[] {
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

describeSuite('extremes', extremeChecks, [...allSubjects(), ...variantSubjects()]);
