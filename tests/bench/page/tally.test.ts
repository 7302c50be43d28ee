/** Tests of the computation of results from the rounds that Workers measured. */

import { describe, expect, test } from 'vitest';
import type { Measured } from '../../../web/playground/src/bench/messages';
import { makePlan } from '../../../web/playground/src/bench/plan';
import { Tally } from '../../../web/playground/src/bench/tally';
import { catalog, small } from './sample-run';

const plan = makePlan(small, catalog);
const [few, many, fewInMemory] = plan.cells;
const expected = { count: 5, hash: '000000aa' };
const right: Measured = {
  ...{ kind: 'measured', times: [1, 2, 3], calls: 4, operations: 1000, bytes: null },
  ...{ found: expected, right: true },
};

describe('a result', () => {
  test('is computed over the samples of all rounds', () => {
    const tally = new Tally(plan);
    tally.add(few, 'rbush', right, expected);
    tally.add(few, 'rbush', { ...right, times: [4, 5] }, expected);
    expect(tally.of(few, 'rbush')).toMatchObject({
      status: 'ok',
      samples: [1, 2, 3, 4, 5],
      sampleCount: 5,
      ms: { min: 1, p25: 2, median: 3, p75: 4 },
    });
  });

  test('that is wrong has no time and is not measured again', () => {
    const tally = new Tally(plan);
    tally.add(few, 'rbush', right, expected);
    const found = { count: 4, hash: '000000bb' };
    tally.add(few, 'rbush', { ...right, right: false, found, note: 'found 4' }, expected);
    const result = tally.of(few, 'rbush')!;
    expect(result).toMatchObject({
      status: 'wrong',
      ms: null,
      samples: [],
      found,
      note: 'found 4',
    });
    expect(tally.isOpen(few, 'rbush')).toBe(false);
    expect(tally.isOpen(many, 'rbush')).toBe(true);
  });

  test('of a contender that throws contains the message', () => {
    const tally = new Tally(plan);
    tally.add(few, 'rbush', { kind: 'failed', message: 'no memory' }, expected);
    expect(tally.of(few, 'rbush')).toMatchObject({ status: 'failed', note: 'no memory', ms: null });
  });

  test('with few samples has a note', () => {
    const tally = new Tally(plan);
    tally.add(few, 'rbush', right, expected);
    tally.close(few, 'rbush');
    expect(tally.of(few, 'rbush')!.note).toBe('only 3 samples, because a call takes 2 ms');
  });

  test('of a memory phase has bytes, if the container reports its size', () => {
    const tally = new Tally(plan);
    tally.add(fewInMemory, 'sapwood:wide-tree', { ...right, bytes: 4096 }, expected);
    tally.add(fewInMemory, 'rbush', right, expected);
    expect(tally.of(fewInMemory, 'sapwood:wide-tree')).toMatchObject({
      status: 'ok',
      bytes: 4096,
      ms: null,
    });
    expect(tally.of(fewInMemory, 'rbush')).toMatchObject({ status: 'skipped', bytes: null });
  });
});

describe('the results', () => {
  test('are in the order of the plan', () => {
    const tally = new Tally(plan);
    tally.add(many, 'rbush', right, expected);
    tally.add(few, 'rbush', right, expected);
    tally.add(few, 'sapwood:wide-tree', right, expected);
    expect(tally.results.map(({ contender, n }) => [contender, n])).toEqual([
      ['sapwood:wide-tree', 1000],
      ['rbush', 1000],
      ['rbush', 10_000],
    ]);
    expect(tally.results).toBe(tally.results);
  });

  test('exclude larger sizes of contenders that timed out', () => {
    const tally = new Tally(plan);
    tally.recordTimeout(few, 'rbush');
    expect(tally.timeoutReason(many, 'rbush')?.note).toMatch(/no result in time at n = 1,000/);
    expect(tally.timeoutReason(many, 'kdbush')).toBeNull();
    tally.recordTimeout(many, 'kdbush');
    expect(tally.timeoutReason(few, 'kdbush')).toBeNull();
  });
});
