/**
 * Data of one chart and its table: lines for one scene and one measure.
 *
 * A result whose status is not ok leaves a gap in the line. The table shows its status instead of a
 * value.
 */

import type { Dimensions, LoadedRun, PhaseId, Result } from '../model.js';
import { titleOfKey } from '../names.js';
import { isQueryPhase } from '../plan.js';
import { isTied } from '../verdict.js';
import type { LineStyle } from './line-style.js';

/** Scene and dimensions. */
export interface Place {
  readonly scene: string;
  readonly dimensions: Dimensions;
}

export type Measure =
  | { readonly kind: 'time'; readonly phase: PhaseId }
  | { readonly kind: 'bytes'; readonly phase: PhaseId };

export interface Point {
  readonly n: number;
  /** Median time or bytes; null if there is no valid measurement. */
  readonly value: number | null;
  /** Quartiles p25 and p75 of the time; null for memory, or if there is no valid measurement. */
  readonly low: number | null;
  readonly high: number | null;
  readonly result: Result;
  /** True if this is the best value for n boxes, or not clearly different from the best value. */
  readonly tied: boolean;
}

export interface Line {
  readonly contender: string;
  readonly title: string;
  readonly style: LineStyle;
  /** Points in ascending order of n. */
  readonly points: readonly Point[];
}

export interface ChartData {
  /** Numbers of boxes that occur in any line, in ascending order. */
  readonly sizes: readonly number[];
  readonly lines: readonly Line[];
  /** Number of queries per call; null if the phase does not measure queries. */
  readonly batch: number | null;
}

export function isAt({ scene, dimensions }: Place, cell: Place): boolean {
  return cell.scene === scene && cell.dimensions === dimensions;
}

interface Found extends Point {
  readonly contender: string;
}

function timePoints(all: readonly Result[]): Found[] {
  return all.map((result) => {
    const { contender, ms, n, status } = result;
    if (status !== 'ok' || !ms) {
      return { contender, n, value: null, low: null, high: null, result, tied: false };
    }
    const timed = all.filter((one) => one.n === n && one.ms && one.status === 'ok');
    const best = timed.reduce((a, b) => (b.ms!.median < a.ms!.median ? b : a));
    const tied = best === result || isTied(best.ms!, ms);
    return { contender, n, value: ms.median, low: ms.p25, high: ms.p75, result, tied };
  });
}

function bytesPoints(results: readonly Result[]): Found[] {
  const known = (n: number) => results.flatMap((one) => (one.n === n ? (one.bytes ?? []) : []));
  return results.map((result) => {
    const { bytes, contender, n, status } = result;
    const value = status === 'ok' ? bytes : null;
    const tied = value !== null && value <= Math.min(...known(n));
    return { contender, n, value, low: null, high: null, result, tied };
  });
}

function pointsOf({ results }: LoadedRun, place: Place, measure: Measure): readonly Found[] {
  const own = results.filter(
    (result) =>
      isAt(place, result) && result.phase === measure.phase && result.status !== 'unsupported',
  );
  return measure.kind === 'time' ? timePoints(own) : bytesPoints(own);
}

/** Returns the number of queries per call in a run, or null if the measure is not a query time. */
function batchOf({ results }: LoadedRun, measure: Measure): number | null {
  if (measure.kind !== 'time' || !isQueryPhase(measure.phase)) return null;
  const found = results.find(({ operations, phase }) => phase === measure.phase && operations > 0);
  return found?.operations ?? null;
}

function byContender(points: readonly Found[]): Map<string, Found[]> {
  const groups = new Map<string, Found[]>();
  for (const point of points) {
    const group = groups.get(point.contender);
    if (group) group.push(point);
    else groups.set(point.contender, [point]);
  }
  return groups;
}

/** Without a run, the result has no lines. */
export function chartData(
  run: LoadedRun | null,
  place: Place,
  measure: Measure,
  styles: ReadonlyMap<string, LineStyle>,
): ChartData {
  if (!run) return { sizes: [], lines: [], batch: null };
  const found = byContender(pointsOf(run, place, measure));
  const lines = [...styles].flatMap(([contender, style]): Line[] => {
    const points = found.get(contender);
    if (!points) return [];
    const full = titleOfKey(contender, place.dimensions) ?? run.titles[contender] ?? contender;
    // removes the library name, which is the same for all structures
    const title = full.replace(/^sapwood /, '');
    return [{ contender, title, style, points: points.sort((a, b) => a.n - b.n) }];
  });
  const sizes = [...new Set(lines.flatMap(({ points }) => points.map(({ n }) => n)))];
  return { sizes: sizes.sort((a, b) => a - b), lines, batch: batchOf(run, measure) };
}

export function hasValues({ lines }: ChartData): boolean {
  return lines.some(({ points }) => points.some(({ value }) => value !== null));
}

export function pointAt({ points }: Line, n: number): Point | undefined {
  return points.find((point) => point.n === n);
}

/** Labeled horizontal line. */
export interface Mark {
  readonly value: number;
  readonly label: string;
}

export function valuesOf(lines: readonly Line[], marks: readonly Mark[]): number[] {
  const drawn = lines.flatMap(({ points }) =>
    points.flatMap(({ value, low, high }) => [value, low, high].filter((one) => one !== null)),
  );
  return [...drawn, ...marks.map(({ value }) => value)];
}
