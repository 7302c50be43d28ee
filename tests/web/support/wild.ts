/**
 * Boxes, points and rays from the whole range of float32: all exponents, denormals, zeros of both signs, neighbors of
 * small integers, the largest coordinate; often exactly on faces and corners of the boxes.
 */

import type { Dimensions } from 'sapwood/all';
import { Mulberry32, oracle } from 'scenes';

const LARGEST = Math.fround(1e18);
const SPECIAL = [0, -0, LARGEST, -LARGEST, 2 ** -149, 2 ** -126];

const lane = new Float32Array(1);
const bits = new Uint32Array(lane.buffer);

const fromBits = (pattern: number): number => {
  bits[0] = pattern;
  return lane[0];
};

const neighbor = (value: number, steps: number): number => {
  lane[0] = value;
  return fromBits(bits[0] + steps);
};

export class WildNumbers {
  private readonly random: Mulberry32;

  constructor(seed: number) {
    this.random = new Mulberry32(seed);
  }

  below(limit: number): number {
    return this.random.below(limit);
  }

  /** A coordinate: at most 1e18 away from 0. */
  coordinate(): number {
    const value = this.anyNumber();
    return Math.abs(value) <= LARGEST ? Math.fround(value) : 1;
  }

  private anyNumber(): number {
    switch (this.below(6)) {
      case 0:
        return this.below(9) - 4;
      case 1:
        return fromBits(this.random.next());
      case 2:
        return (this.random.unit() - 0.5) * 10;
      case 3:
        return neighbor(this.below(5) - 2, this.below(5) - 2);
      case 4:
        return (this.below(2) - 0.5) * 2 ** (this.below(208) - 147);
      default:
        return SPECIAL[this.below(SPECIAL.length)];
    }
  }

  /** Every third side is zero. */
  boxes(count: number, dimensions: Dimensions): Float32Array {
    const flat = new Float32Array(count * 2 * dimensions);
    for (let i = 0; i < count; i++) {
      for (let d = 0; d < dimensions; d++) {
        const one = this.coordinate();
        const other = this.below(3) === 0 ? one : this.coordinate();
        flat[2 * i * dimensions + d] = Math.min(one, other);
        flat[(2 * i + 1) * dimensions + d] = Math.max(one, other);
      }
    }
    return flat;
  }

  /** Each coordinate anywhere, or that of a face of a box. */
  point({ boxes, dimensions }: oracle.BoxSet): Float32Array {
    return Float32Array.from({ length: dimensions }, (_, axis) => {
      if (boxes.length === 0 || this.below(2) === 0) return this.coordinate();
      return boxes[dimensions * this.below(boxes.length / dimensions) + axis];
    });
  }

  /** Any length, or exactly the distance of some box. */
  radius(set: oracle.BoxSet, point: Float32Array): number {
    const count = set.boxes.length / (2 * set.dimensions);
    if (count === 0 || this.below(2) === 0) return Math.abs(this.coordinate());
    return Math.fround(Math.sqrt(oracle.squaredDistance(set, this.below(count), point)));
  }

  /** [origin..., direction..., reach]: components may be zero, tiny, huge, or aim at a face. */
  ray(set: oracle.BoxSet): Float32Array {
    const origin = this.point(set);
    const target = this.point(set);
    const direction = target.map((value, axis) => this.component(value - origin[axis]));
    if (direction.every((value) => value === 0)) direction[0] = 1;
    const reach = this.below(3) === 0 ? Math.abs(this.coordinate()) : Infinity;
    return Float32Array.from([...origin, ...direction, reach]);
  }

  private component(aimed: number): number {
    const any = fromBits(this.random.next());
    return [0, aimed, Number.isFinite(any) ? any : 1, this.random.unit() - 0.5][this.below(4)];
  }
}
