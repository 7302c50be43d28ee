/**
 * Legend of a chart: its lines, with their values at the selected number of boxes. Each entry is a
 * button that hides the line of its contender in all charts.
 */

import { type ChartData, type Line, type Measure, pointAt } from '../charts/chart-data.js';
import { chartTheme } from '../charts/chart-theme.js';
import { type LineStyle, symbols } from '../charts/line-style.js';
import { useBench } from './bench-state.js';
import { statusWords, valueText } from './words.js';

export function Swatch({ style }: { style: LineStyle }) {
  const color = chartTheme.value.lines[style.color];
  return (
    <svg class="line-swatch" viewBox="0 0 28 12" width="28" height="12" aria-hidden="true">
      <path
        d="M1 6h26"
        stroke={color}
        stroke-width="1.75"
        stroke-dasharray={style.dash.join(' ')}
      />
      <path d={symbols[style.symbol]} transform="translate(14 6)" fill={color} stroke={color} />
    </svg>
  );
}

interface LegendProps {
  /** Data of the chart, including hidden lines. */
  readonly data: ChartData;
  readonly measure: Measure;
  readonly n: number | undefined;
  /** Number of boxes that is selected by default. The values at this number determine the order. */
  readonly rest: number | undefined;
  /** Called with the contender of the entry that is hovered or focused, or null. */
  readonly onHighlight: (key: string | null) => void;
}

function reading({ measure, n }: LegendProps, line: Line): string {
  const point = n === undefined ? undefined : pointAt(line, n);
  if (!point) return '–';
  if (point.value !== null) return valueText(measure, point.value);
  const { status } = point.result;
  return status === 'ok' ? 'not reported' : statusWords[status];
}

/** Orders lines by their values for n boxes. Lines without a value come last. */
function compare(a: Line, b: Line, n: number | undefined): number {
  const [one, two] = [a, b].map((line) => (n === undefined ? undefined : pointAt(line, n)?.value));
  if (typeof one !== 'number' || typeof two !== 'number') {
    return Number(typeof two === 'number') - Number(typeof one === 'number');
  }
  return one - two;
}

export function Legend(props: LegendProps) {
  const bench = useBench();
  const hidden = bench.hidden.value;
  const lines = [...props.data.lines].sort((a, b) => compare(a, b, props.rest));
  const toggle = (contender: string) => {
    const next = new Set(hidden);
    if (!next.delete(contender)) next.add(contender);
    bench.hidden.value = next;
  };
  return (
    <ul class="chart-legend">
      {lines.map((line) => (
        <li key={line.contender}>
          <button
            type="button"
            aria-pressed={!hidden.has(line.contender)}
            onClick={() => toggle(line.contender)}
            onPointerEnter={() => props.onHighlight(line.contender)}
            onPointerLeave={() => props.onHighlight(null)}
            onFocus={() => props.onHighlight(line.contender)}
            onBlur={() => props.onHighlight(null)}
          >
            <Swatch style={line.style} />
            <span class="chart-legend-name" title={line.title}>
              {line.title}
              {bench.rebuilds(line.contender, props.measure) && <small>rebuilt each frame</small>}
            </span>
            <span class="numeric">{reading(props, line)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
