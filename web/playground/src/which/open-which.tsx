/** Page "Which one?": recommends a structure from measured times. */

import './which-page.css';
import '../styles/help.css';
import '../styles/which.css';
import { render } from 'preact';
import { isSupported } from 'sapwood/all';
import { Which } from '../features/which/which.js';
import { initFrom, type SentModule } from '../init-library.js';
import { showStartError, WITHOUT_SIMD } from '../page-frame.js';

function WhichPage() {
  return (
    <main class="which-content">
      <h1>Which one for my game?</h1>
      <p class="which-lead">
        Say how many boxes you have and how they move. The page names the fastest structure, from
        measured times.
      </p>
      <Which />
    </main>
  );
}

export async function openWhich(host: HTMLElement, module: SentModule): Promise<void> {
  if (!isSupported()) return showStartError(WITHOUT_SIMD, 'which-boot');
  await initFrom(module);
  host.replaceChildren();
  render(<WhichPage />, host);
}
