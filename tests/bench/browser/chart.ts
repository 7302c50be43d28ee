/**
 * Charts of a run in the browser: milliseconds by number of boxes, with horizontal lines at the
 * frame durations of 60 and 30 frames per second.
 */

import type { LineChart, Series } from 'measuring/charts';
import type { LoadedRun } from '../../../web/playground/src/bench/model';
import { type Block, resultOf } from './cells';

export const FRAME_LINES = [
  { y: 16.7, label: '16.7 ms: 60 frames a second' },
  { y: 33.3, label: '33.3 ms: 30 frames a second' },
] as const;

/** Maximum width of the name of a contender, in pixels. */
const NAME_WIDTH = 200;

function seriesOf(block: Block, contender: string, name: string): Series | null {
  const timed = block.sizes.flatMap((n) => {
    const result = resultOf(block, contender, n);
    return result?.ms ? [{ n, ms: result.ms }] : [];
  });
  if (timed.length === 0) return null;
  return {
    name,
    points: timed.map(({ n, ms }) => [n, ms.median] as const),
    band: timed.map(({ n, ms }) => [n, ms.p25, ms.p75] as const),
  };
}

/** Returns null if no contender has a time. */
export function chartOf(block: Block, { titles }: LoadedRun, title: string): LineChart | null {
  const series = block.contenders.flatMap((key) => seriesOf(block, key, titles[key] ?? key) ?? []);
  if (series.length === 0) return null;
  const max = Math.max(...series.flatMap(({ points }) => points.map(([, y]) => y)));
  return {
    title,
    x: 'boxes',
    y: 'milliseconds, median and quartiles',
    series,
    logarithmic: { x: 'fitted', y: true },
    // omits lines far above all times, because they would compress the curves
    marks: FRAME_LINES.filter(({ y }) => y <= 10 * max),
    nameWidth: NAME_WIDTH,
    symbols: true,
  };
}
