/**
 * Tests of the native benchmark: its record and its page are computed from reports of the programs.
 */

import { describe, expect, test } from 'vitest';
import { readArguments } from '../command/arguments';
import { readFile } from '../report/document';
import { PAGE, renderPage } from './page';
import { KNOWN, nativePhases, parseNative, programArguments } from './plan';
import { makeRecord, type Pass } from './record';
import { run } from './run';
import { targetResults } from './targets';

const requestOf = (line: readonly string[]) => parseNative(readArguments(line, KNOWN));

const machine = {
  ...{ date: '', commit: null, runtime: 'Node', v8: '', os: '', cpu: '', cores: 1 },
  ...{ load: [0, 0] as const, calibration: [1, 1] as const },
};

function passOf(runtime: Pass['runtime'], rows: readonly object[]): Pass {
  const program = { compiler: 'g++', simd: 'sse', libraries: [] };
  const common = {
    ...{ scene: 'uniform-3d-100k', dimensions: 3, n: 100_000, seed: 1, phase: 'refit' },
    ...{ options: {}, peer: false, status: 'ok', note: '', operation: 'box' },
    ...{ operations: 10, calls: 1, wall: [], checks: [] },
  };
  const filled = rows.map((row) => ({ ...common, ...row }));
  return { runtime, report: { program, rows: filled } as unknown as Pass['report'] };
}

const setting = {
  ...{ machine, version: '0', emscripten: '0' },
  request: requestOf([]),
};

describe('the native benchmark', () => {
  test('the phases match the phases of the program', () => {
    const source = readFile('tests/bench/native/contender.hpp');
    const ids = [...source.matchAll(/\{Phase::k\w+, "([\w-]+)"/g)].map(([, id]) => id);
    expect(nativePhases.map(({ id }) => id)).toEqual(ids);
  });

  test('samples of all passes are merged into one row, which is wrong if one pass is wrong', () => {
    const passes = [
      passOf('native', [
        { structure: 'a', cpu: [10, 30] },
        { structure: 'b', cpu: [10] },
      ]),
      passOf('native', [
        { structure: 'a', cpu: [20] },
        { structure: 'b', cpu: [1], status: 'wrong' },
      ]),
    ];
    const record = makeRecord(passes, setting);
    const [a, b] = record.rows;
    expect(a.ns).toEqual({ min: 1, p25: 1.5, median: 2, p75: 2.5 });
    expect(b).toMatchObject({ status: 'wrong', ns: null });
    expect(run.faults?.(record)).toHaveLength(1);
    expect(renderPage(record).get(PAGE)).toMatch(/^\| b \|.* \*\*WRONG\*\* \|/m);
  });

  test('the result of a target compares the fastest structure with the library of the target', () => {
    const ours = { structure: 'ours', cpu: [60] };
    const peers = [
      { structure: 'embree', peer: true, cpu: [100] },
      { structure: 'other', peer: true, cpu: [50] },
    ];
    const passes = [
      passOf('native', [{ structure: 'slower', cpu: [70] }, ours, ...peers]),
      passOf('wasm', [{ ...ours, cpu: [90] }]),
    ];
    const [result] = targetResults(makeRecord(passes, setting));
    expect(result.peer?.structure).toBe('embree');
    expect(result.ratio).toBeCloseTo(0.6);
    expect(result.wasm).toBeCloseTo(1.5);
  });

  test('the program receives the plan of the preset as arguments', () => {
    const words = programArguments(requestOf(['--quick', '--variants=kd-tree']), 'out.json');
    expect(words).toContain('--output=out.json');
    expect(words).toContain('--rounds=3');
    expect(words).toContain('--variants=kd-tree');
  });
});
