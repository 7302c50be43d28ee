/** The handles of queries can be moved by mouse, touch and keys. */

import { devices } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
const scene = 'v=1&scene=uniform&n=400&play=0&show=items';

async function expectExact(playground: PlaygroundPage): Promise<number[]> {
  const hits = await playground.hits();
  expect(hits).toEqual(await playground.bruteForceHits());
  return hits;
}

describe('the query box', () => {
  test('follows the mouse and updates its hits', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&box=0.5,0.5,0.5,0.2,0.2,0.2`);
    const before = await expectExact(playground);
    const place = await playground.handlePosition('box-center');
    await playground.dragHandle('box-center', 70, -50);
    const after = await expectExact(playground);
    expect(before.length).toBeGreaterThan(0);
    expect(after.length).toBeGreaterThan(0);
    expect(after).not.toEqual(before);
    const moved = await playground.handlePosition('box-center');
    expect(moved.x - place.x).toBeCloseTo(70, -1);
    expect(moved.y - place.y).toBeCloseTo(-50, -1);
  });

  test('is resized by a face, and the opposite face does not move', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&box=0.5,0.5,0.5,0.1,0.1,0.1`);
    const before = (await playground.snapshot()).query.box;
    await playground.dragHandle('box-max-y', 0, -80);
    const after = (await playground.snapshot()).query.box;
    expect(after[4]).toBeGreaterThan(before[4] + 0.5);
    expect(after[1]).toBeCloseTo(before[1], 1);
    expect(after[0]).toBeCloseTo(before[0], 3);
    await expectExact(playground);
  });

  test('moves by the arrow keys across the screen', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&dim=2&box=0.5,0.5,0.5,0.1,0.1,0.1`);
    const before = await playground.snapshot();
    await playground.handle('box-center').focus();
    await playground.page.keyboard.press('ArrowRight');
    await playground.page.keyboard.press('Shift+ArrowUp');
    await playground.settle();
    const after = await playground.snapshot();
    const [dx, dy] = [0, 1].map((axis) => after.query.box[axis] - before.query.box[axis]);
    expect(dx).toBeGreaterThan(0);
    expect(dy).toBeGreaterThan(3 * dx);
    await expectExact(playground);
  });

  longTest('follows a touch', async () => {
    const { viewport, hasTouch, isMobile, userAgent } = devices['Pixel 7'];
    const playground = await opened.page({ viewport, hasTouch, isMobile, userAgent });
    await playground.open(`${scene}&box=0.5,0.5,0.5,0.2,0.2,0.2`);
    const before = await playground.snapshot();
    const { x, y } = await playground.handlePosition('box-center');
    const session = await playground.page.context().newCDPSession(playground.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx, y }],
      });
    await touch('touchStart', 0);
    await touch('touchMove', 20);
    await touch('touchMove', 40);
    await touch('touchEnd', 0);
    await playground.settle();
    expect((await playground.snapshot()).query.box).not.toEqual(before.query.box);
    await expectExact(playground);
  });
});

describe('other queries', () => {
  longTest('the handle of the radius resizes the sphere', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&q=sphere&ball=0.5,0.5,0.5,0.15`);
    const before = await expectExact(playground);
    const { query } = await playground.snapshot();
    await playground.dragHandle('ball-radius', 60, 15);
    expect((await playground.snapshot()).query.radius).toBeGreaterThan(query.radius);
    expect((await expectExact(playground)).length).toBeGreaterThan(before.length);
  });

  longTest('the handles of the ends aim the ray', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&dim=2&q=ray&ray=0.1,0.5,0.5,0.6,0.5,0.5`);
    const before = await expectExact(playground);
    await playground.dragHandle('ray-end', 60, 90);
    const after = await expectExact(playground);
    expect(before.length).toBeGreaterThan(2);
    expect(after).not.toEqual(before);
  });

  test('the nearest query finds the selected number of items', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&q=nearest&k=7`);
    expect(await expectExact(playground)).toHaveLength(7);
    await playground.enter('k', '23');
    await playground.settle();
    expect(await expectExact(playground)).toHaveLength(23);
    await playground.dragHandle('ball-center', -60, 30);
    expect(await expectExact(playground)).toHaveLength(23);
  });

  longTest('the page visits the nodes of a tree like the library', async () => {
    const playground = await opened.page();
    for (const query of ['box', 'sphere', 'ray']) {
      await playground.open(`${scene}&structure=dynamic-tree&q=${query}`);
      const { counters, walk } = await playground.snapshot();
      expect(walk.tested).toBe(counters.nodeVisits);
      expect(walk.entered).toBeGreaterThan(0);
    }
  });
});
