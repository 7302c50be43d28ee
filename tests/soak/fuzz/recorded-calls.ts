/** What a tape asks of an index, as literal calls: it is played, and whatever is called is written down. */

import type { Choice } from '../../web/tapes/checked-answers.js';
import type { CheckedIndex } from '../../web/tapes/checked-index.js';
import { playTape } from '../../web/tapes/play-tape.js';

export interface RecordedCall {
  readonly verb: string;
  readonly args: readonly unknown[];
}

// called by the player for itself
const UNRECORDED = new Set(['constructor', 'offers', 'glance', 'dispose', 'finish']);

/** Calls up to the one that fails, if one does. */
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
    // that is what the calls are for
  }
  return calls;
}
