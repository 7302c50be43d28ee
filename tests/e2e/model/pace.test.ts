/** How much time a run of Bench has left, by a clock of the test. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  FIRST_PACE,
  learnedPace,
  learnPace,
  Pace,
  timeHere,
} from '../../../web/playground/src/bench/pace.js';

function timed(measuringMs: number, waitingMs = 0) {
  const clock = { now: 1000 };
  return { clock, pace: new Pace(measuringMs, waitingMs, () => clock.now) };
}

test('goes down within a part until the part should be over', () => {
  const { clock, pace } = timed(600);
  pace.begin(200);
  clock.now += 150;
  expect(pace.leftMs).toBe(450);
  clock.now += 150;
  expect(pace.leftMs).toBe(400);
  pace.pass(200);
  expect(pace.leftMs).toBe(400);
  expect(pace.elapsedMs).toBe(300);
});

test('what measuring really took corrects what is left of it', () => {
  const { pace } = timed(600);
  pace.begin(200);
  pace.note(200, 500);
  pace.pass(200);
  expect(pace.leftMs).toBe(400 * 2.5);
});

test('the browser is waited for as long as it takes, however fast the machine is', () => {
  const { clock, pace } = timed(100, 5000);
  pace.begin(100);
  pace.note(100, 400);
  pace.pass(100);
  expect(pace.leftMs).toBe(5000);
  pace.wait(5000);
  clock.now += 1200;
  expect(pace.leftMs).toBe(3800);
  pace.passWaiting(5000);
  expect(pace.leftMs).toBe(0);
});

test('what earlier runs took corrects the estimate before anything is measured', () => {
  const clock = { now: 0 };
  const pace = new Pace(600, 100, () => clock.now, 3);
  expect(pace.leftMs).toBe(1900);
  pace.begin(200);
  clock.now += 200;
  pace.note(200, 200);
  pace.pass(200);
  expect(pace.leftMs).toBe(500);
});

test('what lies between the parts counts too, waiting for the browser does not', () => {
  const { clock, pace } = timed(600, 1000);
  pace.begin(200);
  clock.now += 500;
  pace.note(200, 200);
  pace.pass(200);
  expect(pace.overall).toBe(2.5);
  expect(pace.leftMs).toBe(400 * 2.5 + 1000);
  pace.wait(1000);
  clock.now += 4000;
  pace.passWaiting(1000);
  expect(pace.overall).toBe(2.5);
  expect(pace.leftMs).toBe(1000);
});

const kept = new Map<string, string>();
const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');

beforeEach(() => {
  kept.clear();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true });
});

afterEach(() => {
  if (before) Object.defineProperty(globalThis, 'localStorage', before);
  else Reflect.deleteProperty(globalThis, 'localStorage');
});

test('measuring is stretched, waiting for the browser is not', () => {
  const plan = { estimatedMs: 70_000, waitingMs: 50_000 };
  expect(timeHere(plan)).toBe(20_000 * FIRST_PACE + 50_000);
  learnPace(3.2);
  expect(timeHere(plan)).toBe(20_000 * 3.2 + 50_000);
});

test('what is no pace of a machine is not learned', () => {
  for (const ratio of [Number.NaN, Number.POSITIVE_INFINITY, 0, -1, 1000]) learnPace(ratio);
  expect(learnedPace()).toBe(FIRST_PACE);
  kept.set('sapwood-bench-pace', 'fast');
  expect(learnedPace()).toBe(FIRST_PACE);
});

test('who lets nothing be stored has the first estimate every time', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    get: () => {
      throw new Error('denied');
    },
    configurable: true,
  });
  learnPace(2);
  expect(learnedPace()).toBe(FIRST_PACE);
});
