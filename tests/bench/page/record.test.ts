/** Runs as JSON: there and back, and what is said of damaged files. */

import { readFileSync } from 'node:fs';
import { SCHEMA } from 'measuring';
import { describe, expect, test } from 'vitest';
import { Fault, phaseIds } from '../../../web/playground/src/bench/model';
import { readAnyRun } from '../../../web/playground/src/bench/other-runners';
import { completeness } from '../../../web/playground/src/bench/plan';
import {
  readRun,
  reportText,
  runOf,
  toReport,
  writeReport,
} from '../../../web/playground/src/bench/record';
import { Place } from '../../../web/playground/src/bench/report-check';
import { catalog, results, small, state } from './sample-run';

const text = writeReport(toReport(state, catalog));

/** The same file with one thing changed. */
function changed(path: string, value: unknown, file = text): string {
  const report = JSON.parse(file);
  const steps = path.split('.');
  const last = steps.pop()!;
  steps.reduce((place, step) => place[step], report)[last] = value;
  return JSON.stringify(report);
}

function faultOf(file: string): string {
  try {
    readRun(file, 'run.json');
  } catch (error) {
    expect(error).toBeInstanceOf(Fault);
    return (error as Fault).message;
  }
  return 'none';
}

describe('a run as JSON', () => {
  const report = JSON.parse(text);

  test('has the schema of all runners, each sample and the card', () => {
    expect(report.schema).toBe(SCHEMA);
    expect(report.environment).toEqual(state.environment);
    const [row] = report.rows;
    expect(row).toMatchObject({
      structure: 'wide-tree',
      options: {},
      phase: 'frame-tenth',
      n: 1000,
    });
    expect(row.sampleNs).toHaveLength(5);
    // 0.01 ms per frame of 1000 boxes
    expect(row.ns.median).toBeCloseTo(10, 6);
    expect(report.rows[1].options).toEqual({ build: 'morton' });
    expect(report.rows[2]).toMatchObject({
      structure: 'rbush',
      peer: true,
      status: 'wrong',
      ns: null,
    });
  });

  test('names the versions of everybody', () => {
    const versions = Object.fromEntries(
      report.libraries.map(({ id, version }: { id: string; version: string }) => [id, version]),
    );
    expect(versions).toMatchObject({
      rbush: '4.0.1',
      kdbush: '4.1.0',
      'sapwood:wide-tree': '0.1.0',
    });
  });

  test('is read back as it was', () => {
    const back = readRun(text, 'run.json');
    expect(back.label).toBe('run.json');
    expect(back.configuration).toEqual(small);
    expect(back.marks).toEqual(state.marks);
    expect(back.environment).toEqual(state.environment);
    expect(back.results).toHaveLength(results.length);
    back.results.forEach((result, i) => {
      const { ms, samples, ...rest } = results[i];
      expect(result).toMatchObject(rest);
      expect(result.samples.map((one) => one.toFixed(9))).toEqual(
        samples.map((one) => one.toFixed(9)),
      );
      if (ms) expect(result.ms!.median).toBeCloseTo(ms.median, 9);
      else expect(result.ms).toBeNull();
    });
    expect(toReport({ ...state, results: back.results }, catalog)).toEqual(report);
  });

  test('of a canceled run has what was measured, and says how much of it there is', () => {
    const cut = { ...state, stage: 'canceled', results: results.slice(0, 1) } as const;
    const back = readRun(writeReport(toReport(cut, catalog)), 'cut');
    expect(back.results).toHaveLength(1);
    expect(completeness(back, catalog)).toEqual({ there: 1, wanted: 16 });
    expect(completeness({ ...back, configuration: null }, catalog)).toBeNull();
  });

  test('is the same when it is made a few results at a time', async () => {
    const many = Array.from({ length: 300 }, () => results).flat();
    const large = { ...state, results: many };
    expect(await reportText(state, catalog)).toBe(text);
    expect(await reportText(large, catalog)).toBe(writeReport(toReport(large, catalog)));
  });

  test('cannot be made before the run has begun', () => {
    const early = { ...state, environment: null };
    expect(() => toReport(early, catalog)).toThrow(Fault);
    expect(() => runOf(early, 'This run')).toThrow(Fault);
  });
});

describe('a file that is not such a run', () => {
  test('is refused with a sentence that names the place', () => {
    expect(faultOf(text)).toBe('none');
    expect(faultOf('')).toBe('run.json is not JSON: it may have been cut off.');
    expect(faultOf(text.slice(0, -20))).toMatch(/not JSON/);
    expect(faultOf('[]')).toMatch(/damaged: expected an object, found \[\]/);
    expect(faultOf('{}')).toMatch(
      /not a benchmark run: expected schema "sapwood-bench\/1", found none/,
    );
    expect(faultOf(changed('configuration', undefined))).toMatch(/saved by another program/);
  });

  test.each([
    ['rows', null, 'rows: expected a list, found null'],
    ['rows.1.n', 'many', 'rows[1].n: expected a whole number of at least 1, found "many"'],
    ['rows.0.n', -5, 'rows[0].n'],
    ['rows.0.dimensions', 4, 'rows[0].dimensions: expected 2 or 3, found 4'],
    ['rows.0.phase', 'dance', 'rows[0].phase'],
    ['rows.0.status', 'fast', 'rows[0].status'],
    ['rows.0.ns', null, 'rows[0].ns: expected times'],
    ['rows.0.ns.p75', 0, 'rows[0].ns: expected ascending quartiles'],
    ['rows.0.ns.median', 'NaN', 'rows[0].ns.median'],
    ['rows.0.sampleNs.2', null, 'rows[0].sampleNs[2]'],
    ['rows.2.ns', { min: 1, p25: 1, median: 1, p75: 1 }, 'no samples for the status wrong'],
    ['rows.0.options', { build: [] }, 'rows[0].options.build'],
    ['rows.0.checks', 'all right', 'rows[0].checks'],
    ['environment', 7, 'environment: expected an object'],
    ['environment.calibration', [], 'environment.calibration[0]'],
    ['environment.browser.isolated', 'yes', 'environment.browser.isolated'],
    ['libraries.0.title', 3, 'libraries[0].title'],
  ])('%s = %j', (path, value, said) => {
    expect(faultOf(changed(path, value))).toContain(said);
  });
});

describe('a file of another runner', () => {
  const fileOf = (name: string) =>
    readFileSync(new URL(`../results/${name}.json`, import.meta.url), 'utf8');
  const read = (name: string) => readAnyRun(fileOf(name), `${name}.json`);

  test.each(['reference', 'native'])('%s.json keeps every row under its own phases', (name) => {
    const run = read(name);
    const report = JSON.parse(fileOf(name));
    expect(run.results).toHaveLength(report.rows.length);
    expect(run.phases?.map(({ id }) => id)).toEqual(
      report.phases.map(({ id }: { id: string }) => `other:${id}`),
    );
    const keys = run.results.map(({ contender, dimensions, n, phase, scene }) =>
      [contender, dimensions, n, phase, scene].join(' '),
    );
    // the same structure in C++ and as WASM is not 1 contender
    expect(new Set(keys).size).toBe(keys.length);
    const at = report.rows.findIndex(({ ns }: { ns: unknown }) => ns !== null);
    const { ns, operations } = report.rows[at];
    expect(run.results[at].ms!.median).toBeCloseTo((ns.median * operations) / 1e6, 6);
    expect(run.environment).toEqual(report.environment);
    // a library has the name that its makers gave it, and its options behind that
    for (const [i, { options, peer, structure }] of report.rows.entries()) {
      if (!peer) continue;
      const { title } = report.libraries.find(({ id }: { id: string }) => id === structure);
      const words = [title, ...Object.values(options)].join(' ');
      expect(run.titles[run.results[i].contender]).toBe(words);
    }
  });

  test('peers.json lies over the phases that are the same work', () => {
    const run = read('peers');
    const { rows } = JSON.parse(fileOf('peers'));
    expect(run.results).toHaveLength(rows.length);
    for (const [i, { id, ms, workload }] of rows.entries()) {
      const { contender, ms: own, operations, phase } = run.results[i];
      expect(contender.split(':').pop()).toContain(id);
      expect(own?.median).toBe(ms?.median);
      if (phaseIds.some((known) => known === workload)) expect(phase).toBe(workload);
      else expect(run.phases!.map((one) => one.id)).toContain(phase);
      if (workload === 'box-queries') expect(operations).toBe(10_000);
    }
    expect(run.titles).toMatchObject({ rbush: 'rbush', 'sapwood:wide-tree': 'sapwood Wide tree' });
    expect(run.versions.rbush).toMatch(/^\d/);
  });

  test.each([
    ['reference', 'rows.3.ns.median', -1, 'rows[3].ns.median'],
    ['reference', 'phases.0.title', 7, 'phases[0].title'],
    ['peers', 'rows.0.ms', null, 'rows[0].ms: expected times'],
    ['peers', 'rows.0.ms.low', 'fast', 'rows[0].ms.low'],
    ['peers', 'rows.0.dimensions', 4, 'rows[0].dimensions'],
    ['peers', 'libraries.0.id', null, 'libraries[0].id'],
    ['peers', 'environment', null, 'environment: expected an object'],
  ])('%s.json with %s = %j is refused', (name, path, value, said) => {
    const damaged = changed(path, value, fileOf(name));
    expect(() => readAnyRun(damaged, 'run.json')).toThrow(said);
    expect(() => readAnyRun(damaged, 'run.json')).toThrow(Fault);
  });

  test('a record without the times of each round is read as well', () => {
    const record = JSON.parse(fileOf('peers'));
    const rows = record.rows.map(({ ms, ...row }: { ms: Record<string, unknown> | null }) => {
      const { each: _, ...spread } = ms ?? {};
      return { ...row, ms: ms && spread };
    });
    const older = JSON.stringify({ ...record, schema: 'sapwood-peers/1', rows });
    expect(readAnyRun(older, 'peers.json')).toEqual(readAnyRun(fileOf('peers'), 'peers.json'));
  });

  test('what is none of them is refused as before', () => {
    const empty = ['{"schema":"sapwood-peers/1"}', '{"schema":"sapwood-peers/2"}'];
    for (const file of ['', '[]', '{}', 'null', ...empty]) {
      expect(() => readAnyRun(file, 'run.json')).toThrow(Fault);
    }
    expect(readAnyRun(text, 'run.json')).toEqual(readRun(text, 'run.json'));
  });
});

describe('a text', () => {
  const place = new Place('run.json');

  test('as long as may be is taken', () => {
    expect(place.text('x'.repeat(2000))).toHaveLength(2000);
    expect(place.text('four', 4)).toBe('four');
  });

  test.each([
    ['longer by one letter', 'x'.repeat(2001), undefined],
    ['longer than this place has room for', 'fives', 4],
    ['a number', 7, undefined],
    ['none', null, undefined],
  ])('%s is refused', (_, value, most) => {
    expect(() => place.text(value, most)).toThrow(Fault);
  });
});
