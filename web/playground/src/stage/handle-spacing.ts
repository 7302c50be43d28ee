/**
 * Moves overlapping handles apart on the screen, so that the handles of a small query can be picked
 * individually.
 */

export interface Target {
  x: number;
  y: number;
  readonly radius: number;
}

/** Maximum number of rounds, which is sufficient for seven handles at the same point. */
const ROUNDS = 40;
/**
 * Fraction of the overlap by which a target moves in each round. Fractions above one half converge
 * faster.
 */
const SHARE = 0.6;

/**
 * Moves two targets apart if they overlap, otherwise returns false. If `firstStays` is true, only
 * the second target moves.
 */
function part(first: Target, second: Target, firstStays: boolean, seed: number): boolean {
  const minDistance = first.radius + second.radius;
  let dx = second.x - first.x;
  let dy = second.y - first.y;
  let distance = Math.hypot(dx, dy);
  if (distance >= minDistance) return false;
  if (distance < 0.01) {
    // for coincident targets, the seed gives a direction that is the same in every frame
    dx = Math.cos(seed);
    dy = Math.sin(seed);
    distance = 1;
  }
  const move =
    ((minDistance - Math.hypot(second.x - first.x, second.y - first.y)) / distance) * SHARE;
  if (!firstStays) {
    first.x -= dx * move;
    first.y -= dy * move;
  }
  second.x += dx * move;
  second.y += dy * move;
  return true;
}

/** Moves targets until almost no overlap is left. The first target stays. */
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
