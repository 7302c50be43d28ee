/** Tests of runs as JSON: a written run can be read again, and damaged files cause messages. */

import { SCHEMA } from 'measuring';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../../web/playground/src/bench/model';
import { completeness } from '../../../web/playground/src/bench/plan';
import {
  readRun,
  reportText,
  runOf,
  toReport,
  writeReport,
} from '../../../web/playground/src/bench/record';
import { catalog, results, small, state } from './sample-run';

const text = writeReport(toReport(state, catalog));

function changed(path: string, value: unknown): string {
  const report = JSON.parse(text);
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

  test('has the common schema, all samples and the environment', () => {
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
    // 0.01 ms per frame of 1000 boxes is 10 ns per box
    expect(row.ns.median).toBeCloseTo(10, 6);
    expect(report.rows[1].options).toEqual({ build: 'morton' });
    expect(report.rows[2]).toMatchObject({
      structure: 'rbush',
      peer: true,
      status: 'wrong',
      ns: null,
    });
  });

  test('contains the versions of all contenders', () => {
    const versions = Object.fromEntries(
      report.libraries.map(({ id, version }: { id: string; version: string }) => [id, version]),
    );
    expect(versions).toMatchObject({
      rbush: '4.0.1',
      kdbush: '4.1.0',
      'sapwood:wide-tree': '0.1.0',
    });
  });

  test('parses to the same run', () => {
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

  test('of a canceled run has the finished results and the completed share', () => {
    const cut = { ...state, stage: 'canceled', results: results.slice(0, 1) } as const;
    const back = readRun(writeReport(toReport(cut, catalog)), 'cut');
    expect(back.results).toHaveLength(1);
    expect(completeness(back, catalog)).toEqual({ present: 1, planned: 16 });
    expect(completeness({ ...back, configuration: null }, catalog)).toBeNull();
  });

  test('is the same if it is generated in parts', async () => {
    const many = Array.from({ length: 300 }, () => results).flat();
    const large = { ...state, results: many };
    expect(await reportText(state, catalog)).toBe(text);
    expect(await reportText(large, catalog)).toBe(writeReport(toReport(large, catalog)));
  });

  test('cannot be generated before the run has begun', () => {
    const early = { ...state, environment: null };
    expect(() => toReport(early, catalog)).toThrow(Fault);
    expect(() => runOf(early, 'This run')).toThrow(Fault);
  });
});

describe('an invalid file', () => {
  test('is rejected with a message', () => {
    expect(faultOf(text)).toBe('none');
    expect(faultOf('')).toBe('run.json is not JSON: it may have been cut off.');
    expect(faultOf(text.slice(0, -20))).toMatch(/not JSON/);
    for (const file of ['[]', '{}', 'null', changed('schema', 'sapwood-peers/2')]) {
      expect(faultOf(file)).toBe('run.json is not a run that was saved by Bench.');
    }
    // reports of other benchmarks have no configuration
    expect(faultOf(changed('configuration', undefined))).toMatch(/not a run that was saved/);
  });

  test.each([
    ['rows', null, 'it has no results'],
    ['rows.0', 7, 'result 1 is not valid'],
    ['rows.1.n', 'many', 'result 2'],
    ['rows.0.n', -5, 'result 1'],
    ['rows.0.seed', 0.5, 'result 1'],
    ['rows.0.dimensions', 4, 'result 1'],
    ['rows.0.phase', 'dance', 'result 1'],
    ['rows.0.status', 'fast', 'result 1'],
    ['rows.0.scene', 3, 'result 1'],
    ['rows.0.scene', 'x'.repeat(10_001), 'result 1'],
    ['rows.1.note', 3, 'result 2'],
    ['rows.0.calls', -1, 'result 1'],
    ['rows.0.operations', Number.NaN, 'result 1'],
    ['rows.0.byteLength', 'all', 'result 1'],
    ['rows.0.ns', null, 'result 1'],
    ['rows.0.ns.min', -1, 'result 1'],
    ['rows.0.ns.p75', 0, 'result 1'],
    ['rows.0.ns.median', 'NaN', 'result 1'],
    ['rows.0.sampleNs.2', null, 'result 1'],
    // a wrong result must not have times
    ['rows.2.ns', { min: 1, p25: 1, median: 1, p75: 1 }, 'result 3'],
    ['rows.0.options', { build: [] }, 'result 1'],
    ['rows.0.checks', 'all right', 'result 1'],
    ['rows.0.checks.0.hash', 3, 'result 1'],
    ['environment', 7, 'environment'],
    ['environment.runtime', 7, 'environment'],
    ['environment.calibration', [], 'environment'],
    ['environment.calibration.0', -1, 'environment'],
    ['environment.browser.isolated', 'yes', 'environment'],
    ['libraries.0.title', 3, 'libraries'],
  ])('%s = %j', (path, value, expected) => {
    expect(faultOf(changed(path, value))).toMatch(
      new RegExp(`^run.json is damaged: .*${expected}`),
    );
  });
});
