/**
 * Entry point. Opens the page that the URL selects. The code of each page is loaded when the page
 * is first opened.
 */

import { effect } from '@preact/signals';
import moduleAddress from 'sapwood/all/trace.wasm?url';
import { element, showStartError } from './page-frame.js';
import { connectHeader, markCurrent } from './site-header.js';
import { embedded, type Mode, mode } from './state/route.js';

declare global {
  interface Window {
    /**
     * Pending response with the library's WebAssembly module. The inline script of the built page
     * starts this request.
     */
    moduleResponse?: Promise<Response>;
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

const requestedModule = () => ({
  address: moduleAddress,
  response: window.moduleResponse ?? fetch(moduleAddress),
});

/**
 * Loads the shared styles before the styles of a page, so that the styles of the page take
 * precedence.
 */
async function withStyles<Page>(load: () => Promise<Page>): Promise<Page> {
  const styles = import('./styles/page.css');
  const page = await load();
  await styles;
  return page;
}

/**
 * Milliseconds before the service worker is registered, so that it does not slow down the first
 * downloads.
 */
const WAIT_MS = 2000;

async function registerServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register(new URL('service-worker.js', document.baseURI));
  const { active } = await serviceWorker.ready;
  // reports all files to the worker, including the files that were loaded before it was active
  const used = new PerformanceObserver((list) => {
    active?.postMessage(list.getEntries().map(({ name }) => name));
  });
  used.observe({ type: 'resource', buffered: true });
}

/**
 * Registers the service worker, so that the page works offline from the second visit on. Must be
 * called after the first picture is drawn. Does nothing in development, where file names contain no
 * hashes.
 */
function enableOfflineUse(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => {
    // on an insecure host or with blocked storage, the page works without the service worker
    registerServiceWorker().catch(() => {});
  }, WAIT_MS);
}

const openings: Record<Mode, () => Promise<void>> = {
  landing: async () => (await import('./landing/open-landing.js')).openLanding(),
  explore: async () => {
    const { openExplore } = await withStyles(() => import('./explore/explore.js'));
    await openExplore(requestedModule());
    // the Bench page does not enable offline use, because downloads would disturb its measurements
    enableOfflineUse();
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

/** Returns the id of the element that shows an error if the page cannot start. */
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

/** Without a network connection, returns a uniform text, because the browsers' messages differ. */
function reasonOf(error: unknown): string {
  if (!navigator.onLine)
    return 'There is no network connection. The page reloads when the connection is back.';
  return error instanceof Error ? error.message : String(error);
}

async function open(page: Mode): Promise<void> {
  if (opened.has(page)) return;
  opened.add(page);
  try {
    await openings[page]();
  } catch (error) {
    console.error(error);
    showStartError(`${names[page]} could not start. ${reasonOf(error)}`, bootOf(page));
    // browsers cache failed imports, so only a reload repeats them; the URL preserves the state
    if (!navigator.onLine) {
      window.addEventListener('online', () => window.location.reload(), { once: true });
    }
  }
}

/** Hides or shows an element. A hidden element keeps its size, so a canvas keeps its picture. */
function setAway(id: string, away: boolean): void {
  const part = element(id);
  part.classList.toggle('away', away);
  part.inert = away;
}

if (embedded) document.documentElement.dataset.embed = '';
connectHeader();
effect(() => {
  const page = mode.value;
  document.title = titles[page];
  document.documentElement.dataset.page = page;
  markCurrent(page);
  for (const id of ['stage', 'panels']) setAway(id, page !== 'explore');
  for (const id of ['learn', 'which', 'bench', 'play'] as const) element(id).hidden = page !== id;
  void open(page);
});
