/** Mounts the Learn page. Loads the library first, because every figure uses it. */

import './beyond.css';
import './drawings.css';
import './learn.css';
import { render } from 'preact';
import { isSupported } from 'sapwood/all';
import { initFrom, type SentModule } from '../init-library.js';
import { showStartError, WITHOUT_SIMD } from '../page-frame.js';
import { modeOf, registerAddress } from '../state/route.js';
import { loadClaims } from './claims.js';
import { LearnPage } from './learn-page.js';

const chapterIn = (hash: string) => /^#learn\.(\d+)$/.exec(hash)?.[1];

let address = 'learn';

let release = () => {};

/**
 * Scrolls to a chapter. Until the user scrolls, scrolls again whenever a chapter changes its size.
 */
function holdAt(target: HTMLElement, page: HTMLElement): void {
  let place = Number.NaN;
  const show = () => {
    place = target.offsetTop;
    target.scrollIntoView();
  };
  const observer = new ResizeObserver(show);
  for (const chapter of page.querySelectorAll('.learn-chapter')) observer.observe(chapter);
  const end = new AbortController();
  release = () => {
    observer.disconnect();
    end.abort();
  };
  const watch = () => {
    const gap = target.getBoundingClientRect().top - page.getBoundingClientRect().top;
    if (target.offsetTop === place && Math.abs(gap) > 2) release();
  };
  page.addEventListener('scroll', watch, { signal: end.signal, passive: true });
  show();
}

/** Scrolls to the chapter in the URL. Removes unknown chapter numbers from the URL. */
function follow(host: HTMLElement): void {
  release();
  if (modeOf(window.location.hash) !== 'learn') return;
  const chapter = chapterIn(window.location.hash);
  const target = chapter && document.getElementById(`learn-${chapter}`);
  if (!target && window.location.hash !== '#learn') {
    window.history.replaceState(null, '', '#learn');
  }
  address = window.location.hash.slice(1);
  if (!target) return;
  holdAt(target, host);
  target.focus({ preventScroll: true });
}

export async function openLearn(host: HTMLElement, module: SentModule): Promise<void> {
  if (!isSupported()) return showStartError(WITHOUT_SIMD, 'learn-boot');
  // does not wait for the claims, because figures work without them
  loadClaims().catch((error) => console.error(error));
  await initFrom(module);
  host.replaceChildren();
  render(<LearnPage />, host);
  registerAddress('learn', () => address);
  window.addEventListener('hashchange', () => follow(host));
  follow(host);
}
