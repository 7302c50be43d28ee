/** Entry point: opens the page selected by the URL; each page loads on first use. */

import { effect } from '@preact/signals';
import moduleAddress from 'sapwood/all/trace.wasm?url';
import { element, refuse } from './page-frame.js';
import { connectHeader, markCurrent } from './site-header.js';
import { embedded, type Mode, mode } from './state/route.js';

declare global {
  interface Window {
    /** Requested by the inline script of the built page, before other scripts. */
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

/** Returns the module that can trace queries. */
const requestedModule = () => ({
  address: moduleAddress,
  response: window.moduleOnItsWay ?? fetch(moduleAddress),
});

/** Loads the shared styles, then a page, whose own styles follow. */
async function withStyles<Page>(load: () => Promise<Page>): Promise<Page> {
  const styles = import('./styles/page.css');
  const page = await load();
  await styles;
  return page;
}

/** Delay that leaves the network to the first files. */
const WAIT_MS = 2000;

async function keep(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register(new URL('service-worker.js', document.baseURI));
  const { active } = await serviceWorker.ready;
  // files loaded before the worker was active, and later ones
  const used = new PerformanceObserver((list) => {
    active?.postMessage(list.getEntries().map(({ name }) => name));
  });
  used.observe({ type: 'resource', buffered: true });
}

/**
 * Registers the service worker, so that the page opens offline from the second visit on. Call after
 * the first picture. Disabled in development, where files change without renaming.
 */
function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => {
    // insecure host or blocked storage: the page works without it
    keep().catch(() => {});
  }, WAIT_MS);
}

const openings: Record<Mode, () => Promise<void>> = {
  landing: async () => (await import('./landing/open-landing.js')).openLanding(),
  explore: async () => {
    const { openExplore } = await withStyles(() => import('./explore/explore.js'));
    await openExplore(requestedModule());
    // not for Bench, because downloads would disturb the measurement
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

/** Returns the element for a page's startup error. */
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

/** Replaces browser-specific messages for failed downloads. */
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
    // browsers cache failed imports, so reload; the URL keeps the state
    if (!navigator.onLine) {
      window.addEventListener('online', () => window.location.reload(), { once: true });
    }
  }
}

/** Hides a page without resizing it, so that the stage keeps its picture. */
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
