/**
 * Tests of the mesh benchmark: both libraries have the same results, and the page contains every
 * measured task.
 */

import { init } from 'sapwood/3d/mesh';
import { init as initAll } from 'sapwood/all';
import { expect, test } from 'vitest';
import { describeEnvironment } from '../node/environment';
import { measureModel } from './measure';
import { smallModel } from './models';
import { measureMovers } from './movers';
import { renderPage } from './page';
import { subjectFor } from './tasks';

await Promise.all([init(), initAll()]);

test('both libraries have the same results', () => {
  // measureModel throws if results differ
  const { triangles } = measureModel(smallModel(), 1);
  expect(triangles).toBe(2048);
});

test('at least 5 % of the queries have a result, but not all of them', () => {
  const { dispose, tasks } = subjectFor(smallModel().geometry);
  for (const { count, name, ours } of tasks) {
    if (!name.includes('touches') && !name.includes('any hit')) continue;
    expect(ours(), name).toBeGreaterThan(count / 20);
    expect(ours(), name).toBeLessThan(count);
  }
  dispose();
});

test('all characters stay on the ground', () => {
  expect(() => measureMovers(5, 20, 100)).not.toThrow();
});

test('the page contains every task and every mover', () => {
  const environment = describeEnvironment({ preset: 'meshes', rounds: 1, sampleMs: 0 });
  const models = [measureModel(smallModel(), 1)];
  const movers = measureMovers(2, 20, 100);
  const page = renderPage({ environment, models, movers });
  for (const { name } of [...models[0].tasks, ...movers]) expect(page).toContain(`| ${name} |`);
  expect(page).not.toMatch(/NaN|undefined|Infinity/);
});
