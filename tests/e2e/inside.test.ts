/** Inspection of nodes: colors, and the card that describes a node. */

import { describe, expect, test } from 'vitest';
import { decodePng, statistics } from './support/pixels.js';
import { type PlaygroundPage, phone, sharp, usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
const ITEMS = 200;
const still = `v=1&scene=clustered&n=${ITEMS}&play=0&show=hierarchy`;

/**
 * Takes a screenshot, and counts its vivid pixels in a part that panels do not cover.
 */
async function picture(playground: PlaygroundPage) {
  await playground.settle();
  const png = decodePng(await playground.page.screenshot());
  return { png, vivid: statistics(png, [340, 100, png.width - 500, 600]).vivid };
}

describe('the colors of the nodes', () => {
  longTest('show properties by color without new uploads', async () => {
    const playground = await opened.page(sharp);
    await playground.open(`${still}&structure=octree&o.capacity=8`);
    await playground.settle();
    const before = (await playground.snapshot()).nodeUploads;
    const pictures = new Set<string>();
    const tried = ['overlap', 'visits', 'level'];
    for (const color of tried) {
      await playground.check('color', color);
      const { settings, nodeUploads } = await playground.snapshot();
      expect(settings.color).toBe(color);
      expect(nodeUploads, color).toBe(before);
      const { png } = await picture(playground);
      pictures.add(Buffer.from(png.rgb.subarray(0, 3 * png.width * 600)).toString('base64'));
      const ticks = playground.page.locator(`[data-legend="${color}"] .legend-ticks li`);
      if (color !== 'level') expect(await ticks.count()).toBe(3);
    }
    expect(pictures.size).toBe(tried.length);
  });

  longTest('have a scale up to the largest value on the page', async () => {
    const playground = await opened.page();
    await playground.open(`${still}&structure=r-tree&color=visits`);
    const ticks = playground.page.locator('.legend-ticks li');
    expect(await ticks.first().textContent()).toBe('1');
    const { counters } = await playground.snapshot();
    expect(await ticks.last().textContent()).toBe(counters.nodeVisits.toLocaleString('en'));
  });

  test('show the order of visits of a grid', async () => {
    const playground = await opened.page();
    await playground.open(`${still}&structure=hash-grid&color=visits`);
    const { trace } = (await playground.snapshot()).sides[0];
    expect(trace).toMatchObject({ nodeVisits: expect.any(Number) });
    expect(await playground.page.locator('.legend .notice').count()).toBe(0);
    expect(await playground.page.locator('.legend-ticks li').last().textContent()).not.toBe('0');
  });
});

describe('the card of a node', () => {
  test('shows the smallest drawn node under the pointer in 2D', async () => {
    const playground = await opened.page();
    await playground.open(`${still}&dim=2&structure=quadtree&q=none`);
    const { page } = playground;
    await page.mouse.move(560, 380);
    await page.locator('.node-card').waitFor();
    await playground.settle();
    const { focus } = await playground.snapshot();
    expect(focus?.path[0]).toBe(0);
    expect(focus?.path.at(-1)).toBe(focus?.node);
    expect(focus?.items.length).toBeGreaterThan(0);
    expect(await page.textContent('[data-node="id"]')).toBe(focus?.node.toLocaleString('en'));
    expect(await page.textContent('[data-node="below"]')).toBe(String(focus?.items.length));
    await page.getByLabel('Deepest level drawn').fill('1');
    await page.mouse.move(562, 380);
    await playground.settle();
    expect((await playground.snapshot()).focus?.path.length).toBeLessThanOrEqual(2);
    await page.mouse.move(20, 400);
    await page.locator('.node-card').waitFor({ state: 'hidden' });
  });

  test('is kept open by a click and stored in the address', async () => {
    const playground = await opened.page();
    await playground.open(`${still}&structure=dynamic-tree&q=none`);
    const { page } = playground;
    await page.mouse.click(560, 390);
    await playground.settle();
    const { focus, settings } = await playground.snapshot();
    expect(focus).not.toBeNull();
    expect(settings.node).toEqual({ view: 0, node: focus?.node });
    await page.mouse.move(20, 400);
    await page.locator('.node-card').waitFor();
    const hash = await playground.hash();
    expect(hash).toContain(`&node=A${focus?.node}`);
    await playground.open(hash);
    expect((await playground.snapshot()).focus?.node).toBe(focus?.node);
    await page.getByRole('button', { name: 'Close the card' }).click();
    await page.mouse.move(20, 400);
    await page.locator('.node-card').waitFor({ state: 'hidden' });
    expect((await playground.snapshot()).settings.node).toBeNull();
  });

  longTest('is opened by a tap', async () => {
    const playground = await opened.page(phone);
    await playground.open(`${still}&structure=dynamic-tree&q=none`);
    await playground.page.touchscreen.tap(195, 420);
    await playground.page.locator('.node-card').waitFor();
    expect((await playground.snapshot()).focus).not.toBeNull();
  });

  test('moves from the root to other nodes by arrow keys', async () => {
    const playground = await opened.page();
    await playground.open(`${still}&structure=kd-tree`);
    const { keyboard } = playground.page;
    const nodeNow = async () => {
      await playground.settle();
      return (await playground.snapshot()).focus;
    };
    await keyboard.press('n');
    expect((await nodeNow())?.node).toBe(0);
    expect((await nodeNow())?.items).toHaveLength(ITEMS);
    await keyboard.press('ArrowDown');
    const child = await nodeNow();
    expect(child?.path).toEqual([0, 1]);
    await keyboard.press('ArrowRight');
    const sibling = await nodeNow();
    expect(sibling?.path).toHaveLength(2);
    expect((child?.items.length ?? 0) + (sibling?.items.length ?? 0)).toBe(ITEMS);
    await keyboard.press('ArrowUp');
    expect((await nodeNow())?.node).toBe(0);
    await keyboard.press('Escape');
    expect(await nodeNow()).toBeNull();
  });

  longTest('marks the node, its path and its items on the stage', async () => {
    const playground = await opened.page(sharp);
    const pictures = [];
    for (const node of ['', '&node=A0', '&node=A5']) {
      await playground.open(`${still}&dim=2&structure=quadtree&q=none${node}`);
      pictures.push((await picture(playground)).png);
    }
    const [plain, root, inner] = pictures;
    /**
     * Counts pixels that differ between two screenshots, in a part to the left of the card of the
     * node.
     */
    const changed = (a: typeof plain, b: typeof plain) => {
      let count = 0;
      for (let y = 20; y < 640; y++) {
        for (let x = 330; x < 660; x++) {
          const at = 3 * (y * a.width + x);
          if (Math.abs(a.rgb[at] - b.rgb[at]) + Math.abs(a.rgb[at + 2] - b.rgb[at + 2]) > 40)
            count++;
        }
      }
      return count;
    };
    expect(changed(plain, root)).toBeGreaterThan(300);
    expect(changed(plain, inner)).toBeGreaterThan(100);
    expect(changed(root, inner)).toBeGreaterThan(300);
  });

  longTest('belongs to one of two views', async () => {
    const playground = await opened.page();
    await playground.open(`${still}&structure=octree&with=loose-octree&node=B1`);
    const { focus } = await playground.snapshot();
    expect(focus).toMatchObject({ view: 1, node: 1, path: [0, 1] });
    expect(await playground.page.locator('.node-card .side-B').textContent()).toBe('B');
  });

  test('reports that the node does not exist', async () => {
    const playground = await opened.page();
    await playground.open(`${still}&structure=dynamic-tree&node=A99999`);
    expect(await playground.page.locator('.node-card .notice').textContent()).toMatch(
      /no node with this number/,
    );
    await playground.page.getByRole('button', { name: 'Go to the root' }).click();
    await playground.settle();
    expect((await playground.snapshot()).focus?.node).toBe(0);
  });
});
