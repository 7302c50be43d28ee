/** Tests of the timing of one contender: window, warm-up, number of samples, time limit. */

import { calibrate, driftOf, isThrottled, measureTick, sampleAlone, windowOf } from 'measuring';
import { describe, expect, test } from 'vitest';

/** `cost` returns the duration of a call by its index. */
function simulatedJob(cost: (call: number) => number, tick = 0) {
  let now = 0;
  let calls = 0;
  const job = {
    call: () => {
      now += cost(calls++);
    },
  };
  const clock = () => (tick > 0 ? Math.floor(now / tick) * tick : now);
  return { job, clock, calls: () => calls, now: () => now };
}

const patient = { warmUpMs: 0, sampleMs: 0, limitMs: 1e6 };

describe('a sample', () => {
  test('has the number of calls that fills the window, and the time per call', () => {
    const { job, clock } = simulatedJob(() => 0.01);
    const { times, calls } = sampleAlone(job, { ...patient, windowMs: 2, minSamples: 4 }, clock);
    expect(calls).toBeGreaterThanOrEqual(200);
    expect(times).toHaveLength(4);
    for (const time of times) expect(time).toBeCloseTo(0.01, 10);
  });

  test('spans fifty steps of a coarse clock, so that one step is 2 %', () => {
    const tick = 0.1;
    const { job, clock } = simulatedJob(() => 0.013, tick);
    const windowMs = windowOf(tick);
    expect(windowMs).toBeCloseTo(5, 10);
    const { times } = sampleAlone(job, { ...patient, windowMs, minSamples: 20 }, clock);
    for (const time of times) expect(Math.abs(time / 0.013 - 1)).toBeLessThan(0.025);
  });

  test('is discarded if it is too short because the code became faster', () => {
    const { job, clock } = simulatedJob((call) => (call < 1 ? 4 : 0.05));
    const { times } = sampleAlone(job, { ...patient, windowMs: 1, minSamples: 3 }, clock);
    for (const time of times) expect(time).toBeCloseTo(0.05, 10);
  });

  test('has one call if a call takes longer than the window', () => {
    const { job, clock } = simulatedJob(() => 80);
    expect(sampleAlone(job, { ...patient, minSamples: 3 }, clock)).toEqual({
      times: [80, 80, 80],
      calls: 1,
    });
  });
});

describe('the measurement', () => {
  test('has at least the minimum number of samples and the minimum time', () => {
    const { job, clock } = simulatedJob(() => 1);
    const plan = { ...patient, windowMs: 1 };
    expect(sampleAlone(job, { ...plan, minSamples: 30 }, clock).times).toHaveLength(30);
    expect(sampleAlone(job, { ...plan, minSamples: 3, sampleMs: 40 }, clock).times).toHaveLength(
      40,
    );
  });

  test('ends at the time limit with the existing samples', () => {
    const { job, clock, now } = simulatedJob(() => 100);
    const { times } = sampleAlone(job, { ...patient, limitMs: 1000, minSamples: 30 }, clock);
    expect(times.length).toBeGreaterThan(5);
    expect(times.length).toBeLessThan(12);
    expect(now()).toBeLessThan(1200);
  });

  test('warms up until three windows agree within 5 %', () => {
    // each call is a tenth faster than the previous call, down to 1 ms
    const { job, clock } = simulatedJob((call) => Math.max(1, 100 * 0.9 ** call));
    const { times } = sampleAlone(job, { ...patient, steadyMs: 5000, minSamples: 5 }, clock);
    for (const time of times) expect(time).toBeCloseTo(1, 10);
  });

  test('limits the warm-up if windows never agree', () => {
    const { job, clock, now } = simulatedJob((call) => (call % 2 === 0 ? 10 : 20));
    sampleAlone(job, { ...patient, steadyMs: 500, sampleMs: 30 }, clock);
    expect(now()).toBeGreaterThanOrEqual(500);
    expect(now()).toBeLessThan(600);
  });
});

describe('the machine', () => {
  test('reports the resolution of its clock', () => {
    let reading = 0;
    expect(measureTick(() => Math.floor(reading++ / 7) * 0.25)).toBeCloseTo(0.25, 10);
    expect(measureTick(() => 3)).toBe(0);
  });

  test('is marked if its speed changes by more than a tenth', () => {
    expect(driftOf([10, 12])).toBeCloseTo(1.2, 10);
    const marked = [
      [10, 11.2] as const,
      [10, 8.8] as const,
      [10, 10.9] as const,
      [10, 9.1] as const,
    ];
    expect(marked.map(isThrottled)).toEqual([true, true, false, false]);
  });

  test('is calibrated by the best of several rounds', () => {
    const begins = [0, 50, 100, 150, 200];
    const lengths = [9, 7, 30, 8, 12];
    const readings = begins.flatMap((begin, i) => [begin, begin + lengths[i]]);
    expect(calibrate(() => readings.shift()!)).toBe(7);
  });
});
