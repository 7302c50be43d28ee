/** Button that starts and cancels a run, and the progress of the run. */

import { useEffect, useState } from 'preact/hooks';
import { count } from '../../ui/format.js';
import type { RunState } from '../model.js';
import type { BenchState } from './bench-state.js';
import { useBench } from './bench-state.js';
import { cellTitle, roughly, timeSpan } from './words.js';

export function RunBar() {
  const bench = useBench();
  const state = bench.state.value;
  return (
    <section class="run-bar" aria-label="Run" data-stage={state?.stage ?? 'none'}>
      <RunButton />
      {state && <Progress state={state} />}
      {!bench.isRunning.value && <Estimate />}
      <Announcement />
    </section>
  );
}

/**
 * Button that starts or cancels a run. Both states use the same element, so that it keeps the
 * focus.
 */
function RunButton() {
  const bench = useBench();
  if (bench.isRunning.value) {
    return (
      <button type="button" class="run-button run-cancel" onClick={() => bench.cancel()}>
        Cancel
      </button>
    );
  }
  const state = bench.state.value;
  return (
    <button
      type="button"
      class="strong run-button"
      disabled={bench.unsupportedReason !== null || bench.plan.value.results === 0}
      onClick={() => bench.start()}
    >
      {state ? 'Run again' : 'Run'}
    </button>
  );
}

function Estimate() {
  const { plan } = useBench();
  const { remarks, results } = plan.value;
  return (
    <div class="run-estimate">
      <p class="hint">
        {results === 0
          ? 'There is nothing to measure. Choose at least one scene, one kind of work and one contender.'
          : `${count(results)} results, ${roughly(plan.value.estimatedMs)} on a slow machine`}
      </p>
      {remarks.length > 0 && (
        <ul class="hint">
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const stageWords: Readonly<Record<RunState['stage'], string>> = {
  preparing: 'Preparing',
  running: 'Measuring',
  finishing: 'Finishing',
  done: 'Done',
  canceled: 'Canceled. The results so far are kept.',
  failed: 'Failed. The results so far are kept.',
};

function currentText({ current, stage }: RunState, bench: BenchState): string {
  if (current)
    return `${bench.titleOf(current.contender, current.dimensions)} · ${cellTitle(bench.catalog, current)}`;
  return stage === 'finishing'
    ? 'Checking whether the speed of the machine changed'
    : 'Loading scenes and computing the expected results';
}

function Progress({ state }: { state: RunState }) {
  const bench = useBench();
  const { done, elapsedMs, leftMs, plan, stage } = state;
  const goesOn = bench.isRunning.value;
  return (
    <div class="run-progress">
      {goesOn && <progress aria-label="Progress" max={plan.measurements} value={done} />}
      <p class="run-line">
        <strong>{stageWords[stage]}</strong>
        <span class="numeric">{goesOn ? `${timeSpan(leftMs)} left` : timeSpan(elapsedMs)}</span>
      </p>
      {goesOn && <p class="hint run-current">{currentText(state, bench)}</p>}
    </div>
  );
}

const ANNOUNCED = 4;

/**
 * Returns the announcement for screen readers. While measuring, it changes after each quarter of
 * the measurements.
 */
function announcementOf(state: RunState | null): string {
  if (!state) return '';
  const { done, leftMs, plan, stage } = state;
  if (stage !== 'running') return stageWords[stage];
  const quarter = Math.floor((ANNOUNCED * done) / Math.max(plan.measurements, 1));
  const left = quarter === 0 ? '' : `, ${roughly(leftMs)} left`;
  return `Measuring, ${(100 * quarter) / ANNOUNCED} percent done${left}`;
}

function Announcement() {
  const state = useBench().state.value;
  const [text, setText] = useState('');
  const progress = state && Math.floor((ANNOUNCED * state.done) / state.plan.measurements);
  useEffect(() => setText(announcementOf(state)), [state?.stage, progress]);
  return (
    <p class="visually-hidden" role="status" aria-live="polite">
      {text}
    </p>
  );
}
