/** Keeps handles apart on the screen: a small query would put all of them under one finger. */

export interface Target {
  x: number;
  y: number;
  readonly radius: number;
}

/** Enough for seven handles on one place. */
const ROUNDS = 40;
/** Of an overlap, moved in one round; more than half converges faster. */
const SHARE = 0.6;

/** Moves the second of two targets away from the first, or both from each other. */
function part(first: Target, second: Target, firstStays: boolean, seed: number): boolean {
  const least = first.radius + second.radius;
  let dx = second.x - first.x;
  let dy = second.y - first.y;
  let distance = Math.hypot(dx, dy);
  if (distance >= least) return false;
  if (distance < 0.01) {
    // any direction is as good; the same one in each frame
    dx = Math.cos(seed);
    dy = Math.sin(seed);
    distance = 1;
  }
  const move = ((least - Math.hypot(second.x - first.x, second.y - first.y)) / distance) * SHARE;
  if (!firstStays) {
    first.x -= dx * move;
    first.y -= dy * move;
  }
  second.x += dx * move;
  second.y += dy * move;
  return true;
}

/** Moves targets until none overlap, or almost none. The first one stays in its place. */
export function spread(targets: readonly Target[]): void {
  for (let round = 0; round < ROUNDS; round++) {
    let isMoved = false;
    for (let i = 0; i < targets.length; i++) {
      for (let j = i + 1; j < targets.length; j++) {
        isMoved = part(targets[i], targets[j], i === 0, j + 1) || isMoved;
      }
    }
    if (!isMoved) return;
  }
}
