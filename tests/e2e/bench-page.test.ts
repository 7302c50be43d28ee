/**
 * The Bench page: focus, accessibility, phones, responsiveness, and browsers that lack a required
 * feature.
 */

import { describe, expect, test } from 'vitest';
import { addressOf, BenchPage, type Choice, OWN_RUN } from './support/bench-page.js';
import { finishedRun, RUN, SIZES, savedRun } from './support/bench-run.js';
import { prepareChecker } from './support/checker.js';
import { countOn, countsOf, resetCounts } from './support/page-counts.js';
import { phone, usePlayground, wide } from './support/playground-page.js';
import { isFull, longTest, sample } from './support/volume.js';

const opened = usePlayground();

const small: Choice = {
  preset: 'quick',
  ...{ scenes: ['uniform'], dims: [2], n: [300, 1000], sizes: 2, seed: 1 },
  ...{ phases: ['frame', 'pairs', 'build', 'memory'] },
  who: ['sapwood:wide-tree', 'rbush'],
};

/** Smallest run that shows a chart, a table and a legend. */
const smallest: Choice = {
  ...small,
  phases: ['frame', 'build'],
  who: ['sapwood:wide-tree', 'rbush'],
};

const onPhone = opened.perFile(async () => {
  const text = await savedRun(opened);
  const bench = await opened.as(BenchPage, phone);
  await bench.choose(RUN);
  await bench.openRun(text);
  return bench;
});

async function violations({ page }: BenchPage): Promise<string[]> {
  await prepareChecker(page);
  const found = await page.evaluate(() =>
    window.axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations),
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}

async function openEverything({ page }: BenchPage): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('#bench details')) {
      (details as HTMLDetailsElement).open = true;
    }
  });
  await page.locator('#chart-frame table').waitFor();
}

const looks = [
  ['wide', wide, 'dark'],
  ['narrow', phone, 'light'],
  ['wide', wide, 'light'],
  ['narrow', phone, 'dark'],
] as const;

test.each(sample(looks, (_, i) => i === 0))(
  'no violations, %s: before a run, during it, and with all its tables',
  async (_name, size, colorScheme) => {
    let bench: BenchPage;
    if (isFull) {
      bench = await opened.as(BenchPage, { ...size, colorScheme });
      await bench.choose(smallest);
      expect(await violations(bench), 'before').toEqual([]);
      await bench.start();
      expect(await violations(bench), 'while it goes').toEqual([]);
      await bench.ended();
    } else {
      bench = await finishedRun(opened);
    }
    await bench.openRun(await savedRun(opened));
    await openEverything(bench);
    expect(await violations(bench), 'at the end, with a run from a file').toEqual([]);
    await bench.closeFiles();
  },
);

longTest('a phone shows everything without horizontal scrolling', async () => {
  const bench = await onPhone();
  await openEverything(bench);
  const overflow = await bench.page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    wide: [...document.querySelectorAll('#bench *')]
      .filter((element) => {
        const { right, left, width } = element.getBoundingClientRect();
        const scrolls = element.closest('.table-scroll, .visually-hidden');
        return width > 0 && (right > 391 || left < -1) && !scrolls;
      })
      .map((element) => element.className || element.tagName),
  }));
  expect(overflow).toEqual({ scrollWidth: 390, wide: [] });
});

longTest('a tap on a chart shows the values at the tapped size', async () => {
  const bench = await onPhone();
  const reading = bench.page.locator('#chart-frame .chart-reading > .hint');
  expect(await reading.innerText()).toBe('n = 1,000');
  const plot = bench.page.locator('#chart-frame .plot');
  const { width, height } = (await plot.boundingBox())!;
  await plot.tap({ position: { x: 0.3 * width, y: 0.5 * height } });
  await bench.page.locator('#chart-frame .chart-reading > .hint', { hasText: 'n = 300' }).waitFor();
});

describe('keys', () => {
  longTest('pressing Run by key moves the focus to Cancel, then to Run again', async () => {
    const bench = await opened.as(BenchPage);
    await bench.choose({ ...small, phases: ['pairs'] });
    const focused = () => bench.page.evaluate(() => document.activeElement?.textContent);
    await bench.page.getByRole('button', { name: 'Run', exact: true }).focus();
    await bench.page.keyboard.press('Enter');
    await bench.page.locator('.run-cancel').waitFor();
    expect(await focused()).toBe('Cancel');
    await bench.ended();
    expect(await focused()).toBe('Run again');
  });

  longTest('arrow keys select the size that a chart shows', async () => {
    const bench = await finishedRun(opened);
    const reading = bench.page.locator('#chart-frame .chart-reading > .hint');
    expect(await reading.innerText()).toBe('n = 1,000');
    await bench.page.locator('#chart-frame .plot').focus();
    await bench.page.keyboard.press('Home');
    await bench.page.waitForFunction(
      () =>
        document.querySelector('#chart-frame .chart-reading > .hint')?.textContent === 'n = 300',
    );
  });
});

longTest('the legend hides lines in all charts', async () => {
  const bench = await finishedRun(opened);
  const inChart = (chart: string) =>
    bench.page.locator(`#chart-${chart} .chart-legend`).getByRole('button', { name: /rbush/ });
  expect(await inChart('frame').getAttribute('aria-pressed')).toBe('true');
  await inChart('frame').click();
  for (const chart of ['frame', 'build']) {
    expect(await inChart(chart).getAttribute('aria-pressed')).toBe('false');
  }
  await inChart('build').click();
  expect(await inChart('frame').getAttribute('aria-pressed')).toBe('true');
});

test('the result names the fastest contender at the largest size for each kind of work', async () => {
  const bench = await finishedRun(opened);
  const { results } = await bench.state();
  const line = bench.page.locator('[data-results] li', { hasText: 'Build.' });
  const largest = Math.max(...SIZES);
  const timed = results.filter((one) => one.phase === 'build' && one.n === largest && one.ms);
  const fastest = timed.reduce((a, b) => ((b.ms?.median ?? 0) < (a.ms?.median ?? 0) ? b : a));
  expect(await line.getAttribute('data-best')).toBe(fastest.contender);
  expect(await line.innerText()).toMatch(/ is the fastest: [\d.]+ ms for [\d,]+ boxes\./);
});

test('the last run is restored after a reload', async () => {
  const bench = await opened.fresh(wide, BenchPage);
  await bench.run({ ...small, n: [300, 300], sizes: 1, phases: ['pairs'] });
  const before = (await bench.resultsOf(OWN_RUN)).map(({ ms }) => ms?.median);
  expect(before.length).toBeGreaterThan(0);
  await bench.page.reload();
  await bench.page.waitForFunction(() => window.benchPage?.runs()[0]?.label === 'Last run');
  const after = (await bench.resultsOf('Last run')).map(({ ms }) => ms?.median);
  expect(after).toEqual(before);
  await bench.page.getByRole('region', { name: 'Result' }).waitFor();
});

describe('responsiveness during a run', () => {
  /**
   * Maximum number of elements that one task adds (a card with its legend or table), and of
   * canvases that are drawn in one frame (the next chart and a resized chart).
   */
  const MAX_PER_TASK = { elements: 800, canvases: 2 };

  longTest('updates few elements and charts in each task', async () => {
    const bench = await opened.fresh(wide, BenchPage);
    await countOn(bench.page);
    await bench.choose({ ...small, phases: ['frame', 'pairs', 'build'] });
    await resetCounts(bench.page);
    await bench.start();
    await bench.ended();
    const { canvases, drawn, elements, started } = await countsOf(bench.page);
    // each measurement has its own Worker
    expect(started).toBeGreaterThan((await bench.state()).plan.measurements);
    expect(drawn).toBeGreaterThan(10);
    expect(canvases).toBeLessThanOrEqual(MAX_PER_TASK.canvases);
    expect(elements).toBeGreaterThan(10);
    expect(elements).toBeLessThan(MAX_PER_TASK.elements);
  });

  longTest('updates few elements when the preset Full is chosen', async () => {
    const bench = await opened.fresh(wide, BenchPage);
    await countOn(bench.page);
    await bench.choose({ preset: 'full', n: [1000, 1000], sizes: 1 });
    await resetCounts(bench.page);
    await bench.start();
    await bench.page.waitForFunction(() => (window.benchPage?.state()?.done ?? 0) >= 4);
    await bench.cancel();
    await bench.ended();
    expect((await bench.state()).plan.results).toBeGreaterThan(500);
    const { canvases, elements } = await countsOf(bench.page);
    expect(canvases).toBeLessThanOrEqual(MAX_PER_TASK.canvases);
    expect(elements).toBeLessThan(MAX_PER_TASK.elements);
  });
});

describe('a browser without a required feature', () => {
  longTest('without Workers: a message, and no run can be started', async () => {
    const bench = await opened.fresh(wide, BenchPage);
    await bench.page.addInitScript(() => {
      Reflect.deleteProperty(window, 'Worker');
    });
    await bench.choose(small);
    expect(await bench.fault()).toMatch(/does not support Web Workers/);
    expect(await bench.page.getByRole('button', { name: 'Run', exact: true }).isEnabled()).toBe(
      false,
    );
  });

  longTest('without SIMD: a message', async () => {
    const bench = await opened.fresh(wide, BenchPage);
    await bench.page.addInitScript(() => {
      WebAssembly.validate = () => false;
    });
    await bench.choose(small);
    expect(await bench.fault()).toMatch(/WebAssembly SIMD/);
  });

  longTest('without WebGL: Bench works', async () => {
    const bench = await opened.fresh(wide, BenchPage);
    await bench.page.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
        return kind.startsWith('webgl') ? null : getContext.call(this, kind as '2d');
      } as typeof getContext;
    });
    const { stage } = await bench.run({ ...small, phases: ['pairs'], n: [300, 300], sizes: 1 });
    expect(stage).toBe('done');
  });
});

longTest('libraries are loaded only for their measurement', async () => {
  const bench = await opened.fresh(wide, BenchPage);
  const loaded: string[] = [];
  bench.page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await bench.choose({ ...small, phases: ['pairs'], n: [300, 300], sizes: 1 });
  const named = () =>
    loaded.filter((path) => /rbush|planck|jolt|three-mesh|box-intersect/.test(path));
  expect(named()).toEqual([]);
  await bench.start();
  await bench.ended();
  expect(loaded.some((path) => /jolt|planck/.test(path))).toBe(false);
});

longTest('an address of Bench opens Bench without loading Explore', async () => {
  const bench = await opened.fresh(wide, BenchPage);
  const loaded: string[] = [];
  bench.page.on('request', (request) => loaded.push(request.url()));
  await bench.open(addressOf(small));
  expect(await bench.page.title()).toMatch(/^Bench/);
  expect(await bench.page.locator('#bench').isVisible()).toBe(true);
  expect(loaded.filter((url) => url.includes('/explore-'))).toEqual([]);
});

test('textbook structures are collapsed in the setup', async () => {
  const bench = await opened.as(BenchPage);
  await bench.choose(smallest);
  const folded = bench.page.locator('.setup details.textbook input');
  const names = await folded.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).name));
  expect(names.sort()).toEqual(
    ['cluster-split', 'quadtree', 'sorted-range'].map((id) => `contender-sapwood:${id}`),
  );
  expect(await folded.first().isVisible()).toBe(false);
});
