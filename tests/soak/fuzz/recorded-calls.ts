/** Plays a tape (a sequence of operations, encoded as bytes) and records the calls of the index. */

import type { CheckedIndex } from '../../web/tapes/checked-index.js';
import type { Choice } from '../../web/tapes/checked-queries.js';
import { playTape } from '../../web/tapes/play-tape.js';

export interface RecordedCall {
  readonly method: string;
  readonly args: readonly unknown[];
}

// methods that the player of tapes calls but that are not operations
const UNRECORDED = new Set(['constructor', 'offers', 'checkIds', 'dispose', 'finish']);

/** Returns the calls up to the first call that fails, including it. */
export function recordCalls(choice: Choice, tape: Uint8Array): RecordedCall[] {
  const calls: RecordedCall[] = [];
  const watch = (index: CheckedIndex) =>
    new Proxy(index, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (!UNRECORDED.has(String(name))) calls.push({ method: String(name), args });
          return value.apply(target, args);
        };
      },
    });
  try {
    playTape(choice, tape, { watch });
  } catch {
    // ignores the error, because all calls up to the failing call are recorded
  }
  return calls;
}
