import { quantile } from 'measuring';
import { expect, test } from 'vitest';
import { MIN_ROUNDS, type SamplingPlan, sampleInTurns } from './sampling';

const plan: SamplingPlan = {
  rounds: 6,
  sampleMs: 10,
  warmUpMs: 30,
  budgetMs: 1000,
  slowestCallMs: 500,
};

/** `costs` contains the milliseconds per call of each subject. */
async function sample(costs: readonly number[], changes: Partial<SamplingPlan> = {}) {
  let now = 0;
  const log: { name: number; calls: number }[] = [];
  const subjects = costs.map((cost, name) => ({
    run(calls: number) {
      log.push({ name, calls });
      now += calls * cost;
    },
  }));
  const samples = await sampleInTurns(subjects, { ...plan, ...changes }, () => now);
  return { samples, log };
}

test('the number of calls fills the duration of a sample, and times are per call', async () => {
  const { samples } = await sample([0.01, 2]);
  expect(samples.map(({ calls }) => calls)).toEqual([1000, 5]);
  for (const time of samples[0].times) expect(time).toBeCloseTo(0.01);
  for (const time of samples[1].times) expect(time).toBeCloseTo(2);
});

test('subjects take turns, and the first subject changes in each round', async () => {
  const { log } = await sample([1, 1, 1], { rounds: 3 });
  expect(log.slice(-9).map(({ name }) => name)).toEqual([0, 1, 2, 1, 2, 0, 2, 0, 1]);
});

test('a slow subject has fewer rounds, evenly spread, but at least the minimum', async () => {
  const { samples, log } = await sample([1, 250], { rounds: 12 });
  expect(samples.map(({ times }) => times.length)).toEqual([12, 4]);
  const rounds = log.slice(-16).map(({ name }) => name);
  expect(rounds.lastIndexOf(1)).toBeGreaterThan(12);
  const { samples: fewest } = await sample([400], { rounds: 12 });
  expect(fewest[0].times).toHaveLength(MIN_ROUNDS);
});

test('a subject whose first call takes too long is not measured', async () => {
  const { samples, log } = await sample([1, 501]);
  expect(samples[1]).toEqual({ calls: 0, times: [], firstCallMs: 501 });
  expect(log.filter(({ name }) => name === 1)).toHaveLength(1);
});

test('all contenders warm up before the first is measured', async () => {
  const { log } = await sample([1, 1], { rounds: 2 });
  const warmUp = log.slice(0, -4);
  for (const name of [0, 1]) {
    const calls = warmUp.filter((entry) => entry.name === name).map((entry) => entry.calls);
    expect(calls.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(30);
  }
});

test('quantiles interpolate between samples', () => {
  expect([0, 0.25, 0.5, 1].map((q) => quantile([1, 2, 3, 10], q))).toEqual([1, 1.75, 2.5, 10]);
  expect(quantile([7], 0.75)).toBe(7);
});
