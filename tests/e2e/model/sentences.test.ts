/** The page "Which one?" describes the measured work in a sentence. */

import { expect, test } from 'vitest';
import {
  type Share,
  type Task,
  workWords,
} from '../../../web/playground/src/features/which/question.js';

const still = 'Nothing moves. The time is one build and';
const update = 'move in each frame. The time is one update and';

test.each([
  ['collisions', 0, `${still} one search for all overlapping pairs.`],
  ['collisions', 100, `All boxes ${update} one search for all overlapping pairs.`],
  ['neighbors', 0, `${still} one search for the 8 nearest boxes from each box.`],
  [
    'neighbors',
    1,
    `1 % of the boxes ${update} one search for the 8 nearest boxes from one box in ten.`,
  ],
  ['rays', 0, `${still} one ray cast from each box.`],
  ['rays', 100, `All boxes ${update} one ray cast from one box in ten.`],
  ['ranges', 0, `${still} one small box query from each box.`],
  ['ranges', 10, `10 % of the boxes ${update} one small box query from one box in ten.`],
  ['camera', 0, 'Nothing moves. The time is one frustum query; the build is not counted.'],
  ['camera', 10, `10 % of the boxes ${update} one frustum query.`],
] as const satisfies readonly (readonly [Task, Share, string])[])(
  'the sentence about %s with %s %% moving boxes describes the work',
  (task, share, sentence) => {
    expect(workWords({ task, share })).toBe(sentence);
  },
);
