/**
 * Charts of any record, one file per scene. If the scene was measured with several numbers of
 * boxes, the chart has lines over n. Otherwise it has a row for each contender.
 */

import { groupBy } from 'measuring/group-by';
import { type Dot, renderDotChart } from './dot-chart';
import { MAX_NAMES, renderPanelChart } from './panel-chart';
import type { Timing, Timings } from './timings';

const sizesOf = (timings: readonly Timing[]) => new Set(timings.map(({ n }) => n)).size;

function linesOf(title: string, unit: string, timings: readonly Timing[]): string {
  return renderPanelChart({
    title,
    x: 'boxes',
    y: unit,
    names: [...new Set(timings.map(({ label }) => label))],
    panels: [...groupBy(timings, ({ phase }) => phase).values()].map((inPhase) => ({
      name: inPhase[0].phase,
      series: [...groupBy(inPhase, ({ label }) => label).values()].map((own) => ({
        name: own[0].label,
        points: own.map(({ n, median }) => [n, median] as const).sort(([a], [b]) => a - b),
      })),
    })),
  });
}

const dotOf = ({ label, median, low, high, other }: Timing): Dot => ({
  ...{ name: label, median, low, high, other },
});

function dotsOf(title: string, unit: string, timings: readonly Timing[]): string {
  const sections = [...groupBy(timings, ({ phase, n }) => `${phase} ${n}`).values()].map(
    (cell) => ({
      name: `${cell[0].phase}, n = ${cell[0].n.toLocaleString('en')}`,
      dots: cell.map(dotOf).sort((a, b) => a.median - b.median),
    }),
  );
  return renderDotChart({ title, caption: `${unit}; round: ours, square: others`, sections });
}

/** Returns the name of a scene with its dimensions, such as `uniform-3d`. */
const fullName = ({ scene, dimensions }: Timing) =>
  /\b[23]d\b/.test(scene) ? scene : `${scene}-${dimensions}d`;

/**
 * Returns the SVG text of each chart, by file name without extension. The map is empty for a record
 * without times.
 */
export function chartsOf({ unit, timings }: Timings): ReadonlyMap<string, string> {
  const charts = [...groupBy(timings, fullName).values()].map((own): [string, string] => {
    const name = fullName(own[0]);
    const cells = [...groupBy(own, ({ phase }) => phase).values()];
    const names = new Set(own.map(({ label }) => label)).size;
    // draws lines only if every phase has several sizes: a single size would be a column of marks
    const asLines = cells.every((cell) => sizesOf(cell) > 1) && names <= MAX_NAMES;
    const draw = asLines ? linesOf : dotsOf;
    return [name, draw(name, unit, own)];
  });
  return new Map(charts);
}
