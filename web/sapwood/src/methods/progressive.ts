/** Builds and rebuilds in steps that distribute the work over several frames. */
import * as BLOCK from '../block.js';
import type { IndexState } from '../core.js';
import { expected, SapwoodError } from '../errors.js';
import { type PointLike, readLimit, readPoint, VALID_SHIFT } from '../inputs.js';
import { callMethod, checkedResult, live, writable } from '../state.js';

/** Result of one step of a build. */
export interface BuildStep {
  /** True if the new hierarchy is in use. */
  done: boolean;
  /** Work done, in units, at most the `workLimit` of the step. A unit is one item or node. */
  work: number;
}

export function stepBuild(state: IndexState, workLimit: number): BuildStep {
  writable(state, 'stepBuild');
  const limit = readWork(workLimit, 'workLimit');
  if (!building(state)) {
    throw new SapwoodError(
      'invalid-argument',
      'stepBuild: no build is in progress; call beginBuild() first',
    );
  }
  writable(state, 'stepBuild');
  const result = checkedResult('stepBuild', callMethod(state, 'stepBuild', limit));
  return { done: result !== 0, work: state.core.number(BLOCK.report) };
}

/**
 * Returns the default work limit of the next step in units. It depends on the options of the
 * structure.
 */
export function stepWork(state: IndexState): number {
  live(state);
  return callMethod(state, 'stepWork') >>> 0;
}

export function building(state: IndexState): boolean {
  live(state);
  return callMethod(state, 'building');
}

/**
 * State of a background rebuild. A rebuild goes through these states in this order.
 *
 * - `idle`: nothing to do
 * - `copying`: the boxes of the current items are copied
 * - `building`: the tree is built
 * - `mapping`: the leaf of each item is stored, and deleted items are removed
 * - `refitting`: all boxes are recomputed, because items moved since the copy
 * - `settling`: the boxes of items that moved during `refitting` are recomputed
 * - `finished`: the next `commit()` replaces the main tree
 */
export type RebuildState =
  | 'idle'
  | 'copying'
  | 'building'
  | 'mapping'
  | 'refitting'
  | 'settling'
  | 'finished';

const REBUILD_STATES: readonly RebuildState[] = [
  'idle',
  'copying',
  'building',
  'mapping',
  'refitting',
  'settling',
  'finished',
];

/** Result of one step of a background rebuild. */
export interface RebuildStep {
  /** State after the step. If it is `'finished'`, the next `commit()` replaces the main tree. */
  state: RebuildState;
  /** Work done, in units, at most the `budget` of the step. A unit is one item or node. */
  work: number;
}

export function step(state: IndexState, budget: number): RebuildStep {
  writable(state, 'step');
  const limit = readWork(budget, 'budget');
  writable(state, 'step');
  const result = checkedResult('step', callMethod(state, 'step', limit));
  return { state: REBUILD_STATES[result], work: state.core.number(BLOCK.report) };
}

export function commit(state: IndexState): boolean {
  writable(state, 'commit');
  const result = checkedResult('commit', callMethod(state, 'commit'));
  return result !== 0;
}

export function shiftOrigin(state: IndexState, by: PointLike): void {
  writable(state, 'shiftOrigin');
  const { point: p } = readPoint(by, state.dimensions, 'by');
  writable(state, 'shiftOrigin');
  const result = callMethod(state, 'shiftOrigin', p[0], p[1], p[2]);
  if (result === INVALID_ARGUMENT) {
    throw expected('invalid-argument', 'by', VALID_SHIFT, by);
  }
  checkedResult('shiftOrigin', result);
}

const INVALID_ARGUMENT = -3;

/** Checks that a number of units is an integer >= 1 and returns it. */
function readWork(units: number, name: string): number {
  const count = readLimit(units, name);
  if (count > 0) return count;
  throw expected('invalid-argument', name, 'an integer >= 1', units);
}
