/** A chart of the page as an SVG file that stands alone. */

import { renderLineChart, type Series } from 'measuring/charts';
import { type ChartData, fullTitle, type Line } from './chart-data.js';
import type { Mark } from './plot.js';

export interface ChartFile {
  readonly title: string;
  readonly unit: string;
  readonly data: ChartData;
  readonly marks: readonly Mark[];
  readonly logarithmic: { readonly x: boolean; readonly y: boolean };
  readonly caption: readonly string[];
}

/** Room for names, and for those of other runs behind them. */
const NAME_WIDTH = 220;

function seriesOf(line: Line): Series[] {
  const drawn = line.points.flatMap(({ n, value, low, high }) =>
    value === null ? [] : [{ n, value, low, high }],
  );
  if (drawn.length === 0) return [];
  const spread = drawn.flatMap(({ n, low, high }) =>
    low === null || high === null ? [] : [[n, low, high] as const],
  );
  return [
    {
      name: fullTitle(line),
      points: drawn.map(({ n, value }) => [n, value] as const),
      band: spread,
    },
  ];
}

export function chartSvg({ caption, data, logarithmic, marks, title, unit }: ChartFile): string {
  const series = data.lines.flatMap(seriesOf);
  const most = Math.max(...series.flatMap(({ points }) => points.map(([, y]) => y)));
  return renderLineChart({
    x: 'boxes',
    y: unit,
    // a far line would press everything else to the ground
    marks: marks
      .filter(({ value }) => logarithmic.y || value <= 4 * most)
      .map(({ value, label }) => ({ y: value, label })),
    nameWidth: NAME_WIDTH,
    symbols: true,
    ...{ caption, logarithmic, series, title },
  });
}
