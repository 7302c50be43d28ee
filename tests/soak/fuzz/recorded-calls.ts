/** Plays a tape and records its calls of the index. */

import type { CheckedIndex } from '../../web/tapes/checked-index.js';
import type { Choice } from '../../web/tapes/checked-queries.js';
import { playTape } from '../../web/tapes/play-tape.js';

export interface RecordedCall {
  readonly verb: string;
  readonly args: readonly unknown[];
}

// methods that only the player calls
const UNRECORDED = new Set(['constructor', 'offers', 'checkIds', 'dispose', 'finish']);

/** Returns the calls up to the first call that fails. */
export function recordCalls(choice: Choice, tape: Uint8Array): RecordedCall[] {
  const calls: RecordedCall[] = [];
  const watch = (index: CheckedIndex) =>
    new Proxy(index, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (!UNRECORDED.has(String(name))) calls.push({ verb: String(name), args });
          return value.apply(target, args);
        };
      },
    });
  try {
    playTape(choice, tape, { watch });
  } catch {
    // the calls up to the fault are recorded
  }
  return calls;
}
