/** Code that the first image does not need, loaded after it: builds step by step, and the first place of a query. */

import { signal } from '@preact/signals';

type LateModels = Pick<typeof import('./build-replay.js'), 'BuildReplay'> &
  Pick<typeof import('../model/densest.js'), 'placeThatHits'>;

/** Null until it is loaded. */
export const lateModels = signal<LateModels | null>(null);

export async function loadLateModels(): Promise<void> {
  if (lateModels.peek()) return;
  const [{ BuildReplay }, { placeThatHits }] = await Promise.all([
    import('./build-replay.js'),
    import('../model/densest.js'),
  ]);
  lateModels.value = { BuildReplay, placeThatHits };
}
