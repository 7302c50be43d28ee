/** What verbs for many records have in common. */
import { type Records, recordError } from '../bulk.js';
import type { ErrorCode } from '../errors.js';
import { STATUS_CODES } from '../raw.js';
import { checked, type IndexState } from '../state.js';

/** What the core answered to records; throws where it found fault with one, which it names so. */
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
