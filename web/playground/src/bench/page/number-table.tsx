/**
 * Sortable table with the values of a chart: one row per contender, one column per number of boxes.
 */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { count } from '../../ui/format.js';
import {
  type ChartData,
  type Line,
  type Measure,
  type Point,
  pointAt,
} from '../charts/chart-data.js';
import { useBench } from './bench-state.js';
import { Swatch } from './legend.js';
import { milliseconds, shortValue, statusWords, unitOf } from './words.js';

interface NumberTableProps {
  readonly caption: string;
  readonly data: ChartData;
  readonly measure: Measure;
}

/** Sort order. Column 0 contains the names, and column i + 1 the values for sizes[i] boxes. */
interface Order {
  readonly column: number;
  readonly descending: boolean;
}

const valueAt = (line: Line, n: number) => pointAt(line, n)?.value ?? Number.POSITIVE_INFINITY;

function sorted({ lines, sizes }: ChartData, { column, descending }: Order): readonly Line[] {
  const sign = descending ? -1 : 1;
  const byName = (a: Line, b: Line) => a.title.localeCompare(b.title, 'en');
  if (column === 0) return [...lines].sort((a, b) => sign * byName(a, b));
  const n = sizes[column - 1];
  const known = (line: Line) => Number.isFinite(valueAt(line, n));
  // missing values come last in both directions
  return [...lines].sort((a, b) => {
    if (!known(a) || !known(b)) return Number(known(b)) - Number(known(a)) || byName(a, b);
    return sign * (valueAt(a, n) - valueAt(b, n)) || byName(a, b);
  });
}

export function NumberTable({ caption, data, measure }: NumberTableProps) {
  const [order, setOrder] = useState<Order>({
    column: data.sizes.length,
    descending: false,
  });
  const bench = useBench();
  const heads = ['Contender', ...data.sizes.map((n) => `n = ${count(n)}`)];
  return (
    <ScrollTable
      caption={caption}
      head={heads.map((head, column) => (
        <SortHead key={head} {...{ head, column, order, setOrder }} />
      ))}
    >
      {sorted(data, order).map((line) => (
        <tr key={line.contender} data-contender={line.contender}>
          <th scope="row">
            <Swatch style={line.style} />
            {line.title}
            {bench.rebuilds(line.contender, measure) && <small>rebuilt each frame</small>}
          </th>
          {data.sizes.map((n) => (
            <NumberCell key={n} point={pointAt(line, n)} measure={measure} />
          ))}
        </tr>
      ))}
    </ScrollTable>
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
}

function NumberCell({ point, measure }: NumberCellProps) {
  if (!point) return <td data-status="none">–</td>;
  const { tied, result, value } = point;
  if (value === null) {
    const status = result.status;
    if (status === 'ok') return <td data-status="ok">not reported</td>;
    return (
      <td data-status={status} title={result.note}>
        <span class={`flaw flaw-${status}`}>{statusWords[status]}</span>
      </td>
    );
  }
  const isBest = tied && (measure.kind === 'time' || measure.kind === 'bytes');
  return (
    <td data-status="ok" class={isBest ? 'best' : undefined}>
      {shortValue(measure, value)}
      <Detail point={point} />
    </td>
  );
}

function Detail({ point }: { point: Point }) {
  const { high, low, result } = point;
  if (low === null || high === null) return null;
  const { ms, sampleCount } = result;
  return (
    <small>
      {milliseconds(low)}–{milliseconds(high)}
      {ms && sampleCount > 0 && (
        <span>
          min {milliseconds(ms.min)}, {count(sampleCount)} samples
        </span>
      )}
    </small>
  );
}

export function captionOf(title: string, place: string, measure: Measure): string {
  const spread =
    measure.kind === 'time'
      ? ', median; below it p25–p75 and the minimum. Bold: the fastest contender, and all contenders that are not measurably slower'
      : '';
  return `${title} · ${place}: ${unitOf[measure.kind]}${spread}`;
}

interface ScrollTableProps {
  readonly caption: string;
  /** Additional CSS class. */
  readonly look?: string;
  /** Header cells. */
  readonly head: ComponentChildren;
  /** Rows. */
  readonly children: ComponentChildren;
}

function ScrollTable({ caption, look = '', head, children }: ScrollTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling requires keyboard focus
    <section class="table-scroll" aria-label={caption} tabIndex={0}>
      <table class={`numbers-table ${look}`}>
        <caption>{caption}</caption>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
