import * as BLOCK from '../block.js';
import {
  BOXES,
  copyIds,
  copyRecords,
  lengthError,
  type Records,
  readIds,
  readRecords,
  recordError,
  stageRecords,
} from '../bulk.js';
import { type IndexState, outOfMemory, requireOneArray } from '../core.js';
import { expected, SapwoodError } from '../errors.js';
import { CHANGED_FILTER, type ItemFilter, NEW_BODY, NEW_ITEM, readItemFilter } from '../filters.js';
import {
  type BoxLike,
  boxValueError,
  isObject,
  type PointLike,
  readBox,
  readCount,
  readDisplacement,
  readId,
  reading,
  registers,
} from '../inputs.js';
import { rejectUnknown } from '../option-names.js';
import type { OwnedFloat32Array, OwnedUint32Array } from '../owned.js';
import {
  callMethod,
  checkedResult,
  flushed,
  live,
  noLayersError,
  requireCapability,
  resultError,
  writable,
} from '../state.js';
import { trueLength } from '../views.js';
import type { QueryCounters } from './inspect.js';

const INVALID_BOX = -1;
const INVALID_ID = -2;

export function build(state: IndexState, boxes?: ArrayLike<number>, count?: number): void {
  replaceWith(state, 'build', boxes, count);
}

/** Starts a build in steps. `stepBuild` continues the build. */
export function beginBuild(state: IndexState, boxes?: ArrayLike<number>, count?: number): void {
  replaceWith(state, 'beginBuild', boxes, count);
}

type Replacing = 'build' | 'beginBuild';

function replaceBy(state: IndexState, method: Replacing, count: number): number {
  const h = writable(state, method);
  if (method === 'beginBuild') return callMethod(state, method, count);
  return state.core.calls.sapwood_build(h, count);
}

function replaceWith(
  state: IndexState,
  method: Replacing,
  boxes?: ArrayLike<number>,
  count?: number,
): void {
  writable(state, method);
  const givenCount = count === undefined ? undefined : readCount(count, 'count');
  if (boxes === undefined) {
    replaceWithStaged(state, method, givenCount);
    return;
  }
  const records = readRecords(boxes, state.stride, BOXES, givenCount);
  stage(state, method, records);
  const result = replaceBy(state, method, records.count);
  // frees the copy of `boxes` in staging memory, which only this build needs
  releaseStaging(state);
  if (result < 0) throw boxesError(state, method, result, records);
}

function replaceWithStaged(state: IndexState, method: Replacing, count: number | undefined): void {
  const staged = requireStaged(state, method);
  if (count !== undefined && count > staged) {
    throw expected(
      'invalid-argument',
      'count',
      `at most ${staged}, the number of staged boxes`,
      count,
    );
  }
  const result = replaceBy(state, method, count ?? staged);
  if (result < 0) throw stagedError(state, method, result);
}

export function update(state: IndexState, boxes?: ArrayLike<number>): number {
  writable(state, 'update');
  if (boxes === undefined) return updateStaged(state);
  const records = readRecords(boxes, state.stride, BOXES);
  const size = state.core.calls.sapwood_size(writable(state, 'update'));
  if (records.count !== size) {
    const what = `${size * state.stride} numbers, one box for each of the ${size} live items`;
    throw lengthError('boxes', what, trueLength(records.numbers));
  }
  stage(state, 'update', records);
  const result = state.core.calls.sapwood_update(writable(state, 'update'), size);
  if (result < 0) throw boxesError(state, 'update', result, records);
  return result;
}

function updateStaged(state: IndexState): number {
  const size = state.core.calls.sapwood_size(state.address);
  const staged = requireStaged(state, 'update');
  if (staged !== size) {
    const name = stagedName(state);
    const what = name === 'points' ? name : 'boxes';
    throw expected('invalid-argument', name, `${size} ${what}, one for each live item`, staged);
  }
  const result = state.core.calls.sapwood_update(state.address, size);
  if (result < 0) throw stagedError(state, 'update', result);
  return result;
}

/** Options of `staging` and `stagingPoints`. */
export interface StagingOptions {
  /**
   * Number of boxes or points to reserve memory for, an integer >= 0. Later calls with at most this
   * count return views of the same memory. Earlier views then stay valid, unless WASM memory grows.
   * Default: `count`.
   */
  capacity?: number | undefined;
}

export function staging(state: IndexState, count: number, options?: StagingOptions): Float32Array {
  writable(state, 'staging');
  const boxes = readCount(count, 'count');
  const capacity = readCapacity(options, boxes);
  writable(state, 'staging');
  state.stagedAt = reserveStaging(state, 'staging', boxes, capacity);
  state.staged = boxes;
  return showStaging(state, state.stagedAt >>> 2, boxes * state.stride);
}

export function readCapacity(options: StagingOptions | undefined, count: number): number {
  if (options === undefined) return count;
  return reading('invalid-argument', 'options', () => {
    if (!isObject(options)) throw expected('invalid-argument', 'options', 'an object', options);
    rejectUnknown('options', options, ['capacity']);
    const { capacity = count } = options;
    return Math.max(count, readCount(capacity, 'options.capacity'));
  });
}

/** Returns a view of staging memory that starts at a position in 4-byte words. */
export function showStaging(state: IndexState, start: number, length: number): Float32Array {
  state.core.calls.sapwood_expose_staging(state.address);
  state.core.refresh();
  state.stagingView = state.core.f32.subarray(start, start + length);
  return state.stagingView;
}

/** Frees staging memory and detaches its views. */
export function releaseStaging(state: IndexState): void {
  state.staged = -1;
  state.stagedPoints = -1;
  state.pointCapacity = -1;
  state.stagingView = undefined;
  state.core.calls.sapwood_release_staging(state.address);
}

/**
 * Reserves memory for `capacity` boxes and returns its address. Values that are already staged
 * remain. The caller must set `staged`.
 */
export function reserveStaging(
  state: IndexState,
  method: string,
  count: number,
  capacity = count,
): number {
  requireOneArray(method, capacity * state.stride * 4);
  const { calls } = state.core;
  if (state.pointCapacity >= 0) releaseStaging(state);
  const reserved = capacity === count || calls.sapwood_staging(state.address, capacity) !== 0;
  const address = reserved ? calls.sapwood_staging(state.address, count) >>> 0 : 0;
  // if memory runs out, this throws before the staged boxes are discarded
  if (address === 0 && capacity > 0) throw outOfMemory(method);
  state.staged = -1;
  state.stagingView = undefined;
  state.core.refresh();
  return address;
}

function stage(state: IndexState, method: string, records: Records): void {
  writable(state, method);
  copyRecords(state.core, records, reserveStaging(state, method, records.count));
}

function requireStaged(state: IndexState, method: string): number {
  if (state.staged < 0) {
    throw new SapwoodError('invalid-argument', `${method}: pass boxes, or call staging() first`);
  }
  requireCurrentStaging(state, method, state.staged);
  return state.staged;
}

/**
 * Throws if the last view of staging memory is detached, because values written to it were lost.
 */
export function requireCurrentStaging(
  { stagingView, stagedPoints }: IndexState,
  method: string,
  count: number,
): void {
  if (stagingView === undefined || count === 0 || trueLength(stagingView) > 0) return;
  const source = stagedPoints < 0 ? 'staging()' : 'stagingPoints()';
  throw new SapwoodError(
    'invalid-argument',
    `${method}: the last view from ${source} is detached; call ${source} again and write to the view that it returns`,
  );
}

function boxesError(
  { core }: IndexState,
  method: string,
  result: number,
  records: Records,
): SapwoodError {
  if (result === INVALID_BOX) return recordError(core, records);
  return resultError(method, result);
}

function stagedError(state: IndexState, method: string, result: number): SapwoodError {
  if (result !== INVALID_BOX) return resultError(method, result);
  const position = state.core.word(BLOCK.fault);
  const start = (state.stagedAt >>> 2) + position * state.stride;
  const box = state.core.f32.slice(start, start + state.stride);
  return boxValueError(box, `${stagedName(state)}[${position}]`);
}

/** Returns the name of the staged data, for error messages. */
function stagedName({ stagedPoints }: IndexState): string {
  return stagedPoints < 0 ? 'staging' : 'points';
}

export function clear(state: IndexState): void {
  state.core.calls.sapwood_clear(writable(state, 'clear'));
  // boxes that the caller wrote to a view of staging memory are not freed
  if (state.stagingView === undefined) releaseStaging(state);
}

export function shrink(state: IndexState): void {
  const h = writable(state, 'shrink');
  releaseStaging(state);
  state.core.calls.sapwood_shrink(h);
}

export function insert(state: IndexState, box: BoxLike, filter?: ItemFilter): number {
  writable(state, 'insert');
  requireCapability(state, 'dynamic', 'insert');
  readItemFilter(filter, state.world === undefined ? NEW_ITEM : NEW_BODY, 'options');
  const { box: b, filter: f } = readBox(box, state.dimensions, 'box');
  const h = writable(state, 'insert');
  const { world } = state;
  if (world === undefined && f[2] !== 0) throw noLayersError();
  // each layer of a world has its own address
  const at = world === undefined ? h : h + f[2] * world.layerBytes;
  const { calls } = state.core;
  const result = calls.sapwood_insert(at, b[0], b[1], b[2], b[3], b[4], b[5], f[0], f[1]);
  return checkedResult('insert', result);
}

export function insertMany(state: IndexState, boxes: ArrayLike<number>): OwnedUint32Array {
  writable(state, 'insertMany');
  requireCapability(state, 'dynamic', 'insertMany');
  const records = readRecords(boxes, state.stride, BOXES);
  stageRecords(state.core, 'insertMany', records);
  const result = state.core.calls.sapwood_insert_many(writable(state, 'insertMany'), records.count);
  if (result < 0) throw boxesError(state, 'insertMany', result, records);
  return state.core.ids(records.count);
}

export function move(state: IndexState, id: number, box: BoxLike, by?: PointLike): boolean {
  writable(state, 'move');
  requireCapability(state, 'dynamic', 'move');
  readId(id, 'id');
  const { direction: d } = registers();
  if (by === undefined) d[0] = d[1] = d[2] = 0;
  else readDisplacement(by, state.dimensions);
  const { box: b } = readBox(box, state.dimensions, 'box');
  const h = writable(state, 'move');
  const { calls } = state.core;
  const result = calls.sapwood_move(h, id, b[0], b[1], b[2], b[3], b[4], b[5], d[0], d[1], d[2]);
  if (result < 0) throw idError('move', result, id);
  return result !== 0;
}

export function moveMany(
  state: IndexState,
  ids: ArrayLike<number>,
  boxes: ArrayLike<number>,
): number {
  writable(state, 'moveMany');
  requireCapability(state, 'dynamic', 'moveMany');
  const moved = readIds(ids);
  const records = readRecords(boxes, state.stride, BOXES);
  const count = trueLength(moved);
  if (records.count !== count) {
    const what = `${count * state.stride} numbers, one box for each of ${count} ids`;
    throw lengthError('boxes', what, trueLength(records.numbers));
  }
  const h = writable(state, 'moveMany');
  const idBytes = count * 4;
  const address = state.core.scratch('moveMany', idBytes + count * state.stride * 4);
  copyIds(state.core, moved, count, address);
  copyRecords(state.core, records, address + idBytes);
  const result = state.core.calls.sapwood_move_many(h, count);
  if (result === INVALID_ID) {
    const position = state.core.word(BLOCK.fault);
    throw unknownId(`ids[${position}]`, moved[position]);
  }
  if (result < 0) throw boxesError(state, 'moveMany', result, records);
  return result;
}

export function remove(state: IndexState, id: number): void {
  writable(state, 'remove');
  requireCapability(state, 'dynamic', 'remove');
  const result = state.core.calls.sapwood_remove(state.address, readId(id, 'id'));
  if (result < 0) throw idError('remove', result, id);
}

export function setFilter(state: IndexState, id: number, filter: ItemFilter): void {
  writable(state, 'setFilter');
  requireCapability(state, 'dynamic', 'setFilter');
  readId(id, 'id');
  const { filter: f } = readItemFilter(filter, CHANGED_FILTER, 'filter');
  const result = state.core.calls.sapwood_set_filter(writable(state, 'setFilter'), id, f[0], f[1]);
  if (result < 0) throw idError('setFilter', result, id);
}

export function has(state: IndexState, id: number): boolean {
  live(state);
  return state.core.calls.sapwood_has(state.address, readId(id, 'id')) !== 0;
}

export function counters(state: IndexState): QueryCounters {
  state.core.calls.sapwood_counters(live(state));
  return {
    nodeVisits: state.core.number(BLOCK.counters),
    itemTests: state.core.number(BLOCK.counters, 1),
    results: state.core.number(BLOCK.counters, 2),
  };
}

export function boxOf(state: IndexState, id: number): OwnedFloat32Array {
  const h = flushed(state);
  const result = state.core.calls.sapwood_box(h, readId(id, 'id'));
  if (result < 0) throw idError('box', result, id);
  return state.core.distances(state.stride);
}

export function liveIds(state: IndexState): OwnedUint32Array {
  const count = checkedResult('ids', state.core.calls.sapwood_ids(live(state)));
  return state.core.ids(count);
}

/** Returns the error for a negative result of a method with one id. */
export function idError(method: string, result: number, id: number): SapwoodError {
  return result === INVALID_ID ? unknownId('id', id) : resultError(method, result);
}

function unknownId(name: string, id: number): SapwoodError {
  return expected('invalid-id', name, 'the id of a live item', id);
}
