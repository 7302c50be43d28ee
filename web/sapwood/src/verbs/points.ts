/**
 * Items without extent, as points: `dimensions` numbers each. They lie in staging memory behind the boxes that are made
 * of them, and so stay when these are used.
 */
import { copyRecords, POINTS, readRecords } from '../bulk.js';
import { SapwoodError } from '../errors.js';
import { readCount } from '../inputs.js';
import { type IndexState, writable } from '../state.js';
import { build, reserveStaging, update } from './content.js';

export function stagingPoints(state: IndexState, count: number): Float32Array {
  writable(state, 'stagingPoints');
  const points = readCount(count, 'count');
  reserve(state, 'stagingPoints', points);
  const start = firstNumber(state);
  return state.core.f32.subarray(start, start + points * state.dimensions);
}

export function buildPoints(state: IndexState, points?: ArrayLike<number>): void {
  replaceBy(state, 'buildPoints', build, points);
}

export function updatePoints(state: IndexState, points?: ArrayLike<number>): number {
  return replaceBy(state, 'updatePoints', update, points);
}

/** Does something with staged boxes, by the boxes of points. */
function replaceBy<T>(
  state: IndexState,
  verb: string,
  work: (state: IndexState) => T,
  points?: ArrayLike<number>,
): T {
  writable(state, verb);
  if (points !== undefined) {
    const records = readRecords(points, state.dimensions, POINTS);
    writable(state, verb);
    reserve(state, verb, records.count);
    copyRecords(state.core, records, firstNumber(state) * 4);
  } else if (state.stagedPoints < 0) {
    const what = 'expected points, or a stagingPoints() before; got neither';
    throw new SapwoodError('invalid-argument', `${verb}: ${what}`);
  }
  spread(state);
  state.staged = state.stagedPoints;
  try {
    return work(state);
  } finally {
    state.staged = -1;
    if (points !== undefined) {
      state.stagedPoints = -1;
      state.core.calls.sapwood_release_staging(state.address);
    }
  }
}

/** Room for boxes, and for the points that they are made of. */
function reserve(state: IndexState, verb: string, count: number): void {
  state.stagedAt = reserveStaging(state, verb, count + Math.ceil(count / 2));
  state.stagedPoints = count;
}

/** Where points begin, in words. */
function firstNumber({ stagedAt, stagedPoints, stride }: IndexState): number {
  return (stagedAt >>> 2) + stagedPoints * stride;
}

/** Makes a box of every point. */
function spread(state: IndexState): void {
  const { core, dimensions, stagedPoints } = state;
  core.refresh();
  const { f32 } = core;
  let box = state.stagedAt >>> 2;
  let point = firstNumber(state);
  for (let i = 0; i < stagedPoints; i += 1) {
    for (let axis = 0; axis < dimensions; axis += 1) {
      f32[box + axis] = f32[point];
      f32[box + dimensions + axis] = f32[point];
      point += 1;
    }
    box += 2 * dimensions;
  }
}
