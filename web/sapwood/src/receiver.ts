/**
 * Errors for receivers and arguments that are not an index: proxies, and objects of another copy of
 * this package.
 */
import { expected, SapwoodError } from './errors.js';
import { reading } from './foreign.js';

const UNWRAP =
  'do not put an index into reactive state; use markRaw(index) in Vue or ref(index) in Valtio';
const CALL = 'call the method on its object: index.queryBox(…)';
const SHARE = 'load the package once, or pass bytes: deserialize(other.serialize())';

interface LikeIndex {
  readonly id?: unknown;
  readonly queryBox?: unknown;
}

/** Returns whether a value has members of an index. Reading them may run code of the caller. */
function isLikeIndex(value: unknown, name: string): boolean {
  return reading('invalid-argument', name, () => {
    if (typeof value !== 'object' || value === null) return false;
    const { id, queryBox } = value as LikeIndex;
    return typeof id === 'string' && typeof queryBox === 'function';
  });
}

const error = (message: string): SapwoodError => new SapwoodError('invalid-argument', message);

/** Returns the error for a method that was called on a value other than an index or a world. */
export function wrongReceiver(value: unknown): SapwoodError {
  if (!isLikeIndex(value, 'this')) {
    return expected('invalid-argument', 'this', 'an index or a world', value, `; ${CALL}`);
  }
  return error(`this: expected an index or a world, got a proxy of one; ${UNWRAP}`);
}

/** Returns the error for an argument that is not an index. `base` is the class of all indices. */
export function wrongOther(other: unknown, wanted: string, base: object): SapwoodError {
  if (!isLikeIndex(other, 'other')) return expected('invalid-argument', 'other', wanted, other);
  const isOurs = reading(
    'invalid-argument',
    'other',
    () => other instanceof (base as typeof Object),
  );
  const got = isOurs
    ? `a proxy of one; ${UNWRAP}`
    : `an index of another copy or version of sapwood; ${SHARE}`;
  return error(`other: expected ${wanted}, got ${got}`);
}
