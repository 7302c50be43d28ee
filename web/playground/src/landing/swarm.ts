/** Positions of the boxes and of the query circle of the figure. Both repeat periodically. */

export const WORLD = { width: 960, height: 600 } as const;
/** Seconds after which the boxes and the animation repeat. */
export const PERIOD = 8;
export const LENS_RADIUS = 64;
/** Side length of a grid cell. */
export const CELL = 40;

const EMITTERS = [
  [0.18, 0.3],
  [0.5, 0.72],
  [0.82, 0.28],
  [0.3, 0.85],
  [0.72, 0.5],
] as const;
const ARMS = 7;
/**
 * Additional angle in radians between consecutive boxes of an emitter. It bends the straight arms
 * of boxes into spirals.
 */
const TWIST = 0.013;
/** Distance that a box moves within one period. */
const TRAVEL = 360;

/** Maps a coordinate to [0, size] by reflection at both ends. */
function fold(value: number, size: number): number {
  const turn = ((value % (2 * size)) + 2 * size) % (2 * size);
  return turn > size ? 2 * size - turn : turn;
}

/** Writes the boxes at a time in seconds: four numbers per box, minimum corner first. */
export function placeBoxes(out: Float32Array, seconds: number): void {
  const count = out.length / 4;
  const perEmitter = Math.ceil(count / EMITTERS.length);
  for (let i = 0; i < count; i++) {
    const emitter = i % EMITTERS.length;
    const k = Math.floor(i / EMITTERS.length);
    const age = (seconds / PERIOD + k / perEmitter) % 1;
    const angle = ((k % ARMS) * 2 * Math.PI) / ARMS + k * TWIST * (emitter % 2 ? -1 : 1) + emitter;
    const [ex, ey] = EMITTERS[emitter];
    const distance = 14 + age * TRAVEL;
    const x = fold(ex * WORLD.width + distance * Math.cos(angle), WORLD.width);
    const y = fold(ey * WORLD.height + distance * Math.sin(angle), WORLD.height);
    const half = 2.6 + (i % 3);
    out.set([x - half, y - half, x + half, y + half], 4 * i);
  }
}

/**
 * Returns the position of the query circle on its path, a figure eight. `turn` from 0 to 1 covers
 * the whole path.
 */
export function lensPosition(turn: number): [number, number] {
  const angle = 2 * Math.PI * turn;
  return [
    WORLD.width * (0.44 + 0.24 * Math.cos(angle)),
    WORLD.height * (0.5 + 0.26 * Math.sin(2 * angle)),
  ];
}

export function touches(
  boxes: Float32Array,
  at: number,
  [x, y]: readonly [number, number],
): boolean {
  const dx = Math.max(boxes[at] - x, 0, x - boxes[at + 2]);
  const dy = Math.max(boxes[at + 1] - y, 0, y - boxes[at + 3]);
  return dx * dx + dy * dy <= LENS_RADIUS * LENS_RADIUS;
}
