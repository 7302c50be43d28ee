/**
 * The numbers next to the stage equal the numbers of the library, and numbers that the page
 * computes from nodes are correct.
 */

import { structures } from 'sapwood/all';
import { expect, test } from 'vitest';
import { prepare } from './model/scene.js';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';
import { sample } from './support/volume.js';

const opened = usePlayground();

async function number({ page }: PlaygroundPage, id: string): Promise<string | null> {
  const place = page.locator(`[data-number="${id}"]`);
  return (await place.count()) === 0 ? null : place.textContent();
}

async function twin(playground: PlaygroundPage) {
  await prepare();
  const { structure, settings } = await playground.snapshot();
  const entry = structures.find(({ id }) => id === structure);
  if (!entry) throw new Error(structure);
  const dimensions = settings.dim as 2 | 3;
  const index = entry.create({ ...(settings.options as object), dimensions });
  index.build(Float32Array.from(await playground.boxes()));
  const stats = index.stats();
  const nodes = index.nodes();
  index.dispose();
  return { stats, nodes };
}

const few = ['dynamic-tree', 'hash-grid'];

test.each(
  sample(
    structures.map(({ id }) => id),
    (id) => few.includes(id),
  ),
)('the numbers of a %s equal stats() and counts of its nodes', async (id) => {
  const playground = await opened.page();
  await playground.open(`v=1&structure=${id}&scene=mixed&n=500&play=0&motion=still`);
  const { stats, nodes } = await twin(playground);
  const whole = (value: number) => value.toLocaleString('en');
  await playground.allNumbers();
  expect(await number(playground, 'items')).toBe('500');
  expect(await number(playground, 'nodes')).toBe(whole(stats.nodes));
  expect(await number(playground, 'brute-tests')).toBe('500');
  await playground.page.getByText('More numbers').click();
  await playground.page.locator('[data-number="leaves"]').waitFor();
  expect(await number(playground, 'leaves')).toBe(whole(stats.leaves));
  for (const [name, digits] of [
    ['sah', 2],
    ['areaRatio', 2],
    ['maxImbalance', 0],
    ['reinserts', 0],
    ['swaps', 0],
  ] as const) {
    expect(await number(playground, name), name).toBe(stats[name]?.toFixed(digits) ?? null);
  }
  const held = [...nodes.itemCount].filter((items) => items > 0);
  const mean = held.reduce((a, b) => a + b, 0) / held.length;
  const filling = (await number(playground, 'filling')) ?? '';
  const parts = filling.split(' · ').map(Number);
  expect(parts[0]).toBe(Math.min(...held));
  expect(parts.at(-1)).toBe(Math.max(...held));
  if (parts.length === 3) expect(Math.abs(parts[1] - mean)).toBeLessThan(0.051);
  const depths = [...nodes.level].flatMap((level, i) => Array(nodes.itemCount[i]).fill(level));
  if (Math.max(...depths) > 0) {
    const text = (await number(playground, 'depth')) ?? '';
    const deep = text.split(' · ').map(Number);
    expect(deep[0]).toBe(Math.min(...depths));
    expect(deep.at(-1)).toBe(Math.max(...depths));
    expect(Number(await number(playground, 'ideal'))).toBeLessThanOrEqual(Math.max(...depths));
  }
  const { sides } = await playground.snapshot();
  expect(await number(playground, 'stuck')).toBe(whole(sides[0].stuck));
});

test('items on each level add up to all items', async () => {
  const playground = await opened.page();
  await playground.open('v=1&structure=octree&scene=straddlers&n=700&play=0&motion=still');
  await playground.allNumbers();
  await playground.page.getByText('More numbers').click();
  const counts = playground.page.locator('.item-levels-one .item-count');
  await counts.first().waitFor();
  const texts = await counts.allTextContents();
  expect(texts.length).toBeGreaterThan(3);
  const sum = texts.reduce((all, text) => all + Number(text.replace(',', '')), 0);
  expect(sum).toBe(700);
});

test('hits of a camera query are counted as visible', async () => {
  const playground = await opened.page();
  await playground.open('v=1&structure=static-tree&scene=uniform&n=500&q=frustum&play=0');
  const visible = playground.page.locator('.number', { hasText: 'Visible' }).locator('dd');
  expect(await visible.textContent()).toBe(String((await playground.bruteForceHits()).length));
});

test('Explore shows a live chart of frame times with p50 and p99', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=20&show=items');
  const { page } = playground;
  await playground.allNumbers();
  await page.waitForFunction(() =>
    /\d/.test(document.querySelector('[data-number="frame-p99"]')?.textContent ?? ''),
  );
  const [p50, p99] = await Promise.all(
    ['frame', 'frame-p99'].map(async (name) =>
      Number.parseFloat((await page.textContent(`[data-number="${name}"]`)) ?? ''),
    ),
  );
  expect(p50).toBeGreaterThan(0);
  expect(p99).toBeGreaterThanOrEqual(p50);
});
