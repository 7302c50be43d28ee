/**
 * Activates the prerendered landing page: the figure, the game, and the button that copies the
 * install command.
 */

import { element, showStartError, WITHOUT_SIMD } from '../page-frame.js';
import { prefersStillness } from '../state/stillness.js';
import { BulletHell } from './bullet-hell.js';
import { Figure } from './figure.js';
import { isSupported, loadGrid, loadMethods } from './methods.js';

const COUNT = 1200;
const COUNT_ON_PHONES = 600;
const MESSAGE_MS = 2000;

function connectCopy(): void {
  const button = element('copy-install');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText('npm i sapwood');
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Not allowed';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, MESSAGE_MS);
  });
}

function loadPictures(): void {
  const places = document.querySelector('.places') as HTMLElement;
  const load = () => {
    for (const image of places.querySelectorAll<HTMLImageElement>('img[data-src]')) {
      image.src = image.dataset.src as string;
    }
  };
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      near.disconnect();
      load();
    },
    { root: element('landing'), rootMargin: '300px' },
  );
  near.observe(places);
}

function connectPause(figure: Figure, game: BulletHell): void {
  const button = element('pause');
  const set = (paused: boolean) => {
    figure.paused = game.paused = paused;
    element('landing').toggleAttribute('data-paused', paused);
    button.textContent = paused ? 'Play' : 'Pause';
  };
  let paused = prefersStillness();
  set(paused);
  button.addEventListener('click', () => {
    paused = !paused;
    set(paused);
  });
}

export async function openLanding(): Promise<void> {
  connectCopy();
  if (!isSupported()) {
    element('pause').hidden = true;
    return showStartError(WITHOUT_SIMD, 'figure-caption');
  }
  await loadMethods();
  const isPhone = Math.min(window.screen.width, window.innerWidth) < 600;
  const canvas = element('figure-canvas') as HTMLCanvasElement;
  const figure = new Figure(element('figure'), canvas, isPhone ? COUNT_ON_PHONES : COUNT);
  const game = new BulletHell();
  window.landing = { figure, game };
  connectPause(figure, game);
  element('figure').dataset.alive = '';
  performance.mark('figure alive');
  await loadGrid();
  figure.request();
  loadPictures();
}

/** Read access to the state of the landing page, for tests. */
export interface LandingInspection {
  readonly figure: {
    /** Boxes of the items, four numbers each. */
    readonly boxes: Float32Array;
    readonly hits: Uint32Array;
    readonly moment: {
      readonly method: string;
      readonly levels: number;
      readonly lens: readonly [number, number];
    };
  };
  readonly game: {
    readonly bullets: {
      readonly boxes: Float32Array;
      readonly field: { readonly width: number; readonly height: number };
      /** Seconds until the flash of each box ends. */
      readonly flashes: Float32Array;
      readonly ship: { readonly x: number; readonly y: number };
    };
    readonly tests: ReadonlyMap<string, number>;
  };
}

declare global {
  interface Window {
    landing?: LandingInspection;
  }
}
