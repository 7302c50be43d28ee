/**
 * Entry point of Explore: checks browser support, loads the library, and shows the drawing area
 * (stage) and the panels.
 */

import { effect } from '@preact/signals';
import { h, render } from 'preact';
import { isSupported } from 'sapwood/all';
import { listenForFiles } from '../features/own/own-file.js';
import { initFrom, type SentModule } from '../init-library.js';
import { currentAddress } from '../model/examples.js';
import { structuresWithPageOptions } from '../model/page-options.js';
import { fetchSceneCode, firstCount, offeredScenes, sceneEntry } from '../model/scene-menu.js';
import { updateMethodsOf } from '../model/update-methods.js';
import { element, showOtherPages, showStartError, WITHOUT_SIMD } from '../page-frame.js';
import { App } from '../panel/app.js';
import { loadLateModels } from '../session/late-models.js';
import { Stage } from '../stage/stage.js';
import { measureInsets } from '../stage/views.js';
import { readHash } from '../state/hash-codec.js';
import { embedded, exploreHash, mode, registerAddress } from '../state/route.js';
import { Store } from '../state/store.js';
import { latePanels } from '../ui/late.js';
import { narrow } from '../ui/visibility.js';
import { Explorer } from './playground.js';

const WITHOUT_WEBGL =
  'Explore draws with WebGL 2, which this browser or its graphics driver does not support. Other pages work without it.';

/** Returns the renderer name of the graphics driver, or null without WebGL 2. */
function rendererName(): string | null {
  const context = document.createElement('canvas').getContext('webgl2');
  if (!context) return null;
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const name = context.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return String(name);
}

/**
 * Whether to draw with antialiasing and shadows. The URL parameter `?aa=` decides if given.
 * Otherwise, both are on unless rendering runs on the CPU.
 */
function drawsFine(renderer: string): boolean {
  const parameter = new URLSearchParams(window.location.search).get('aa');
  return parameter === null ? !/swiftshader|llvmpipe|software/i.test(renderer) : parameter !== '0';
}

/**
 * Maximum number of vertices that a software renderer draws in one frame. Larger pictures are drawn
 * in portions over several frames.
 */
const MAX_SOFTWARE_VERTICES = 300_000;

/**
 * Returns the maximum number of vertices drawn in one frame: the URL parameter `?corners=` if
 * given. By default, only software renderers have a maximum.
 */
function maxCorners(fine: boolean): number {
  const corners = Number(new URLSearchParams(window.location.search).get('corners'));
  return corners > 0 ? corners : fine ? Number.POSITIVE_INFINITY : MAX_SOFTWARE_VERTICES;
}

/** Settings of a page without a URL hash. Its scene does not load a physics engine. */
const OPENING = 'v=1&structure=hash-grid&dim=2&scene=bullets&show=items,hierarchy&q=box';

type Panels = typeof App;

interface Parts {
  readonly stage: Stage;
  readonly host: HTMLElement;
  readonly Panels: Panels;
  /** Called after every change of the drawing area, such as its size or camera. */
  readonly listeners: Set<() => void>;
}

/** Creates the parts of the page that do not depend on the library. */
async function prepare(renderer: string): Promise<Parts> {
  const host = element('stage');
  const listeners = new Set<() => void>();
  const onChange = () => {
    for (const listener of listeners) listener();
  };
  const fine = drawsFine(renderer);
  const stage = new Stage(host, { fine, maxCorners: maxCorners(fine), onChange });
  const Panels = embedded ? (await import('../panel/embed.js')).Embed : App;
  return { stage, host, Panels, listeners };
}

async function loadLatePanels(): Promise<void> {
  latePanels.value = await import('../panel/late-panels.js');
}

function start({ stage, host, Panels, listeners }: Parts): void {
  const bare = exploreHash(window.location.hash) === '';
  const store = new Store({
    structures: structuresWithPageOptions,
    get scenes() {
      return offeredScenes();
    },
    ...updateMethodsOf(structuresWithPageOptions),
    currentAddress,
  });
  if (bare) {
    const { settings } = readHash(OPENING, store.catalog);
    const n = firstCount(sceneEntry(settings.scene), narrow.peek());
    store.tune({ ...settings, n, play: store.settings.peek().play });
  }
  const playground = new Explorer(store, stage);
  listeners.add(() => playground.invalidate());
  const fit = () => stage.resize(measureInsets(host));
  render(h(Panels, { store, playground, onLayout: fit }), element('panels'));
  new ResizeObserver(fit).observe(host);
  if (!embedded) listenForFiles(store);
  document.addEventListener('visibilitychange', () => playground.invalidate());
  registerAddress('explore', () => store.hash());
  // pause while another page is shown: motion here would distort the measurements of Bench
  effect(() => playground.rest(mode.value !== 'explore'));
  const late = [
    import('./inspection.js'),
    loadLateModels(),
    embedded || loadLatePanels(),
    embedded || import('../panel/shortcuts.js').then((keys) => keys.listenForShortcuts(playground)),
    stage.loadPortions(),
  ] as const;
  void Promise.all(late).then(([{ inspect }]) => {
    playground.refreshAll();
    window.playground = inspect(playground);
  });
  element('boot').remove();
}

export async function openExplore(module: SentModule): Promise<void> {
  if (!isSupported()) return showStartError(WITHOUT_SIMD);
  const renderer = rendererName();
  if (renderer === null) {
    showStartError(WITHOUT_WEBGL);
    return showOtherPages();
  }
  fetchSceneCode(exploreHash(window.location.hash) || OPENING);
  // restore the user's file from an earlier visit before reading the URL
  const own = /[#&]scene=own(&|$)/.test(window.location.hash)
    ? import('../features/own/own-store.js').then(({ restoreOwn }) => restoreOwn())
    : null;
  const [parts] = await Promise.all([prepare(renderer), initFrom(module), own]);
  start(parts);
}
