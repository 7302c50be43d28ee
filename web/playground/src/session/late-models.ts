/** Code that is loaded after the first frame is drawn: build replay and query placement. */

import { signal } from '@preact/signals';

type LateModels = Pick<typeof import('./build-replay.js'), 'BuildReplay'> &
  Pick<typeof import('../model/densest.js'), 'placeThatHits'>;

/** Null until loaded. */
export const lateModels = signal<LateModels | null>(null);

export async function loadLateModels(): Promise<void> {
  if (lateModels.peek()) return;
  const [{ BuildReplay }, { placeThatHits }] = await Promise.all([
    import('./build-replay.js'),
    import('../model/densest.js'),
  ]);
  lateModels.value = { BuildReplay, placeThatHits };
}
