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

/** Goes to the chapter that the address names. */
function follow(): void {
  if (modeOf(window.location.hash) !== 'learn') return;
  address = window.location.hash.slice(1);
  const chapter = chapterIn(window.location.hash);
  const target = chapter && document.getElementById(`learn-${chapter}`);
  if (!target) return;
  target.scrollIntoView();
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
