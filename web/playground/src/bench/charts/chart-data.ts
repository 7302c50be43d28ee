/**
 * From results to lines: what a chart draws and its table tells, for one scene and one thing to look at.
 *
 * A result that is not ok is a gap in its line and a word in its table; it has no value, however fast it was.
 */

import type { Dimensions, LoadedRun, PhaseId, Result } from '../model.js';
import { buildShares, speedUps } from '../view.js';
import type { LineStyle } from './line-style.js';

/** A scene in two or three dimensions. */
export interface Place {
  readonly scene: string;
  readonly dimensions: Dimensions;
}

/** What is looked at: a phase as it is, or a number that is made from phases. */
export type Measure =
  | { readonly kind: 'time'; readonly phase: PhaseId }
  | { readonly kind: 'bytes'; readonly phase: PhaseId }
  | { readonly kind: 'share' }
  | { readonly kind: 'speed-up'; readonly phase: PhaseId; readonly baseline: string };

export interface Point {
  readonly n: number;
  /** Null: measured, and not to be drawn. */
  readonly value: number | null;
  /** The spread around it; null where there is none. */
  readonly low: number | null;
  readonly high: number | null;
  /** What it comes from; null for a number that is made from several. */
  readonly result: Result | null;
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
}

export function isAt({ scene, dimensions }: Place, cell: Place): boolean {
  return cell.scene === scene && cell.dimensions === dimensions;
}

interface Found extends Point {
  readonly contender: string;
}

function timePoint(result: Result): Found {
  const { contender, ms, n } = result;
  const known = ms && result.status === 'ok' ? ms : null;
  const [value, low, high] = known ? [known.median, known.p25, known.p75] : [null, null, null];
  return { contender, n, value, low, high, result };
}

function bytesPoint(result: Result): Found {
  const { bytes, contender, n, status } = result;
  return { contender, n, value: status === 'ok' ? bytes : null, low: null, high: null, result };
}

const bare = (contender: string, n: number, value: number): Found => {
  return { contender, n, value, low: null, high: null, result: null };
};

function pointsOf({ results }: LoadedRun, place: Place, measure: Measure): readonly Found[] {
  const here = results.filter((result) => isAt(place, result) && result.status !== 'unsupported');
  switch (measure.kind) {
    case 'time':
      return here.filter(({ phase }) => phase === measure.phase).map(timePoint);
    case 'bytes':
      return here.filter(({ phase }) => phase === measure.phase).map(bytesPoint);
    case 'share':
      return buildShares(here).map(({ contender, n, share }) => bare(contender, n, share));
    case 'speed-up':
      return speedUps(
        here.filter(({ phase }) => phase === measure.phase),
        measure.baseline,
      ).map(({ contender, n, times }) => bare(contender, n, times));
  }
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
  const lines = runs.flatMap((run, at) => {
    const found = byContender(pointsOf(run, place, measure));
    return [...styles].flatMap(([contender, style]): Line[] => {
      const points = found.get(contender);
      if (!points) return [];
      return [
        {
          key: `${at} ${contender}`,
          contender,
          title: run.titles[contender] ?? contender,
          run: at === 0 ? null : run.label,
          style,
          points: points.sort((a, b) => a.n - b.n),
        },
      ];
    });
  });
  const sizes = [...new Set(lines.flatMap(({ points }) => points.map(({ n }) => n)))];
  return { sizes: sizes.sort((a, b) => a - b), lines };
}

/** Whether there is anything to draw. */
export function hasValues({ lines }: ChartData): boolean {
  return lines.some(({ points }) => points.some(({ value }) => value !== null));
}

/** What the line is called where its name stands alone. */
export function fullTitle({ run, title }: Line): string {
  return run === null ? title : `${title} · ${run}`;
}

export function pointAt({ points }: Line, n: number): Point | undefined {
  return points.find((point) => point.n === n);
}
