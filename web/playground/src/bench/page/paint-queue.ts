/**
 * Queue that updates one part of the page per animation frame. A run changes many parts at once,
 * and this keeps the page responsive.
 */

import { effect, untracked } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Hook that returns a value computed from signals. Updates of the value wait in the queue. */
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

/** Calls `paint` in a later frame. Another call with the same owner replaces a pending `paint`. */
export function paintSoon(owner: object, paint: () => void): void {
  waiting.set(owner, paint);
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(paintNext);
}

export function allPainted(): boolean {
  return waiting.size === 0;
}

export function forgetPaint(owner: object): void {
  waiting.delete(owner);
}
