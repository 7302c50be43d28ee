/** Objects that fly through an arena and bounce off its walls. */

import { Mulberry32 } from 'scenes';

/** Returns a number in [0, 1). */
const fraction = (random: Mulberry32) => random.next() / 2 ** 32;

export class BouncingBoxes {
  /** Packed centers. Each coordinate is in 0 .. side. */
  readonly points: Float32Array;
  /** Boxes around the centers, all of the same size. */
  readonly boxes: Float32Array;
  private readonly velocities: Float32Array;

  constructor(
    readonly dimensions: 2 | 3,
    readonly count: number,
    readonly side: number,
    { seed, speed, half = 0 }: { seed: number; speed: number; half?: number },
  ) {
    const random = new Mulberry32(seed);
    const numbers = count * dimensions;
    this.points = Float32Array.from({ length: numbers }, () => fraction(random) * side);
    this.velocities = Float32Array.from(
      { length: numbers },
      () => (2 * fraction(random) - 1) * speed,
    );
    this.boxes = new Float32Array(2 * numbers);
    this.half = half;
    this.writeBoxes();
  }

  private readonly half: number;

  step(): void {
    const { points, velocities, side } = this;
    for (let i = 0; i < points.length; i++) {
      points[i] += velocities[i];
      if (points[i] < 0 || points[i] > side) {
        velocities[i] = -velocities[i];
        points[i] = Math.min(side, Math.max(0, points[i]));
      }
    }
    this.writeBoxes();
  }

  /**
   * Moves the two points of each pair apart. Each of them moves by 2 % of the difference between
   * `radius` and their distance.
   */
  push(pairs: ArrayLike<number>, radius: number): void {
    const { points, dimensions, side } = this;
    const gap = [0, 0, 0];
    for (let p = 0; p < pairs.length; p += 2) {
      const [a, b] = [pairs[p] * dimensions, pairs[p + 1] * dimensions];
      for (let k = 0; k < dimensions; k++) gap[k] = points[a + k] - points[b + k];
      const distance = Math.hypot(gap[0], gap[1], gap[2]);
      if (distance === 0) continue;
      const share = (0.02 * (radius - distance)) / distance;
      for (let k = 0; k < dimensions; k++) {
        points[a + k] = Math.min(side, Math.max(0, points[a + k] + share * gap[k]));
        points[b + k] = Math.min(side, Math.max(0, points[b + k] - share * gap[k]));
      }
    }
  }

  private writeBoxes(): void {
    const { points, boxes, dimensions, half } = this;
    for (let i = 0; i < points.length; i++) {
      const at = Math.floor(i / dimensions) * 2 * dimensions + (i % dimensions);
      boxes[at] = points[i] - half;
      boxes[at + dimensions] = points[i] + half;
    }
  }
}
