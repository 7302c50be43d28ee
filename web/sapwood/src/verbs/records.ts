/** Helpers of batch methods. */
import { MOST_NUMBERS, type Records, recordError } from '../bulk.js';
import { type ErrorCode, expected } from '../errors.js';
import { reading } from '../foreign.js';
import { isObject } from '../inputs.js';
import { STATUS_CODES } from '../raw.js';
import { checked, type IndexState } from '../state.js';

/** Returns the result of the core for records; throws the error for an invalid record. */
export function checkedRecords(
  { core }: IndexState,
  verb: string,
  answer: number,
  records: Records,
  fault: ErrorCode = 'invalid-argument',
): number {
  if (STATUS_CODES[-answer] === fault) throw recordError(core, records);
  return checked(verb, answer);
}

/** Copies an array-like list of objects. Reading it may run code of the caller. */
export function readList<T>(list: ArrayLike<T>, name: string, what: string): T[] {
  return reading('invalid-argument', name, () => {
    const length = isObject(list) && !ArrayBuffer.isView(list) ? list.length : -1;
    const whole = Number.isInteger(length) && length >= 0 && length <= MOST_NUMBERS;
    // a length that lies is found out before it costs memory
    if (whole && (length === 0 || isObject(list[length - 1]))) {
      return Array.from({ length }, (_, i) => list[i]);
    }
    throw expected('invalid-argument', name, what, list);
  });
}
