/** The build of every structure, step by step: forwards, back, played, in three orders. */

import { describe, expect, test } from 'vitest';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';

const opened = usePlayground();
const scene = 'v=1&dim=2&scene=uniform&n=60&motion=still&play=0&show=items,hierarchy';

const structures = [
  'brute-force',
  'sweep-and-prune',
  'sorted-range',
  'cluster-split',
  'hash-grid',
  'quadtree',
  'octree',
  'loose-octree',
  'kd-tree',
  'r-tree',
  'packed-r-tree',
  'dynamic-tree',
  'static-tree',
  'wide-tree',
  'scene-pruner',
  'sphere-tree',
];

async function building(playground: PlaygroundPage) {
  const found = (await playground.snapshot()).sides[0].building;
  if (!found) throw new Error('no build is shown');
  return found;
}

async function press(playground: PlaygroundPage, key: string) {
  await playground.page.keyboard.press(key);
  await playground.settle();
  return building(playground);
}

test.each(structures)('%s: items come one by one, and go again', async (structure) => {
  const playground = await opened.page();
  const only3D = ['sphere-tree'].includes(structure);
  await playground.open(
    `${scene.replace('dim=2', `dim=${only3D ? 3 : 2}`)}&structure=${structure}`,
  );
  const whole = (await playground.snapshot()).sides[0].shownNodes;
  for (const mode of ['insert', 'remove']) {
    await playground.open(
      `${scene.replace('dim=2', `dim=${only3D ? 3 : 2}`)}&structure=${structure}&build=${mode}.59`,
    );
    const before = await building(playground);
    expect(before).toMatchObject({ mode, at: 59, length: 60 });
    const after = await press(playground, '.');
    expect(after.at).toBe(60);
    expect(after.nodes).toBe(before.nodes + after.made - after.gone);
    const back = await press(playground, ',');
    expect(back).toEqual(before);
    expect(await playground.faults()).toEqual([]);
  }
  await press(playground, '.');
  expect((await building(playground)).nodes).toBeLessThanOrEqual(1);
  await playground.page.uncheck('input[name="build"]');
  await playground.settle();
  const { sides, settings } = await playground.snapshot();
  expect(settings.build).toBeNull();
  expect(sides[0]).toMatchObject({ building: null, shownNodes: whole });
  expect(sides[0].hits).toEqual(await playground.bruteForceHits());
});

describe('what a step did', () => {
  test('a leaf that is too full is split', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&structure=octree&o.capacity=4&build=insert.0`);
    let splits = 0;
    for (let i = 0; i < 12; i++) {
      const { at, words, ...changes } = await press(playground, '.');
      expect(words).toMatch(new RegExp(`^Item ${at - 1} inserted: `));
      splits += changes.splits;
    }
    expect(splits).toBeGreaterThan(0);
    await playground.open(`${scene}&structure=octree&o.capacity=4&build=remove.40`);
    let merges = 0;
    for (let i = 0; i < 20; i++) merges += (await press(playground, '.')).merges;
    expect(merges).toBeGreaterThan(0);
  });

  test('a balanced tree rotates: nodes get another parent', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&structure=dynamic-tree&o.balance=height&build=insert.4`);
    let moved = 0;
    for (let i = 0; i < 24; i++) moved += (await press(playground, '.')).moved;
    expect(moved).toBeGreaterThan(0);
    await playground.open(`${scene}&structure=dynamic-tree&o.balance=none&build=insert.4`);
    for (let i = 0; i < 24; i++) {
      // a new leaf takes a sibling under a new parent, and nothing else changes place
      expect(await press(playground, '.')).toMatchObject({ moved: 0, made: 2, gone: 0 });
    }
  });

  test('from the top down every split shows its children', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&structure=static-tree&build=split.0`);
    const first = await building(playground);
    expect(first.nodes).toBe(1);
    let { nodes } = first;
    for (let i = 0; i < first.length; i++) {
      const step = await press(playground, '.');
      expect(step.nodes).toBe(nodes + step.made);
      expect(step.words).toContain(`${step.made} children of `);
      nodes = step.nodes;
    }
    expect(nodes).toBe((await playground.snapshot()).nodes);
  });
});

test('plays to the end and stops there, scrubs, and changes its order', async () => {
  const playground = await opened.page();
  await playground.open(`${scene}&speed=4&structure=r-tree`);
  await playground.page.check('input[name="build"]');
  await playground.settle();
  expect((await building(playground)).at).toBe(12);
  await playground.page.getByRole('button', { name: 'Play' }).click();
  await playground.page.waitForFunction(
    () => window.playground?.snapshot()?.sides[0].building?.at === 60,
  );
  await playground.settle();
  const { settings, frame } = await playground.snapshot();
  expect(settings.play).toBe(false);
  expect(frame).toBe(0);
  await playground.page.getByLabel('Steps of the build that are done').fill('20');
  await playground.settle();
  expect((await building(playground)).at).toBe(20);
  expect(await playground.page.textContent('[data-build="at"]')).toBe('20');
  await playground.page.getByRole('button', { name: 'To the end of the build' }).click();
  await playground.settle();
  expect((await building(playground)).at).toBe(60);
  await playground.check('build-mode', 'split');
  expect((await building(playground)).mode).toBe('split');
  const hash = await playground.hash();
  expect(hash).toContain('build=split.');
  await playground.open(hash);
  expect((await building(playground)).mode).toBe('split');
});

test('two structures are built side by side', async () => {
  const playground = await opened.page();
  await playground.open(`${scene}&structure=octree&with=r-tree&build=insert.30`);
  const { sides } = await playground.snapshot();
  expect(sides.map((side) => side.building?.at)).toEqual([30, 30]);
  expect(await playground.page.locator('.stepper-line').count()).toBe(2);
  expect(await playground.page.textContent('[data-number="nodes-B"]')).toBe(
    String(sides[1].building?.nodes),
  );
});

test('U opens and closes it, and the query rests meanwhile', async () => {
  const playground = await opened.page();
  await playground.open(scene);
  expect(await playground.handle('box-centre').count()).toBe(1);
  await press(playground, 'u');
  expect(await playground.handle('box-centre').count()).toBe(0);
  await playground.page.keyboard.press('u');
  await playground.settle();
  expect((await playground.snapshot()).settings.build).toBeNull();
  expect(await playground.handle('box-centre').count()).toBe(1);
});

test('an address beyond the end shows the end', async () => {
  const playground = await opened.page();
  await playground.open(`${scene}&build=insert.999999`);
  expect(await building(playground)).toMatchObject({ at: 60, length: 60 });
  await playground.open(`${scene}&build=bark.3`);
  expect((await playground.snapshot()).settings.build).toBeNull();
});

test('before it is parted, a node holds all that will be below it', async () => {
  const playground = await opened.page();
  const { page } = playground;
  const card = page.getByRole('region', { name: 'Node', exact: true });
  const fact = async (id: string) => Number(await page.textContent(`[data-node="${id}"]`));
  for (const structure of ['static-tree', 'octree', 'quadtree']) {
    await playground.open(`${scene}&structure=${structure}&o.capacity=4&build=split.0&node=A0`);
    // the stepper is loaded behind the first picture
    await expect.poll(() => card.locator('dt').first().textContent()).toBe('Not parted yet');
    expect([await fact('own'), await fact('below'), await fact('children')]).toEqual([60, 60, 0]);
    expect(await page.textContent('[data-node="items"]')).toMatch(/^0, 1, 2, 3, 4, 5 …$/);
    const { made } = await press(playground, '.');
    await expect.poll(() => card.locator('dt').first().textContent()).toBe('Root');
    expect(await fact('children')).toBe(made);
    expect([await fact('own'), await fact('below')]).toEqual([
      structure === 'octree' ? expect.any(Number) : 0,
      60,
    ]);
    const { focus } = await playground.snapshot();
    expect(focus?.items).toHaveLength(60);
  }
});

describe('a step back', () => {
  const large = scene.replace('n=60', 'n=10000').replace('items,hierarchy', 'items');

  /** Inserts and removals that a change of the address takes. */
  async function cost(playground: PlaygroundPage, build: string): Promise<number> {
    const before = (await playground.snapshot()).sides[0].applied;
    const at = playground.page.getByLabel('Steps of the build that are done');
    await at.fill(build);
    await playground.settle();
    expect((await building(playground)).at).toBe(Number(build));
    return (await playground.snapshot()).sides[0].applied - before;
  }

  test.each(['insert', 'remove'])('in a large build goes on from a copy: %s', async (mode) => {
    const playground = await opened.page();
    await playground.open(`${large}&structure=dynamic-tree&build=${mode}.10000`);
    for (const at of ['9999', '9000', '4000', '1', '9990']) {
      // copies are at most 512 steps apart, and forwards there are some already
      const most = at === '9990' ? 10_000 : 513;
      expect(await cost(playground, at), at).toBeLessThanOrEqual(most);
    }
  });

  test.each(structures)('shows what the step there shows: %s', async (structure) => {
    const playground = await opened.page();
    const dim = structure === 'sphere-tree' ? 3 : 2;
    const here = `${scene.replace('n=60', 'n=1300').replace('dim=2', `dim=${dim}`)}&structure=${structure}`;
    await playground.open(`${here}&build=insert.600`);
    const first = await building(playground);
    await playground.open(`${here}&build=insert.1300`);
    await cost(playground, '600');
    expect(await building(playground)).toEqual(first);
  });
});
