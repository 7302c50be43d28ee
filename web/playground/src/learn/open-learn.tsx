/** Puts the Learn page into its element: the library first, every figure asks it. */

import './drawings.css';
import './learn.css';
import { render } from 'preact';
import { isSupported } from 'sapwood/all';
import { initFrom, type SentModule } from '../init-library.js';
import { refuse, WITHOUT_SIMD } from '../page-frame.js';
import { keepAddress, modeOf } from '../state/route.js';
import { loadClaims } from './claims.js';
import { LearnPage } from './learn-page.js';

const chapterIn = (hash: string) => /^#learn\.(\d+)$/.exec(hash)?.[1];

let address = 'learn';

let release = () => {};

/** Scrolls to a chapter, again whenever figures above it take their place, until the visitor does anything. */
function holdAt(target: HTMLElement): void {
  release();
  const show = () => target.scrollIntoView();
  const observer = new ResizeObserver(show);
  for (const chapter of document.querySelectorAll('.learn-chapter')) observer.observe(chapter);
  const end = new AbortController();
  release = () => {
    observer.disconnect();
    end.abort();
  };
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const) {
    window.addEventListener(event, release, { signal: end.signal, passive: true });
  }
  show();
}

/** Goes to the chapter that the address names. A number without a chapter is removed from the address. */
function follow(): void {
  release();
  if (modeOf(window.location.hash) !== 'learn') return;
  const chapter = chapterIn(window.location.hash);
  const target = chapter && document.getElementById(`learn-${chapter}`);
  if (!target && window.location.hash !== '#learn') {
    window.history.replaceState(null, '', '#learn');
  }
  address = window.location.hash.slice(1);
  if (!target) return;
  holdAt(target);
  target.focus({ preventScroll: true });
}

export async function openLearn(host: HTMLElement, module: SentModule): Promise<void> {
  if (!isSupported()) return refuse(WITHOUT_SIMD, 'learn-boot');
  // the figures stand without them
  loadClaims().catch((error) => console.error(error));
  await initFrom(module);
  host.replaceChildren();
  render(<LearnPage />, host);
  keepAddress('learn', () => address);
  window.addEventListener('hashchange', follow);
  follow();
}
