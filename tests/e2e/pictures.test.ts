/** Screenshots: their content is tested, and they are saved in output/ for inspection. */

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { decodePng, type Statistics, statistics } from './support/pixels.js';
import {
  wide as coarse,
  type PlaygroundPage,
  phone,
  sharp,
  usePlayground,
} from './support/playground-page.js';
import { isFull, longTest, sample } from './support/volume.js';

const opened = usePlayground();
const output = fileURLToPath(new URL('output/', import.meta.url));
mkdirSync(output, { recursive: true });

/**
 * Returns statistics of the pixels in the center of the page, between its panels. The number of
 * vivid pixels is per CSS pixel, because resolutions differ.
 */
async function middle(playground: PlaygroundPage, name: string): Promise<Statistics> {
  const { page } = playground;
  await playground.closeDrawer();
  const picture = decodePng(await page.screenshot({ path: `${output}${name}.png` }));
  const scale = await page.evaluate(() => devicePixelRatio);
  const [width, height] = [picture.width / scale, picture.height / scale];
  const isWide = width > 760;
  const [left, right] = isWide ? [340, width - 260] : [20, width - 20];
  const area = [left, 120, right, 0.7 * height].map((at) => Math.round(scale * at));
  const { colors, commonest, vivid } = statistics(
    picture,
    area as [number, number, number, number],
  );
  return { colors, commonest, vivid: vivid / scale ** 2 };
}

function expectPicture({ colors, commonest, vivid }: Statistics): void {
  expect(colors).toBeGreaterThan(40);
  expect(commonest).toBeLessThan(0.9);
  expect(vivid).toBeGreaterThan(500);
}

const wide = { ...(isFull ? sharp : coarse), viewport: { width: 1040, height: 700 } };
const narrow = { ...phone, deviceScaleFactor: 1 };
const looks = [
  ['wide-dark', wide, 'dark'],
  ['wide-light', wide, 'light'],
  ['phone-dark', narrow, 'dark'],
  ['phone-light', narrow, 'light'],
] as const;

// this test runs only in the long run, because opening.test.ts tests the initial picture
longTest.each(looks)('the pile is drawn: %s', async (name, options, colorScheme) => {
  const playground = await opened.page({ ...options, colorScheme });
  await playground.open('v=1&n=300');
  await playground.page.waitForFunction(() => (window.playground?.snapshot()?.frame ?? 0) >= 3);
  await playground.page.keyboard.press(' ');
  await playground.settle();
  expectPicture(await middle(playground, name));
});

const comparison =
  'v=1&structure=octree&with=loose-octree&scene=straddlers&n=700&play=0&show=hierarchy,problems';
const growth =
  'v=1&structure=static-tree&policy=gradual&work=800&scene=clustered&n=600&motion=still&play=0';
const pending =
  'v=1&structure=scene-pruner&policy=gradual&work=400&dim=2&scene=uniform&n=800&motion=teleport&play=0';

const drawn = [
  ['compare', comparison, 0],
  ['compare-flat', `${comparison},items&dim=2`, 0],
  ['growth', `${growth}&box=0.75,0.75,0.6,0.08,0.08,0.08`, 14],
  ['pending', pending, 24],
] as const;
longTest.each(drawn)('comparisons and gradual builds are drawn: %s', async (name, hash, steps) => {
  for (const [look, options, colorScheme] of looks) {
    const playground = await opened.page({ ...options, colorScheme });
    await playground.open(hash);
    for (let i = 0; i < steps; i++) await playground.page.keyboard.press('.');
    await playground.settle();
    expectPicture(await middle(playground, `${name}-${look}`));
  }
});

const still = 'v=1&motion=still&play=0';
const flat = `${still}&dim=2&scene=uniform`;

const forms = [
  ['planes', `${still}&structure=kd-tree&scene=clustered&n=600&show=bodies,details&q=none`],
  ['order', `${flat}&structure=packed-r-tree&o.packing=hilbert&n=800&show=details&q=none`],
  ['sweep', `${flat}&structure=sort-and-sweep&o.axis=x&n=400&show=items,details`],
  ['camera', `${still}&structure=static-tree&scene=uniform&n=400&show=bodies&q=frustum`],
  ['build', `${flat}&structure=dynamic-tree&n=300&show=items,hierarchy&build=insert.120`],
] as const;
longTest.each(forms)('structures have their specific drawings: %s', async (name, hash) => {
  for (const [look, options, colorScheme] of looks) {
    const playground = await opened.page({ ...options, colorScheme });
    await playground.open(hash);
    const { vivid } = await middle(playground, `${name}-${look}`);
    expect(vivid).toBeGreaterThan(500);
    await playground.open(hash);
    expect(await middle(playground, `${name}-${look}`)).toMatchObject({ vivid });
  }
});

test('hidden layers are not drawn', async () => {
  const playground = await opened.page({ ...wide, colorScheme: 'dark' });
  const scene = 'v=1&scene=uniform&n=200&play=0';
  const pictureOf = async (hash: string, name: string) => {
    await playground.open(`${scene}&${hash}`);
    return middle(playground, name);
  };
  const all = await pictureOf('show=hierarchy&q=box', 'hierarchy-and-query');
  const tree = await pictureOf('show=hierarchy&q=none', 'hierarchy');
  const top = await pictureOf('show=hierarchy&q=none&levels=0-3', 'hierarchy-top');
  expect(tree.vivid).not.toBe(all.vivid);
  expect(top.vivid).toBeLessThan(0.7 * tree.vivid);
  expect(top.vivid).toBeGreaterThan(100);
  await playground.open(`${scene}&show=&q=none`);
  // repeats the check, because a busy machine can draw late
  await expect.poll(async () => (await middle(playground, 'nothing')).vivid).toBe(0);
});

test('2D and published scenes are drawn', async () => {
  const playground = await opened.page({ ...wide, colorScheme: 'light' });
  for (const scene of sample(['x-line', 'uniform'], (_, i) => i === 0)) {
    await playground.open(`v=1&dim=2&scene=${scene}&n=300&play=0&show=bodies,items,hierarchy`);
    expectPicture(await middle(playground, `flat-${scene}`));
  }
});
