/** The chart of the hierarchy marks the same nodes as the stage. */

import { describe, expect, test } from 'vitest';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
const scene = 'v=1&scene=clustered&n=400&play=0&show=hierarchy,tree';

async function place(playground: PlaygroundPage, name = 'A') {
  const box = await playground.page.locator(`[data-tree="${name}"]`).boundingBox();
  if (!box) throw new Error('there is no chart');
  return box;
}

function pictureOf(playground: PlaygroundPage): Promise<string> {
  return playground.page.evaluate(
    () => document.querySelector<HTMLCanvasElement>('[data-tree]')?.toDataURL() ?? '',
  );
}

function colors(playground: PlaygroundPage): Promise<number> {
  return playground.page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-tree]');
    const { width = 0, height = 0 } = canvas ?? {};
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    const seen = new Set<number>();
    for (let i = 0; i < pixels.length; i += 4) {
      seen.add((pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2]);
    }
    return seen.size;
  });
}

describe('the chart', () => {
  test('is shown and hidden by its check box and its key', async () => {
    const playground = await opened.page();
    await playground.open('v=1&scene=clustered&n=400&play=0');
    const chart = playground.page.locator('[data-tree]');
    await (await playground.control('input[name="show-tree"]')).check();
    await chart.waitFor();
    await playground.settle();
    expect(await colors(playground)).toBeGreaterThan(5);
    expect(await playground.hash()).toContain('tree');
    await playground.page.keyboard.press('i');
    await chart.waitFor({ state: 'hidden' });
  });

  test('marks the node under the pointer on the stage and opens its card', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&structure=kd-tree`);
    const { page } = playground;
    const { x, y, width, height } = await place(playground);
    const { levels } = await playground.snapshot();
    const row = (level: number) => y + (height * (level + 0.5)) / levels;
    await page.mouse.move(x + width / 5, row(0));
    await playground.settle();
    expect((await playground.snapshot()).focus).toMatchObject({ node: 0, path: [0] });
    await page.mouse.move(x + width / 5, row(2));
    await playground.settle();
    const { focus } = await playground.snapshot();
    expect(focus?.path).toHaveLength(3);
    await page.mouse.click(x + width / 5, row(2));
    await page.mouse.move(20, 400);
    await playground.settle();
    expect((await playground.snapshot()).settings.node).toEqual({ view: 0, node: focus?.node });
    expect(await page.textContent('[data-node="id"]')).toBe(String(focus?.node));
  });

  test('draws a node below its parent with a width proportional to its items', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&structure=static-tree`);
    const { x, y, width, height } = await place(playground);
    const { levels } = await playground.snapshot();
    const items: number[][] = [];
    for (const share of [0.02, 0.98]) {
      await playground.page.mouse.move(x + share * width, y + (height * 1.5) / levels);
      await playground.settle();
      const { focus } = await playground.snapshot();
      expect(focus?.path).toHaveLength(2);
      items.push(focus?.items ?? []);
    }
    expect(items[0].length + items[1].length).toBe(400);
    expect(new Set([...items[0], ...items[1]]).size).toBe(400);
  });

  longTest('marks the node opened on the stage', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&structure=octree&q=none`);
    const before = await pictureOf(playground);
    await playground.page.mouse.click(560, 330);
    await playground.settle();
    expect((await playground.snapshot()).focus).not.toBeNull();
    expect(await pictureOf(playground)).not.toBe(before);
  });

  longTest('is shown for both structures of a comparison', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&structure=octree&with=r-tree`);
    const { x, y, width } = await place(playground, 'B');
    await playground.page.mouse.move(x + width / 2, y + 3);
    await playground.settle();
    expect((await playground.snapshot()).focus).toMatchObject({ view: 1, node: 0 });
  });
});
