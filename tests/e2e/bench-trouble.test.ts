/** The Bench page with canceled runs and faulty contenders. */

import { describe, expect, test } from 'vitest';
import { BenchPage, type Choice } from './support/bench-page.js';
import { finishedRun } from './support/bench-run.js';
import { countOn, countsOf } from './support/page-counts.js';
import { usePlayground, wide } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();

/** Run that takes several seconds, so that a test can cancel it. */
const long: Choice = {
  preset: 'full',
  ...{ scenes: ['uniform'], dims: [2, 3], n: [1000, 5000], sizes: 4, seed: 1 },
  ...{ phases: ['frame', 'pairs', 'build'], who: ['sapwood:wide-tree', 'plain-sweep', 'rbush'] },
};
const small: Choice = { ...long, preset: 'quick', n: [300, 1000], sizes: 2 };

/**
 * Presses Cancel. Returns the number of results before the click, and the `stage` of the run and
 * the number of Workers immediately after the click.
 */
function canceled({ page }: BenchPage) {
  return page.evaluate(() => {
    const before = window.benchPage?.state()?.done ?? 0;
    document.querySelector<HTMLButtonElement>('.run-cancel')?.click();
    const { stage } = window.benchPage?.state() ?? {};
    return { stage, before, workers: window.counts?.workers };
  });
}

const canceledState = { stage: 'canceled', workers: 0 };

async function counted(): Promise<BenchPage> {
  const bench = await opened.fresh(wide, BenchPage);
  await countOn(bench.page);
  return bench;
}

describe('canceling', () => {
  longTest('ends the run and its Workers immediately, and keeps the results', async () => {
    const bench = await counted();
    await bench.choose(long);
    await bench.start();
    await bench.page.waitForFunction(() => (window.benchPage?.state()?.done ?? 0) >= 3);
    const { before, ...now } = await canceled(bench);
    expect(now).toEqual(canceledState);
    const { results, done } = await bench.ended();
    expect(done).toBe(before);
    expect(results.some(({ ms }) => ms !== null)).toBe(true);
    expect((await bench.table('frame')).rows.length).toBeGreaterThan(0);
    expect(await bench.page.locator('#environment').innerText()).toMatch(
      /This run is incomplete: it has \d+ of [\d,]+ results/,
    );
    expect((await countsOf(bench.page)).workers).toBe(0);
    await bench.start();
    expect(await bench.hasEnded()).toBe(false);
    await bench.page.waitForFunction(() => window.benchPage?.state()?.stage === 'running');
    await bench.cancel();
    expect((await bench.ended()).stage).toBe('canceled');
    expect((await countsOf(bench.page)).workers).toBe(0);
  });

  longTest('is immediate during a call that never ends', async () => {
    const bench = await counted();
    const who = ['control-hangs'];
    await bench.choose({ ...small, preset: 'full', dims: [2], phases: ['pairs'], who });
    await bench.start();
    await bench.page.locator('.run-current', { hasText: 'never returns' }).waitFor();
    expect(await canceled(bench)).toMatchObject(canceledState);
  });

  longTest('is immediate during the preparation of scenes and results', async () => {
    const bench = await counted();
    const phases = ['rays'];
    const many = { preset: 'full', n: [200_000, 200_000], sizes: 1, dims: [3] } as const;
    await bench.choose({ ...small, ...many, phases, who: ['sapwood:wide-tree'] });
    await bench.start();
    await bench.page.waitForFunction(() => window.benchPage?.state()?.stage === 'running');
    expect(await canceled(bench)).toMatchObject(canceledState);
    expect((await bench.ended()).results).toEqual([]);
  });
});

describe('faulty contenders', () => {
  const among = (control: string, phases: readonly string[] = ['pairs']): Choice => ({
    ...small,
    ...{
      n: [300, 1000],
      sizes: 2,
      dims: [2],
      phases,
      who: ['sapwood:wide-tree', 'rbush', control],
    },
  });

  test('with wrong results are shown as wrong, without a time', async () => {
    const bench = await opened.as(BenchPage);
    const { stage, results } = await bench.run({
      ...among('control-wrong', ['pairs', 'frame']),
      ...{ n: [1000, 1000], sizes: 1 },
    });
    expect(stage).toBe('done');
    for (const { contender, expected, found, ms, status } of results) {
      const isWrong = contender === 'control-wrong';
      expect({ contender, status }).toEqual({ contender, status: isWrong ? 'wrong' : 'ok' });
      if (!isWrong) continue;
      expect(ms).toBeNull();
      expect(found?.count).toBe((expected?.count ?? 0) - 1);
    }
    const { rows } = await bench.table('frame');
    const row = rows.find(({ contender }) => contender === 'control-wrong');
    expect(row?.cells.map(({ status, value }) => [status, value])).toEqual([['wrong', 'wrong']]);
    const flaws = await bench.page.locator('#chart-frame .flaws').innerText();
    expect(flaws).toMatch(/wrong/);
    const result = bench.page.getByRole('region', { name: 'Result' });
    const bad = result.getByRole('list', { name: 'Not counted' });
    expect(await bad.innerText()).toBe('Not counted: loses the last pair, wrong at n = 1,000');
    expect(await result.locator('[data-results]').innerText()).not.toContain('loses the last pair');
    const legend = bench.page.locator('#chart-frame .chart-legend button', {
      hasText: 'loses the last',
    });
    expect(await legend.locator('.numeric').innerText()).toBe('wrong');
  });

  longTest(
    'a contender that runs out of memory is shown as failed, and the run continues',
    async () => {
      const bench = await opened.as(BenchPage);
      const { stage, results } = await bench.run(among('control-throws'));
      expect(stage).toBe('done');
      for (const { contender, note, status } of results) {
        const fails = contender === 'control-throws';
        expect({ contender, status }).toEqual({ contender, status: fails ? 'failed' : 'ok' });
        if (fails) expect(note).toMatch(/\w+/);
      }
      const { rows } = await bench.table('frame');
      const row = rows.find(({ contender }) => contender === 'control-throws');
      expect(row?.cells.map(({ value }) => value)).toEqual(['failed', 'failed']);
    },
  );

  longTest('a contender that does not respond is ended, and the run continues', async () => {
    const bench = await opened.fresh(wide, BenchPage);
    // shortens the timeout for a Worker that does not respond: only this timeout has 8000 ms
    await bench.page.addInitScript(() => {
      const { setTimeout } = window;
      const shorter = (ms = 0) => (ms === 8000 ? 10 : ms);
      Object.assign(window, {
        setTimeout: (work: () => void, ms?: number) => setTimeout(work, shorter(ms)),
      });
    });
    const { stage, results } = await bench.run({
      ...small,
      ...{ dims: [2], phases: ['pairs'], n: [300, 300], sizes: 1, who: ['control-hangs'] },
    });
    expect(stage).toBe('done');
    expect(results).toMatchObject([{ contender: 'control-hangs', ms: null }]);
    expect(results.map(({ note }) => note).join()).toMatch(/no result within/);
  });

  test('are not in the menus', async () => {
    const bench = await finishedRun(opened);
    expect(await bench.page.locator('input[name^="contender-"]').count()).toBeGreaterThan(20);
    expect(await bench.page.locator('input[name*="control-"]').count()).toBe(0);
  });
});
