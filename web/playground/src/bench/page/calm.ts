/**
 * Parts of the page that take over what has changed one after the other, each in a frame of its own: a run that goes on
 * changes them all at once, and the page must answer in between.
 */

import { effect, untracked } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { forgetPaint, paintSoon } from '../charts/paint-queue.js';

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
