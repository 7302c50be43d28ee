/**
 * Tests that the structures that `advise` returns cost little more than the best candidates, and
 * that its rules agree with the recorded measurements.
 */

import { init, structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { volume } from '../../web/support/volume';
import { once } from '../node/once';
import { adviceFor, compareAdvice } from './advice-comparison';
import { type AdviseCase, learnedCases, unseenCases } from './cases';
import { purposes, weightsOf } from './cost';
import { compareDynamic } from './dynamic-worlds';
import type { RecordedCell } from './record';
import { deriveTable, kindOf } from './rules';
import { recorded as ofRun } from './run';
import { countCase } from './work';

/** Maximum cost of the advised structure, divided by the cost of the cheapest candidate. */
const LIMIT = 1.5;
/**
 * Maximum cost ratio in cases with other seeds and sizes, which were not used to derive the rules.
 */
const LIMIT_UNSEEN = 2;
/**
 * Maximum ratio of times in the record of the dynamic benchmark. The times depend on the load of
 * the machine.
 */
const LIMIT_OF_TIMES = 2;
/**
 * Maximum numbers of boxes of static and of moving cases whose work the tests count again. For
 * larger cases the tests use the recorded counters.
 */
const COUNTED = { still: volume(3000, 1000), moving: volume(2000, 1000) };

await init();

const recorded = () => ofRun().advice;
const weights = once(() => weightsOf(recorded()));

function cellsOf(one: AdviseCase, live: boolean): readonly RecordedCell[] {
  if (!live) return recorded().cells.filter((cell) => cell.case === one.id);
  return countCase(one).map(({ candidate: { contender, policy }, work }) => {
    return { case: one.id, structure: contender.label, policy, work, ns: null };
  });
}

function isSmall({ n, definition }: AdviseCase): boolean {
  return n <= (definition.motion ? COUNTED.moving : COUNTED.still);
}

/**
 * A short test run counts every sixteenth case and uses the recorded counters for the other cases.
 */
const SAMPLED = volume(1, 16);
const sampleOf = (cases: readonly AdviseCase[]) => cases.filter((_, i) => i % SAMPLED === 0);
const counted = sampleOf(learnedCases.filter(isSmall));

function ratiosOf(one: AdviseCase, live: boolean) {
  const advice = adviceFor(one);
  const cells = cellsOf(one, live);
  const kind = kindOf(advice.sample);
  return purposes.map((purpose) => {
    const { advised, cheapest, ratio } = compareAdvice(
      weights(),
      purpose,
      kind,
      cells,
      advice[purpose],
    );
    return { purpose, advised, cheapest, ratio };
  });
}

const tooFar = (ratios: ReturnType<typeof ratiosOf>, limit = LIMIT) =>
  ratios.filter(({ ratio }) => !(ratio <= limit));

describe('[G6] the advice', () => {
  test.each(counted)('costs at most 1.5 times the least cost: $id', (one) => {
    expect(tooFar(ratiosOf(one, true))).toEqual([]);
  });

  test.each(learnedCases.filter((one) => !counted.includes(one)))(
    'costs at most 1.5 times the least cost, by the recorded counters: $id',
    (one) => {
      expect(tooFar(ratiosOf(one, false))).toEqual([]);
    },
  );

  test.each(sampleOf(unseenCases))(
    'costs at most twice the least cost in cases that the rules were not derived from: $id',
    (one) => {
      expect(tooFar(ratiosOf(one, true), LIMIT_UNSEEN)).toEqual([]);
    },
  );

  test('costs more than 3 times the least cost if it is brute force', () => {
    const one = learnedCases.find(({ id }) => id === 'uniform-3d-10k')!;
    const { pairs, sample } = adviceFor(one);
    const bad = { ...pairs, structure: 'brute-force', options: {}, policy: 'rebuild' as const };
    const { ratio } = compareAdvice(weights(), 'pairs', kindOf(sample), cellsOf(one, false), bad);
    expect(ratio).toBeGreaterThan(3);
  });
});

describe('[G6] the advice in the worlds of the dynamic benchmark', () => {
  test.each(compareDynamic())(
    '$world, n = $n: $advised is near the fastest structure',
    ({ timed }) => {
      expect(timed).toBeLessThan(LIMIT_OF_TIMES);
    },
  );
});

describe('[G13] the rules', () => {
  test('are derived from a record of every case, with the figures that the package computes', () => {
    expect(recorded().cases.map(({ id }) => id)).toEqual(learnedCases.map(({ id }) => id));
    for (const one of learnedCases.filter(isSmall)) {
      const { figures } = recorded().cases.find(({ id }) => id === one.id)!;
      expect(adviceFor(one).sample, one.id).toEqual(figures);
    }
  });

  test('are derived from a record of every structure of the registry', () => {
    const measured = new Set(
      recorded().cells.flatMap(({ structure, ns }) => (ns ? [structure.split(' ')[0]] : [])),
    );
    for (const { id } of structures) expect([...measured]).toContain(id);
  });

  test('are at most 8 per list, and each has at most 3 conditions', () => {
    const table = deriveTable(recorded());
    for (const rules of purposes.flatMap((purpose) => Object.values(table[purpose]))) {
      expect(rules.length).toBeGreaterThan(1);
      expect(rules.length).toBeLessThanOrEqual(8);
      for (const { when } of rules) expect(when.length).toBeLessThanOrEqual(3);
    }
  });
});
