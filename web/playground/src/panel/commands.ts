/** What both a button of the first picture and a key do; late-commands.ts has what keys do besides. */

import type { Playground } from '../session/page.js';
import type { Store } from '../state/store.js';

export function reseed(store: Store): void {
  store.choose({ seed: Math.floor(Math.random() * 1e6) });
}

/** The structure of the second view comes to the first, and the other way round. */
export function swapSides(store: Store): void {
  const { options, other, otherOptions, structure } = store.settings.peek();
  if (other === null) return;
  store.choose({
    structure: other,
    options: otherOptions,
    other: structure,
    otherOptions: options,
  });
}

/** Opens the log of the query's walk at its beginning; what moves would be gone before it is read. */
export function toggleTrace({ store, settings }: Playground): void {
  if (settings.query === 'none' || settings.build) return;
  store.choose(settings.step === null ? { step: 0, play: false } : { step: null });
}

/** A build is opened where there is something to see. */
const FIRST_STEPS = 12;

/** Opens the build of the structures over the boxes as they are now, a few steps in; what moves stops. */
export function toggleBuild({ store, settings }: Playground): void {
  if (settings.build) store.choose({ build: null, play: false });
  else store.choose({ build: { mode: 'insert', at: FIRST_STEPS }, step: null, play: false });
}

/** Stops the motion and makes one step of it. */
export function stepOnce(playground: Playground): void {
  if (playground.settings.play) playground.store.tune({ play: false });
  playground.step();
}
