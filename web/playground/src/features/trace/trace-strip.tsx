/** The walk of the query, step by step: forwards, back, and in words. */

import { placeOf } from '../../model/examples.js';
import { useBeat, usePage } from '../../session/page.js';
import type { Side } from '../../session/side.js';
import { sideNames } from '../../session/side.js';
import { isVisit, type Trace } from '../../session/trace.js';
import { count } from '../../ui/format.js';
import { StepButtons } from '../../ui/icon-button.js';
import { StepSlider } from '../../ui/step-slider.js';
import { describeStep } from './trace-words.js';

/** Lines of the log above and below the present one. */
const LINES_BEFORE = 3;
const LINES_AFTER = 2;

export function TraceStrip() {
  const { playground, store } = usePage();
  useBeat();
  const step = store.field('step').value;
  const sides = playground.session?.sides ?? [];
  const stop = placeOf(store.field('tour').value)?.stop;
  // a stop that plays the query has words of its own
  if (step === null || sides.length === 0 || stop?.plays || stop?.yourTurn) return null;
  const last = Math.max(0, ...sides.map(({ trace }) => trace?.length ?? 0));
  const at = Math.min(step, last);
  return (
    <section class="trace" aria-label="Trace of the query">
      <header class="trace-head">
        <h2>Trace</h2>
        <StepButtons at={at} last={last} onMove={(steps) => playground.moveTrace(steps)} />
        <StepSlider
          name="step"
          label="Steps of the query"
          at={at}
          last={last}
          disabled={last === 0}
          onMove={(to) => store.tune({ step: to })}
        />
      </header>
      <div class="trace-logs">
        {sides.map((side, view) => (
          <TraceLog
            key={sideNames[view]}
            name={sides.length > 1 ? sideNames[view] : null}
            side={side}
            step={step}
          />
        ))}
      </div>
    </section>
  );
}

function TraceLog({ name, side, step }: { name: string | null; side: Side; step: number }) {
  const { trace } = side;
  const mark = name && <span class={`side-mark side-${name}`}>{name}</span>;
  if (!trace) {
    return (
      <div class="trace-log">
        {mark}
        <p class="hint" role="status">
          Pause the scene to see the steps of the query.
        </p>
      </div>
    );
  }
  return (
    <div class="trace-log">
      {mark}
      <Lines trace={trace} step={Math.min(step, trace.length)} />
      <p class="visually-hidden" aria-live="polite">
        {step > 0 && trace.length > 0 && describeAt(trace, Math.min(step, trace.length) - 1)}
      </p>
      <Counts side={side} trace={trace} step={step} />
    </div>
  );
}

function describeAt(trace: Trace, at: number): string {
  return describeStep(trace, at, trace.visitsUpTo(at + 1));
}

/** The present line with its neighbors; visits are numbered. */
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
