/** Task, scene and motion that the visitor selects on the page "Which one?". */

import type { Dimensions } from 'sapwood/all';

export const tasks = ['collisions', 'neighbors', 'camera', 'rays', 'ranges'] as const;
export type Task = (typeof tasks)[number];

/** Measured percentages of items that move per frame. */
export const shares = [0, 1, 10, 100] as const;
export type Share = (typeof shares)[number];

export interface Question {
  readonly count: number;
  readonly share: Share;
  readonly dimensions: Dimensions;
  readonly task: Task;
}

export const MIN_COUNT = 10;
export const MAX_COUNT = 100_000;

export const firstQuestion: Question = {
  count: 5000,
  share: 100,
  dimensions: 2,
  task: 'collisions',
};

export const taskWords: Readonly<Record<Task, string>> = {
  collisions: 'collisions',
  neighbors: 'nearest neighbors',
  camera: 'camera culling',
  rays: 'ray casts',
  ranges: 'small box queries',
};

export const shareWords: Readonly<Record<Share, string>> = {
  0: 'still',
  1: 'mostly still',
  10: 'partly moving',
  100: 'moving',
};

/** Describes the work that one measured time includes. */
export function workWords({ task, share }: Pick<Question, 'task' | 'share'>): string {
  const moved = share === 100 ? 'All boxes' : `${share} % of the boxes`;
  const motion = share === 0 ? 'Nothing moves.' : `${moved} move in each frame.`;
  const update = share === 0 ? 'one build' : 'one update';
  if (task === 'camera' && share === 0) {
    return `${motion} The time is one frustum query; the build is not counted.`;
  }
  if (task === 'camera') return `${motion} The time is ${update} and one frustum query.`;
  if (task === 'collisions') {
    return `${motion} The time is ${update} and one search for all overlapping pairs.`;
  }
  const query = {
    neighbors: 'one search for the 8 nearest boxes',
    rays: 'one ray cast',
    ranges: 'one small box query',
  }[task];
  const from = share === 0 ? 'each box' : 'one box in ten';
  return `${motion} The time is ${update} and ${query} from ${from}.`;
}

/** Replaces invalid values. A camera query requires 3D; in 2D it becomes a range query. */
export function conformQuestion(question: Question): Question {
  const { task, count, dimensions } = question;
  const whole = Number.isFinite(count) ? Math.round(count) : firstQuestion.count;
  return {
    ...question,
    count: Math.min(Math.max(whole, MIN_COUNT), MAX_COUNT),
    task: dimensions === 2 && task === 'camera' ? 'ranges' : task,
  };
}
