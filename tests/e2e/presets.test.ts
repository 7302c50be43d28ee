/** Every preset is one click, and shows what it is about. */

import { expect, test } from 'vitest';
import { type Snapshot, usePlayground } from './support/playground-page.js';
import { sample } from './support/volume.js';

const opened = usePlayground();

const shows: Readonly<Record<string, (snapshot: Snapshot) => void>> = {
  'strict-loose': ({ sides }) => expect(sides[0].stuck).toBeGreaterThan(sides[1].stuck),
  'strict-loose-flat': ({ sides }) => expect(sides[0].stuck).toBeGreaterThan(sides[1].stuck),
  'box-sphere': ({ sides }) => expect(sides[1].hits).toEqual(sides[0].hits),
  'fat-margins': ({ sides }) => expect(sides[0].options.margin).toBe(0),
  balance: ({ sides }) => expect(sides[1].options.balance).toBe('surface-area'),
  packings: ({ sides }) => expect(sides.map((side) => side.orderPieces > 20)).toEqual([true, true]),
  tiles: ({ sides }) => expect(sides.map((side) => side.orderPieces > 20)).toEqual([true, true]),
  corners: ({ sides, pairs }) => {
    expect(sides[0].pairs).toBe(pairs);
    expect(sides[0].lost?.lost).toBeGreaterThan(5);
    expect(sides[0].lost?.lost).toBeLessThan(pairs / 2);
  },
  sweep: ({ sides }) => {
    expect(sides[0].sweep?.active.length).toBeGreaterThan(sides[0].hits.length);
  },
  planes: ({ sides }) => expect(sides[0].planes).toBeGreaterThan(20),
  camera: ({ inOrder }) => expect(inOrder.length).toBeGreaterThan(50),
  'split-planes': ({ inOrder, sides }) => {
    expect(sides[0].structure).toBe('sphere-tree');
    expect(inOrder.length).toBeGreaterThan(50);
  },
  build: ({ sides }) => expect(sides[0].building?.at).toBe(60),
  growing: ({ settings }) => expect(settings.policy).toBe('gradual'),
  background: ({ settings }) => expect(settings.policy).toBe('gradual'),
};

/** What is drawn differs: lost pairs, an axis, a camera. */
const few = ['corners', 'sweep', 'camera'];

test('one after the other, whatever was there before', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=50&play=0&structure=octree&node=A0&color=overlap');
  const names = await playground.page
    .locator('[data-preset]')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-preset') ?? ''));
  expect([...names].sort()).toEqual(Object.keys(shows).sort());
  for (const name of sample(names, (name) => few.includes(name))) {
    await playground.page.click(`[data-preset="${name}"]`);
    await playground.ready();
    const snapshot = await playground.snapshot();
    expect(snapshot.notices, name).toEqual({});
    expect(snapshot.settings, name).toMatchObject({ node: null, color: 'level', step: null });
    shows[name](snapshot);
    expect(await playground.faults(), name).toEqual([]);
  }
});
