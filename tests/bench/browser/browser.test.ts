/**
 * The run in a browser: its record, its page, the chart of the README.
 *
 * `npm run bench:browser` drives the Bench page and writes all of them; `npm run bench:report -- --readme` writes the
 * README's chart from the record.
 */

import { describe, expect, test } from 'vitest';
import type { LoadedRun, Result } from '../../../web/playground/src/bench/model';
import { readFile, writeFile } from '../report/document';
import { describeMachine } from '../report/machine';
import { measureInBrowser } from './drive';
import { PAGE, renderPage, renderTables } from './page';
import { blockIn, CHART, README, renderBlock, renderChart, withBlock } from './readme';
import { faultsOf, RECORD, readBrowserRun, SERVED, withMachine } from './record';
import { type BrowserRequest, parseBrowserRequest, REQUEST_VARIABLE } from './request';

const asked = process.env[REQUEST_VARIABLE];
const HOUR = 3_600_000;
/** The page's own estimate is rough, and a machine may be busy. */
const PATIENCE_MS = HOUR;

const recorded = () => readBrowserRun(readFile(RECORD));

/** Everything that is made from a record. */
function filesOf(text: string): Map<string, string> {
  const run = readBrowserRun(text);
  return new Map([
    [RECORD, text],
    [SERVED, text],
    ...renderPage(run),
    [CHART, renderChart(run)],
    [README, withBlock(readFile(README), run)],
  ]);
}

async function measureAnew({ configuration }: BrowserRequest): Promise<string> {
  const machine = describeMachine();
  const text = await measureInBrowser(configuration, {
    timeoutMs: PATIENCE_MS,
    onProgress: (line) => console.log(line),
  });
  return withMachine(text, machine);
}

async function measure(request: BrowserRequest): Promise<void> {
  const text = request.pageOnly ? readFile(RECORD) : await measureAnew(request);
  const run = readBrowserRun(text);
  console.log(`\n${renderTables(run)}`);
  const faults = faultsOf(run);
  if (request.output) writeFile(`tests/bench/results/${request.output}.json`, text);
  if (faults.length === 0 && (request.writes || request.pageOnly)) {
    for (const [name, content] of filesOf(text)) writeFile(name, content);
  }
  expect(faults, 'wrong answers, or structures of ours that failed').toEqual([]);
}

if (asked) test('measure', () => measure(JSON.parse(asked) as BrowserRequest), HOUR);

/** The record with some of its results changed. */
function changed(change: (result: Result, i: number) => Partial<Result>): LoadedRun {
  const run = recorded();
  return { ...run, results: run.results.map((one, i) => ({ ...one, ...change(one, i) })) };
}

describe.skipIf(asked)(PAGE, () => {
  test('says what the record says', () => {
    for (const [name, text] of renderPage(recorded())) expect(readFile(name), name).toBe(text);
  });

  test('and the README shows that record', () => {
    expect(readFile(CHART)).toBe(renderChart(recorded()));
    expect(blockIn(readFile(README))).toBe(renderBlock(recorded()));
  });

  test('and the playground lays that record over a run', () => {
    expect(readFile(SERVED)).toBe(readFile(RECORD));
  });

  test('the record holds no wrong answer, and every time was checked', () => {
    const run = recorded();
    expect(faultsOf(run)).toEqual([]);
    const timed = run.results.filter(({ ms }) => ms !== null);
    expect(timed.length).toBeGreaterThan(10);
    for (const { contender, samples, found, expected, note, sampleCount } of timed) {
      expect(samples).toHaveLength(sampleCount);
      expect(found, contender).not.toBeNull();
      // rays may differ within float32 rounding, and say so
      if (!note) expect(found, contender).toEqual(expected);
    }
  });

  test('names a loss', () => {
    const other = recorded().results.findIndex(
      ({ contender, ms }) => ms && !contender.startsWith('sapwood:'),
    );
    const ms = { min: 1e-6, p25: 1e-6, median: 1e-6, p75: 1e-6 };
    const run = changed((_result, i) => (i === other ? { ms } : {}));
    const text = renderTables(run);
    expect(text).toContain('Where others are faster');
    expect(text).toContain(`${run.titles[run.results[other].contender]} is the fastest`);
  });

  test('shows wrong and failed results as such, and never their times', () => {
    const first = recorded().results.findIndex(({ ms }) => ms !== null);
    for (const status of ['wrong', 'failed'] as const) {
      const run = changed((_result, i) =>
        i === first ? { status, ms: null, note: 'told by the test' } : {},
      );
      const text = renderTables(run);
      expect(text).toContain(`**${status}**`);
      expect(text).toContain(`${status}: told by the test`);
    }
    const wrong = changed((_result, i) => (i === first ? { status: 'wrong', ms: null } : {}));
    expect(faultsOf(wrong)).toHaveLength(1);
  });

  test('the block goes between the markers of the README and nowhere else', () => {
    const readme = '# Sapwood\n\n<!-- chart: begin -->\nold\n<!-- chart: end -->\n\nmore\n';
    const text = withBlock(readme, recorded());
    expect(blockIn(text)).toBe(renderBlock(recorded()));
    expect(text.startsWith('# Sapwood\n\n<!-- chart: begin -->\n')).toBe(true);
    expect(text.endsWith('<!-- chart: end -->\n\nmore\n')).toBe(true);
    expect(text).not.toContain('old');
  });

  test('a README without its markers is not written', () => {
    expect(() => withBlock('# Sapwood\n', recorded())).toThrow('expected the markers');
  });

  test.each([
    ['nothing', () => ''],
    ['half a file', () => readFile(RECORD).slice(0, 5000)],
    ['another record', () => readFile('tests/bench/results/peers.json')],
    ['the run of another runner', () => readFile('tests/bench/results/reference.json')],
  ])('%s is refused with a sentence', (_name, text) => {
    expect(() => readBrowserRun(text())).toThrow(/^.{10,}/);
  });
});

describe.skipIf(asked)('arguments', () => {
  test('choose a preset and narrow it', () => {
    expect(parseBrowserRequest([])).toMatchObject({ writes: true, pageOnly: false });
    expect(parseBrowserRequest([]).configuration.preset).toBe('standard');
    expect(parseBrowserRequest(['--full']).writes).toBe(true);
    const quick = parseBrowserRequest(['--quick']);
    expect({ preset: quick.configuration.preset, writes: quick.writes }).toEqual({
      preset: 'quick',
      writes: false,
    });
    const narrow = parseBrowserRequest(['--phase', 'pairs', '--contender', 'rbush']);
    expect(narrow.configuration).toMatchObject({ phases: ['pairs'], contenders: ['rbush'] });
    expect(narrow.writes).toBe(false);
    expect(parseBrowserRequest(['--from', '1_000', '--to', '5000', '--sizes', '2'])).toMatchObject({
      configuration: { from: 1000, to: 5000, sizes: 2 },
      writes: false,
    });
    expect(parseBrowserRequest(['--full', '--output', 'mine'])).toMatchObject({
      output: 'mine',
      writes: false,
    });
    expect(parseBrowserRequest(['--page']).pageOnly).toBe(true);
  });

  test.each([
    [['--scene', 'moon'], '--scene: expected one of'],
    [['--contender', 'bush'], '--contender: expected one of'],
    [['--phase', 'sing'], '--phase: expected one of'],
    [['--dimensions', '4'], "--dimensions: expected 2 or 3, found '4'"],
    [['--to', '1e9'], '--to: expected a whole number from'],
    [['--sizes', '0'], '--sizes: expected a whole number from 1'],
    [['--quick', '--full'], 'expected one of them'],
    [['--output', '../up'], '--output: expected a plain name'],
    [['--fast'], "Unknown option '--fast'"],
  ])('%j is refused with a sentence', (args, sentence) => {
    expect(() => parseBrowserRequest(args)).toThrow(sentence);
  });
});
