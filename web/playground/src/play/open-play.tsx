/** Mounts the games. */

import './play.css';
import { render } from 'preact';
import { isSupported } from 'sapwood/3d/mesh';
import { showStartError, WITHOUT_SIMD } from '../page-frame.js';
import { modeOf, registerAddress } from '../state/route.js';
import { PlayPage } from './play-page.js';
import { playAddress, readPlayAddress } from './play-state.js';

const follow = () => {
  if (modeOf(window.location.hash) === 'play') readPlayAddress(window.location.hash);
};

export async function openPlay(host: HTMLElement): Promise<void> {
  if (!isSupported()) return showStartError(WITHOUT_SIMD, 'play-boot');
  follow();
  host.replaceChildren();
  render(<PlayPage />, host);
  registerAddress('play', playAddress);
  window.addEventListener('hashchange', follow);
}
