/** Mounts the Bench page. */

import '../../styles/bench.css';
import { render } from 'preact';
import { isSupported } from 'sapwood/all';
import { WITHOUT_SIMD } from '../../page-frame.js';
import { narrow } from '../../ui/visibility.js';
import { toReport, writeReport } from '../record.js';
import { BenchContext, BenchState, useBench } from './bench-state.js';
import { allPainted } from './paint-queue.js';
import { Results } from './results.js';
import { RunBar } from './run-bar.js';
import { Setup } from './setup.js';

/**
 * Returns the reason why measurements are impossible in this browser, or null. Saved runs can be
 * viewed in any browser.
 */
function unsupportedReason(): string | null {
  if (typeof Worker === 'undefined') {
    return 'This browser does not support Web Workers, which Bench needs to measure. You can still open saved runs.';
  }
  return null;
}

/** Returns a message if this browser cannot measure Sapwood, but can measure other libraries. */
const lack = () =>
  isSupported() ? null : `${WITHOUT_SIMD} Other libraries can still be measured.`;

function listenForFiles(host: HTMLElement, bench: BenchState): void {
  host.addEventListener('dragover', (event) => event.preventDefault());
  host.addEventListener('drop', (event) => {
    event.preventDefault();
    void bench.openFile(event.dataTransfer?.files[0]);
  });
}

/** Returns read access to the state, for the browser console and tests. */
function inspect(bench: BenchState) {
  return {
    state: () => bench.state.peek(),
    plan: () => bench.plan.peek(),
    configuration: () => bench.configuration.peek(),
    runs: () => bench.runs.peek(),
    painted: allPainted,
    report: () => {
      const state = bench.state.peek();
      return state && writeReport(toReport(state, bench.catalog));
    },
  };
}

declare global {
  interface Window {
    benchPage?: ReturnType<typeof inspect>;
  }
}

export async function openBench(host: HTMLElement): Promise<void> {
  const bench = new BenchState(unsupportedReason(), lack());
  host.replaceChildren();
  render(<BenchPage bench={bench} />, host);
  listenForFiles(host, bench);
  window.benchPage = inspect(bench);
}

function BenchPage({ bench }: { bench: BenchState }) {
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

/** Setup controls. On narrow pages, they are collapsed, so that the results are near the top. */
function FoldedSetup() {
  if (!narrow.value) return <Setup />;
  return (
    <details class="details setup-fold">
      <summary>Setup</summary>
      <Setup />
    </details>
  );
}

function Faults() {
  const { lack, linkFault, unsupportedReason, state } = useBench();
  const faults = [unsupportedReason, lack, linkFault.value, state.value?.fault ?? null];
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
