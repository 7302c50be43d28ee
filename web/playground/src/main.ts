/** The site: opens the page that the address selects, and loads each page when it is first opened. */

import { effect } from '@preact/signals';
import moduleAddress from 'sapwood/all/trace.wasm?url';
import { keepForOffline } from './offline/keep.js';
import { element, refuse } from './page-frame.js';
import { connectHeader, markCurrent } from './site-header.js';
import { embedded, type Mode, mode } from './state/route.js';

declare global {
  interface Window {
    /** Requested by the built page itself, before its scripts. */
    moduleOnItsWay?: Promise<Response>;
  }
}

const titles: Record<Mode, string> = {
  landing: 'Sapwood: spatial data structures for the web',
  explore: 'Explore · Sapwood',
  learn: 'Learn · Sapwood',
  which: 'Which one? · Sapwood',
  bench: 'Bench · Sapwood',
  play: 'Games · Sapwood',
};

/** The module that can trace queries. */
const requestedModule = () => ({
  address: moduleAddress,
  response: window.moduleOnItsWay ?? fetch(moduleAddress),
});

/** Loads the styles that all pages but the landing page share, then a page, whose own styles follow. */
async function withStyles<Page>(load: () => Promise<Page>): Promise<Page> {
  const styles = import('./styles/page.css');
  const page = await load();
  await styles;
  return page;
}

const openings: Record<Mode, () => Promise<void>> = {
  landing: async () => (await import('./landing/open-landing.js')).openLanding(),
  explore: async () => {
    const { openExplore } = await withStyles(() => import('./explore/explore.js'));
    await openExplore(requestedModule());
    // not from Bench: it would share the processor with what is measured
    keepForOffline();
  },
  learn: async () => {
    const { openLearn } = await withStyles(() => import('./learn/open-learn.js'));
    await openLearn(element('learn'), requestedModule());
  },
  which: async () => {
    const { openWhich } = await withStyles(() => import('./which/open-which.js'));
    await openWhich(element('which'), requestedModule());
  },
  bench: async () => {
    const { openBench } = await withStyles(() => import('./bench/page/open-bench.js'));
    await openBench(element('bench'));
  },
  play: async () => {
    const { openPlay } = await withStyles(() => import('./play/open-play.js'));
    await openPlay(element('play'));
  },
};

/** The element of each page that says why it cannot be opened. */
function bootOf(page: Mode): string {
  if (page === 'landing') return 'figure-caption';
  return page === 'explore' ? 'boot' : `${page}-boot`;
}

const names: Record<Mode, string> = {
  landing: 'The figure',
  explore: 'Explore',
  learn: 'Learn',
  which: 'Which one?',
  bench: 'Bench',
  play: 'Games',
};
const opened = new Set<Mode>();

/** Browsers use their own words when a part of the page could not be loaded. */
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

if (embedded) document.documentElement.dataset.embed = '';
connectHeader();
effect(() => {
  const wanted = mode.value;
  document.title = titles[wanted];
  document.documentElement.dataset.page = wanted;
  markCurrent(wanted);
  for (const id of ['stage', 'panels']) setAway(id, wanted !== 'explore');
  for (const id of ['learn', 'which', 'bench', 'play'] as const) element(id).hidden = wanted !== id;
  void open(wanted);
});
