/** Boxes from files of the user have exact results, and are never sent over the network. */

import { describe, expect, test } from 'vitest';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';
import { isFull, longTest } from './support/volume.js';

const opened = usePlayground();

async function expectShown(playground: PlaygroundPage, items: number, dim: 2 | 3): Promise<void> {
  await playground.page.waitForFunction(
    (count) => window.playground?.snapshot()?.items === count,
    items,
  );
  await playground.ready();
  const { settings, pairs } = await playground.snapshot();
  expect(settings).toMatchObject({ scene: 'own', dim, n: items });
  expect(await playground.hits()).toEqual(await playground.bruteForceHits());
  expect(pairs).toBe(await playground.bruteForcePairs());
  expect(await playground.faults()).toEqual([]);
}

const csv = 'minX,minY,maxX,maxY\n0,0,2,2\n1,1,3,3\n5,5,6,6\n# far\n9,0,9.5,1';

describe('a file of the user', () => {
  test('is shown as boxes, also in the other dimension and with another structure', async () => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=100&play=0');
    await playground.openFile('boxes.csv', csv);
    await expectShown(playground, 4, 2);
    expect(await (await playground.control('#own-remark', 'Scene')).textContent()).toContain(
      'boxes.csv',
    );
    await playground.check('dim', '3');
    await expectShown(playground, 4, 3);
    await playground.select('structure', 'octree');
    await expectShown(playground, 4, 3);
  });

  longTest('can be dropped anywhere, and another file replaces it', async () => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=100&play=0');
    await playground.dragFile('drop', { name: 'a.csv', content: '0 0 1 1\n2 2 3 3' });
    await expectShown(playground, 2, 2);
    const before = (await playground.snapshot()).pairs;
    await playground.dragFile('drop', { name: 'b.csv', content: '0 0 1 1\n1 1 3 3' });
    await playground.page.waitForFunction(
      (pairs) => window.playground?.snapshot()?.pairs !== pairs,
      before,
    );
    await expectShown(playground, 2, 2);
  });

  longTest('is never sent', async () => {
    const playground = await opened.fresh();
    const requests: string[] = [];
    playground.page.on('request', (request) => {
      if (request.method() !== 'GET') requests.push(request.url());
    });
    await playground.open('v=1&scene=uniform&n=100&play=0');
    await playground.openFile('boxes.csv', csv);
    await expectShown(playground, 4, 2);
    expect(requests).toEqual([]);
    const link = await playground.hash();
    await playground.load(link);
    expect((await playground.snapshot()).settings).toMatchObject({ scene: 'own', n: 4 });
    await playground.page.evaluate(() => indexedDB.deleteDatabase('sapwood-playground'));
    await playground.load(link.replace('n=4', 'n=3'));
    const { settings, notices } = await playground.snapshot();
    expect(settings.scene).toBe('uniform');
    expect(notices.scene).toMatch(/not in this browser: open it again/);
  });
});

test.runIf(isFull)('200,000 boxes in 3D can be shown', async () => {
  const playground = await opened.fresh();
  await playground.open('v=1&scene=uniform&n=100&play=0&show=items&structure=static-tree');
  const lines = Array.from({ length: 200_000 }, (_, i) => {
    const at = [i % 60, Math.floor(i / 60) % 60, Math.floor(i / 3600)];
    return [...at, ...at.map((low) => low + 0.5)].join(',');
  });
  await playground.openFile('city.csv', lines.join('\n'));
  await playground.page.waitForFunction(() => window.playground?.snapshot()?.items === 200_000);
  await playground.ready();
  const hits = await playground.hits();
  expect(hits.length).toBeGreaterThan(100);
  expect(hits).toEqual(await playground.bruteForceHits());
  expect((await playground.snapshot()).settings).toMatchObject({ dim: 3, n: 200_000 });
});

test('a file that is too large is rejected before it is read', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=100&play=0');
  await playground.page.evaluate(() => {
    const large = new File(['0,0,1,1'], 'world.csv');
    Object.defineProperty(large, 'size', { value: 300e6 });
    const dropped = new DragEvent('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(dropped, 'dataTransfer', { value: { files: [large] } });
    document.querySelector('#stage canvas')?.dispatchEvent(dropped);
  });
  await playground.drawer('Scene');
  const remark = playground.page.locator('#own-remark.notice', { hasText: 'world.csv' });
  expect(await remark.textContent()).toBe(
    'world.csv cannot be read. The file is larger than 256 MB.',
  );
  expect((await playground.snapshot()).settings).toMatchObject({ scene: 'uniform', n: 100 });
});

test('an invalid file is rejected with a message, and the page does not change', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=100&play=0');
  const before = await playground.snapshot();
  await playground.openFile('broken.csv', '0,0,1,1\n1,2,3');
  await playground.drawer('Scene');
  const remark = playground.page.locator('#own-remark.notice', { hasText: 'broken.csv' });
  expect(await remark.textContent()).toBe(
    'broken.csv cannot be read. Line 2: expected 4 numbers, found 3.',
  );
  expect((await playground.snapshot()).settings).toEqual(before.settings);
  expect(await playground.hits()).toEqual(await playground.bruteForceHits());
});
