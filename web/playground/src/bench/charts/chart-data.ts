/**
 * From results to lines: what a chart draws and its table tells, for one scene and one thing to look at.
 *
 * A result that is not ok is a gap in its line and a word in its table; it has no value, however fast it was.
 */

import type { Dimensions, LoadedRun, PhaseId, Result } from '../model.js';
import { titleOfKey } from '../names.js';
import { isQueryPhase } from '../plan.js';
import { isLevel } from '../verdict.js';
import type { LineStyle } from './line-style.js';

/** A scene in two or three dimensions. */
export interface Place {
  readonly scene: string;
  readonly dimensions: Dimensions;
}

/** What is looked at: times or memory of a phase. */
export type Measure =
  | { readonly kind: 'time'; readonly phase: PhaseId }
  | { readonly kind: 'bytes'; readonly phase: PhaseId };

export interface Point {
  readonly n: number;
  /** Null: measured, and not to be drawn. */
  readonly value: number | null;
  /** The spread around it; null where there is none. */
  readonly low: number | null;
  readonly high: number | null;
  readonly result: Result;
  /** No clear difference from the fastest of its run. */
  readonly level: boolean;
}

export interface Line {
  /** Contender and run. */
  readonly key: string;
  readonly contender: string;
  readonly title: string;
  /** The label of its run where that is another one than the one that is looked at; such lines are drawn hollow. */
  readonly run: string | null;
  readonly style: LineStyle;
  /** By n. */
  readonly points: readonly Point[];
}

export interface ChartData {
  /** All n of all lines, ascending. */
  readonly sizes: readonly number[];
  readonly lines: readonly Line[];
  /** Queries of a call in the run that is looked at, to which the others are brought; null where no queries are asked. */
  readonly batch: number | null;
}

export function isAt({ scene, dimensions }: Place, cell: Place): boolean {
  return cell.scene === scene && cell.dimensions === dimensions;
}

interface Found extends Point {
  readonly contender: string;
}

/** Another run may ask in smaller or larger batches: a call of it then counts as one of the run that is looked at. */
function brought(result: Result, batch: number | null): Result {
  const { ms, operations, samples } = result;
  if (!ms || batch === null || operations <= 0 || operations === batch) return result;
  const scale = batch / operations;
  const { min, p25, median, p75 } = ms;
  return {
    ...result,
    ms: { min: scale * min, p25: scale * p25, median: scale * median, p75: scale * p75 },
    samples: samples.map((one) => scale * one),
  };
}

function timePoints(results: readonly Result[], batch: number | null): Found[] {
  const all = results.map((result) => brought(result, batch));
  return all.map((result) => {
    const { contender, ms, n, status } = result;
    if (status !== 'ok' || !ms) {
      return { contender, n, value: null, low: null, high: null, result, level: false };
    }
    const timed = all.filter((one) => one.n === n && one.ms && one.status === 'ok');
    const best = timed.reduce((a, b) => (b.ms!.median < a.ms!.median ? b : a));
    const level = best === result || isLevel(best.ms!, ms);
    return { contender, n, value: ms.median, low: ms.p25, high: ms.p75, result, level };
  });
}

function bytesPoints(results: readonly Result[]): Found[] {
  const known = (n: number) => results.flatMap((one) => (one.n === n ? (one.bytes ?? []) : []));
  return results.map((result) => {
    const { bytes, contender, n, status } = result;
    const value = status === 'ok' ? bytes : null;
    const level = value !== null && value <= Math.min(...known(n));
    return { contender, n, value, low: null, high: null, result, level };
  });
}

function pointsOf(
  { results }: LoadedRun,
  place: Place,
  measure: Measure,
  batch: number | null,
): readonly Found[] {
  const here = results.filter((result) => isAt(place, result) && result.status !== 'unsupported');
  const own = here.filter(({ phase }) => phase === measure.phase);
  return measure.kind === 'time' ? timePoints(own, batch) : bytesPoints(own);
}

/** Queries of a call in a run. */
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

/** The lines of some runs; the first run is the one that is looked at. */
export function chartData(
  runs: readonly LoadedRun[],
  place: Place,
  measure: Measure,
  styles: ReadonlyMap<string, LineStyle>,
): ChartData {
  const batch = runs.length > 0 ? batchOf(runs[0], measure) : null;
  const lines = runs.flatMap((run, at) => {
    const found = byContender(pointsOf(run, place, measure, batch));
    return [...styles].flatMap(([contender, style]): Line[] => {
      const points = found.get(contender);
      if (!points) return [];
      return [
        {
          key: `${at} ${contender}`,
          contender,
          title: titleOfKey(contender, place.dimensions) ?? run.titles[contender] ?? contender,
          run: at === 0 ? null : run.label,
          style,
          points: points.sort((a, b) => a.n - b.n),
        },
      ];
    });
  });
  const sizes = [...new Set(lines.flatMap(({ points }) => points.map(({ n }) => n)))];
  return { sizes: sizes.sort((a, b) => a - b), lines, batch };
}

/** Whether there is anything to draw. */
export function hasValues({ lines }: ChartData): boolean {
  return lines.some(({ points }) => points.some(({ value }) => value !== null));
}

/** The title without the name of this library, which every row of ours would repeat. */
export const shortTitle = ({ title }: Pick<Line, 'title'>): string =>
  title.replace(/^sapwood /, '');

/** What the line is called where its name stands alone. */
export function fullTitle({ run, title }: Line): string {
  return run === null ? shortTitle({ title }) : `${shortTitle({ title })} · ${run}`;
}

export function pointAt({ points }: Line, n: number): Point | undefined {
  return points.find((point) => point.n === n);
}

/** The size that is read until another one is chosen: the largest of the run that is looked at. */
export function restingSize({ lines, sizes }: ChartData): number {
  const own = lines.filter(({ run }) => run === null).flatMap(({ points }) => points);
  const most = Math.max(...own.map(({ n }) => n));
  return own.length > 0 ? sizes.indexOf(most) : sizes.length - 1;
}

/** A horizontal line that means something. */
export interface Mark {
  readonly value: number;
  readonly label: string;
}

/** On a linear axis a mark farther up than so many times the rest would press all of it to the ground. */
const FAR = 4;

export function marksInReach(marks: readonly Mark[], most: number, isLogarithmic: boolean): Mark[] {
  return marks.filter(({ value }) => isLogarithmic || value <= FAR * most);
}

/** Values with their spreads, and the marks. */
export function valuesInReach(
  lines: readonly Line[],
  marks: readonly Mark[],
  isLogarithmic: boolean,
): number[] {
  const drawn = lines.flatMap(({ points }) =>
    points.flatMap(({ value, low, high }) => [value, low, high].filter((one) => one !== null)),
  );
  const near = marksInReach(marks, Math.max(0, ...drawn), isLogarithmic);
  return [...drawn, ...near.map(({ value }) => value)];
}
