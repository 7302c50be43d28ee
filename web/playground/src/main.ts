/**
 * The page: opens Explore, Learn, Bench or Play according to the address, and loads each when it is
 * first opened.
 */

import './styles/page.css';
import { effect } from '@preact/signals';
import moduleAddress from 'sapwood/all/trace.wasm?url';
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
  learn: 'Learn · Sapwood playground',
  bench: 'Bench · Sapwood playground',
  play: 'Play · Sapwood playground',
};

/** The library's module, with what traces walks: the pages that wait for it draw them. */
const sentFor = () => ({
  address: moduleAddress,
  response: window.moduleOnItsWay ?? fetch(moduleAddress),
});

const openings: Record<Mode, () => Promise<void>> = {
  explore: async () => {
    await (await import('./explore/explore.js')).openExplore(sentFor());
    // not from Bench: it would share the processor with what is measured
    keepForOffline();
  },
  learn: async () => (await import('./learn/open-learn.js')).openLearn(element('learn'), sentFor()),
  bench: async () => (await import('./bench/page/open-bench.js')).openBench(element('bench')),
  play: async () => (await import('./play/open-play.js')).openPlay(element('play')),
};

const bootOf = (page: Mode) => (page === 'explore' ? 'boot' : `${page}-boot`);
const names: Record<Mode, string> = {
  explore: 'The playground',
  learn: 'Learn',
  bench: 'Bench',
  play: 'Play',
};
const opened = new Set<Mode>();

/** Browsers tell in words of their own that a part of the page did not come. */
function reasonOf(error: unknown): string {
  if (!navigator.onLine)
    return 'There is no network connection. The page reloads when the connection is back.';
  return error instanceof Error ? error.message : String(error);
}

async function open(wanted: Mode): Promise<void> {
  if (opened.has(wanted)) return;
  opened.add(wanted);
  try {
    await openings[wanted]();
  } catch (error) {
    console.error(error);
    refuse(`${names[wanted]} could not start. ${reasonOf(error)}`, bootOf(wanted));
    // a browser remembers what it could not load; the address keeps everything
    if (!navigator.onLine) {
      window.addEventListener('online', () => window.location.reload(), { once: true });
    }
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
  for (const id of ['learn', 'bench', 'play'] as const) element(id).hidden = wanted !== id;
  void open(wanted);
});
