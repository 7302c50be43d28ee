/** Charts are painted one a frame, so that the page answers in between. */

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
