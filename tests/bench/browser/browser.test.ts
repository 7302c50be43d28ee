/** Tests of the record and the page of the browser benchmark. */

import { describe, expect, test } from 'vitest';
import type { LoadedRun, Result } from '../../../web/playground/src/bench/model';
import { toReport, writeReport } from '../../../web/playground/src/bench/record';
import { catalog, state, timed } from '../page/sample-run';
import { PAGE, renderPage, renderTables } from './page';
import { faultsOf, readBrowserRun } from './record';

const results = [1000, 10_000].flatMap((n) => [
  timed('sapwood:wide-tree', n, n / 1e5),
  timed('rbush', n, n / 1e3),
]);
const record = writeReport(toReport({ ...state, results }, catalog));
const recorded = () => readBrowserRun(record);

const { configuration: _, ...report } = JSON.parse(record);
const withoutConfiguration = JSON.stringify(report);

function changed(change: (result: Result, i: number) => Partial<Result>): LoadedRun {
  const run = recorded();
  return { ...run, results: run.results.map((one, i) => ({ ...one, ...change(one, i) })) };
}

describe(PAGE, () => {
  test('contains a table and a chart of each phase with frames', () => {
    const files = renderPage(recorded());
    expect([...files.keys()]).toEqual([PAGE, 'docs/images/browser-frame-tenth-uniform-2d.svg']);
    const row = '| *sapwood Wide tree* | **0.01** (0.0095–0.011) | **0.1** (0.095–0.1) |';
    expect(files.get(PAGE)).toContain(row);
  });

  test('the page names cells in which another library is faster', () => {
    const other = recorded().results.findIndex(
      ({ contender, ms }) => ms && !contender.startsWith('sapwood:'),
    );
    const ms = { min: 1e-6, p25: 1e-6, median: 1e-6, p75: 1e-6 };
    const run = changed((_result, i) => (i === other ? { ms } : {}));
    const text = renderTables(run);
    expect(renderTables(recorded())).toContain('no other library is faster');
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
    expect(faultsOf(recorded())).toEqual([]);
    expect(faultsOf({ ...recorded(), results: [] })).toEqual(['nothing was measured']);
  });

  test.each([
    ['nothing', '', /.{10,}/],
    ['half a file', record.slice(0, record.length / 2), /.{10,}/],
    ['another record', '{"schema":"sapwood-peers/2"}', /not a run that was saved by Bench/],
    ['the run of another runner', withoutConfiguration, /not a run that was saved by Bench/],
  ])('%s is rejected with a message', (_name, text, message) => {
    expect(() => readBrowserRun(text)).toThrow(message);
  });
});
