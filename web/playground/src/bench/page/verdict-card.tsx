/**
 * What should I use? The same question as on the Explore page, answered from the run that is shown, or from the numbers
 * that come with the page; and the fastest of the run, scene by scene.
 */

import { useMemo, useState } from 'preact/hooks';
import { Which } from '../../features/which/which-answer.js';
import { Segments, SelectField } from '../../ui/fields.js';
import { count } from '../../ui/format.js';
import { narrow } from '../../ui/visibility.js';
import { isAt, type Place } from '../charts/chart-data.js';
import type { Crossover, LoadedRun, PhaseId, Result, Verdict, Winner } from '../model.js';
import { groupBy, verdictOf } from '../verdict.js';
import { placeKey, useBench } from './bench-state.js';
import { useCalm } from './paint-queue.js';
import { measuredRun } from './run-measured.js';
import { Heads, ScrollTable } from './scroll-table.js';
import { milliseconds, placeTitle, times } from './words.js';

/** Letters that fit side by side. */
const MOST_LETTERS = 70;
const MOST_LETTERS_NARROW = 32;

export function VerdictCard() {
  const bench = useBench();
  const run = useCalm(() => bench.runs.value[0]);
  return useMemo(() => (run ? <VerdictOf run={run} /> : null), [run]);
}

function VerdictOf({ run }: { run: LoadedRun }) {
  const bench = useBench();
  const verdict = useMemo(() => verdictOf(run.results), [run]);
  const [wanted, setWanted] = useState<string>('');
  const found = new Set(verdict.winners.map(({ phase }) => phase));
  const phases = bench.phases.value.filter(({ id }) => found.has(id));
  const phase = phases.find(({ id }) => id === wanted) ?? phases[0];
  const measured = useMemo(() => [measuredRun(run, (...of) => bench.titleOf(...of))], [run]);
  if (!phase) return null;
  const letters = phases.reduce((sum, { title }) => sum + title.length, 0);
  const most = narrow.value ? MOST_LETTERS_NARROW : MOST_LETTERS;
  const Field = letters > most ? SelectField : Segments;
  return (
    <section class="card bench-card verdict" aria-labelledby="which-here">
      <h2 id="which-here">Which structure?</h2>
      <Which runs={measured} />
      <div id="verdict" class="verdict-scenes">
        <h3>Fastest by scene</h3>
        <p class="hint">
          The fastest for each scene and size in “{run.label}”. “No difference” means that the
          middle halves of the samples (p25–p75) overlap.
        </p>
        {phases.length > 1 && (
          <Field
            label="Work"
            name="verdict-phase"
            hideLabel
            value={phase.id}
            choices={phases.map(({ id, title }) => ({ value: id, label: title }))}
            onChoose={setWanted}
          />
        )}
        <VerdictTable verdict={verdict} phase={phase.id} title={phase.title} />
        <Crossovers crossovers={verdict.crossovers.filter((one) => one.phase === phase.id)} />
        <NotCounted results={run.results.filter((one) => one.phase === phase.id)} />
      </div>
    </section>
  );
}

interface VerdictTableProps {
  readonly verdict: Verdict;
  readonly phase: PhaseId;
  readonly title: string;
}

function VerdictTable({ verdict, phase, title }: VerdictTableProps) {
  const { catalog, places } = useBench();
  const winners = verdict.winners.filter((winner) => winner.phase === phase);
  const sizes = [...new Set(winners.map(({ n }) => n))].sort((a, b) => a - b);
  const rows = places.value.filter((place) => winners.some((winner) => isAt(place, winner)));
  const at = (place: Place, n: number) =>
    winners.find((winner) => winner.n === n && isAt(place, winner));
  const caption = `${title}: fastest contender by scene and n, with the median time of a call`;
  return (
    <ScrollTable
      caption={caption}
      look="verdict-table"
      head={<Heads of={['Scene', ...sizes.map((n) => `n = ${count(n)}`)]} />}
    >
      {rows.map((place) => (
        <tr key={placeKey(place)}>
          <th scope="row">{placeTitle(catalog, place)}</th>
          {sizes.map((n) => (
            <WinnerCell key={n} winner={at(place, n)} />
          ))}
        </tr>
      ))}
    </ScrollTable>
  );
}

function WinnerCell({ winner }: { winner: Winner | undefined }) {
  const bench = useBench();
  if (!winner) return <td>–</td>;
  const { among, best, dimensions, level, ms, next } = winner;
  const titleOf = (key: string) => bench.titleOf(key, dimensions);
  return (
    <td data-best={best}>
      <strong>{titleOf(best)}</strong>
      {level.length > 0 && (
        <span class="level">≈ no difference: {level.map(titleOf).join(', ')}</span>
      )}
      <small>
        {milliseconds(ms)} ms,{' '}
        {among === 1 ? 'the only contender measured' : `fastest of ${count(among)}`}
        {next && `; next: ${titleOf(next.contender)}, ${times(next.ratio)} the time`}
      </small>
    </td>
  );
}

/** Whose answers were wrong, or never came: however fast, they are no advice. */
function NotCounted({ results }: { results: readonly Result[] }) {
  const bench = useBench();
  const bad = results.filter(({ status }) => status === 'wrong' || status === 'failed');
  if (bad.length === 0) return null;
  const groups = [...groupBy(bad, ({ contender, status }) => `${status} ${contender}`).values()];
  return (
    <ul class="crossovers flaws" aria-label="Not counted">
      {groups.map((own) => {
        const [{ contender, status }] = own;
        const sizes = [...new Set(own.map(({ n }) => count(n)))].join(', ');
        return (
          <li key={`${status} ${contender}`} class={`flaw-line flaw-${status}`}>
            Not counted: {bench.titleOf(contender)}, {status} at n = {sizes}
          </li>
        );
      })}
    </ul>
  );
}

function Crossovers({ crossovers }: { crossovers: readonly Crossover[] }) {
  const bench = useBench();
  if (crossovers.length === 0) return null;
  return (
    <ul class="crossovers" aria-label="Where another contender becomes the fastest">
      {crossovers.map(({ after, before, between, n, phase, ...place }) => (
        <li key={`${phase} ${placeKey(place)} ${n} ${before} ${after}`}>
          {placeTitle(bench.catalog, place)}: from about{' '}
          <strong>{count(Number(n.toPrecision(2)))}</strong> boxes,{' '}
          {bench.titleOf(after, place.dimensions)} is faster than{' '}
          {bench.titleOf(before, place.dimensions)} (measured at {count(between[0])} and{' '}
          {count(between[1])}).
        </li>
      ))}
    </ul>
  );
}
