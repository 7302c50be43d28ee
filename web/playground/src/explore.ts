/** Explore: checks what the browser can do, loads the library, and puts stage and panels together. */

import { effect } from '@preact/signals';
import { h, render } from 'preact';
import { init, isSupported, structures } from 'sapwood';
import { inspect } from './inspection.js';
import { gradualStructures, refittingStructures } from './model/gradual-verbs.js';
import { loadLateModels } from './model/late-models.js';
import { offeredScenes } from './model/scene-menu.js';
import { element, refuse, WITHOUT_SIMD } from './page-frame.js';
import { App } from './panel/app.js';
import { loadLatePanels } from './panel/late-panels.js';
import { listenForFiles } from './panel/own-file.js';
import { listenForShortcuts } from './panel/shortcuts.js';
import { Playground } from './playground.js';
import { measureInsets } from './stage/insets.js';
import { Stage } from './stage/stage.js';
import { keepAddress, mode } from './state/route.js';
import { Store } from './state/store.js';

const WITHOUT_WEBGL =
  'This page draws with WebGL 2, which this browser or its graphics driver does not offer right now.';

/** What draws: the name that the graphics driver gives itself, null without WebGL 2. */
function rendererName(): string | null {
  const context = document.createElement('canvas').getContext('webgl2');
  if (!context) return null;
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const name = context.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return String(name);
}

/** Smooth edges and shadows: as `?aa=` says, else wherever pixels are not drawn by the processor. */
function drawsFine(renderer: string): boolean {
  const wish = new URLSearchParams(window.location.search).get('aa');
  return wish === null ? !/swiftshader|llvmpipe|software/i.test(renderer) : wish !== '0';
}

function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function start(renderer: string): void {
  const store = new Store({
    structures,
    get scenes() {
      return offeredScenes();
    },
    gradual: gradualStructures(structures),
    refitting: refittingStructures(structures),
  });
  if (prefersStillness() && !/\bplay=/.test(window.location.hash)) store.tune({ play: false });
  const host = element('stage');
  let playground: Playground | null = null;
  const stage = new Stage(host, {
    fine: drawsFine(renderer),
    onChange: () => playground?.invalidate(),
  });
  const fit = () => stage.resize(measureInsets(host));
  const made = new Playground(store, stage);
  playground = made;
  render(h(App, { store, playground, onLayout: fit }), element('panels'));
  new ResizeObserver(fit).observe(host);
  listenForShortcuts(playground);
  listenForFiles(store);
  document.addEventListener('visibilitychange', () => playground?.invalidate());
  keepAddress('explore', () => store.hash());
  // whatever moves here would be measured by Bench too
  effect(() => made.rest(mode.value !== 'explore'));
  void Promise.all([loadLateModels(), loadLatePanels()]).then(() => {
    made.refreshAll();
    window.playground = inspect(made);
  });
  element('boot').remove();
}

export async function openExplore(): Promise<void> {
  if (!isSupported()) return refuse(WITHOUT_SIMD);
  const renderer = rendererName();
  if (renderer === null) return refuse(WITHOUT_WEBGL);
  await init();
  start(renderer);
}
