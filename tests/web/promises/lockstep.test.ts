import { init } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { allSubjects } from '../support/subjects.js';
import { goldenOf, parameter, play } from './lockstep.js';

beforeAll(() => init());

const frames = parameter(process.env.SAPWOOD_LOCKSTEP === 'long' ? 'long' : 'short');

describe('the same calls give the same ids, order and bits as in C++', () => {
  test.each(allSubjects())(
    '$name',
    (subject) => {
      expect(play(subject, frames)).toBe(goldenOf(subject, frames));
    },
    600_000,
  );
});

test('another order of calls would be noticed', () => {
  const [first, second] = allSubjects();
  expect(play(first, 3)).not.toBe(play(first, 2));
  expect(play(first, 3)).not.toBe(play(second, 3));
});
