/** Fastest structure for a `Question`, and the times of the other structures. */

import { type Advice, advise } from 'sapwood/all';
import { type Contender, type Measured, type Point, pointAt, type Series } from './measured.js';
import { type Question, type Share, shares, type Task } from './question.js';

/**
 * Structures are tied with the fastest if their time is below this multiple of the fastest time,
 * because times vary this much between runs.
 */
export const TIE_RATIO = 1.1;

export interface Ranked {
  readonly contender: Contender;
  readonly ms: number;
  /** Ratio of the time to the minimum time. */
  readonly ratio: number;
  /** Whether the structure is tied with the fastest. */
  readonly tied: boolean;
}

export interface Recommendation {
  /** Structures and libraries, fastest first. */
  readonly ranked: readonly Ranked[];
  /** Item count of the result: the requested count, or the nearest measured count. */
  readonly n: number;
  readonly measured: readonly [min: number, max: number];
}

export interface MapCell {
  readonly n: number;
  readonly share: Share;
  /** Fastest structure; null if not measured. */
  readonly best: Ranked | null;
}

interface Cost extends Point {
  readonly contender: Contender;
}

/** Returns the best options and update method of each structure, fastest first. */
function ranking(series: readonly Series[], n: number): Ranked[] {
  const best = new Map<string, Cost>();
  for (const { contender, points } of series) {
    const point = pointAt(points, n);
    const previous = best.get(contender.key);
    if (point && (!previous || point.ms < previous.ms))
      best.set(contender.key, { ...point, contender });
  }
  const sorted = [...best.values()].sort((a, b) => a.ms - b.ms);
  return sorted.map((cost) => ({
    contender: cost.contender,
    ms: cost.ms,
    ratio: cost.ms / sorted[0].ms,
    tied: cost.ms < TIE_RATIO * sorted[0].ms,
  }));
}

function rangeOf(series: readonly Series[]): [min: number, max: number] | null {
  const sizes = series.flatMap(({ points }) => points.map(({ n }) => n));
  return sizes.length > 0 ? [Math.min(...sizes), Math.max(...sizes)] : null;
}

/** Returns the recommendation; null if this `Question` was not measured. */
export function recommend(measured: Measured, question: Question): Recommendation | null {
  const series = measured.series(question);
  const range = rangeOf(series);
  if (!range) return null;
  const n = Math.min(Math.max(question.count, range[0]), range[1]);
  return { ranked: ranking(series, n), n, measured: range };
}

export const MAP_SIZES = [30, 100, 300, 1000, 3000, 10_000, 30_000] as const;

/**
 * Returns the fastest structure by item count and share of moving items, with one row per share.
 */
export function mapOf(measured: Measured, question: Question): readonly (readonly MapCell[])[] {
  return shares.map((share) => {
    const series = measured.series({ ...question, share });
    return MAP_SIZES.map((n) => ({ n, share, best: ranking(series, n)[0] ?? null }));
  });
}

/** The drift motion of Explore (motion-menu.ts). */
const DRIFT = { kind: 'drift', seed: 1, speed: 0.04 };

/**
 * Runs `advise` on boxes like the measured boxes. Returns null for a camera query, for which
 * `advise` has no rules.
 */
export async function adviceFor({
  task,
  count,
  dimensions,
  share,
}: Question): Promise<Advice | null> {
  if (task === 'camera') return null;
  const { sceneSource } = await import('../../model/scene-source.js');
  const moves = share > 0;
  const request = { dimensions, count, seed: 1, motion: 'drift', moving: share };
  const source = sceneSource({ kind: 'uniform' }, request, moves ? DRIFT : null);
  try {
    const boxes = new Float32Array(2 * dimensions * count);
    source.writeBoxes(boxes);
    const next = boxes.slice();
    source.step();
    source.writeBoxes(next);
    const { pairs, queries } = advise({ boxes, dimensions, ...(moves && { next }) });
    return task === 'collisions' ? pairs : queries;
  } finally {
    source.dispose();
  }
}

/** How each structure saves work. */
const methods: Readonly<Record<string, string>> = {
  'brute-force': 'For so few boxes, testing four at a time costs less than maintaining nodes.',
  'sweep-and-prune':
    'It sorts the boxes along an axis in columns and tests each with 32 neighbors at a time',
  'wide-tree': 'It tests the four boxes of a node at once, and skips whole branches',
  'hash-grid': 'It computes the cells of a box instead of searching them',
  'sort-and-sweep':
    'Its sorted list is nearly in order from frame to frame, and a repair costs little.',
  'packed-r-tree': 'Its nodes are full and contiguous in memory, so few of them are read',
  'kd-tree': 'It halves the boxes at the median, which is the cheapest build of a tree',
  'static-tree': 'Its build splits the boxes where queries enter few nodes',
  'dynamic-tree': 'The margins of its boxes leave most of them in place when they move',
};

const outcomes: Readonly<Record<Task, string>> = {
  collisions: 'finds the overlapping pairs',
  neighbors: 'finds the nearest boxes',
  camera: 'finds the boxes in view',
  rays: 'finds the closest hit',
  ranges: 'finds the boxes in a small region',
};

const follow = {
  rebuild: 'A rebuild is faster here than an update.',
  refit: 'When boxes move, it keeps its nodes and only recomputes their bounds.',
  incremental: 'Only the boxes that moved are passed to it.',
} as const;

/** Explains the recommendation. Does not mention times, which are in the table. */
export function reasonFor({ task, share }: Question, { following, structure }: Contender): string {
  const method = methods[structure];
  const update = share > 0 ? follow[following] : '';
  if (!method) return `It ${outcomes[task]} in the least measured time. ${update}`.trim();
  const sentence = method.endsWith('.')
    ? method
    : `${method}, so it ${outcomes[task]} with few tests.`;
  return `${sentence} ${update}`.trim();
}
