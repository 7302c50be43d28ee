/** Guided tours: every stop is an address that works, and its caption is true. */

import { describe, expect, test } from 'vitest';
import { type PlaygroundPage, type Snapshot, usePlayground } from './support/playground-page.js';

const opened = usePlayground();

async function tourIds(playground: PlaygroundPage): Promise<string[]> {
  const values = await playground.page
    .locator('select[name="tour"] option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  return values.filter((id) => id !== '');
}

/** What the captions claim, by stop. */
const claims: Readonly<Record<string, (snapshot: Snapshot) => void>> = {
  'loose.1': ({ sides }) => expect.soft(sides[0].stuck).toBeGreaterThan(20),
  'loose.2': ({ sides }) => {
    expect.soft(sides[0].stuck).toBeGreaterThan(20);
    expect.soft(sides[1].stuck).toBe(0);
  },
  'loose.3': ({ sides }) => {
    expect.soft(sides[1].itemTests).toBeLessThan(sides[0].itemTests);
    expect.soft(sides[1].nodeVisits).toBeGreaterThan(sides[0].nodeVisits);
  },
  'sweep.2': ({ sides }) =>
    expect.soft(sides[0].pairTests).toBeGreaterThan(10 * sides[1].pairTests),
  'sweep.3': ({ sides }) => expect.soft(sides[0].pairTests).toBe(sides[1].pairTests),
  'sweep.4': ({ sides }) => {
    expect.soft(sides[0].pairTests).toBeGreaterThan(5 * sides[1].pairTests);
    // columns stand between the root and the blocks
    expect.soft(sides.map(({ height }) => height)).toEqual([1, 2]);
  },
  'margins.3': ({ sides }) =>
    expect.soft(sides[1].nodeVisits).toBeGreaterThan(1.5 * sides[0].nodeVisits),
  'balance.2': ({ sides }) => {
    expect.soft(sides[1].height).toBeLessThanOrEqual(13);
    expect.soft(sides[0].height).toBeGreaterThan(16);
  },
  'spheres.2': ({ sides }) => expect.soft(sides[1].nodeVisits).toBeGreaterThan(sides[0].nodeVisits),
  'hilbert.2': ({ sides }) => {
    const tests = sides.map(({ nodeVisits, itemTests }) => nodeVisits + itemTests);
    expect.soft(tests[1]).toBeLessThan(0.8 * tests[0]);
  },
  'grid.3': ({ sides }) =>
    expect.soft(sides[0].byteLength).toBeGreaterThan(1.5 * sides[1].byteLength),
};

async function expectStop(playground: PlaygroundPage, name: string): Promise<void> {
  await playground.ready();
  const { play } = (await playground.snapshot()).settings;
  // what moves shows what it is about after a while
  if (play && claims[name]) {
    await playground.page.waitForFunction(() => (window.playground?.snapshot()?.frame ?? 0) > 40);
  }
  const snapshot = await playground.snapshot();
  expect(snapshot.settings.tour).toBe(name);
  expect.soft(snapshot.notices, name).toEqual({});
  expect(await playground.page.textContent('[data-tour]'), name).toMatch(/\w{4}.*\.$/);
  const pairs = await playground.bruteForcePairs();
  const hits = await playground.bruteForceHits();
  if (!snapshot.settings.play) {
    for (const side of snapshot.sides) expect(side.pairs, name).toBe(pairs);
    for (const side of snapshot.sides) expect(side.hits, name).toEqual(hits);
  }
  claims[name]?.(snapshot);
}

describe('the tours', () => {
  test('are eight, and every stop can be walked to and back', async () => {
    const playground = await opened.page();
    const { page } = playground;
    await playground.open('v=1&scene=uniform&n=50&play=0');
    const ids = await tourIds(playground);
    expect(ids).toHaveLength(8);
    for (const id of ids) {
      await playground.select('tour', id);
      await expectStop(playground, `${id}.1`);
      await page.getByRole('button', { name: 'Next' }).click();
      await expectStop(playground, `${id}.2`);
      await page.getByRole('button', { name: 'Next' }).click();
      await expectStop(playground, `${id}.3`);
    }
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expectStop(playground, `${ids.at(-1)}.2`);
    await page.goBack();
    await expectStop(playground, `${ids.at(-1)}.3`);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('[data-tour]').waitFor({ state: 'hidden' });
    expect((await playground.snapshot()).settings.tour).toBeNull();
  });

  test('are addresses: a stop opens by its link, on a phone too', async () => {
    const playground = await opened.page({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await playground.open('v=1&scene=uniform&n=50&play=0&tour=loose.2');
    await playground.page.locator('[data-tour="loose.2"]').waitFor();
    await playground.page.getByRole('button', { name: 'Next' }).tap();
    await expectStop(playground, 'loose.3');
  });

  test('an unknown one is no tour', async () => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=50&play=0&tour=moon.1');
    expect(await playground.page.locator('[data-tour]').count()).toBe(0);
  });
});
