/** What a question of *Which structure?* counts as one answer, in a sentence. */

import { expect, test } from 'vitest';
import {
  type Ask,
  type Share,
  workWords,
} from '../../../web/playground/src/features/which/question.js';

const still = 'Nothing moves: built once, then';

test.each([
  ['collisions', 0, `${still} all overlapping pairs are found.`],
  ['collisions', 100, 'Each frame all move, then all overlapping pairs are found.'],
  ['neighbors', 0, `${still} each thing asks once for its 8 nearest.`],
  ['neighbors', 1, 'Each frame 1 % move, then every tenth thing asks once for its 8 nearest.'],
  ['rays', 0, `${still} each thing asks once along a ray.`],
  ['rays', 100, 'Each frame all move, then every tenth thing asks once along a ray.'],
  ['ranges', 0, `${still} each thing asks once for a small range.`],
  ['ranges', 10, 'Each frame 10 % move, then every tenth thing asks once for a small range.'],
  [
    'camera',
    0,
    'Nothing moves: built before, which is not counted. A camera asks once what it sees.',
  ],
  ['camera', 10, 'Each frame 10 % move, then a camera asks once what it sees.'],
] as const satisfies readonly (readonly [Ask, Share, string])[])(
  'an answer about %s where %s of a hundred things move',
  (ask, share, sentence) => {
    expect(workWords({ ask, share })).toBe(sentence);
  },
);
