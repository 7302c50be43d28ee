/**
 * Queue that updates parts of the page in separate frames. A run changes many parts at once, and
 * the page must stay responsive.
 */

import { effect, untracked } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Returns a value computed from signals, updated with a delay. */
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

/** Calls `paint` in a later frame; a repeated call replaces a pending one of the same owner. */
export function paintSoon(owner: object, paint: () => void): void {
  waiting.set(owner, paint);
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(paintNext);
}

/** Whether the queue is empty. */
export function allPainted(): boolean {
  return waiting.size === 0;
}

export function forgetPaint(owner: object): void {
  waiting.delete(owner);
}
