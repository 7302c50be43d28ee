/** The page's state in the address. */

import { structures } from 'sapwood';
import { expect, test } from 'vitest';
import { usePlayground } from './support/playground-page.js';

const opened = usePlayground();

test('what is set survives a reload', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=200&play=0');
  await playground.check('dim', '2');
  await playground.select('structure', 'sweep-and-prune');
  await playground.select('scene', 'mixed');
  await playground.select('motion', 'drift');
  await playground.check('policy', 'rebuild');
  await playground.check('query', 'sphere');
  await playground.page.uncheck('input[name="show-hierarchy"]');
  await playground.page.fill('input[name="n"]', '345');
  await playground.page.keyboard.press('Enter');
  await playground.ready();
  await playground.dragHandle('ball-centre', 40, 20);
  const before = await playground.snapshot();
  const hash = await playground.hash();
  await playground.page.waitForFunction((text) => location.hash === `#${text}`, hash);
  await playground.page.reload();
  await playground.ready();
  expect(await playground.hash()).toBe(hash);
  const after = await playground.snapshot();
  expect(after.settings).toEqual(before.settings);
  expect(after.query).toEqual(before.query);
  expect(before.settings).toMatchObject({
    structure: 'sweep-and-prune',
    dim: 2,
    scene: 'mixed',
    n: 345,
    motion: 'drift',
    policy: 'rebuild',
    query: 'sphere',
  });
});

test('back and forward walk through the choices', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=100&play=0');
  const seen = [await playground.hash()];
  await playground.select('structure', 'brute-force');
  seen.push(await playground.hash());
  await playground.check('query', 'ray');
  seen.push(await playground.hash());
  expect(new Set(seen).size).toBe(3);
  for (const expected of [seen[1], seen[0]]) {
    await playground.page.goBack();
    await playground.ready();
    expect(await playground.hash()).toBe(expected);
  }
  expect((await playground.snapshot()).structure).toBe('dynamic-tree');
  for (const expected of [seen[1], seen[2]]) {
    await playground.page.goForward();
    await playground.ready();
    expect(await playground.hash()).toBe(expected);
  }
  expect((await playground.snapshot()).structure).toBe('brute-force');
});

test('unknown keys are ignored and absurd values are brought into range, with a word beside the control', async () => {
  const playground = await opened.page();
  await playground.open(
    'v=1&scene=dust&n=-7&seed=1e99&structure=oak&q=nearest&k=999999&play=0&moon=full&o.bark=1&box=a,b',
  );
  const { settings, notices } = await playground.snapshot();
  expect(settings).toMatchObject({ structure: 'dynamic-tree', n: 2, seed: 0xffffffff, k: 500 });
  expect(Object.keys(notices).sort()).toEqual(['k', 'n', 'seed', 'structure']);
  const notice = (name: string) =>
    playground.page.locator('.field', { has: playground.page.locator(`[name="${name}"]`) });
  expect(await notice('structure').locator('.notice').textContent()).toContain('oak');
  expect(await notice('n').locator('.notice').first().textContent()).toContain('at least 2');
  expect(await notice('k').locator('.notice').textContent()).toContain('at most 500');
  expect(await playground.hash()).not.toMatch(/moon|bark/);
  await playground.page.fill('input[name="k"]', '9');
  await playground.page.keyboard.press('Enter');
  await playground.settle();
  expect(await notice('k').locator('.notice').count()).toBe(0);
});

/** Reproducible numbers in [0, 1). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test('any address comes back as itself once it has been read', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=10&play=0');
  const random = randomNumbers(20);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)];
  const fractions = (count: number) =>
    Array.from({ length: count }, () => (random() * 1.4 - 0.2).toFixed(pick([1, 4, 7]))).join(',');
  for (let round = 0; round < 16; round++) {
    const hash = [
      `structure=${pick([...structures.map(({ id }) => id), 'none'])}`,
      `dim=${pick([2, 3, 4])}`,
      `scene=${pick(['uniform', 'clustered', 'line', 'grid', 'x-line', 'city', 'zipf', '%E2%98%83'])}`,
      `n=${pick([5, 17, 60.5, 'many', -1])}`,
      `seed=${Math.floor(random() * 2 ** 34)}`,
      `q=${pick(['none', 'box', 'sphere', 'ray', 'nearest', 'all'])}`,
      `show=${pick(['', 'items', 'bodies,pairs', 'leaves,hierarchy,fog', 'reach,stuck', 'heat'])}`,
      `levels=${pick(['0-', '3-1', '2-9', 'x'])}`,
      `moving=${pick([100, 30, 0, 'x'])}&motion=${pick(['drift', 'swirl', 'still', 'fly'])}`,
      `speed=${pick([0.25, 4, 3])}&policy=${pick(['move', 'rebuild', 'gradual', 'wait'])}`,
      `box=${fractions(6)}&ball=${fractions(4)}&ray=${fractions(pick([6, 2]))}`,
      `with=${pick(['', 'dynamic-tree', 'kd-tree', 'oak'])}&w.margin=${pick([0.1, 2, 'y'])}`,
      `colour=${pick(['level', 'age', 'visits', 'blue'])}&node=${pick(['A3', 'B7', 'C1', 'A', ''])}`,
      `step=${pick([0, 7, 'x', -3, 1e99])}&tour=${pick(['', 'loose.2', 'moon.1', '..'])}`,
      `work=${pick([1, 500, 'much', 1e12])}&build=${pick(['', 'insert.4', 'split.2', 'x.1'])}`,
      `heat=${pick([7, 99.5, 'x', 1e9])}`,
      `o.margin=${pick([0, 0.25, 1e30, 'x'])}&play=0`,
    ].join('&');
    await playground.page.evaluate((text) => {
      location.hash = text;
    }, hash);
    await playground.ready();
    const once = await playground.hash();
    const { settings } = await playground.snapshot();
    await playground.page.evaluate((text) => {
      location.hash = text;
    }, `${once}&again=1`);
    await playground.ready();
    expect(await playground.hash(), hash).toBe(once);
    expect((await playground.snapshot()).settings, hash).toEqual(settings);
    expect((await playground.snapshot()).notices, hash).toEqual({});
  }
});

test.each([
  ['v=1', { structure: 'dynamic-tree', dim: 3, scene: 'pile', n: 1000, query: 'box' }],
  [
    'v=1&structure=octree&dim=3&scene=straddlers&n=900&with=loose-octree&w.looseness=1.5&play=0',
    { structure: 'octree', other: 'loose-octree', otherOptions: { looseness: 1.5 }, n: 900 },
  ],
  [
    'v=1&structure=kd-tree&dim=2&scene=uniform&q=nearest&k=7&ball=0.5,0.5,0.5,0.2&levels=1-4&step=3&play=0',
    { dim: 2, query: 'nearest', k: 7, shallowest: 1, deepest: 4, step: 3 },
  ],
  [
    'v=1&structure=static-tree&dim=3&scene=clustered&policy=gradual&work=1500&colour=age&node=A5&play=0',
    { policy: 'gradual', work: 1500, colour: 'age', node: { view: 0, node: 5 } },
  ],
  [
    'v=1&structure=r-tree&dim=2&scene=grid&build=insert.40&o.fanOut=6&tour=loose.2&speed=4&play=0',
    { build: { mode: 'insert', at: 40 }, options: { fanOut: 6 }, tour: 'loose.2', speed: 4 },
  ],
])('a link of the first version keeps its meaning: %s', async (hash, settings) => {
  const playground = await opened.page();
  await playground.open(hash);
  const snapshot = await playground.snapshot();
  expect(snapshot.settings).toMatchObject(settings);
  expect(snapshot.notices).toEqual({});
  // nothing that is not in the link was changed
  expect(snapshot.settings).toMatchObject({ seed: 1, moving: 100 });
});
