/** The numbers of a chart as a table: one line a contender, one column a size, sorted by whichever is wanted. */

import { useState } from 'preact/hooks';
import { count } from '../../panel/format.js';
import {
  type ChartData,
  fullTitle,
  type Line,
  type Measure,
  type Point,
  pointAt,
} from '../charts/chart-data.js';
import { Swatch } from './legend.js';
import { milliseconds, shortValue, statusWords, unitOf } from './words.js';

interface NumberTableProps {
  readonly caption: string;
  readonly data: ChartData;
  readonly measure: Measure;
}

/** Column 0 holds the names, column i + 1 the i-th size. */
interface Order {
  readonly column: number;
  readonly descending: boolean;
}

const valueAt = (line: Line, n: number) => pointAt(line, n)?.value ?? Number.POSITIVE_INFINITY;

function sorted({ lines, sizes }: ChartData, { column, descending }: Order): readonly Line[] {
  const sign = descending ? -1 : 1;
  const byName = (a: Line, b: Line) => fullTitle(a).localeCompare(fullTitle(b), 'en');
  if (column === 0) return [...lines].sort((a, b) => sign * byName(a, b));
  const n = sizes[column - 1];
  const known = (line: Line) => Number.isFinite(valueAt(line, n));
  // what has no value stays at the end, whichever way round
  return [...lines].sort((a, b) => {
    if (!known(a) || !known(b)) return Number(known(b)) - Number(known(a)) || byName(a, b);
    return sign * (valueAt(a, n) - valueAt(b, n)) || byName(a, b);
  });
}

/** The best value of each size: most for speed-up, else least; none for the share of the build. */
function bestOf({ lines, sizes }: ChartData, { kind }: Measure): readonly (number | null)[] {
  return sizes.map((n) => {
    const values = lines.flatMap((line) => pointAt(line, n)?.value ?? []);
    if (kind === 'share' || values.length === 0) return null;
    return kind === 'speed-up' ? Math.max(...values) : Math.min(...values);
  });
}

export function NumberTable({ caption, data, measure }: NumberTableProps) {
  const [order, setOrder] = useState<Order>({
    column: data.sizes.length,
    descending: measure.kind === 'speed-up',
  });
  const best = bestOf(data, measure);
  const heads = ['Contender', ...data.sizes.map((n) => `n = ${count(n)}`)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys
    <section class="table-scroll" aria-label={caption} tabIndex={0}>
      <table class="numbers-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, column) => (
              <SortHead key={head} {...{ head, column, order, setOrder }} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted(data, order).map((line) => (
            <tr key={line.key} data-contender={line.contender}>
              <th scope="row">
                <Swatch style={line.style} hollow={line.run !== null} />
                {fullTitle(line)}
              </th>
              {data.sizes.map((n, i) => (
                <NumberCell key={n} point={pointAt(line, n)} measure={measure} best={best[i]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface SortHeadProps {
  readonly head: string;
  readonly column: number;
  readonly order: Order;
  readonly setOrder: (order: Order) => void;
}

function SortHead({ head, column, order, setOrder }: SortHeadProps) {
  const chosen = order.column === column;
  const direction = order.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={chosen ? direction : undefined}>
      <button
        type="button"
        onClick={() => setOrder({ column, descending: chosen && !order.descending })}
      >
        {head}
        <span aria-hidden="true">{chosen ? (order.descending ? ' ▼' : ' ▲') : ''}</span>
      </button>
    </th>
  );
}

interface NumberCellProps {
  readonly point: Point | undefined;
  readonly measure: Measure;
  readonly best: number | null;
}

function NumberCell({ point, measure, best }: NumberCellProps) {
  if (!point) return <td data-status="none">–</td>;
  const { high, low, result, value } = point;
  if (value === null) {
    const status = result?.status ?? 'ok';
    if (status === 'ok') return <td data-status="ok">not told</td>;
    return (
      <td data-status={status} title={result?.note}>
        <span class={`flaw flaw-${status}`}>{statusWords[status]}</span>
      </td>
    );
  }
  const samples = result?.ms
    ? `fastest ${milliseconds(result.ms.min)}, ${count(result.sampleCount)} samples`
    : undefined;
  return (
    <td data-status="ok" class={value === best ? 'best' : undefined} title={samples}>
      {shortValue(measure, value)}
      {low !== null && high !== null && (
        <small>
          {milliseconds(low)}–{milliseconds(high)}
        </small>
      )}
    </td>
  );
}

/** What the columns are, for captions. */
export function captionOf(title: string, place: string, measure: Measure): string {
  const spread = measure.kind === 'time' ? ', median and below it p25–p75' : '';
  return `${title} · ${place}: ${unitOf[measure.kind]}${spread}`;
}
