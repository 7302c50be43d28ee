/**
 * Rules of the bullet hell: emitters fire bullets in spirals, and the ship must avoid the bullets.
 */

const HEIGHT = 540;
export const SHIP_HALF = 7;

const EMITTERS = [
  { x: 0.2, y: 0.2, turn: 0.5, speed: 74 },
  { x: 0.5, y: 0.12, turn: -0.31, speed: 62 },
  { x: 0.8, y: 0.2, turn: -0.43, speed: 86 },
] as const;
/**
 * Approximate number of bullets per spiral arm. The number of arms grows with the number of
 * bullets.
 */
const PER_ARM = 60;
/** Distance between an emitter and the place where its bullets appear. */
const MUZZLE = 26;
const SHIP_SPEED = 300;
/**
 * Maximum flight time of new bullets when they are added, in seconds. Their flight times differ, so
 * that they fill the field immediately.
 */
const FLIGHT_SECONDS = 9;
/** Duration of the flash after a collision, in seconds. */
const FLASH = 0.25;

export class Bullets {
  /** Boxes of all bullets, followed by the box of the ship. */
  boxes = new Float32Array(0);
  /** Seconds until the flash of each box ends; 0 if the box does not flash. */
  flashes = new Float32Array(0);
  readonly field = { width: HEIGHT, height: HEIGHT };
  readonly ship = { x: HEIGHT / 2, y: HEIGHT * 0.82 };
  #x = new Float32Array(0);
  #y = new Float32Array(0);
  #vx = new Float32Array(0);
  #vy = new Float32Array(0);
  #time = 0;
  #fired = 0;

  /** @param aspect - Ratio of the width of the field to its height. */
  constructor(count: number, aspect: number) {
    this.resize(aspect);
    this.ship.x = this.field.width / 2;
    this.add(count);
  }

  resize(aspect: number): void {
    this.field.width = HEIGHT * aspect;
  }

  get count(): number {
    return this.#x.length;
  }

  add(more: number): void {
    const before = this.count;
    const grown = (old: Float32Array, per = 1, extra = 0) => {
      const next = new Float32Array(per * (before + more) + extra);
      next.set(old.subarray(0, per * before));
      return next;
    };
    this.#x = grown(this.#x);
    this.#y = grown(this.#y);
    this.#vx = grown(this.#vx);
    this.#vy = grown(this.#vy);
    this.flashes = grown(this.flashes, 1, 1);
    this.boxes = grown(this.boxes, 4, 4);
    for (let i = before; i < this.count; i++) this.#fire(i, (FLIGHT_SECONDS * (i - before)) / more);
  }

  /** `direction` is the direction of the ship, with a length of at most 1. */
  step(seconds: number, direction: readonly [number, number]): void {
    this.#time += seconds;
    const { field, ship } = this;
    const distance = SHIP_SPEED * seconds;
    ship.x = Math.min(field.width, Math.max(0, ship.x + direction[0] * distance));
    ship.y = Math.min(field.height, Math.max(0, ship.y + direction[1] * distance));
    for (let i = 0; i < this.count; i++) {
      this.#x[i] += this.#vx[i] * seconds;
      this.#y[i] += this.#vy[i] * seconds;
      if (this.#isOut(i)) this.#fire(i, 0);
      this.#writeBox(i, this.#x[i], this.#y[i], 2 + (i % 2));
    }
    this.#writeBox(this.count, ship.x, ship.y, SHIP_HALF);
    for (let i = 0; i < this.flashes.length; i++) {
      this.flashes[i] = Math.max(0, this.flashes[i] - seconds);
    }
  }

  /** Makes both boxes of each pair flash. Returns whether the box of the ship is in a pair. */
  touch(pairs: Uint32Array): boolean {
    let isHit = false;
    for (const item of pairs) {
      this.flashes[item] = FLASH;
      isHit ||= item === this.count;
    }
    return isHit;
  }

  #isOut(i: number): boolean {
    const [x, y] = [this.#x[i], this.#y[i]];
    return x < 0 || y < 0 || x > this.field.width || y > this.field.height;
  }

  #writeBox(item: number, x: number, y: number, half: number): void {
    this.boxes[4 * item] = x - half;
    this.boxes[4 * item + 1] = y - half;
    this.boxes[4 * item + 2] = x + half;
    this.boxes[4 * item + 3] = y + half;
  }

  /**
   * Fires bullet `i` from the next arm of the next emitter, and moves it to its position after
   * `age` seconds.
   */
  #fire(i: number, age: number): void {
    const shot = this.#fired++;
    const { speed, turn, x, y } = EMITTERS[shot % EMITTERS.length];
    const arms = Math.max(1, Math.round(this.count / EMITTERS.length / PER_ARM));
    const arm = Math.floor(shot / EMITTERS.length) % arms;
    const angle = (2 * Math.PI * arm) / arms + turn * (this.#time - age);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const distance = MUZZLE + speed * age;
    this.#vx[i] = speed * cos;
    this.#vy[i] = speed * sin;
    this.#x[i] = x * this.field.width + distance * cos;
    this.#y[i] = y * this.field.height + distance * sin;
  }
}
