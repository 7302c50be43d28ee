/** Worlds of several entry points, and a brute-force model with their expected results. */

import * as game from 'sapwood';
import * as game2d from 'sapwood/2d';
import * as game3d from 'sapwood/3d';
import type { Dimensions, Layer, World, WorldOptions } from 'sapwood/all';
import * as laboratory from 'sapwood/all';
import { gaps } from './volume-oracle.js';

export interface WorldSubject {
  readonly name: string;
  readonly dimensions: Dimensions;
  readonly init: () => Promise<void>;
  readonly create: (options?: WorldOptions) => World<string>;
}

export const worldSubjects: readonly WorldSubject[] = [
  {
    name: 'sapwood/2d',
    dimensions: 2,
    init: game2d.init,
    create: (options) => new game2d.World(options as object) as unknown as World<string>,
  },
  {
    name: 'sapwood/3d',
    dimensions: 3,
    init: game3d.init,
    create: (options) => new game3d.World<string>(options as object),
  },
  {
    name: 'sapwood',
    dimensions: 2,
    init: game.init,
    create: (options) => new game.World<string>({ dimensions: 2, ...(options as object) }),
  },
  {
    name: 'sapwood/all',
    dimensions: 3,
    init: laboratory.init,
    create: (options) => new laboratory.World(options),
  },
];

export interface ModelBody {
  box: number[];
  layer: Layer;
  category: number;
  mask: number;
  readonly serial: number;
}

/** Returns a seeded random generator of integers from 0 to `bound - 1`. */
export function randomOf(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

export class WorldModel {
  readonly bodies = new Map<number, ModelBody>();
  begins: number[] = [];
  ends: number[] = [];
  #meetings = new Map<string, [a: number, b: number]>();
  #serial = 0;

  add(box: number[], layer: Layer, category: number, mask: number): number {
    let id = 0;
    while (this.bodies.has(id)) id += 1;
    this.#serial += 1;
    this.bodies.set(id, { box, layer, category, mask, serial: this.#serial });
    return id;
  }

  copy(): WorldModel {
    const other = new WorldModel();
    for (const [id, body] of this.bodies) other.bodies.set(id, { ...body, box: [...body.box] });
    other.#meetings = new Map(this.#meetings);
    other.#serial = this.#serial;
    return other;
  }

  get pairs(): number[] {
    return flat(this.#meetings.values());
  }

  step(): void {
    const before = this.#meetings;
    this.#meetings = new Map();
    for (const [a, first] of this.bodies) {
      for (const [b, second] of this.bodies) {
        if (a < b && meet(first, second)) {
          this.#meetings.set(`${first.serial} ${second.serial}`, [a, b]);
        }
      }
    }
    const without = (these: typeof before, those: typeof before) =>
      flat([...these].filter(([key]) => !those.has(key)).map(([, pair]) => pair));
    this.begins = without(this.#meetings, before);
    this.ends = without(before, this.#meetings);
  }

  within(distance: number): number[] {
    const pairs: [number, number][] = [];
    for (const [a, first] of this.bodies) {
      for (const [b, second] of this.bodies) {
        if (
          a < b &&
          mayMeet(first, second) &&
          Math.hypot(...gaps(first.box, second.box)) <= distance
        ) {
          pairs.push([a, b]);
        }
      }
    }
    return flat(pairs);
  }

  /**
   * Returns the ids of bodies whose layer is in `layers` and whose boxes overlap `box`, in
   * ascending order.
   */
  inBox(box: readonly number[], mask = -1, layers?: readonly Layer[]): number[] {
    return this.where((own) => overlap(own, box), mask, layers);
  }

  where(test: (box: number[]) => boolean, mask = -1, layers?: readonly Layer[]): number[] {
    return [...this.bodies]
      .filter(([, body]) => test(body.box) && (body.category & mask) !== 0)
      .filter(([, { layer }]) => layers === undefined || layers.includes(layer))
      .map(([id]) => id)
      .sort((a, b) => a - b);
  }
}

function flat(pairs: Iterable<[number, number]>): number[] {
  return [...pairs].sort(([a, b], [c, d]) => a - c || b - d).flat();
}

function overlap(one: readonly number[], other: readonly number[]): boolean {
  const axes = one.length / 2;
  for (let axis = 0; axis < axes; axis++) {
    if (one[axis] > other[axes + axis] || other[axis] > one[axes + axis]) return false;
  }
  return true;
}

function mayMeet(a: ModelBody, b: ModelBody): boolean {
  if (a.layer === 'static' && b.layer === 'static') return false;
  return (a.category & b.mask) !== 0 && (b.category & a.mask) !== 0;
}

const meet = (a: ModelBody, b: ModelBody) => mayMeet(a, b) && overlap(a.box, b.box);
