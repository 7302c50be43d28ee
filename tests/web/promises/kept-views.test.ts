/**
 * Random writes to every view that the package has returned, for a few seconds. The soak run repeats
 * them for an hour on a module with checked memory accesses (tests/soak/README.md).
 */

import { beforeAll, expect, test } from 'vitest';
import { volume } from '../support/volume.js';
import { loadMakers, type Makers } from '../views/makers.js';
import { ViewTrial, warmUp } from '../views/view-trial.js';

declare const gc: () => void;

let makers: Makers;
let baseline = 0;
beforeAll(async () => {
  makers = await loadMakers();
  baseline = await warmUp(makers, gc);
});

test.each([1, 2, 3])('writes to kept views change no other memory, seed %i', async (seed) => {
  const trial = new ViewTrial({ seed, makers, collect: gc });
  const steps = volume(20_000, 1200);
  await trial.run(Array(steps).keys());
  await trial.end(baseline);
  expect(trial.counted.operations).toBe(steps);
  expect(trial.pool.writes).toBeGreaterThan(steps);
  expect(trial.pool.detachedWrites).toBeGreaterThan(100);
});
