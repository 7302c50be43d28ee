/** A chart of the page as an SVG file that stands alone. */

import { renderLineChart, type Series } from 'measuring/charts';
import { type ChartData, fullTitle, type Line, type Mark, marksInReach } from './chart-data.js';
import { symbols } from './line-style.js';

export interface ChartFile {
  readonly title: string;
  readonly unit: string;
  readonly data: ChartData;
  readonly marks: readonly Mark[];
  readonly logarithmic: { readonly x: boolean; readonly y: boolean };
  readonly caption: readonly string[];
}

/** Of the axes, without the names behind them. */
const PLOT_WIDTH = 500;
/** Of a letter of a name, and of the mark before it. */
const LETTER_WIDTH = 7.3;
const MARK_WIDTH = 36;

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
      style: {
        color: line.style.color,
        symbol: symbols[line.style.symbol],
        dash: line.style.dash.join(' '),
        hollow: line.run !== null,
      },
    },
  ];
}

export function chartSvg({ caption, data, logarithmic, marks, title, unit }: ChartFile): string {
  const series = data.lines.flatMap(seriesOf);
  const most = Math.max(...series.flatMap(({ points }) => points.map(([, y]) => y)));
  const letters = Math.max(...series.map(({ name }) => name.length));
  const nameWidth = Math.ceil(MARK_WIDTH + LETTER_WIDTH * letters);
  return renderLineChart({
    x: 'boxes',
    y: '',
    marks: marksInReach(marks, most, logarithmic.y).map(({ value, label }) => ({
      y: value,
      label,
    })),
    ...{ nameWidth, width: PLOT_WIDTH + Math.max(nameWidth, 220) },
    title: `${title}: ${unit}`,
    ...{ caption, logarithmic, series },
  });
}
