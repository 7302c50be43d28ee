/**
 * Benchmark of three.js scenes: all libraries have the same results, and the page contains the
 * measured values.
 */

import { init } from 'sapwood/all';
import { expect, test } from 'vitest';
import { describeEnvironment } from '../node/environment';
import { measureCasts } from './casts';
import { measureFrames } from './frames';
import { makeInstanceSets, measureCulling } from './instance-sets';
import { randomMatrices, VIEWS } from './instances';
import { renderPage } from './page';
import { measureSetUp } from './set-up';

test('all libraries draw the same part of the instances', async () => {
  const matrices = randomMatrices(3000);
  const instanceSets = await makeInstanceSets(matrices);
  // measureCulling throws if the numbers of drawn instances differ too much
  const shares = VIEWS.map((view) => measureCulling(instanceSets, matrices, view, 3)[0].drawn);
  expect(shares[0]).toBeGreaterThan(0.02);
  expect(shares[1]).toBeGreaterThan(shares[0]);
  expect(shares[2]).toBe(1);
  for (const instanceSet of instanceSets) instanceSet.dispose();
});

test('all instances in view are drawn in Chromium, with and without culling', async () => {
  const rows = await measureFrames(500, 2);
  expect(rows).toHaveLength(4);
  for (const { drawn } of rows) expect(drawn).toBe(500);
});

test('rays have the intersections of three.js', async () => {
  const rows = await measureCasts(0.01);
  for (const { hits } of rows) expect(hits).toBeGreaterThan(0);
});

test('each geometry has one tree', async () => {
  expect((await measureSetUp(60, 6)).trees).toBe(6);
});

test('the page contains the times and ratios of a record', async () => {
  await init();
  const page = renderPage({
    environment: describeEnvironment({ preset: 'threejs', rounds: 1, sampleMs: 0 }),
    instances: 3000,
    instanceSets: [
      { name: 'one', setUp: 4 },
      { name: 'other', setUp: 0 },
    ],
    culling: [{ view: 'few', drawn: 0.05, name: 'one', time: 1.5, ratio: 12.4, batchRatio: 0.5 }],
    frames: [
      { kind: 'BatchedMesh', order: 'any', plain: 200, culled: 150, ratio: 1.333, drawn: 500 },
    ],
    casts: [{ name: 'rays', ours: 10, theirs: 25, ratio: 2.5, hits: 3 }],
    setUp: await measureSetUp(60, 6),
  });
  expect(page).toContain('Few (5.0 % of the instances), milliseconds per frame:');
  expect(page).toContain('| one | 1.5 | 12× | 0.5× |');
  expect(page).toContain('Milliseconds to create the index: one 4.0.');
  expect(page).toContain('| BatchedMesh, order `any` | 200 | 150 | 1.33× |');
  expect(page).toContain('| rays | 10 | 25 | 2.5× | 3.0 |');
  expect(page).toContain('60 meshes that share 6 geometries');
  expect(page).not.toMatch(/NaN|undefined|Infinity/);
});
