/** Card with the conclusions of a run: one sentence per phase, and a list of excluded results. */

import { groupBy } from 'measuring/group-by';
import { count } from '../../ui/format.js';
import { isAt } from '../charts/chart-data.js';
import type { LoadedRun, Result, Winner } from '../model.js';
import { winnersOf } from '../verdict.js';
import { type BenchState, useBench } from './bench-state.js';
import { milliseconds, times } from './words.js';

const MAX_NAMED = 2;

function sentenceOf(bench: BenchState, { best, dimensions, tied, ms, n, next }: Winner): string {
  const titleOf = (key: string) => bench.titleOf(key, dimensions).replace(/^sapwood /, '');
  const equal = tied.slice(0, MAX_NAMED).map(titleOf).join(', ');
  const more = tied.length > MAX_NAMED ? ` and ${tied.length - MAX_NAMED} more` : '';
  return [
    `${titleOf(best)} is the fastest: ${milliseconds(ms)} ms for ${count(n)} boxes.`,
    tied.length > 0 ? `No clear difference: ${equal}${more}.` : '',
    next ? `Next: ${titleOf(next.contender)}, ${times(next.ratio)} the time.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function largest(winners: readonly Winner[]): Winner[] {
  return [...groupBy(winners, ({ phase }) => phase).values()].map((own) =>
    own.reduce((a, b) => (b.n > a.n ? b : a)),
  );
}

export function ResultCard({ run }: { run: LoadedRun }) {
  const bench = useBench();
  const place = bench.place.value;
  const here = run.results.filter((result) => place !== null && isAt(place, result));
  const titles = new Map(bench.catalog.phases.map(({ id, title }) => [id, title]));
  return (
    <section class="card bench-card bench-result" aria-label="Result">
      <h2>{bench.isRunning.value ? 'Result so far' : `Result of “${run.label}”`}</h2>
      <ul class="result-list" data-results>
        {largest(winnersOf(here)).map((winner) => (
          <li key={winner.phase} data-best={winner.best}>
            <strong>{titles.get(winner.phase) ?? winner.phase}.</strong> {sentenceOf(bench, winner)}
          </li>
        ))}
      </ul>
      <NotCounted results={run.results} />
      <p class="hint">
        “No clear difference” means that the middle halves of the samples overlap.{' '}
        <a href="#which">Which structure should you use?</a>
      </p>
    </section>
  );
}

function NotCounted({ results }: { results: readonly Result[] }) {
  const bench = useBench();
  const bad = results.filter(({ status }) => status === 'wrong' || status === 'failed');
  if (bad.length === 0) return null;
  const groups = [...groupBy(bad, ({ contender, status }) => `${status} ${contender}`).values()];
  return (
    <ul class="result-list flaws" aria-label="Not counted">
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
