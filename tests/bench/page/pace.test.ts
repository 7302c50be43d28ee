/** How much time a run says that it has left. */

import { expect, test } from 'vitest';
import { Pace } from '../../../web/playground/src/bench/pace';

let now = 0;
const pace = (measuringMs: number, waitingMs = 0) => {
  now = 1000;
  return new Pace(measuringMs, waitingMs, () => now);
};

test('begins with the estimate and ends with nothing', () => {
  const run = pace(500, 200);
  expect(run.leftMs).toBe(700);
  run.pass(500);
  run.passWaiting(200);
  expect(run.leftMs).toBe(0);
});

test('is corrected by what measuring took, and waiting is not', () => {
  const run = pace(500, 200);
  run.begin(100);
  now += 50;
  run.note(100, 50);
  run.pass(100);
  expect(run.leftMs).toBe(400 / 2 + 200);
});

test('goes down while something is measured, and stands where that takes longer than it should', () => {
  const run = pace(500);
  run.begin(100);
  now += 60;
  expect(run.leftMs).toBe(440);
  now += 6000;
  expect(run.leftMs).toBe(400);
  run.pass(100);
  expect(run.leftMs).toBe(400);
  expect(run.elapsedMs).toBe(6060);
});

test('goes down while the browser is waited for', () => {
  const run = pace(100, 300);
  run.wait(300);
  now += 250;
  expect(run.leftMs).toBe(150);
  run.passWaiting(300);
  expect(run.leftMs).toBe(100);
});
