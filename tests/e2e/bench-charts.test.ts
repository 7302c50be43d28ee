/** The Bench page shows charts of times and memory, and the progress of a run. */

import { expect, test } from 'vitest';
import { BenchPage, type BenchResult } from './support/bench-page.js';
import { finishedRun, RUN, recordedProgress, SIZES } from './support/bench-run.js';
import { usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();
const CONTENDERS = RUN.who;

async function finished() {
  const bench = await finishedRun(opened);
  return { bench, ...(await bench.state()) };
}

function of(results: readonly BenchResult[], phase: string, contender: string, n: number) {
  const found = results.find(
    (one) => one.phase === phase && one.contender === contender && one.n === n,
  );
  if (!found) throw new Error(`no result of ${contender} in ${phase}`);
  return found;
}

const median = (result: BenchResult) => result.ms?.median ?? Number.NaN;

const overlap = (a: BenchResult, b: BenchResult) =>
  a.ms !== null && b.ms !== null && a.ms.p25 <= b.ms.p75 && b.ms.p25 <= a.ms.p75;

/**
 * Returns for each contender of a table the details below its numbers, and whether the numbers are
 * bold.
 */
async function details(bench: BenchPage, chart: string) {
  await bench.table(chart);
  return bench.page.locator(`#chart-${chart} tbody tr`).evaluateAll((rows) =>
    rows.map((row) => ({
      contender: row.getAttribute('data-contender') ?? '',
      small: [...row.querySelectorAll('td')].map((td) => td.querySelector('small')?.innerText),
      bold: [...row.querySelectorAll('td')].map((td) => td.classList.contains('best')),
    })),
  );
}

test('tables print the fastest contender and all contenders with overlapping quartiles in bold', async () => {
  const { bench, results } = await finished();
  const builds = await details(bench, 'build');
  for (const [i, n] of SIZES.entries()) {
    const timed = results.filter((one) => one.phase === 'build' && one.n === n && one.ms);
    const best = timed.reduce((a, b) => (median(b) < median(a) ? b : a));
    for (const { bold, contender, small: words } of builds) {
      const own = of(results, 'build', contender, n);
      expect(bold[i], contender).toBe(own === best || overlap(own, best));
      expect(words[i]).toContain(`${own.sampleCount} samples`);
    }
  }
});

test('a legend shows the numbers of its table at the selected size', async () => {
  const { bench } = await finished();
  for (const chart of ['build', 'memory']) {
    const { rows } = await bench.table(chart);
    const read = await bench.page
      .locator(`#chart-${chart} .chart-legend button`)
      .evaluateAll((all) =>
        all.map((one) => ({
          name: one.querySelector('.chart-legend-name')?.firstChild?.textContent ?? '',
          number: one.querySelector('.numeric')?.textContent ?? '',
        })),
      );
    expect(read.map(({ name }) => name).sort(), chart).toEqual(
      rows.map(({ title }) => title).sort(),
    );
    for (const { name, number } of read) {
      const { status, value } = rows.find(({ title }) => title === name)!.cells[SIZES.length - 1];
      expect(number, `${chart}: ${name}`).toContain(value.trim());
      if (status === 'ok') expect(number).toMatch(/\d/);
    }
  }
});

test('libraries without updates are marked only in charts of moving boxes', async () => {
  const { bench } = await finished();
  const marked = () =>
    bench.page
      .locator('#chart-frame .chart-legend button', { hasText: 'rebuilt each frame' })
      .allInnerTexts();
  await bench.view('frame', 'frame');
  const names = (await marked()).map((text) => text.split('\n')[0]);
  expect(names.sort()).toEqual(['flatbush']);
  await bench.view('frame', 'pairs');
  expect(await marked()).toEqual([]);
});

test('the table of memory shows bytes where they are known, and marks other cells as skipped', async () => {
  const { bench, results } = await finished();
  const { rows } = await bench.table('memory');
  for (const contender of CONTENDERS) {
    const row = rows.find((one) => one.contender === contender);
    for (const [i, n] of SIZES.entries()) {
      const { bytes, note, status } = of(results, 'memory', contender, n);
      const cell = row?.cells[i];
      expect(row === undefined).toBe(status === 'unsupported');
      if (status === 'unsupported') continue;
      if (bytes !== null) expect(cell?.value).toBe(`${(bytes / 1024).toFixed(1)} KiB`);
      else expect({ value: cell?.value, note: cell?.note }).toEqual({ value: 'skipped', note });
    }
  }
  expect(of(results, 'memory', 'sapwood:wide-tree', 1000).bytes).toBeGreaterThan(16 * 1000);
  expect(of(results, 'memory', 'rbush', 1000).note).toMatch(/\w+/);
});

longTest('queries have a separate chart', async () => {
  const { bench, results } = await finished();
  const { caption, rows } = await bench.table('query');
  expect(caption).toContain('Box queries');
  expect(rows).toHaveLength(
    CONTENDERS.filter((key) => of(results, 'box-queries', key, 300).status !== 'unsupported')
      .length,
  );
});

longTest('presets set all choices, and a changed preset can be restored', async () => {
  const bench = await opened.as(BenchPage);
  await bench.choose({});
  for (const preset of ['standard', 'full', 'quick']) {
    await bench.page.check(`input[name="preset"][value="${preset}"]`);
    await bench.settle();
    const { contenders, phases, scenes, ...rest } = await bench.configuration();
    expect(rest.preset).toBe(preset);
    for (const [kind, keys] of Object.entries({
      scene: scenes,
      phase: phases,
      contender: contenders,
    })) {
      for (const key of keys) {
        expect(await bench.page.isChecked(`input[name="${kind}-${key}"]`), key).toBe(true);
      }
    }
  }
  const before = await bench.configuration();
  await bench.page.check('input[name="scene-clustered"]');
  await bench.page.getByRole('button', { name: /^Reset to/ }).click();
  await bench.settle();
  expect(await bench.configuration()).toEqual(before);
});

test('a run shows its progress and remaining time', async () => {
  const { page } = await finishedRun(opened);
  const seen = await recordedProgress();
  expect(seen.length).toBeGreaterThan(3);
  const done = seen.map((state) => state.done);
  expect([...done].sort((a, b) => a - b)).toEqual(done);
  expect(done[done.length - 1]).toBeGreaterThan(done[0]);
  expect(seen.some(({ leftMs }) => leftMs > 0)).toBe(true);
  expect(seen.some(({ words }) => / left/.test(words))).toBe(true);
  expect(await page.getByRole('progressbar', { name: 'Progress' }).count()).toBe(0);
});
