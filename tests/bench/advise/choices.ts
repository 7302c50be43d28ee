/**
 * The table "which structure", by query and share of moving boxes. It is computed from the records
 * advise.json, culling.json and churn.json. It uses uniform worlds of at least 2,000 boxes, and
 * every structure with default options.
 */

import type { ChurnRecord } from './churn';
import type { CullingRecord } from './culling';
import { families } from './playground';
import type { AdviseRecord } from './record';

export interface Records {
  readonly advice: AdviseRecord;
  readonly culling: CullingRecord;
  readonly churn: ChurnRecord;
}

export const questions = ['pairs', 'ranges', 'rays', 'nearest', 'culling', 'frame'] as const;
export type Question = (typeof questions)[number];

export const motions = ['still', 'few', 'some', 'all', 'churn', 'single'] as const;
export type Motion = (typeof motions)[number];

/** Percentage of moving boxes for each kind of motion (a column of the table). */
const shareOf: Readonly<Record<Exclude<Motion, 'churn' | 'single'>, number>> = {
  still: 0,
  few: 1,
  some: 10,
  all: 100,
};

/**
 * Minimum number of boxes of a world. Every structure is fast in smaller worlds, and `advise` has
 * separate rules for them.
 */
export const MIN_COUNT = 2000;
/** Structures in `sapwood/2d` and `sapwood/3d`. */
export const GAME_SET = ['sweep-and-prune', 'wide-tree', 'dynamic-tree'];
/**
 * Costs that differ by at most this factor count as equal. Among structures with equal costs, the
 * structure that is the best in most cells of the row is chosen.
 */
const EQUAL = 1.1;
/**
 * The table also lists a structure that is not in `GAME_SET` if it is faster than the chosen
 * structure by at least this factor.
 */
const NOTABLE = 1.15;

export type Policy = 'rebuild' | 'refit' | 'incremental';

export interface Choice {
  readonly structure: string;
  readonly policy: Policy;
  /** Time divided by the least time of all structures, as the geometric mean over the worlds. */
  readonly ratio: number;
}

export interface ChosenCell {
  readonly question: Question;
  readonly motion: Motion;
  readonly worlds: number;
  /** Best structure in `GAME_SET`. */
  readonly take: Choice;
  /**
   * Best structure that is not in `GAME_SET`, if it is faster than `take` by at least the factor
   * `NOTABLE`.
   */
  readonly faster: Choice | null;
  /** Every structure with its best policy, in ascending order of ratio. */
  readonly all: readonly Choice[];
}

/**
 * Nanoseconds of an update, of an update with all pairs, and of one query of each kind: small
 * range, ray, nearest, frustum.
 */
type Times = readonly (number | null)[];

interface TimedWorld {
  readonly n: number;
  readonly dimensions: 2 | 3;
  readonly motion: Motion;
  /** Times by structure and policy. Structures have default options. */
  readonly times: ReadonlyMap<string, Times>;
}

const hasDefaults = (structure: string) => !structure.includes(' ');

/**
 * Returns the time of a frustum query in a world of n boxes, interpolated on logarithmic axes
 * between measured sizes.
 */
function viewAt({ sizes }: CullingRecord, structure: string, n: number): number | null {
  const known = sizes.flatMap((size) =>
    size.ns[structure] === undefined ? [] : [{ n: size.n, ns: size.ns[structure] }],
  );
  const after = known.findIndex((size) => size.n >= n);
  if (after < 0) return null;
  if (known[after].n === n || after === 0) return known[after].n === n ? known[after].ns : null;
  const [low, high] = [known[after - 1], known[after]];
  return low.ns * (high.ns / low.ns) ** (Math.log(n / low.n) / Math.log(high.n / low.n));
}

function recordedWorlds({ advice, culling }: Records, motion: keyof typeof shareOf): TimedWorld[] {
  return families
    .filter(([share]) => share === shareOf[motion])
    .flatMap(([, worlds]) =>
      advice.cases
        .filter(({ id, figures }) => worlds.test(id) && figures.count >= MIN_COUNT)
        .map(({ id, figures: { count, dimensions } }): TimedWorld => {
          const cells = advice.cells.filter(
            ({ case: one, ns, structure }) => one === id && ns !== null && hasDefaults(structure),
          );
          const times = cells.map(({ structure, policy, ns }): [string, Times] => {
            const view = dimensions === 3 ? viewAt(culling, structure, count) : null;
            return [`${structure} | ${policy}`, [...(ns ?? []), view]];
          });
          return { n: count, dimensions, motion, times: new Map(times) };
        }),
    );
}

function worldsOf(records: Records, motion: Motion): TimedWorld[] {
  if (motion !== 'churn' && motion !== 'single') return recordedWorlds(records, motion);
  return records.churn.worlds.map(({ n, dimensions, frames, single }) => {
    const replaced = Object.entries(single).map(([name, times]): [string, Times] => {
      return [`${name} | incremental`, times];
    });
    const times = new Map<string, Times>(motion === 'churn' ? Object.entries(frames) : replaced);
    return { n, dimensions, motion, times };
  });
}

/**
 * Returns nanoseconds per frame. A static world has one build and one query per item. A moving
 * world has one update per frame and one query per ten items. Culling has one query per frame, and
 * excludes the build of a static world. For `single`, the measured time contains the replacement of
 * a box and the query.
 */
function costOf(question: Question, { n, motion }: TimedWorld, times: Times): number | null {
  if (motion === 'single') return singleCost(question, times);
  const [follow, frame, range, ray, nearest, view] = times as number[];
  const still = motion === 'still';
  const queryCount = still ? n : n / 10;
  switch (question) {
    case 'pairs':
      return frame;
    case 'ranges':
      return follow + queryCount * range;
    case 'rays':
      return follow + queryCount * ray;
    case 'nearest':
      return follow + queryCount * nearest;
    case 'culling':
      return view === null ? null : (still ? 0 : follow) + view;
    default:
      return frame + (queryCount * (range + ray + nearest)) / 3;
  }
}

function singleCost(question: Question, times: Times): number | null {
  const [, pairs, range, ray, nearest, view] = times as number[];
  const each = { pairs, ranges: range, rays: ray, nearest, culling: view };
  return question === 'frame' ? (range + ray + nearest) / 3 : each[question];
}

const mean = (ratios: readonly number[]) =>
  Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);

/**
 * Returns the best policy of every structure that was measured in all worlds, in ascending order of
 * ratio.
 */
function rank(question: Question, worlds: readonly TimedWorld[]): Choice[] {
  const ratios = new Map<string, number[]>();
  for (const world of worlds) {
    const costs = [...world.times].flatMap(([name, times]) => {
      const cost = costOf(question, world, times);
      return cost === null ? [] : [[name, cost] as const];
    });
    const minCost = Math.min(...costs.map(([, cost]) => cost));
    for (const [name, cost] of costs) {
      ratios.set(name, [...(ratios.get(name) ?? []), cost / minCost]);
    }
  }
  const best = new Map<string, Choice>();
  for (const [name, each] of ratios) {
    if (each.length < worlds.length) continue;
    const [structure, policy] = name.split(' | ') as [string, Policy];
    const ratio = mean(each);
    if (ratio < (best.get(structure)?.ratio ?? Infinity)) {
      best.set(structure, { structure, policy, ratio });
    }
  }
  return [...best.values()].sort((a, b) => a.ratio - b.ratio);
}

interface Ranked {
  readonly question: Question;
  readonly motion: Motion;
  readonly worlds: number;
  readonly all: readonly Choice[];
}

const isOfGames = ({ structure }: Choice) => GAME_SET.includes(structure);

function winsOf(row: readonly Ranked[]): ReadonlyMap<string, number> {
  const wins = new Map<string, number>();
  for (const { all } of row) {
    const best = all.find(isOfGames)!.structure;
    wins.set(best, (wins.get(best) ?? 0) + 1);
  }
  return wins;
}

function choose({ all, ...cell }: Ranked, wins: ReadonlyMap<string, number>): ChosenCell {
  const [best, ...others] = all.filter(isOfGames);
  const equal = [best, ...others.filter(({ ratio }) => ratio <= EQUAL * best.ratio)];
  const winsIn = ({ structure }: Choice) => wins.get(structure) ?? 0;
  const take = equal.reduce((a, b) => (winsIn(b) > winsIn(a) ? b : a));
  const faster = all.find((one) => !isOfGames(one) && one.ratio * NOTABLE <= take.ratio);
  return { ...cell, all, take, faster: faster ?? null };
}

export function chooseAll(records: Records): readonly ChosenCell[] {
  return questions.flatMap((question) => {
    const row = motions.map((motion): Ranked => {
      const all = worldsOf(records, motion);
      const worlds = question === 'culling' ? all.filter((one) => one.dimensions === 3) : all;
      return { question, motion, worlds: worlds.length, all: rank(question, worlds) };
    });
    const wins = winsOf(row);
    return row.map((one) => choose(one, wins));
  });
}
