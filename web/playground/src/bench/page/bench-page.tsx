/** Bench page: setup on the left, results on the right; stacked on narrow pages. */

import { narrow } from '../../ui/visibility.js';
import type { BenchState } from './bench-state.js';
import { BenchContext, useBench } from './bench-state.js';
import { Results } from './results.js';
import { RunBar } from './run-bar.js';
import { Setup } from './setup.js';

export function BenchPage({ bench }: { bench: BenchState }) {
  return (
    <BenchContext.Provider value={bench}>
      <div class="bench-columns">
        <aside class="card bench-setup" aria-label="Setup">
          <h1>Bench</h1>
          <RunBar />
          <FoldedSetup />
        </aside>
        <main class="bench-results" aria-label="Results">
          <Faults />
          <Results />
        </main>
      </div>
    </BenchContext.Provider>
  );
}

/** On narrow pages, results come first. */
function FoldedSetup() {
  if (!narrow.value) return <Setup />;
  return (
    <details class="details setup-fold">
      <summary>Setup</summary>
      <Setup />
    </details>
  );
}

/** Errors of the browser, the URL or the whole run. */
function Faults() {
  const { lack, linkFault, refusal, state } = useBench();
  const faults = [refusal, lack, linkFault.value, state.value?.fault ?? null];
  return (
    <div class="bench-faults" role="status">
      {faults
        .filter((fault) => fault !== null)
        .map((fault) => (
          <p key={fault} class="bench-fault">
            {fault}
          </p>
        ))}
    </div>
  );
}
