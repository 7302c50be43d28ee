/** Runs of the Bench page that are saved as a file and opened again. */

import { describe, expect, test } from 'vitest';
import { BenchPage, type BenchResult, OWN_RUN } from './support/bench-page.js';
import { finishedRun, RESULTS, RUN, savedRun } from './support/bench-run.js';
import { usePlayground } from './support/playground-page.js';
import { longTest, sample } from './support/volume.js';

const opened = usePlayground();

/** A page with a run of its own, and no other over it. */
async function finished(): Promise<BenchPage> {
  const bench = await finishedRun(opened);
  await bench.closeFiles();
  return bench;
}

/** What a file has to keep of a result. */
const essence = ({ samples, ...result }: BenchResult) => ({ ...result, samples: samples.length });

const keysOf = (link: string) => Object.fromEntries(new URLSearchParams(link));

describe('a run as JSON', () => {
  test('has every sample and the card, and is the same when it is read again', async () => {
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
      // a file keeps six digits of a sample, the page five of a median: one that lies between two may go to either
      const step = 10 ** (Math.floor(Math.log10(other || 1)) - 4);
      expect(Math.abs(median - other)).toBeLessThan(1.5 * step);
    }
  });

  longTest('can be looked at on a page that has run nothing, and be closed again', async () => {
    const text = await savedRun(opened);
    const bench = await opened.as(BenchPage);
    await bench.choose({});
    await bench.giveFile(text);
    const close = bench.page.getByRole('button', { name: 'Close run.json' });
    await close.waitFor();
    expect(await bench.resultsOf('run.json')).toHaveLength(RESULTS);
    await bench.page.uncheck('input[name="reference"]');
    expect((await bench.table('query')).rows).toHaveLength(RUN.who.length);
    await close.click();
    expect(await bench.resultsOf('run.json')).toEqual([]);
  });

  longTest('lies over the run of the page, each with its name', async () => {
    const bench = await finished();
    await bench.openRun(await bench.exported('Save JSON'), 'other.json');
    const { rows } = await bench.table('build');
    const over = rows.filter(({ title }) => title.includes('other.json'));
    expect(over.length).toBeGreaterThan(2);
    expect(rows).toHaveLength(2 * over.length);
    // the same run twice has the same numbers
    const values = rows.map(({ contender, cells }) => [
      contender,
      ...cells.map((one) => one.value),
    ]);
    for (const value of values) {
      expect(values.filter((one) => String(one) === String(value)).length).toBeGreaterThan(1);
    }
  });

  longTest('of another machine is said to be measured elsewhere', async () => {
    const bench = await finished();
    const report = JSON.parse(await bench.exported('Save JSON'));
    const { environment } = report;
    const there = { ...environment, os: 'Plan 9', cores: environment.cores + 6 };
    await bench.openRun(JSON.stringify(report), 'same.json');
    await bench.openRun(JSON.stringify({ ...report, environment: there }), 'there.json');
    const said = (name: string) =>
      bench.page
        .getByRole('list', { name: 'Other runs in the charts' })
        .locator('li', { hasText: name });
    expect(await said('there.json').innerText()).toMatch(/Plan 9 .* another machine/);
    expect(await said('same.json').innerText()).not.toContain('another machine');
    const card = bench.page.locator('.other-environment', { hasText: 'there.json' });
    await card.locator('summary').click();
    expect(await card.innerText()).toContain('Plan 9');
  });

  longTest('that ran more queries per call is converted to the batches of this one', async () => {
    const bench = await finished();
    const report = JSON.parse(await bench.exported('Save JSON'));
    const { heads, rows: own } = await bench.table('query');
    const rows = report.rows.map((row: { operations: number }) => ({
      ...row,
      operations: 4 * row.operations,
    }));
    await bench.openRun(JSON.stringify({ ...report, rows }), 'more.json');
    const both = await bench.table('query');
    expect(both.heads).toEqual(heads);
    expect(both.rows).toHaveLength(2 * own.length);
    for (const { cells, contender } of own) {
      const values = both.rows.filter((row) => row.contender === contender);
      for (const row of values) {
        for (const [i, { value }] of row.cells.entries()) {
          // digits of the file are rounded
          expect(Number(value) / Number(cells[i].value)).toBeCloseTo(1, 2);
        }
      }
    }
    expect(await bench.page.locator('#chart-query > .hint').innerText()).toContain('500 queries');
  });

  longTest('may be dropped anywhere', async () => {
    const text = await savedRun(opened);
    const bench = await opened.as(BenchPage);
    await bench.choose({});
    await bench.page.evaluate((content) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], 'dropped.json'));
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('.bench-results')?.dispatchEvent(event);
    }, text);
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
    ['rows that are none', (text: string) => text.replace(/"rows": \[/, '"rows": [7,'), /damaged/],
  ] as const;
  test.each(sample(broken, ([what]) => what === 'half of it'))(
    '%s is refused in plain words, and the last state stays',
    async (_name, damage, words) => {
      const good = await savedRun(opened);
      const bench = await finished();
      const before = await bench.runs();
      const remark = bench.page.locator('#run-file-remark');
      await bench.giveFile(damage(good), 'broken.json');
      await bench.page.locator('#run-file-remark.notice').waitFor();
      const text = (await remark.textContent()) ?? '';
      expect(text).toContain('broken.json');
      expect(text).toMatch(words);
      expect(await bench.runs()).toEqual(before);
      // and the next one that is whole is read
      await bench.openRun(good);
      expect(await remark.textContent()).not.toContain('broken.json');
    },
  );
});

describe('the reference', () => {
  const reference = 'input[name="reference"]';

  longTest(
    'stands on the page before anything was measured, with its name and its card',
    async () => {
      const bench = await opened.as(BenchPage);
      await bench.choose({});
      await bench.page.locator(reference).waitFor();
      expect(await bench.page.isChecked(reference)).toBe(true);
      expect((await bench.resultsOf('Reference')).length).toBeGreaterThan(0);
      expect(await bench.page.locator('#environment h2').innerText()).toContain('Reference');
    },
  );

  longTest('lies over the run of the page when it is wanted', async () => {
    const bench = await opened.as(BenchPage);
    await bench.finish({ ...RUN, dims: [3], n: [300, 300], sizes: 1, phases: ['pairs'] });
    expect(await bench.page.isChecked(reference)).toBe(false);
    const own = await bench.table('frame');
    expect(own.rows).toHaveLength(1);
    await bench.page.check(reference);
    const both = await bench.table('frame');
    expect(both.rows.length).toBeGreaterThan(own.rows.length);
    const labeled = both.rows.filter(({ title }) => title.includes('Reference'));
    expect(labeled).toHaveLength(both.rows.length - own.rows.length);
    await bench.page.uncheck(reference);
    expect((await bench.table('frame')).rows).toHaveLength(own.rows.length);
  });
});
