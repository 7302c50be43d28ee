/** What a run took here corrects the estimate of the next one. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { learnedPace, learnPace, timeHere } from '../../../web/playground/src/bench/pace.js';

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
  expect(timeHere(plan)).toBe(70_000);
  learnPace(3.2);
  expect(timeHere(plan)).toBe(20_000 * 3.2 + 50_000);
});

test('what is no pace of a machine is not learned', () => {
  for (const ratio of [Number.NaN, Number.POSITIVE_INFINITY, 0, -1, 1000]) learnPace(ratio);
  expect(learnedPace()).toBe(1);
  kept.set('sapwood-bench-pace', 'fast');
  expect(learnedPace()).toBe(1);
});

test('who lets nothing be stored has the first estimate every time', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    get: () => {
      throw new Error('denied');
    },
    configurable: true,
  });
  learnPace(2);
  expect(learnedPace()).toBe(1);
});
