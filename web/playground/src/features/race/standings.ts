/**
 * Rankings of a race. As on the Bench page, contenders with overlapping ranges of times are tied.
 */

import type { HeatResult } from '../../bench/messages.js';
import { isTied } from '../../bench/verdict.js';

export const heats = ['frame', 'pairs', 'box-queries'] as const;
export type Heat = (typeof heats)[number];

export interface Place {
  readonly contender: string;
  readonly result: HeatResult;
  /** Time divided by the time of the fastest contender; null without a valid measurement. */
  readonly times: number | null;
  /** Whether the contender is tied with the fastest. */
  readonly tied: boolean;
}

export interface Standing {
  readonly heat: Heat;
  /** Contenders, fastest first. Contenders that failed or have a wrong result are last. */
  readonly places: readonly Place[];
  /** Fastest contender that is not tied with the first. */
  readonly next: Place | null;
  /** Number of contenders with the correct result. */
  readonly equal: number;
}

/** Returns the structure of a key such as `sapwood:octree;capacity=4`; null for a library. */
export const structureOf = (key: string): string | null =>
  key.match(/^sapwood:([\w-]+)/)?.[1] ?? null;

const UNTIMED = Number.POSITIVE_INFINITY;
const timeOf = ({ status, spread }: HeatResult) =>
  status === 'ok' ? (spread?.median ?? UNTIMED) : UNTIMED;
/**
 * Returns 1 for contenders that failed or have a wrong result, which come after all others, even
 * after contenders that are not measured yet.
 */
const classOf = ({ status }: HeatResult) => (status === 'ok' ? 0 : 1);

function placeOf(result: HeatResult, first: HeatResult): Place {
  const { contender, spread, status } = result;
  const counts = status === 'ok' && spread && first.spread;
  return {
    contender,
    result,
    times: counts ? spread.median / first.spread.median : null,
    tied: !!counts && isTied(spread, first.spread),
  };
}

export function standingOf(heat: Heat, results: readonly HeatResult[]): Standing {
  const own = results.filter((result) => result.heat === heat);
  const sorted = own.sort((a, b) => {
    const behind = classOf(a) - classOf(b);
    return behind !== 0 || timeOf(a) === timeOf(b) ? behind : timeOf(a) - timeOf(b);
  });
  const places = sorted.map((result) => placeOf(result, sorted[0]));
  return {
    ...{ heat, places },
    next: places.find(({ times, tied }) => times !== null && !tied) ?? null,
    equal: own.filter(({ status }) => status === 'ok').length,
  };
}

/** Maximum number of tied contenders that the summary names. */
const MAX_NAMED = 3;

/** Whether most contenders are tied, which indicates a noisy machine. */
export function isBlurred({ places }: Standing): boolean {
  return places.filter(({ tied }) => tied).length > places.length / 2;
}

const factor = (times: number) => Number(times.toPrecision(2));

/** Describes the winner and its lead. Returns an empty text without measurements. */
export function summaryOf({ places, next }: Standing, titleOf: (key: string) => string): string {
  const tied = places.filter((place) => place.tied).map(({ contender }) => titleOf(contender));
  if (tied.length === 0) return '';
  const [first] = tied;
  const named = tied.slice(0, MAX_NAMED).join(' ≈ ');
  const more = tied.length - MAX_NAMED;
  const winner =
    tied.length === 1
      ? `${first} is fastest`
      : `${named}${more > 0 ? ` ≈ ${more} more` : ''}: no measurable difference`;
  if (!next?.times) return `${winner}.`;
  const times = `${factor(next.times)} times as long`;
  return `${winner}; ${titleOf(next.contender)} takes ${times}.`;
}
