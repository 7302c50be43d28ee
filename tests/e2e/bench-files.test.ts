/** The Bench page saves runs to files and opens the files. */

import { describe, expect, test } from 'vitest';
import { BenchPage, type BenchResult, OWN_RUN } from './support/bench-page.js';
import { finishedRun, RESULTS, RUN, savedRun } from './support/bench-run.js';
import { usePlayground } from './support/playground-page.js';
import { longTest, sample } from './support/volume.js';

const opened = usePlayground();

async function finished(): Promise<BenchPage> {
  const bench = await finishedRun(opened);
  await bench.closeFiles();
  return bench;
}

/**
 * Returns the fields of a result that a file stores, with the number of samples instead of the
 * samples.
 */
const essence = ({ samples, ...result }: BenchResult) => ({ ...result, samples: samples.length });

const keysOf = (link: string) => Object.fromEntries(new URLSearchParams(link));

describe('a run as JSON', () => {
  test('has every sample and the environment, and is unchanged when opened again', async () => {
    const bench = await finished();
    const text = await bench.exported('Save JSON');
    const report = JSON.parse(text);
    expect(report.schema).toBe('sapwood-bench/1');
    expect(report.rows).toHaveLength(RESULTS);
    expect(keysOf(report.configuration)).toEqual(keysOf(bench.addressHash()));
    const { browser, cores, date, package: version, querySeed, simd } = report.environment;
    expect(browser.tickMs).toBeGreaterThan(0);
    expect(browser.isolated).toBe(true);
    expect(browser.userAgent).toContain('Chrom');
    expect({ querySeed, simd }).toEqual({ querySeed: 5, simd: 'wasm' });
    expect(cores).toBeGreaterThan(0);
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(Date.parse(date)).toBeGreaterThan(Date.parse('2026-01-01'));
    for (const row of report.rows) {
      if (row.ns) expect(row.sampleNs).toHaveLength(row.samples);
      for (const { hash, expected } of row.checks) expect(hash).toBe(expected);
    }
    const before = await bench.resultsOf(OWN_RUN);
    await bench.openRun(text, 'again.json');
    const after = await bench.resultsOf('again.json');
    expect(after.map(essence)).toHaveLength(before.length);
    for (const [i, result] of after.entries()) {
      const { bytes, contender, expected, found, n, phase, status } = before[i];
      expect(result).toMatchObject({ bytes, contender, expected, found, n, phase, status });
      expect(essence(result).samples).toBe(before[i].samples.length);
      const [median, other] = [result.ms?.median ?? 0, before[i].ms?.median ?? 0];
      // a file rounds samples to six digits and the page rounds medians to five digits, so the
      // medians can differ by one unit in the last digit
      const step = 10 ** (Math.floor(Math.log10(other || 1)) - 4);
      expect(Math.abs(median - other)).toBeLessThan(1.5 * step);
    }
  });

  longTest('can be opened on a page without a run, and closed again', async () => {
    const text = await savedRun(opened);
    const bench = await opened.as(BenchPage);
    await bench.choose({});
    await bench.chooseFile(text);
    const close = bench.page.getByRole('button', { name: 'Close run.json' });
    await close.waitFor();
    expect(await bench.resultsOf('run.json')).toHaveLength(RESULTS);
    expect((await bench.table('query')).rows).toHaveLength(RUN.who.length);
    await close.click();
    expect(await bench.resultsOf('run.json')).toEqual([]);
  });

  longTest('can be dropped anywhere on the page', async () => {
    const text = await savedRun(opened);
    const bench = await opened.as(BenchPage);
    await bench.choose({});
    await bench.dragFile('drop', { name: 'dropped.json', content: text }, '.bench-results');
    await bench.page.getByRole('button', { name: 'Close dropped.json' }).waitFor();
    expect(await bench.resultsOf('dropped.json')).toHaveLength(RESULTS);
  });

  const broken = [
    ['nothing', () => '', /not JSON/],
    ['half of it', (text: string) => text.slice(0, text.length / 2), /not JSON/],
    ['another file', () => '{"schema":"other/1"}', /not a run/],
    ['a list', () => '[1,2,3]', /not a run/],
    ['a time below zero', (text: string) => text.replace(/"min":/, '"min":-'), /damaged/],
    ['a text for a number', (text: string) => text.replace(/"n":\d+/, '"n":"many"'), /damaged/],
    [
      'a row that is a number',
      (text: string) => text.replace(/"rows": \[/, '"rows": [7,'),
      /damaged/,
    ],
  ] as const;
  test.each(sample(broken, ([what]) => what === 'half of it'))(
    '%s is rejected with a message, and the state does not change',
    async (_name, damage, words) => {
      const good = await savedRun(opened);
      const bench = await finished();
      const before = await bench.runs();
      const remark = bench.page.locator('#run-file-remark');
      await bench.chooseFile(damage(good), 'broken.json');
      await bench.page.locator('#run-file-remark.notice').waitFor();
      const text = (await remark.textContent()) ?? '';
      expect(text).toContain('broken.json');
      expect(text).toMatch(words);
      expect(await bench.runs()).toEqual(before);
      await bench.openRun(good);
      expect(await remark.textContent()).not.toContain('broken.json');
    },
  );
});

describe('the reference', () => {
  longTest('is shown before a measurement, with its name and environment', async () => {
    const bench = await opened.as(BenchPage);
    await bench.choose({});
    await bench.page.locator('.shown-run', { hasText: 'Reference' }).waitFor();
    expect((await bench.resultsOf('Reference')).length).toBeGreaterThan(0);
    expect(await bench.page.locator('#environment h2').innerText()).toContain('Reference');
  });

  longTest('can be selected instead of the run of the page', async () => {
    const bench = await opened.as(BenchPage);
    await bench.finish({ ...RUN, dims: [3], n: [300, 300], sizes: 1, phases: ['pairs'] });
    expect((await bench.table('frame')).rows).toHaveLength(1);
    await bench.page.locator('select[name="run"]').selectOption('Reference');
    await bench.place('uniform', 3);
    expect((await bench.table('frame')).rows.length).toBeGreaterThan(5);
    expect(await bench.page.locator('#environment h2').innerText()).toContain('Reference');
    await bench.page.locator('select[name="run"]').selectOption(OWN_RUN);
    expect((await bench.table('frame')).rows).toHaveLength(1);
  });
});
