/** Record and page of the benchmark in a browser. */

import { describe, expect, test } from 'vitest';
import type { LoadedRun, Result } from '../../../web/playground/src/bench/model';
import { readFile } from '../report/document';
import { PAGE, renderTables } from './page';
import { faultsOf, RECORD, readBrowserRun } from './record';

const recorded = () => readBrowserRun(readFile(RECORD));

/** Returns the record with changed results. */
function changed(change: (result: Result, i: number) => Partial<Result>): LoadedRun {
  const run = recorded();
  return { ...run, results: run.results.map((one, i) => ({ ...one, ...change(one, i) })) };
}

describe(PAGE, () => {
  test('the record has no wrong result, and the result of every timed call was checked', () => {
    const run = recorded();
    expect(faultsOf(run)).toEqual([]);
    const timed = run.results.filter(({ ms }) => ms !== null);
    expect(timed.length).toBeGreaterThan(10);
    for (const { contender, samples, found, expected, note, sampleCount } of timed) {
      expect(samples).toHaveLength(sampleCount);
      expect(found, contender).not.toBeNull();
      // results of rays may differ by float32 rounding; they have a note
      if (!note) expect(found, contender).toEqual(expected);
    }
  });

  test('the page names cells in which another library is faster', () => {
    const other = recorded().results.findIndex(
      ({ contender, ms }) => ms && !contender.startsWith('sapwood:'),
    );
    const ms = { min: 1e-6, p25: 1e-6, median: 1e-6, p75: 1e-6 };
    const run = changed((_result, i) => (i === other ? { ms } : {}));
    const text = renderTables(run);
    expect(text).toContain('another library is faster');
    expect(text).toContain(`${run.titles[run.results[other].contender]} is the fastest`);
  });

  test('the page marks wrong and failed results and omits their times', () => {
    const first = recorded().results.findIndex(({ ms }) => ms !== null);
    for (const status of ['wrong', 'failed'] as const) {
      const run = changed((_result, i) =>
        i === first ? { status, ms: null, note: 'a note' } : {},
      );
      const text = renderTables(run);
      expect(text).toContain(`**${status}**`);
      expect(text).toContain(`${status}: a note`);
    }
    const wrong = changed((_result, i) => (i === first ? { status: 'wrong', ms: null } : {}));
    expect(faultsOf(wrong)).toHaveLength(1);
  });

  test.each([
    ['nothing', () => ''],
    ['half a file', () => readFile(RECORD).slice(0, 5000)],
    ['another record', () => readFile('tests/bench/results/peers.json')],
    ['the run of another runner', () => readFile('tests/bench/results/reference.json')],
  ])('%s is rejected with a message', (_name, text) => {
    expect(() => readBrowserRun(text())).toThrow(/^.{10,}/);
  });
});
