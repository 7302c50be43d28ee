/** Step controls and log of the query traversal. */

import { placeOf } from '../../model/examples.js';
import { useNumberUpdates, usePage } from '../../session/page.js';
import type { Side } from '../../session/side.js';
import { sideNames } from '../../session/side.js';
import { isVisit, type Trace } from '../../session/trace.js';
import { count } from '../../ui/format.js';
import { IconButton, StepButtons } from '../../ui/icon-button.js';
import { StepSlider } from '../../ui/step-slider.js';
import { openDrawer, toggleDrawer } from '../../ui/visibility.js';
import { describeStep } from './trace-words.js';
import { useWalkPlayer, walkPlays } from './walk-player.js';

/** Lines of the log before and after the current line. */
const LINES_BEFORE = 12;
const LINES_AFTER = 8;

export function TraceStrip() {
  const { playground, store } = usePage();
  useNumberUpdates();
  const step = store.field('step').value;
  const sides = playground.session?.sides ?? [];
  const stop = placeOf(store.field('tour').value)?.stop;
  // hidden at stops of an example that play the query, because they have their own caption
  const isOpen = step !== null && sides.length > 0 && !stop?.plays && !stop?.yourTurn;
  const last = Math.max(0, ...sides.map(({ trace }) => trace?.length ?? 0));
  const at = Math.min(step ?? 0, last);
  useWalkPlayer(isOpen, last > 0 && at === last);
  if (!isOpen) return null;
  return (
    <section class="trace" aria-label="Trace of the query">
      <header class="trace-head">
        <h2>Trace</h2>
        <PlayWalk at={at} last={last} />
        <StepButtons at={at} last={last} onMove={(steps) => playground.moveTrace(steps)} />
        <StepSlider
          name="step"
          label="Steps of the query"
          at={at}
          last={last}
          disabled={last === 0}
          onMove={(to) => store.tune({ step: to })}
        />
        <button
          type="button"
          class="preset"
          aria-expanded={openDrawer.value === 'log'}
          onClick={() => toggleDrawer('log')}
        >
          Log
        </button>
      </header>
      {sides.map((side, view) => (
        <PresentStep
          key={sideNames[view]}
          name={sides.length > 1 ? sideNames[view] : null}
          side={side}
          step={step}
        />
      ))}
    </section>
  );
}

function PlayWalk({ at, last }: { at: number; last: number }) {
  const { store } = usePage();
  const plays = walkPlays.value;
  return (
    <IconButton
      name={plays ? 'Pause the trace' : 'Play the trace'}
      title={plays ? 'Pause the trace (Space)' : 'Play the trace (Space)'}
      icon={plays ? 'M4 3h3v10H4zM9 3h3v10H9z' : 'M5 2.5 13 8l-8 5.5z'}
      filled
      disabled={last === 0}
      onClick={() => {
        if (!plays && at === last) store.tune({ step: 0 });
        walkPlays.value = !plays;
      }}
    />
  );
}

/** Describes the current step of a structure, with the counts up to this step. */
function PresentStep({ name, side, step }: { name: string | null; side: Side; step: number }) {
  const { trace } = side;
  const mark = name && <span class={`side-mark side-${name}`}>{name}</span>;
  if (!trace) {
    return (
      <p class="hint" role="status">
        {mark} Pause the scene to see the steps of the query.
      </p>
    );
  }
  const at = Math.min(step, trace.length);
  return (
    <div class="trace-present">
      {mark}
      <p class="trace-step" aria-live={walkPlays.value ? 'off' : 'polite'}>
        {at > 0 ? describeAt(trace, at - 1) : 'Step forward or play to follow the query.'}
      </p>
      <Counts side={side} trace={trace} step={step} />
    </div>
  );
}

/** Log around the current step, for each structure. */
export function TraceLog() {
  const { playground, store } = usePage();
  useNumberUpdates();
  const step = store.field('step').value;
  const traces = playground.session?.sides.map(({ trace }) => trace) ?? [];
  if (step === null) return <p class="hint">Open a query step by step to see its log.</p>;
  return (
    <div class="trace-logs">
      {traces.map((trace, view) =>
        trace ? (
          <div key={sideNames[view]} class="trace-log">
            {traces.length > 1 && (
              <span class={`side-mark side-${sideNames[view]}`}>{sideNames[view]}</span>
            )}
            <Lines trace={trace} step={Math.min(step, trace.length)} />
          </div>
        ) : null,
      )}
    </div>
  );
}

function describeAt(trace: Trace, at: number): string {
  return describeStep(trace, at, trace.visitsUpTo(at + 1));
}

/** Lines of the log around the current line. Visits are numbered. */
function Lines({ trace, step }: { trace: Trace; step: number }) {
  const rows = Math.min(LINES_BEFORE + 1 + LINES_AFTER, trace.length);
  const first = Math.max(0, Math.min(step - 1 - LINES_BEFORE, trace.length - rows));
  let visit = trace.visitsUpTo(first);
  return (
    <ol class="trace-lines" aria-label="Steps">
      {Array.from({ length: rows }, (_, row) => {
        const at = first + row;
        if (isVisit(trace.kinds[at])) visit++;
        const state = at === step - 1 ? 'now' : at < step ? 'done' : 'ahead';
        return (
          <li key={at} class={`trace-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
            {describeStep(trace, at, visit)}
          </li>
        );
      })}
    </ol>
  );
}

function Counts({ side, trace, step }: { side: Side; trace: Trace; step: number }) {
  const rows = [
    ['visits', 'nodes visited', trace.visitsUpTo(step), side.queryCounters.nodeVisits],
    ['tests', 'boxes tested', trace.testsUpTo(step), side.queryCounters.itemTests],
    ['hits', 'hits', trace.hitsUpTo(step), side.hitCount],
  ] as const;
  return (
    <p class="trace-counts">
      {rows.map(([id, label, now, all]) => (
        <span key={id}>
          <b data-trace={id}>{count(now)}</b> of {count(all)} {label}
        </span>
      ))}
    </p>
  );
}
