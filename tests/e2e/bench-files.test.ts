/** What leaves the Bench page as a file and comes back: runs and pictures. */

import { describe, expect, test } from 'vitest';
import { BenchPage, type BenchResult, type Choice, OWN_RUN } from './support/bench-page.js';
import { usePlayground } from './support/playground-page.js';

const opened = usePlayground();

const tiny: Choice = {
  preset: 'quick',
  ...{ scenes: ['uniform'], dims: [2], n: [200, 800], sizes: 2, seed: 5 },
  ...{ phases: ['pairs', 'build', 'memory'], who: ['sapwood:wide-tree', 'plain-grid', 'rbush'] },
};
const RESULTS = 3 * 2 * 3;

async function finished(choice: Choice = tiny): Promise<BenchPage> {
  const bench = await opened.as(BenchPage);
  await bench.finish(choice);
  return bench;
}

const jsonFile = (text: string, name = 'run.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});

async function openFile(bench: BenchPage, text: string, name?: string): Promise<void> {
  await bench.page.setInputFiles('input[name="run-file"]', jsonFile(text, name));
}

/** What a file has to keep of a result. */
const essence = ({ samples, ...result }: BenchResult) => ({ ...result, samples: samples.length });

const keysOf = (link: string) => Object.fromEntries(new URLSearchParams(link));

let made: Promise<string> | undefined;
/** A file of the page, made once. */
function goodFile(): Promise<string> {
  made ??= finished().then((bench) => bench.exported('Save JSON'));
  return made;
}

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
    expect(Date.now() - Date.parse(date)).toBeLessThan(300_000);
    for (const row of report.rows) {
      if (row.ns) expect(row.sampleNs).toHaveLength(row.samples);
      for (const { hash, expected } of row.checks) expect(hash).toBe(expected);
    }
    const before = await bench.resultsOf(OWN_RUN);
    await openFile(bench, text, 'again.json');
    await bench.page.getByRole('button', { name: 'Close again.json' }).waitFor();
    const after = await bench.resultsOf('again.json');
    expect(after.map(essence)).toHaveLength(before.length);
    for (const [i, result] of after.entries()) {
      const { bytes, contender, expected, found, n, phase, status } = before[i];
      expect(result).toMatchObject({ bytes, contender, expected, found, n, phase, status });
      expect(essence(result).samples).toBe(before[i].samples.length);
      const [median, other] = [result.ms?.median ?? 0, before[i].ms?.median ?? 0];
      // six digits are kept
      expect(Math.abs(median - other)).toBeLessThanOrEqual(1e-5 * other);
    }
  });

  test('can be looked at on a page that has run nothing, and be closed again', async () => {
    const text = await goodFile();
    const bench = await opened.as(BenchPage);
    await bench.choose({});
    await openFile(bench, text);
    const close = bench.page.getByRole('button', { name: 'Close run.json' });
    await close.waitFor();
    expect(await bench.resultsOf('run.json')).toHaveLength(RESULTS);
    await bench.page.uncheck('input[name="reference"]');
    expect((await bench.table('build')).rows).toHaveLength(3);
    await close.click();
    expect(await bench.resultsOf('run.json')).toEqual([]);
  });

  test('lies over the run of the page, each with its name', async () => {
    const bench = await finished();
    await openFile(bench, await bench.exported('Save JSON'), 'other.json');
    await bench.page.getByRole('button', { name: 'Close other.json' }).waitFor();
    const { rows } = await bench.table('build');
    expect(rows).toHaveLength(6);
    expect(rows.filter(({ title }) => title.includes('other.json'))).toHaveLength(3);
    // the same run twice has the same numbers
    const values = rows.map(({ contender, cells }) => [
      contender,
      ...cells.map((one) => one.value),
    ]);
    for (const value of values) {
      expect(values.filter((one) => String(one) === String(value)).length).toBeGreaterThan(1);
    }
  });

  test('may be dropped anywhere', async () => {
    const text = await goodFile();
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

  test.each([
    ['nothing', () => '', /damaged|not JSON/],
    ['half of it', (text: string) => text.slice(0, text.length / 2), /not JSON/],
    ['another file', () => '{"schema":"other/1"}', /sapwood-bench\/1/],
    ['a list', () => '[1,2,3]', /expected an object|damaged/],
    ['a time below zero', (text: string) => text.replace(/"min":/, '"min":-'), /damaged/],
    ['a text for a number', (text: string) => text.replace(/"n":\d+/, '"n":"many"'), /damaged/],
    ['rows that are none', (text: string) => text.replace(/"rows": \[/, '"rows": [7,'), /damaged/],
  ])('%s is refused in plain words, and the last state stays', async (_name, damage, words) => {
    const good = await goodFile();
    const bench = await opened.as(BenchPage);
    await bench.choose({});
    await openFile(bench, good);
    await bench.page.getByRole('button', { name: 'Close run.json' }).waitFor();
    const before = await bench.runs();
    await openFile(bench, damage(good), 'broken.json');
    await bench.page.locator('#run-file-remark.notice').waitFor();
    const text = (await bench.page.textContent('#run-file-remark')) ?? '';
    expect(text).toContain('broken.json');
    expect(text).toMatch(words);
    expect(await bench.runs()).toEqual(before);
  });
});

describe('the reference run', () => {
  const reference = 'input[name="reference"]';

  test('stands on the page before anything was measured, with its name and its card', async () => {
    const bench = await opened.as(BenchPage);
    await bench.choose({});
    await bench.page.locator(reference).waitFor();
    expect(await bench.page.isChecked(reference)).toBe(true);
    expect((await bench.resultsOf('Reference run')).length).toBeGreaterThan(0);
    expect(await bench.page.locator('#environment h2').innerText()).toContain('Reference run');
  });

  test('lies over the run of the page when it is wanted', async () => {
    const bench = await finished({ ...tiny, dims: [3], phases: ['frame', 'pairs', 'build'] });
    expect(await bench.page.isChecked(reference)).toBe(false);
    const own = await bench.table('frame');
    expect(own.rows).toHaveLength(2);
    await bench.page.check(reference);
    const both = await bench.table('frame');
    expect(both.rows.length).toBeGreaterThan(own.rows.length);
    const labelled = both.rows.filter(({ title }) => title.includes('Reference run'));
    expect(labelled).toHaveLength(both.rows.length - own.rows.length);
    await bench.page.uncheck(reference);
    expect((await bench.table('frame')).rows).toHaveLength(own.rows.length);
  });
});

test('CSV has the card and one line a result', async () => {
  const bench = await finished();
  const lines = (await bench.exported('Save CSV')).trim().split('\n');
  const card = lines.filter((line) => line.startsWith('# '));
  for (const name of ['date', 'browser', 'system', 'cores', 'clock_tick_ms', 'simd', 'seed']) {
    expect(
      card.some((line) => line.startsWith(`# ${name}: `)),
      name,
    ).toBe(true);
  }
  const [head, ...rows] = lines.slice(card.length).map((line) => line.split(','));
  expect(rows).toHaveLength(RESULTS);
  const column = (name: string) => head.indexOf(name);
  for (const result of await bench.resultsOf(OWN_RUN)) {
    const { contender, n, phase, ms, status, found } = result;
    const row = rows.find(
      (cells) =>
        cells[column('contender')] === contender &&
        cells[column('phase')] === phase &&
        cells[column('n')] === String(n),
    );
    expect(row?.[column('status')]).toBe(status);
    if (ms) expect(Number(row?.[column('median_ms')])).toBe(ms.median);
    if (found) expect(Number(row?.[column('found')])).toBe(found.count);
  }
});

describe('pictures', () => {
  test('SVG is complete and stands alone', async () => {
    const bench = await finished();
    const svg = await bench.exported(/as SVG$/);
    const counts = await bench.page.evaluate((text) => {
      const { documentElement: root } = new DOMParser().parseFromString(text, 'image/svg+xml');
      return {
        root: root.tagName,
        paths: root.querySelectorAll('path').length,
        text: root.textContent ?? '',
        strangers: root.querySelectorAll('script, foreignObject, image, use').length,
      };
    }, svg);
    expect(counts.root).toBe('svg');
    expect(counts.paths).toBeGreaterThanOrEqual(3);
    expect(counts.strangers).toBe(0);
    for (const words of ['rbush', 'wide-tree', 'Sapwood', 'seed 5']) {
      expect(counts.text).toContain(words);
    }
    expect(svg).not.toContain('NaN');
  });

  test('PNG is a picture', async () => {
    const bench = await finished();
    const png = await bench.saved(/as PNG$/);
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(png.readUInt32BE(16)).toBeGreaterThan(400);
    expect(png.length).toBeGreaterThan(4000);
  });
});
