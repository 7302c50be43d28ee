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

/** Returns the reason why measuring is impossible; other runs can still be viewed. */
function refusal(): string | null {
  if (typeof Worker === 'undefined') {
    return 'This browser does not support Web Workers, which Bench needs to measure. You can still open saved runs.';
  }
  return null;
}

/** Describes a partial limitation. */
const lack = () =>
  isSupported() ? null : `${WITHOUT_SIMD} Other libraries can still be measured.`;

/** Accepts files dropped anywhere on the page. */
function listenForFiles(host: HTMLElement, bench: BenchState): void {
  host.addEventListener('dragover', (event) => event.preventDefault());
  host.addEventListener('drop', (event) => {
    event.preventDefault();
    void bench.openFile(event.dataTransfer?.files[0]);
  });
}

/** Read-only state for the console and tests. */
function inspect(bench: BenchState) {
  return {
    state: () => bench.state.peek(),
    plan: () => bench.plan.peek(),
    configuration: () => bench.configuration.peek(),
    runs: () => bench.runs.peek(),
    /** Whether all changes are shown. */
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
  const bench = new BenchState(refusal(), lack());
  host.replaceChildren();
  render(<BenchPage bench={bench} />, host);
  listenForFiles(host, bench);
  window.benchPage = inspect(bench);
}

/** Setup on the left, results on the right; stacked on narrow pages. */
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
