/** Scenes of games on the Bench page: one is played for all, in a worker, and all find the same. */

import { expect, test } from 'vitest';
import { BenchPage } from './support/bench-page.js';
import { finishedRun, RUN } from './support/bench-run.js';
import { usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();

test('a swarm is played for everybody, and told in a table', async () => {
  const { page } = await finishedRun(opened);
  const card = page.getByRole('region', { name: 'Game scenes' });
  await card.getByLabel('Scene').selectOption('swarm 3000');
  await card.getByRole('button', { name: 'Measure' }).click();
  await card.locator('[data-game="done"]').waitFor({ timeout: 0 });
  const rows = card.locator('tbody tr');
  const players = await rows.evaluateAll((lines) => lines.map((line) => line.dataset.player));
  expect(players).toContain('hand-written grid');
  expect(players.filter((player) => player?.startsWith('sapwood:')).length).toBeGreaterThan(2);
  // every answer was that of the first player, so that each has its times, the least first
  const medians = await rows.locator('td:nth-child(2)').allTextContents();
  expect(medians.length).toBe(players.length);
  expect(medians.map(Number)).toEqual(medians.map(Number).sort((a, b) => a - b));
  expect(Number(medians[0])).toBeGreaterThan(0);
});

longTest('it can be stopped, and another one begun', async () => {
  const bench = await opened.as(BenchPage);
  await bench.choose(RUN);
  const card = bench.page.getByRole('region', { name: 'Game scenes' });
  await card.getByLabel('Scene').selectOption('bullet-hell 20000');
  await card.getByRole('button', { name: 'Measure' }).click();
  await card.locator('[data-game="playing"]').waitFor({ timeout: 0 });
  await card.getByRole('button', { name: 'Stop' }).click();
  await card.locator('[data-game="stopped"]').waitFor();
  expect(await card.locator('tbody tr').count()).toBe(0);
});
