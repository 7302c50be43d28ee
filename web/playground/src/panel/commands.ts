/** Commands shared by buttons and keys. `shortcuts.ts` has the commands of keys only. */

import type { Playground } from '../session/page.js';
import type { Store } from '../state/store.js';

export function reseed(store: Store): void {
  store.choose({ seed: Math.floor(Math.random() * 1e6) });
}

/** Swaps the structures of the two views. */
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

/** Opens the traversal log at the first step and pauses the motion, or closes the log. */
export function toggleTrace({ store, settings }: Playground): void {
  if (settings.query === 'none' || settings.build) return;
  store.choose(settings.step === null ? { step: 0, play: false } : { step: null });
}

/** Initial step of an opened build. At this step, some nodes are already visible. */
const FIRST_STEPS = 12;

/**
 * Opens the step-by-step build over the current boxes and pauses the motion, or closes the build.
 */
export function toggleBuild({ store, settings }: Playground): void {
  if (settings.build) store.choose({ build: null, play: false });
  else store.choose({ build: { mode: 'insert', at: FIRST_STEPS }, step: null, play: false });
}

/** Pauses the motion and advances it by one step. */
export function stepOnce(playground: Playground): void {
  if (playground.settings.play) playground.store.tune({ play: false });
  playground.step();
}
