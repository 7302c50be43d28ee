/** Card with a chart, its legend, a list of results that are not drawn, and a table. */

import { useMemo, useState } from 'preact/hooks';
import { Segments, SelectField } from '../../ui/fields.js';
import { count } from '../../ui/format.js';
import type { Mark } from '../charts/chart-data.js';
import {
  type ChartData,
  chartData,
  hasValues,
  type Measure,
  type Place,
} from '../charts/chart-data.js';
import type { Result } from '../model.js';
import { useBench } from './bench-state.js';
import { Legend } from './legend.js';
import { captionOf, NumberTable } from './number-table.js';
import { useCalm } from './paint-queue.js';
import { PlotView } from './plot-view.js';
import { placeTitle, statusWords } from './words.js';

/**
 * Measure that a chart card can show, with its labels. Users can switch between the views of a
 * card.
 */
export interface View {
  readonly id: string;
  readonly label: string;
  readonly title: string;
  /** Describes one call, or how the shown number is computed. */
  readonly sentence: string;
  readonly measure: Measure;
}

interface ChartCardProps {
  readonly id: string;
  readonly title: string;
  readonly place: Place;
  readonly views: readonly View[];
  readonly marks?: readonly Mark[];
  /** True for a card of full width, in which the legend is to the right of the chart. */
  readonly wide?: boolean;
}

const noMarks: readonly Mark[] = [];

export function ChartCard(props: ChartCardProps) {
  const { id, title, place, views, marks = noMarks, wide } = props;
  const bench = useBench();
  const [selected, setSelected] = useState('');
  const { run, styles } = useCalm(() => ({
    run: bench.shown.value,
    styles: bench.styles.value,
  }));
  const view = views.find((one) => one.id === selected) ?? views[0];
  const key = JSON.stringify(view.measure);
  const measure = useMemo(() => view.measure, [key]);
  const data = useMemo(() => chartData(run, place, measure, styles), [run, place, measure, styles]);
  return (
    <section class={wide ? 'card chart-card chart-wide' : 'card chart-card'} id={`chart-${id}`}>
      <header>
        <h2>{title}</h2>
        {views.length > 1 && <ViewSwitch {...{ id, title, view, views }} onChoose={setSelected} />}
      </header>
      <p class="hint">
        {view.sentence}
        {data.batch !== null && `; ${count(data.batch)} queries per call`}.
        {measure.kind === 'time' && ' In milliseconds, lower is faster.'}
      </p>
      <ChartBody {...{ data, marks, measure, place, view }} />
    </section>
  );
}

interface ViewSwitchProps {
  readonly id: string;
  readonly title: string;
  readonly view: View;
  readonly views: readonly View[];
  readonly onChoose: (id: string) => void;
}

/**
 * Maximum total number of characters on a row of buttons. With longer labels, the row becomes a
 * menu.
 */
const MAX_LETTERS = 44;

function ViewSwitch({ id, title, view, views, onChoose }: ViewSwitchProps) {
  const letters = views.reduce((sum, { label }) => sum + label.length, 0);
  const Field = letters > MAX_LETTERS ? SelectField : Segments;
  return (
    <Field
      label={title}
      hideLabel
      name={`view-${id}`}
      value={view.id}
      choices={views.map((one) => ({ value: one.id, label: one.label, title: one.title }))}
      onChoose={onChoose}
    />
  );
}

interface ChartBodyProps {
  readonly data: ChartData;
  readonly marks: readonly Mark[];
  readonly measure: Measure;
  readonly place: Place;
  readonly view: View;
}

function ChartBody({ data, marks, measure, place, view }: ChartBodyProps) {
  const bench = useBench();
  const hidden = bench.hidden.value;
  const [open, setOpen] = useState(false);
  const shown = useMemo(
    () => ({ ...data, lines: data.lines.filter(({ contender }) => !hidden.has(contender)) }),
    [data, hidden],
  );
  const name = `${view.title} · ${placeTitle(bench.catalog, place)}`;
  const caption = captionOf(view.title, placeTitle(bench.catalog, place), measure);
  return (
    <>
      {hasValues(data) ? (
        <Drawing {...{ data, marks, measure, name, shown }} />
      ) : (
        <p class="chart-empty">{emptyWords[measure.kind]}</p>
      )}
      <Flaws data={data} />
      <footer>
        <details class="details" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>Show as table</summary>
          {open && <NumberTable caption={caption} data={data} measure={measure} />}
        </details>
      </footer>
    </>
  );
}

const emptyWords: Readonly<Record<Measure['kind'], string>> = {
  time: 'There are no times to draw yet.',
  bytes:
    'There are no values: nothing was measured yet, or this browser does not report its memory.',
};

interface DrawingProps {
  readonly name: string;
  readonly data: ChartData;
  readonly shown: ChartData;
  readonly marks: readonly Mark[];
  readonly measure: Measure;
}

function Drawing({ data, marks, measure, name, shown }: DrawingProps) {
  const [at, setAt] = useState<number | null>(null);
  const [highlight, setHighlight] = useState<string | null>(null);
  // the largest number of boxes is selected by default
  const rest = data.sizes.length - 1;
  const n = data.sizes[Math.min(at ?? rest, data.sizes.length - 1)];
  return (
    <div class="chart-body">
      <PlotView
        title={name}
        data={shown}
        onPoint={setAt}
        {...{ at, rest, highlight, marks, measure }}
      />
      <div class="chart-reading">
        <p class="hint">n = {count(n)}</p>
        <Legend n={n} rest={data.sizes[rest]} onHighlight={setHighlight} {...{ data, measure }} />
      </div>
    </div>
  );
}

function flawText(title: string, { n, note, status }: Result): string {
  const what = status === 'ok' ? '' : statusWords[status];
  return `${title}, n = ${count(n)}: ${what}${note ? `. ${note}` : ''}`;
}

const MAX_FLAWS = 5;

function Flaws({ data }: { data: ChartData }) {
  const flaws = data.lines.flatMap((line) =>
    line.points.flatMap(({ result }) =>
      result && result.status !== 'ok' ? [{ result, text: flawText(line.title, result) }] : [],
    ),
  );
  if (flaws.length === 0) return null;
  const more = flaws.length - MAX_FLAWS;
  return (
    <ul class="flaws" aria-label="Not drawn">
      {flaws.slice(0, MAX_FLAWS).map(({ result, text }) => (
        <li key={text} class={`flaw-line flaw-${result.status}`}>
          {text}
        </li>
      ))}
      {more > 0 && <li class="flaw-line">{count(more)} more in the table</li>}
    </ul>
  );
}
