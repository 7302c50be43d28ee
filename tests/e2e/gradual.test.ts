/** Incremental builds: the work per frame has a limit, and results are exact during the build. */

import { describe, expect, test } from 'vitest';
import {
  type PlaygroundPage,
  type SideSnapshot,
  usePlayground,
} from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
const scene = 'v=1&scene=uniform&n=200&play=0&policy=gradual&box=0.5,0.5,0.5,0.2,0.2,0.2';
/** Limit of work units per frame. A complete build needs several frames. */
const WORK = 280;
const growing = `${scene}&structure=static-tree&motion=still`;
const pruner = `${scene}&structure=scene-pruner&motion=teleport`;

async function step(playground: PlaygroundPage): Promise<SideSnapshot> {
  await playground.page.keyboard.press('.');
  await playground.settle();
  return (await playground.snapshot()).sides[0];
}

async function expectExact(playground: PlaygroundPage): Promise<void> {
  const { pairs, sides } = await playground.snapshot();
  expect(sides[0].hits).toEqual(await playground.bruteForceHits());
  expect(pairs).toBe(await playground.bruteForcePairs());
  expect(await playground.faults()).toEqual([]);
}

describe('the static tree', () => {
  test('builds step by step within a hard limit, while queries use the old tree', async () => {
    const playground = await opened.page();
    await playground.open(`${growing}&work=${WORK}`);
    const { nodes } = await playground.snapshot();
    const shown: number[] = [];
    let spent = 0;
    for (let frame = 0; frame < 60; frame++) {
      const side = await step(playground);
      if (!side.build) throw new Error('no build');
      spent += side.build.last;
      expect(side.build.last).toBeGreaterThan(0);
      expect(side.build.last).toBeLessThanOrEqual(WORK);
      await expectExact(playground);
      if (side.build.finished > 0) break;
      shown.push(side.shownNodes);
    }
    const { build, shownNodes } = (await playground.snapshot()).sides[0];
    expect(build).toMatchObject({ state: 'in place', finished: 1, spent, total: spent });
    expect(shown.length).toBeGreaterThan(5);
    expect(shown[0]).toBeLessThan(nodes / 4);
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
    expect(shownNodes).toBe(nodes);
  });

  longTest('shows its state, its work and its limit', async () => {
    const playground = await opened.page();
    await playground.open(`${growing}&work=${WORK}`);
    for (let i = 0; i < 4; i++) await step(playground);
    const { page } = playground;
    const current = page.locator('.states [aria-current]');
    expect(await current.textContent()).toBe('Building');
    expect(await page.textContent('[data-number="build-most"]')).toBe(String(WORK));
    expect(await page.textContent('.build-limit')).toBe(`limit ${WORK}`);
    const total = (await playground.snapshot()).sides[0].build?.total ?? 0;
    expect(await page.textContent('[data-number="build-total"]')).toBe(total.toLocaleString('en'));
    expect(await page.textContent('[data-number="build-progress"]')).toContain(
      `${Math.floor((100 * 4 * WORK) / total)} %`,
    );
    expect((await playground.snapshot()).sides[0].freshNodes).toBeGreaterThan(0);
  });

  longTest('has a control for the limit', async () => {
    const playground = await opened.page();
    await playground.open(growing);
    await playground.enter('work', '333');
    await playground.ready();
    await playground.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    expect((await step(playground)).build?.last).toBe(333);
    expect(playground.addressHash()).toContain('policy=gradual&work=333');
    await playground.enter('work', '1');
    await playground.ready();
    expect((await playground.snapshot()).notices.work).toContain('at least 10');
  });

  longTest('plays and pauses', async () => {
    const playground = await opened.page();
    await playground.open(`${growing}&work=500`);
    await playground.page.keyboard.press(' ');
    await playground.page.waitForFunction(
      () => (window.playground?.snapshot()?.sides[0].build?.finished ?? 0) >= 1,
    );
    await playground.page.keyboard.press(' ');
    await playground.settle();
    const { frame } = await playground.snapshot();
    await playground.frames(10);
    expect((await playground.snapshot()).frame).toBe(frame);
    await expectExact(playground);
  });

  longTest('is exact while all items move', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&structure=static-tree&motion=drift&work=1800`);
    for (let i = 0; i < 8; i++) {
      const { build } = await step(playground);
      expect(build?.last).toBeLessThanOrEqual(1800);
      await expectExact(playground);
    }
    expect((await playground.snapshot()).sides[0].build?.finished).toBeGreaterThan(0);
  });
});

describe('the scene pruner', () => {
  longTest('passes through its states and merges the pending items', async () => {
    const playground = await opened.page();
    // the limit is so small that every state of the build takes more than one frame
    await playground.open(`${pruner}&work=100`);
    const states: string[] = [];
    const pending: number[] = [];
    for (let frame = 0; frame < 120; frame++) {
      const { build, pending: waiting } = await step(playground);
      if (!build) throw new Error('no build');
      expect(build.last).toBeLessThanOrEqual(100);
      if (states.at(-1) !== build.state) states.push(build.state);
      pending.push(waiting);
      if (frame % 10 === 0) await expectExact(playground);
      // stops after the second rebuild, because the first rebuild begins while few items are
      // pending
      if (build.finished > 1) break;
    }
    expect(states).toEqual(expect.arrayContaining(['copying', 'building', 'finished', 'idle']));
    const max = Math.max(...pending);
    expect(max).toBeGreaterThan(10);
    expect(pending.at(-1)).toBeLessThan(0.7 * max);
    await expectExact(playground);
    const names = await playground.page.locator('.states li').allTextContents();
    expect(names).toEqual([
      'Idle',
      'Copying',
      'Building',
      'Mapping',
      'Refitting',
      'Settling',
      'Finished',
    ]);
  });

  test('shows the name of its state', async () => {
    const playground = await opened.page();
    await playground.open(`${pruner}&work=400`);
    for (let i = 0; i < 6; i++) await step(playground);
    const { build } = (await playground.snapshot()).sides[0];
    const current = await playground.page.locator('.states [aria-current]').textContent();
    expect(current?.toLowerCase()).toBe(build?.state);
    expect(await playground.page.getByRole('list', { name: 'Colors' }).textContent()).toContain(
      'Pending boxes',
    );
  });
});

describe('structures without gradual builds', () => {
  test('disable the policy, and an address with the policy falls back to updates', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&structure=dynamic-tree`);
    expect((await playground.snapshot()).settings.policy).toBe('update');
    const choice = await playground.control('input[name="policy"][value="gradual"]');
    expect(await choice.isDisabled()).toBe(true);
    await playground.page.keyboard.press('g');
    await playground.settle();
    expect((await playground.snapshot()).settings.policy).toBe('update');
  });

  longTest('can be compared with a structure that has gradual builds', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&structure=dynamic-tree&with=static-tree&motion=drift&work=900`);
    // the limit of work per frame is too small to finish the build in two frames
    for (let i = 0; i < 2; i++) await step(playground);
    const { sides } = await playground.snapshot();
    expect(sides[0].build).toBeNull();
    expect(sides[1].build?.last).toBe(900);
    expect(sides[1].hits).toEqual(sides[0].hits);
    expect(await playground.page.locator('.build').count()).toBe(1);
  });
});
