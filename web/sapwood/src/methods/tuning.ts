import * as BLOCK from '../block.js';
import type { IndexState } from '../core.js';
import { SapwoodError } from '../errors.js';
import { type BoxLike, partOf, readBox, readLimit } from '../inputs.js';
import type { OwnedFloat32Array, OwnedUint32Array } from '../owned.js';
import { STATUS_CODES } from '../raw.js';
import { callMethod, checkedResult, live, missingMethod, writable } from '../state.js';

/**
 * Pairs that started or stopped overlapping since the last call, as [a0, b0, a1, b1, …] with a < b,
 * in ascending order. The arrays belong to the caller.
 */
export interface PairChanges {
  /** Pairs that overlap now, but did not overlap at the last call. */
  begins: OwnedUint32Array;
  /**
   * Pairs that overlapped at the last call, but do not overlap now. Includes pairs of removed
   * items.
   */
  ends: OwnedUint32Array;
}

export function optimize(state: IndexState, budget: number): number {
  writable(state, 'optimize');
  const limit = readLimit(budget, 'budget');
  writable(state, 'optimize');
  return checkedResult('optimize', callMethod(state, 'optimize', limit));
}

export function rebuild(state: IndexState): void {
  writable(state, 'rebuild');
  checkedResult('rebuild', callMethod(state, 'rebuild'));
}

export function updatePairs(state: IndexState): PairChanges {
  const result = state.core.calls.sapwood_update_pairs(writable(state, 'updatePairs'));
  if (STATUS_CODES[-result] === 'unsupported') throw missingMethod(state, 'updatePairs');
  return changesOf(state, result);
}

export function changesOf(state: IndexState, result: number): PairChanges {
  checkedResult('updatePairs', result);
  const offsets = state.core.word(BLOCK.offsets) >>> 2;
  const begun = state.core.u32[offsets + 1];
  const ids = state.core.ids(state.core.u32[offsets + 2]);
  return { begins: ids.slice(0, begun), ends: ids.slice(begun) };
}

export function refit(state: IndexState): number {
  writable(state, 'refit');
  return checkedResult('refit', callMethod(state, 'refit'));
}

/** Result of `mergeReport`. */
export interface MergeReport {
  /** Ids of the copied items in this index, in the order of their ids in the other index. */
  ids: OwnedUint32Array;
  /** Number of nodes written. */
  nodes: number;
  /** Number of items copied. */
  items: number;
  /** Number of nodes and items that were read or written. */
  work: number;
}

export function mergeReport(state: IndexState, other: IndexState): MergeReport {
  const ids = merge(state, other);
  const { core } = state;
  return {
    ids,
    nodes: core.number(BLOCK.report),
    items: core.number(BLOCK.report, 1),
    work: core.number(BLOCK.report, 2),
  };
}

export function merge(state: IndexState, other: IndexState): OwnedUint32Array {
  writable(state, 'merge');
  live(other);
  if (other === state) {
    throw mergeError('merge() needs two different indices');
  }
  if (other.kind !== state.kind || other.dimensions !== state.dimensions) {
    const [own, got] = [state, other].map((one) => `a ${one.kind.id} in ${one.dimensions}D`);
    throw mergeError(`expected ${own}, got ${got}`);
  }
  if (other.core !== state.core) {
    throw mergeError(
      `expected an index of ${state.core.entry}, got an index of ${other.core.entry}`,
    );
  }
  const count = checkedResult('merge', callMethod(state, 'merge', other.object!));
  return state.core.ids(count);
}

function mergeError(fault: string): SapwoodError {
  return new SapwoodError('invalid-argument', `other: ${fault}`);
}

/** Sets the option `space` of a new index. On failure, disposes of the index and throws. */
export function setSpaceOption(
  index: { dispose(): void },
  state: IndexState,
  options: { readonly space?: BoxLike | undefined },
): void {
  try {
    const space = partOf(options, 'space');
    if (space === undefined) return;
    const { box: b } = readBox(space, state.dimensions, 'space');
    writable(state, 'space');
    checkedResult('space', callMethod(state, 'setSpace', b[0], b[1], b[2], b[3], b[4], b[5]));
  } catch (error) {
    index.dispose();
    throw error;
  }
}

export function spaceOf(state: IndexState): OwnedFloat32Array | undefined {
  live(state);
  const count = checkedResult('space', callMethod(state, 'space'));
  return count === 0 ? undefined : state.core.distances(count);
}
