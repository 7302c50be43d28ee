/** How much time a run of Bench has left, by a clock of the test. */

import { expect, test } from 'vitest';
import { Pace } from '../../../web/playground/src/bench/pace.js';

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
