/**
 * Parts of the page that take over what has changed one after the other, each in a frame of its own: a run that goes on
 * changes them all at once, and the page must answer in between.
 */

import { effect, untracked } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';

/** What `read` makes of signals, a little late. */
export function useCalm<Value>(read: () => Value): Value {
  const [value, setValue] = useState(() => untracked(read));
  const owner = useRef({});
  useEffect(() => {
    const stop = effect(() => {
      const next = read();
      paintSoon(owner.current, () => setValue(() => next));
    });
    return () => {
      stop();
      forgetPaint(owner.current);
    };
  }, []);
  return value;
}

const waiting = new Map<object, () => void>();
let scheduled = false;

function paintNext(): void {
  const [first] = waiting;
  if (first) {
    const [owner, paint] = first;
    waiting.delete(owner);
    paint();
  }
  scheduled = waiting.size > 0;
  if (scheduled) requestAnimationFrame(paintNext);
}

/** Paints in one of the next frames; whoever asks again before his turn is painted once, as he asked last. */
export function paintSoon(owner: object, paint: () => void): void {
  waiting.set(owner, paint);
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(paintNext);
}

/** Whether nobody waits for his turn. */
export function allPainted(): boolean {
  return waiting.size === 0;
}

export function forgetPaint(owner: object): void {
  waiting.delete(owner);
}
