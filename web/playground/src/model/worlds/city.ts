/**
 * City with nine houses per block. The tallest houses are in the center. One item in ten is a car.
 */

import { Mulberry32 } from 'scenes';
import type { SceneRequest } from '../box-source.js';
import { groundAxis, type World } from './world.js';

/**
 * Number of houses along each side of a block. A lot for one house is one unit wide; a street is
 * also one unit wide.
 */
const LOTS = 3;
const PITCH = LOTS + 1;
const CARS_OF_ALL = 0.1;
const TOWER = 7;
/** Half extents of a car: along its street, across its street, and vertically. */
const CAR = [0.22, 0.11, 0.09] as const;
/** Distance of a car from the center line of its street. */
const LANE = 0.2;

interface City {
  readonly random: Mulberry32;
  readonly blocks: number;
  /** Distance between the centers of the first and last streets. */
  readonly side: number;
  readonly ground: number;
  readonly dimensions: number;
}

function fillHouse(house: number, city: City, center: Float32Array, half: Float32Array): void {
  const { blocks, dimensions, ground, random, side } = city;
  const block = Math.floor(house / LOTS ** 2);
  const lot = house % LOTS ** 2;
  center[0] = PITCH * (block % blocks) + 1 + (lot % LOTS);
  center[ground] = PITCH * Math.floor(block / blocks) + 1 + Math.floor(lot / LOTS);
  half[0] = 0.3 + 0.17 * random.unit();
  half[ground] = 0.3 + 0.17 * random.unit();
  if (dimensions === 2) return;
  const far = Math.hypot(center[0] / side - 0.5, center[2] / side - 0.5);
  const rise = random.unit() ** 3 * TOWER * Math.exp(-12 * far * far);
  half[1] = 0.25 + 0.35 * random.unit() + rise / 2;
  center[1] = half[1];
}

class Traffic {
  private readonly street: Uint32Array;
  private readonly along: Float32Array;
  private readonly speed: Float32Array;

  constructor(
    private readonly city: City,
    readonly count: number,
  ) {
    const { blocks, random, side } = city;
    this.street = Uint32Array.from({ length: count }, () => random.below(2 * (blocks + 1)));
    this.along = Float32Array.from({ length: count }, () => random.unit() * side);
    this.speed = Float32Array.from(
      { length: count },
      () => (random.unit() < 0.5 ? -1 : 1) * (0.03 + 0.05 * random.unit()),
    );
  }

  axisOf(car: number): number {
    return this.street[car] % 2 === 0 ? 0 : this.city.ground;
  }

  drive(): void {
    const { along, speed } = this;
    for (let car = 0; car < this.count; car++) {
      along[car] += speed[car];
      if (along[car] < 0 || along[car] > this.city.side) {
        speed[car] = -speed[car];
        along[car] += 2 * speed[car];
      }
    }
  }

  place(car: number, center: Float32Array): void {
    const { dimensions, ground } = this.city;
    const axis = this.axisOf(car);
    const across = axis === 0 ? ground : 0;
    const direction = Math.sign(this.speed[car]) * (axis === 0 ? 1 : -1);
    center[axis] = this.along[car];
    center[across] = PITCH * Math.floor(this.street[car] / 2) + direction * LANE;
    if (dimensions === 3) center[1] = CAR[2];
  }
}

export function city({ dimensions, count, seed }: SceneRequest): World {
  const cars = Math.max(1, Math.round(CARS_OF_ALL * count));
  const houses = count - cars;
  const blocks = Math.max(1, Math.ceil(Math.sqrt(houses / LOTS ** 2)));
  const ground = groundAxis(dimensions);
  const side = PITCH * blocks;
  const made: City = { random: new Mulberry32(seed), blocks, side, ground, dimensions };
  const centers = new Float32Array(count * dimensions);
  const halves = new Float32Array(count * dimensions);
  const of = (list: Float32Array, id: number) =>
    list.subarray(id * dimensions, (id + 1) * dimensions);
  // a street runs along each side of a block: the first street is centered at 0, and the first lot
  // starts at 0.5
  for (let id = 0; id < houses; id++) fillHouse(id, made, of(centers, id), of(halves, id));
  const traffic = new Traffic(made, cars);
  for (let car = 0; car < cars; car++) {
    const half = of(halves, houses + car);
    half.fill(CAR[2]);
    half[0] = half[ground] = CAR[1];
    half[traffic.axisOf(car)] = CAR[0];
  }
  const sceneBounds = new Float32Array(2 * dimensions).fill(-0.5, 0, dimensions);
  sceneBounds.fill(side + 0.5, dimensions);
  if (dimensions === 3) {
    sceneBounds[1] = 0;
    sceneBounds[4] = TOWER / 2 + 1.2;
  }
  return {
    dimensions,
    count,
    centers,
    halves,
    sceneBounds,
    step: (frame, moved) => {
      if (frame > 0) traffic.drive();
      for (let car = 0; car < cars; car++) {
        moved[car] = houses + car;
        traffic.place(car, of(centers, houses + car));
      }
      return cars;
    },
  };
}
