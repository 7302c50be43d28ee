/** The page: opens Explore or Bench, as the address says; each is loaded when it is looked at for the first time. */

import './styles/page.css';
import { effect } from '@preact/signals';
import moduleAddress from 'sapwood/all/core.wasm?url';
import { keepForOffline } from './offline/keep.js';
import { element, refuse } from './page-frame.js';
import { type Mode, mode } from './state/route.js';

declare global {
  interface Window {
    /** Sent for by the built page itself, before its scripts. */
    moduleOnItsWay?: Promise<Response>;
  }
}

const titles: Record<Mode, string> = {
  explore: 'Sapwood playground',
  bench: 'Bench · Sapwood playground',
};

const openings: Record<Mode, () => Promise<void>> = {
  explore: async () => {
    const module = window.moduleOnItsWay ?? fetch(moduleAddress);
    await (await import('./explore.js')).openExplore(module);
    // not from Bench: it would share the processor with what is measured
    keepForOffline();
  },
  bench: async () => (await import('./bench/page/open-bench.js')).openBench(element('bench')),
};

const boots: Record<Mode, string> = { explore: 'boot', bench: 'bench-boot' };
const opened = new Set<Mode>();

async function open(wanted: Mode): Promise<void> {
  if (opened.has(wanted)) return;
  opened.add(wanted);
  try {
    await openings[wanted]();
  } catch (error) {
    console.error(error);
    const why = error instanceof Error ? error.message : error;
    const what = wanted === 'bench' ? 'Bench' : 'The playground';
    refuse(`${what} could not start. ${why}`, boots[wanted]);
  }
}

/** Out of sight, but of the same size: the stage keeps its picture. */
function setAway(id: string, away: boolean): void {
  const part = element(id);
  part.classList.toggle('away', away);
  part.inert = away;
}

effect(() => {
  const wanted = mode.value;
  document.title = titles[wanted];
  for (const id of ['stage', 'panels']) setAway(id, wanted !== 'explore');
  element('bench').hidden = wanted !== 'bench';
  void open(wanted);
});
