/**
 * Links to the Bench page contain a configuration or results. For a damaged link the page shows a
 * message.
 */

import { describe, expect, test } from 'vitest';
import { BenchPage, type Choice, OWN_RUN } from './support/bench-page.js';
import { finishedRun } from './support/bench-run.js';
import { usePlayground } from './support/playground-page.js';
import { longTest, sample } from './support/volume.js';

const opened = usePlayground();

const tiny: Choice = {
  preset: 'quick',
  ...{ scenes: ['uniform'], dims: [2], n: [200, 800], sizes: 2, seed: 5 },
  ...{ phases: ['pairs', 'build', 'memory'], who: ['sapwood:wide-tree', 'plain-grid', 'rbush'] },
};

/** Presses a button, and returns the part after # of the link that the page copies. */
async function copied(bench: BenchPage, name: string): Promise<string> {
  await bench.page.evaluate(() => {
    const writeText = (text: string) => {
      Object.assign(window, { copied: text });
      return Promise.resolve();
    };
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  });
  await bench.page.getByRole('button', { name }).click();
  await bench.page.waitForFunction(() => 'copied' in window);
  const address = await bench.page.evaluate(() => (window as { copied?: string }).copied ?? '');
  return new URL(address).hash.slice(1);
}

describe('links', () => {
  test('a share link restores the configuration', async () => {
    const bench = await opened.as(BenchPage);
    await bench.choose(tiny);
    await bench.page.check('input[name="scene-clustered"]');
    await bench.page.uncheck('input[name="contender-rbush"]');
    const before = await bench.configuration();
    expect(before).toMatchObject({
      scenes: ['uniform', 'clustered'],
      contenders: ['sapwood:wide-tree', 'plain-grid'],
      seed: tiny.seed,
    });
    const link = await copied(bench, 'Copy link to this setup');
    expect(link).toBe(bench.addressHash());
    await bench.load(link);
    expect(await bench.configuration()).toEqual(before);
    expect(await bench.page.isChecked('input[name="scene-clustered"]')).toBe(true);
    expect(await bench.page.isChecked('input[name="contender-rbush"]')).toBe(false);
  });

  longTest('Back and Forward restore previous configurations', async () => {
    const bench = await opened.as(BenchPage);
    await bench.choose(tiny);
    const first = await bench.configuration();
    await bench.page.check('input[name="phase-frame"]');
    const second = await bench.configuration();
    expect(second.phases).toContain('frame');
    await bench.page.goBack();
    await bench.settle();
    expect(await bench.configuration()).toEqual(first);
    await bench.page.goForward();
    await bench.settle();
    expect(await bench.configuration()).toEqual(second);
  });

  longTest(
    'a link with results shows the medians and the environment in another page',
    async () => {
      const bench = await finishedRun(opened);
      const own = await bench.resultsOf(OWN_RUN);
      const link = await copied(bench, 'Copy link with results');
      expect(link.length).toBeLessThanOrEqual(2000);
      const other = await opened.as(BenchPage);
      await other.open(link);
      const shown = await other.resultsOf('From the link');
      expect(shown).toHaveLength(own.length);
      for (const { contender, n, phase, ms, status } of own) {
        const same = shown.find(
          (one) => one.contender === contender && one.n === n && one.phase === phase,
        );
        expect(same?.status).toBe(status);
        // a link stores medians with an error of up to 0.3 %
        if (ms) expect((same?.ms?.median ?? 0) / ms.median).toBeCloseTo(1, 2);
      }
      const contenders = async (page: BenchPage) =>
        (await page.table('build')).rows.map(({ contender }) => contender);
      expect(await contenders(other)).toEqual(await contenders(bench));
      const card = await other.page.locator('#environment').innerText();
      expect(card).toContain('From the link');
      const browser = bench.page.locator('[data-environment="Browser"] dd');
      expect(card).toContain(await browser.innerText());
      expect(card).toMatch(/rbush\s+\d+\.\d+\.\d+/);
      expect(card).not.toContain('Calibration');
    },
  );

  longTest('a link with results marks wrong contenders', async () => {
    const bench = await opened.as(BenchPage);
    await bench.finish({ ...tiny, phases: ['pairs'], who: ['plain-sweep', 'control-wrong'] });
    const link = await copied(bench, 'Copy link with results');
    const other = await opened.as(BenchPage);
    await other.open(link);
    const { rows } = await other.table('frame');
    const row = rows.find(({ contender }) => contender === 'control-wrong');
    expect(row?.cells.map(({ value }) => value)).toEqual(['wrong', 'wrong']);
    expect(await other.page.locator('.bench-result').innerText()).toMatch(/Not counted: .* wrong/);
  });

  longTest('a run too long for a link offers an alternative', async () => {
    const bench = await opened.as(BenchPage);
    const { contenders } = await bench.choose({ preset: 'full' }).then(() => bench.configuration());
    await bench.choose({ preset: 'full', who: contenders });
    await bench.start();
    await bench.page.waitForFunction(() => (window.benchPage?.state()?.done ?? 0) >= 2);
    await bench.cancel();
    await bench.ended();
    await bench.page.getByRole('button', { name: 'Copy link with results' }).click();
    await bench.page
      .locator('.run-files .hint', { hasText: 'Save the run as JSON instead' })
      .waitFor();
  });

  const broken = [
    ['another version', 'bench=7&seed=3', /version .7/],
    ['a stranger', 'bench=1&who=rbush,moon-tree&dims=2', /moon-tree/],
    ['results that were cut off', 'bench=1&dims=2&who=rbush&run=AB', /cut off or changed/],
    ['results that are none', 'bench=1&dims=2&who=rbush&run=%F0%9F%8C%B3', /cut off or changed/],
  ] as const;
  longTest.each(broken)('%s shows a message, and the page works', async (_name, hash, words) => {
    const bench = await opened.as(BenchPage);
    await bench.open(hash);
    expect(await bench.fault()).toMatch(words);
    expect(await bench.page.getByRole('button', { name: 'Run', exact: true }).isEnabled()).toBe(
      true,
    );
  });

  test('a broken link keeps the run of the page', async () => {
    const bench = await finishedRun(opened);
    const before = await bench.resultsOf(OWN_RUN);
    const address = bench.addressHash();
    for (const [, hash, words] of sample(broken, (_, i) => i === 1 || i === 2)) {
      await bench.goTo(hash);
      expect(await bench.fault()).toMatch(words);
      expect(await bench.resultsOf(OWN_RUN)).toEqual(before);
      expect(await bench.runButton().first().isEnabled()).toBe(true);
      await bench.goTo(address);
      expect(await bench.fault()).toBe('');
    }
  });
});
