/** What a visitor has and wants to know: the one question of "Which structure?". */

import type { Dimensions } from 'sapwood/all';

export const asks = ['collisions', 'neighbors', 'camera', 'rays', 'ranges'] as const;
export type Ask = (typeof asks)[number];

/** Per cent of the things that move in each frame: those that were measured. */
export const shares = [0, 1, 10, 100] as const;
export type Share = (typeof shares)[number];

export interface Question {
  readonly count: number;
  readonly share: Share;
  readonly dimensions: Dimensions;
  readonly ask: Ask;
}

export const LEAST = 10;
export const MOST = 100_000;

export const firstQuestion: Question = {
  count: 5000,
  share: 100,
  dimensions: 2,
  ask: 'collisions',
};

export const askWords: Readonly<Record<Ask, string>> = {
  collisions: 'collisions',
  neighbors: 'neighbors',
  camera: 'what the camera sees',
  rays: 'rays',
  ranges: 'ranges',
};

export const shareWords: Readonly<Record<Share, string>> = {
  0: 'standing',
  1: 'mostly standing',
  10: 'partly moving',
  100: 'moving',
};

/** What is counted as one answer, with its share of motion. */
export function workWords({ ask, share }: Pick<Question, 'ask' | 'share'>): string {
  const moved = share === 100 ? 'all' : `${share} %`;
  const frame = share === 0 ? 'Nothing moves: built once, then' : `Each frame ${moved} move, then`;
  if (ask === 'collisions') return `${frame} all overlapping pairs are found.`;
  if (ask === 'camera' && share === 0) {
    return 'Nothing moves: built before, which is not counted. A camera asks once what it sees.';
  }
  if (ask === 'camera') return `${frame} a camera asks once what it sees.`;
  const what = {
    neighbors: 'for its 8 nearest',
    rays: 'along a ray',
    ranges: 'for a small range',
  }[ask];
  return `${frame} ${share === 0 ? 'each thing' : 'every tenth thing'} asks once ${what}.`;
}

/** A camera looks into space; in the plane its view is a range. */
export function conformQuestion(question: Question): Question {
  const { ask, count, dimensions } = question;
  const whole = Number.isFinite(count) ? Math.round(count) : firstQuestion.count;
  return {
    ...question,
    count: Math.min(Math.max(whole, LEAST), MOST),
    ask: dimensions === 2 && ask === 'camera' ? 'ranges' : ask,
  };
}
