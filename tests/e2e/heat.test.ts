/**
 * The heat map, which shows for each pixel how many nodes its ray visits: counts, colors, and the
 * maximum of the legend.
 */

import { expect, test } from 'vitest';
import { decodePng } from './support/pixels.js';
import {
  type NodesSnapshot,
  type PlaygroundPage,
  type Ray,
  sharp,
  usePlayground,
} from './support/playground-page.js';
import { longTest, sample } from './support/volume.js';

const opened = usePlayground();
const small = { ...sharp, viewport: { width: 1000, height: 700 } };
const scene = 'v=1&motion=still&play=0&q=none&show=heat';

type Place = readonly [x: number, y: number];

async function mapped(playground: PlaygroundPage): Promise<void> {
  await playground.page.waitForFunction(() => window.playground?.heatAt(1, 1) !== null);
  await playground.settle();
}

/**
 * Returns the position of every `step`-th pixel in a part of the canvas that panels do not cover.
 */
function pixels(step: number): Place[] {
  const found: Place[] = [];
  for (let x = 345; x < 760; x += step) for (let y = 60; y < 560; y += step) found.push([x, y]);
  return found;
}

function hitsBox(bounds: readonly number[], at: number, { origin, direction }: Ray, dim: number) {
  let enter = 0;
  let leave = Number.POSITIVE_INFINITY;
  for (let d = 0; d < dim; d++) {
    const [low, high] = [bounds[at + d] - origin[d], bounds[at + dim + d] - origin[d]];
    if (Math.abs(direction[d]) < 1e-12) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const [a, b] = [low / direction[d], high / direction[d]];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter <= leave;
}

function hitsBall(spheres: readonly number[], at: number, { origin, direction }: Ray) {
  const center = [0, 1, 2].map((d) => spheres[at + d] - origin[d]);
  const along = center.reduce((sum, c, d) => sum + c * direction[d], 0);
  const gap = center.reduce((sum, c, d) => sum + (c - along * direction[d]) ** 2, 0);
  return gap <= spheres[at + 3] ** 2;
}

/**
 * Returns the levels of the nodes that a ray enters. A ray enters a node if it hits the node and
 * has entered its parent. In a tree of spheres, it enters every node that it hits, because the
 * sphere of a parent need not contain the spheres of its children.
 */
function entered({ bounds, level, parent, spheres }: NodesSnapshot, ray: Ray, dim: number) {
  const inside = new Uint8Array(parent.length);
  const levels: number[] = [];
  for (let node = 0; node < parent.length; node++) {
    if (!spheres && parent[node] >= 0 && !inside[parent[node]]) continue;
    const isHit = spheres
      ? hitsBall(spheres, node * 4, ray)
      : hitsBox(bounds, node * 2 * dim, ray, dim);
    if (!isHit) continue;
    inside[node] = 1;
    levels.push(level[node]);
  }
  return levels;
}

/**
 * Distance from an edge in pixels. At smaller distances, rays with different rounding errors can
 * hit different nodes.
 */
const NEAR = 0.05;

/**
 * Returns for each pixel the number of nodes that the page shows and the levels of the entered
 * nodes. Omits pixels close to an edge.
 */
async function counted(playground: PlaygroundPage, places: readonly Place[], view = 0) {
  const { page } = playground;
  const nodes = await page.evaluate((which) => window.playground?.nodes(which) ?? null, view);
  if (!nodes) throw new Error('no nodes');
  const seen = await page.evaluate(
    ({ near, list }) =>
      list.map(([x, y]) => ({
        count: window.playground?.heatAt(x, y) ?? Number.NaN,
        rays: [
          [0, 0],
          [near, near],
          [near, -near],
          [-near, near],
          [-near, -near],
        ].map(([dx, dy]) => window.playground?.rayAt(x + 0.5 + dx, y + 0.5 + dy) ?? null),
      })),
    { near: NEAR, list: places },
  );
  const { dim } = (await playground.snapshot()).settings;
  return seen.flatMap(({ count, rays }) => {
    const walks = rays.map((ray) => entered(nodes, ray as Ray, dim as number));
    const steady = walks.every((levels) => levels.length === walks[0].length);
    return steady ? [{ count, levels: walks[0] }] : [];
  });
}

const subjects: readonly (readonly [structure: string, dim: number, n: number])[] = [
  ['dynamic-tree', 3, 300],
  ['sphere-tree', 3, 150],
  ['octree', 3, 600],
  ['loose-octree', 3, 600],
  ['kd-tree', 3, 600],
  ['hash-grid', 3, 150],
  ['r-tree', 2, 200],
  ['sweep-and-prune', 2, 300],
];
test.each(sample(subjects, ([structure]) => structure === 'r-tree'))(
  '%s in %dD: every pixel counts the nodes that its ray enters',
  async (structure, dim, n) => {
    const playground = await opened.page(small);
    await playground.open(`${scene}&scene=clustered&structure=${structure}&dim=${dim}&n=${n}`);
    await mapped(playground);
    const found = await counted(playground, pixels(31));
    expect(found.length).toBeGreaterThan(60);
    expect(found.map(({ count }) => count)).toEqual(found.map(({ levels }) => levels.length));
    expect(Math.max(...found.map(({ count }) => count))).toBeGreaterThan(2);
  },
);

longTest(
  'nodes behind the eye do not count, the range of levels applies, and each view has its own counts',
  async () => {
    const playground = await opened.page(small);
    await playground.open(
      `${scene}&scene=uniform&n=350&structure=octree&with=static-tree&levels=2-4&show=heat`,
    );
    await mapped(playground);
    await playground.page.mouse.move(450, 300);
    for (let i = 0; i < 6; i++) await playground.wheel(-800);
    // the two views are one above the other
    for (const [view, from, to] of [
      [0, 60, 260],
      [1, 350, 560],
    ] as const) {
      const places = pixels(31).filter(([, y]) => y > from && y < to);
      const found = await counted(playground, places, view);
      const expected = found.map(
        ({ levels }) => levels.filter((level) => level >= 2 && level <= 4).length,
      );
      expect(found.length).toBeGreaterThan(20);
      expect(found.map(({ count }) => count)).toEqual(expected);
      expect(Math.max(...expected)).toBeGreaterThan(3);
    }
  },
);

async function colorAt({ page }: PlaygroundPage, [x, y]: Place): Promise<number[]> {
  const { rgb, width } = decodePng(await page.screenshot());
  return [...rgb.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)];
}

longTest.each(['dark', 'light'] as const)(
  '%s: pixels above the limit are striped, pixels below have colors of the ramp',
  async (colorScheme) => {
    const playground = await opened.page({ ...small, colorScheme });
    await playground.open(`${scene}&scene=uniform&n=150&heat=1000`);
    await mapped(playground);
    const [place, count] = (
      await Promise.all(
        pixels(40).map(async (at) => {
          const value = await playground.page.evaluate(
            ([x, y]) => window.playground?.heatAt(x, y) ?? 0,
            at,
          );
          return [at, value] as const;
        }),
      )
    ).sort(([, a], [, b]) => b - a)[0];
    expect(count).toBeGreaterThan(10);
    const legend = playground.page.locator('[data-legend="heat"]');
    const ramp = await colorAt(playground, place);
    const field = await playground.control('input[name="heat"]');
    await field.fill(String(count - 1));
    await field.press('Enter');
    await playground.settle();
    const marked = await colorAt(playground, place);
    // stripes mark this pixel, and the red channel exceeds the blue channel in both colors of the
    // stripes
    expect(marked[0]).toBeGreaterThan(marked[2] + 20);
    expect(marked).not.toEqual(ramp);
    expect(await legend.textContent()).toContain(`more than ${count - 1}`);
    await field.fill(String(count));
    await field.press('Enter');
    await playground.settle();
    const last = await colorAt(playground, place);
    expect(last).not.toEqual(marked);
    expect(last).not.toEqual(ramp);
    await playground.page.mouse.move(place[0], place[1]);
    await expect
      .poll(() => playground.page.textContent('[data-number="heat"]'))
      .toBe(String(count));
  },
);

longTest(
  'the heat map loads on demand, is in the address, and is drawn only on changes',
  async () => {
    const playground = await opened.fresh(small);
    const scripts: string[] = [];
    playground.page.on('request', (request) => scripts.push(request.url()));
    await playground.open('v=1&scene=uniform&n=200&motion=still&play=0');
    const requests = () => scripts.filter((url) => url.includes('heat-map')).length;
    expect(requests()).toBe(0);
    await playground.page.keyboard.press('m');
    await mapped(playground);
    expect(requests()).toBe(1);
    await playground.enter('heat', '25');
    const hash = await playground.hash();
    expect(hash).toContain('heat=25');
    await playground.load(hash);
    await mapped(playground);
    expect((await playground.snapshot()).settings.heat).toBe(25);
    const { drawnNodes, nodes, pictures } = await playground.snapshot();
    expect(drawnNodes).toBe(nodes);
    await playground.frames(10);
    expect((await playground.snapshot()).pictures).toBe(pictures);
    await (await playground.control('input[name="show-heat"]')).uncheck();
    await playground.settle();
    expect(await playground.page.locator('[data-legend="heat"]').count()).toBe(0);
    expect(await playground.page.evaluate(() => window.playground?.heatAt(1, 1))).toBeNull();
  },
);

longTest('an invalid limit is clamped, with a message next to it', async () => {
  const playground = await opened.page(small);
  await playground.open(`${scene}&scene=uniform&n=100&heat=99999`);
  await playground.ready();
  const { notices, settings } = await playground.snapshot();
  expect(settings.heat).toBe(1000);
  expect(notices.heat).toContain('at most 1,000');
  await playground.control('input[name="heat"]');
  const field = playground.page.locator('.field', {
    has: playground.page.locator('input[name="heat"]'),
  });
  expect(await field.locator('.notice').textContent()).toContain('at most 1,000');
});
