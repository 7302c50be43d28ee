/** Terrain as in a game: hills of static tiles, and a few walkers that move on them. */

import { Mulberry32 } from 'scenes';
import type { SceneRequest } from '../box-source.js';
import type { World } from './world.js';

const WALKERS_OF_ALL = 0.02;
const WALKER = 0.35;
const STEP = 0.06;
/** A walker turns by a random angle from -TURN / 2 to TURN / 2 radians in each frame. */
const TURN = 0.15;
/** Number of sine waves that form the hills. Each wave is half as high as the previous wave. */
const WAVES = 4;

type Height = (x: number, z: number) => number;

function hills(random: Mulberry32, side: number): Height {
  const waves = Array.from({ length: WAVES }, (_, i) => {
    const angle = 2 * Math.PI * random.unit();
    const rate = ((2 ** i * 1.3 + random.unit()) * 2 * Math.PI) / side;
    const high = 0.08 * side * 0.5 ** i;
    return { x: rate * Math.cos(angle), z: rate * Math.sin(angle), at: 7 * random.unit(), high };
  });
  return (x, z) =>
    waves.reduce((sum, wave) => sum + wave.high * Math.sin(wave.x * x + wave.z * z + wave.at), 0);
}

class Walkers {
  private readonly places: Float32Array;
  private readonly headings: Float32Array;

  constructor(
    readonly count: number,
    private readonly random: Mulberry32,
    private readonly side: number,
  ) {
    this.places = Float32Array.from({ length: 2 * count }, () => random.unit() * side);
    this.headings = Float32Array.from({ length: count }, () => 2 * Math.PI * random.unit());
  }

  walk(): void {
    const { places, random, side, headings } = this;
    for (let i = 0; i < this.count; i++) {
      headings[i] += TURN * (random.unit() - 0.5);
      const x = places[2 * i] + STEP * Math.cos(headings[i]);
      const z = places[2 * i + 1] + STEP * Math.sin(headings[i]);
      const inside = x >= 0 && x <= side && z >= 0 && z <= side;
      if (inside) places.set([x, z], 2 * i);
      else headings[i] += Math.PI;
    }
  }

  place(i: number, height: Height, center: Float32Array): void {
    const [x, z] = this.places.subarray(2 * i, 2 * i + 2);
    center[0] = x;
    center[1] = height(x, z) + WALKER;
    center[2] = z;
  }
}

/** Creates terrain with walkers, only in 3D, because hills seen from above are a regular grid. */
export function terrain({ count, seed }: SceneRequest): World {
  const random = new Mulberry32(seed);
  const across = Math.max(1, Math.floor(Math.sqrt((1 - WALKERS_OF_ALL) * count)));
  const tiles = Math.min(across * across, count - 1);
  const height = hills(random, across);
  const walkers = new Walkers(count - tiles, random, across);
  const centers = new Float32Array(3 * count);
  const halves = new Float32Array(3 * count).fill(WALKER);
  let min = Infinity;
  let max = -Infinity;
  for (let tile = 0; tile < tiles; tile++) {
    const x = tile % across;
    const z = Math.floor(tile / across);
    const corners = [height(x, z), height(x + 1, z), height(x, z + 1), height(x + 1, z + 1)];
    const low = Math.min(...corners);
    const high = Math.max(...corners);
    centers.set([x + 0.5, (low + high) / 2, z + 0.5], 3 * tile);
    halves.set([0.5, (high - low) / 2, 0.5], 3 * tile);
    min = Math.min(min, low);
    max = Math.max(max, high);
  }
  return {
    dimensions: 3,
    count,
    centers,
    halves,
    sceneBounds: Float32Array.of(0, min, 0, across, max + 4 * WALKER, across),
    step: (frame, moved) => {
      if (frame > 0) walkers.walk();
      for (let i = 0; i < walkers.count; i++) {
        const id = tiles + i;
        moved[i] = id;
        walkers.place(i, height, centers.subarray(3 * id, 3 * id + 3));
      }
      return walkers.count;
    },
  };
}
