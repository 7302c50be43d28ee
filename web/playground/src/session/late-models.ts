/**
 * What the first picture does without: replays of builds. They are loaded right behind it; until then
 * nothing is replayed.
 */

import { signal } from '@preact/signals';

type LateModels = typeof import('./late-models-loaded.js');

export const lateModels = signal<LateModels | null>(null);

export async function loadLateModels(): Promise<void> {
  lateModels.value ??= await import('./late-models-loaded.js');
}
