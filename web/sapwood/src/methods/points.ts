/**
 * Builds and updates with points, which are stored as boxes of size 0. In staging memory, the
 * points follow the boxes that are computed from them. A build from the boxes therefore does not
 * overwrite the points.
 */
import { copyRecords, POINTS, readRecords, spreadPoints } from '../bulk.js';
import { type IndexState, requireOneArray } from '../core.js';
import { SapwoodError } from '../errors.js';
import { readCount } from '../inputs.js';
import { writable } from '../state.js';
import {
  build,
  readCapacity,
  releaseStaging,
  requireCurrentStaging,
  reserveStaging,
  type StagingOptions,
  showStaging,
  update,
} from './content.js';

export function stagingPoints(
  state: IndexState,
  count: number,
  options?: StagingOptions,
): Float32Array {
  writable(state, 'stagingPoints');
  const points = readCount(count, 'count');
  const capacity = readCapacity(options, points);
  writable(state, 'stagingPoints');
  reserve(state, 'stagingPoints', points, capacity);
  return showStaging(state, firstNumber(state), points * state.dimensions);
}

export function buildPoints(state: IndexState, points?: ArrayLike<number>): void {
  replaceBy(state, 'buildPoints', build, points);
}

export function updatePoints(state: IndexState, points?: ArrayLike<number>): number {
  return replaceBy(state, 'updatePoints', update, points);
}

/** Converts given or staged points to boxes in staging memory, and calls `work`. */
function replaceBy<T>(
  state: IndexState,
  method: string,
  work: (state: IndexState) => T,
  points?: ArrayLike<number>,
): T {
  writable(state, method);
  if (points !== undefined) {
    const records = readRecords(points, state.dimensions, POINTS);
    writable(state, method);
    reserve(state, method, records.count);
    copyRecords(state.core, records, firstNumber(state) * 4);
  } else if (state.stagedPoints < 0) {
    const what = 'pass points, or call stagingPoints() first';
    throw new SapwoodError('invalid-argument', `${method}: ${what}`);
  }
  requireCurrentStaging(state, method, state.stagedPoints);
  const { core, stagedAt, stagedPoints, dimensions } = state;
  spreadPoints(core, stagedAt >>> 2, firstNumber(state), stagedPoints, dimensions);
  state.staged = state.stagedPoints;
  try {
    return work(state);
  } finally {
    state.staged = -1;
    if (points !== undefined) releaseStaging(state);
  }
}

/**
 * Reserves staging memory for `capacity` boxes and their points. Keeps the current memory if it is
 * large enough. Otherwise allocates new memory and detaches earlier views, because the points move.
 */
function reserve(state: IndexState, method: string, count: number, capacity = count): void {
  if (capacity > state.pointCapacity) {
    const boxes = capacity + Math.ceil(capacity / 2);
    requireOneArray(method, boxes * state.stride * 4);
    releaseStaging(state);
    state.stagedAt = reserveStaging(state, method, boxes);
    state.pointCapacity = capacity;
  }
  state.stagingView = undefined;
  state.stagedPoints = count;
}

function firstNumber({ stagedAt, pointCapacity, stride }: IndexState): number {
  return (stagedAt >>> 2) + pointCapacity * stride;
}
