/**
 * The page shows the traversal of a query in steps. The counts of the steps equal the counters of
 * the library.
 */

import { describe, expect, test } from 'vitest';
import {
  type PlaygroundPage,
  type TraceSnapshot,
  usePlayground,
} from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
const scene = 'v=1&scene=clustered&n=400&play=0&show=hierarchy';
const places = 'box=0.5,0.5,0.5,0.3,0.3,0.3&ball=0.6,0.6,0.6,0.3&ray=0,0,0,1,1,1';

function exact(trace: TraceSnapshot | string | null | undefined): TraceSnapshot {
  if (typeof trace === 'object' && trace !== null) return trace;
  throw new Error(`no trace: ${trace}`);
}

async function expectTrace(playground: PlaygroundPage): Promise<TraceSnapshot> {
  const { sides, counters } = await playground.snapshot();
  const { trace, hits } = sides[0];
  const walk = exact(trace);
  const { nodeVisits, itemTests, hits: found } = walk;
  expect({ nodeVisits, itemTests }).toEqual(counters);
  expect(found).toEqual(hits);
  expect(found).toEqual(await playground.bruteForceHits());
  return walk;
}

describe('a traversal in steps', () => {
  test('moves forward and backward on the stage, in the log and in the counts', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&${places}&structure=dynamic-tree`);
    const { page } = playground;
    const number = async (id: string) => Number(await page.textContent(`[data-trace="${id}"]`));
    await (await playground.control('input[name="trace"]')).check();
    await page.getByRole('button', { name: 'Log', exact: true }).click();
    await playground.settle();
    const start = await playground.snapshot();
    const { steps, nodeVisits, itemTests, hits } = exact(start.sides[0].trace);
    expect(start.settings.step).toBe(0);
    expect(start.walk).toEqual({ tested: 0, entered: 0 });
    for (let i = 0; i < 4; i++) await page.keyboard.press('.');
    await playground.settle();
    expect((await playground.snapshot()).walk.tested).toBe(4);
    expect((await playground.snapshot()).frame).toBe(0);
    expect(await page.textContent('.trace-step')).toMatch(/^visit 4: (node|leaf) 3, /);
    expect(await page.textContent('.trace-lines li')).toMatch(
      /^visit 1: node 0, entered, 2 children$/,
    );
    await page.keyboard.press(',');
    await playground.settle();
    expect((await playground.snapshot()).walk.tested).toBe(3);
    expect(await page.textContent('.trace-step')).toMatch(/^visit 3: /);
    await page.getByRole('button', { name: 'Go to the end' }).click();
    await playground.settle();
    expect((await playground.snapshot()).settings.step).toBe(steps);
    expect((await playground.snapshot()).walk.tested).toBe(nodeVisits);
    expect([await number('visits'), await number('tests'), await number('hits')]).toEqual([
      nodeVisits,
      itemTests,
      hits.length,
    ]);
    await page.getByRole('button', { name: 'Go to the start' }).click();
    await playground.settle();
    expect(await number('visits')).toBe(0);
  });

  longTest('is stored in the address, and closed by T', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&${places}&structure=octree&step=5`);
    expect(await playground.page.locator('.trace-step').count()).toBe(1);
    expect(await playground.hash()).toContain('&step=5');
    await playground.page.keyboard.press('t');
    await playground.page.locator('.trace').waitFor({ state: 'hidden' });
    expect(await playground.hash()).not.toContain('step');
  });

  longTest('has a log for each of two views', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&${places}&structure=static-tree&with=hash-grid&step=3`);
    await playground.page.getByRole('button', { name: 'Log', exact: true }).click();
    const logs = playground.page.locator('.trace-log');
    expect(await logs.count()).toBe(2);
    expect(await logs.nth(0).textContent()).toContain('visit 3: node');
    expect(await logs.nth(1).textContent()).toContain('tested');
  });

  longTest('shows nodes of a nearest query that are too far away, and every hit', async () => {
    const playground = await opened.page();
    const { page } = playground;
    await playground.open(`${scene}&n=100&structure=dynamic-tree&q=nearest&k=5&step=0`);
    const { steps } = await expectTrace(playground);
    const found: number[] = [];
    let far = 0;
    for (let step = 1; step <= steps; step++) {
      await page.keyboard.press('.');
      await playground.settle();
      found.push(Number(await page.textContent('[data-trace="hits"]')));
      if (/too far away/.test((await page.textContent('.trace-step')) ?? '')) far++;
    }
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(found.at(-1)).toBe(5);
    expect(far).toBeGreaterThan(0);
    // nodes that the query tests and discards are not drawn as entered nodes
    const { walk } = await playground.snapshot();
    expect(walk.entered).toBeLessThan(walk.tested);
  });

  longTest('shows that a wide tree tests leaves as packets', async () => {
    const playground = await opened.page();
    await playground.open(`${scene}&n=100&structure=wide-tree&q=nearest&k=2&step=1`);
    const { page } = playground;
    expect(await page.textContent('.trace-step')).toMatch(
      /^visit 1: node 0, entered, [2-4] children$/,
    );
    const lines: string[] = [];
    const { steps, itemTests } = await expectTrace(playground);
    for (let step = 2; step <= steps; step++) {
      await page.keyboard.press('.');
      await playground.settle();
      lines.push((await page.textContent('.trace-step')) ?? '');
    }
    const packets = lines.filter((line) =>
      /^4 (slots of leaf \d+ tested, including empty slots|boxes of node \d+ tested), \d hits?$/.test(
        line,
      ),
    );
    expect(packets.length).toBe(itemTests / 4);
  });

  test('opens columns one by one, each before its blocks', async () => {
    const playground = await opened.page();
    await playground.open(
      `v=1&dim=2&scene=uniform&n=2000&play=0&structure=sweep-and-prune&show=hierarchy&step=1`,
    );
    await expectTrace(playground);
    const { sides } = await playground.snapshot();
    expect(sides[0].height).toBe(2);
    expect(await playground.page.textContent('.trace-step')).toMatch(/^visit 1: node 1, /);
  });
});

describe('columns of a sweep', () => {
  test('are distinguished from their blocks, and blocks are drawn at separate positions', async () => {
    const playground = await opened.page();
    const { page } = playground;
    await playground.open(
      'v=1&dim=2&scene=uniform&n=2000&play=0&structure=sweep-and-prune&show=hierarchy,tree&node=A1',
    );
    const card = page.getByRole('region', { name: 'Node', exact: true });
    const kind = () => card.locator('dt').first().textContent();
    expect(await kind()).toBe('Column');
    expect(await page.textContent('[data-node="own"]')).toBe('0');
    await card.press('ArrowDown');
    expect(await kind()).toBe('Block of a sorted list');
    expect(await page.textContent('[data-node="own"]')).toBe('32');
    await playground.open(
      'v=1&dim=2&scene=uniform&n=2000&play=0&structure=sweep-and-prune&show=hierarchy&q=none',
    );
    // the page focuses the node under the pointer: if the pointer moves along a column, the page
    // focuses the blocks of the column one after another
    const stage = await page.locator('#stage canvas').boundingBox();
    if (!stage) throw new Error('no stage');
    const focused = new Set<number>();
    for (let place = 0; place < 6; place++) {
      await page.mouse.move(
        stage.x + stage.width * 0.55,
        stage.y + stage.height * (0.2 + place / 20),
      );
      await playground.settle();
      const { focus } = await playground.snapshot();
      if (focus) focused.add(focus.node);
    }
    expect(focused.size).toBeGreaterThan(2);
  });
});
