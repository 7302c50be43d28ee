import type { IndexState } from '../core.js';
import { readBytes, readHeader } from '../deserialize.js';
import { expected, SapwoodError } from '../errors.js';
import { isObject, reading } from '../inputs.js';
import { rejectUnknown } from '../option-names.js';
import { STATUS_CODES, type WorldCalls } from '../raw.js';
import { checkedResult, writable } from '../state.js';
import { trueLength } from '../views.js';

/** Options of `World.restore`. */
export interface RestoreOptions<T = unknown> {
  /**
   * Returns the object of a body in the snapshot. The function is called once per body in ascending
   * order of ids, before the world changes. Queries in the function return results for the old
   * state. Methods that change this world throw `reentrant`. Exceptions of the function cancel the
   * restore and are rethrown.
   * @param id - Id of the body in the snapshot.
   * @returns Object of the body, or undefined.
   */
  object?: (id: number) => T | undefined;
}

/** Restores a snapshot, and updates `objects`, which contains the objects of bodies by id. */
export function restore<T>(
  state: IndexState,
  calls: WorldCalls,
  objects: (T | undefined)[],
  bytes: unknown,
  options: RestoreOptions<T> | undefined,
): void {
  const { core } = state;
  writable(state, 'restore');
  const object = options === undefined ? undefined : readCallback(options);
  const snapshot = snapshotIn(readBytes(bytes));
  const h = writable(state, 'restore');
  core.stageBytes('restore', snapshot);
  const count = calls.sapwood_world_load(h, trueLength(snapshot));
  if (STATUS_CODES[-count] === 'bad-data') throw damaged(state);
  const bodies = checkedResult('restore', count);
  const given = object === undefined ? undefined : objectsBy(state, core.ids(bodies), object);
  const reusedCount = checkedResult('restore', calls.sapwood_world_adopt(h));
  if (given !== undefined) {
    for (const [id, one] of given) objects[id] = one;
    return;
  }
  for (const id of core.ids(reusedCount)) {
    if (id < objects.length) objects[id] = undefined;
  }
}

function readCallback<T>(options: RestoreOptions<T>): RestoreOptions<T>['object'] {
  if (!isObject(options)) throw expected('invalid-argument', 'options', '{ object? }', options);
  const object = reading('invalid-argument', 'options', () => {
    rejectUnknown('options', options, ['object']);
    return options.object;
  });
  if (object === undefined || typeof object === 'function') return object;
  throw expected('invalid-argument', 'object', 'a function', object);
}

/** Returns each id with the object that the callback returns for it. */
function objectsBy<T>(
  state: IndexState,
  ids: Uint32Array,
  object: (id: number) => T | undefined,
): [id: number, object: T | undefined][] {
  state.visits += 1;
  try {
    return Array.from(ids, (id) => [id, object(id)]);
  } finally {
    state.visits -= 1;
  }
}

const HEAD_BYTES = 24;

/**
 * Returns the bytes of the snapshot at the start of an array. Throws if there is no complete
 * snapshot.
 */
function snapshotIn(bytes: Uint8Array): Uint8Array {
  const got = trueLength(bytes);
  if (got < HEAD_BYTES) throw badLength(`at least ${HEAD_BYTES}`, got);
  const { hasMagic, length } = readHeader(bytes);
  if (!hasMagic) {
    const message = `bytes: World.snapshot() did not write these ${got} bytes`;
    throw new SapwoodError('bad-data', message);
  }
  if (length > got) throw badLength(`${length}`, got);
  return bytes.subarray(0, length);
}

function badLength(allowed: string, got: number): SapwoodError {
  const message = `bytes: expected a snapshot of ${allowed} bytes, got ${got} bytes`;
  return new SapwoodError('bad-data', message);
}

function damaged({ dimensions }: IndexState): SapwoodError {
  const message = `bytes: these bytes are damaged, or they are not a snapshot of a World in ${dimensions}D`;
  return new SapwoodError('bad-data', message);
}
