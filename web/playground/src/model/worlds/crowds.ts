/** Scenes in which all items move: swarm, bullets, explosion. */

import { Mulberry32, uniformSide } from 'scenes';
import type { SceneRequest } from '../box-source.js';
import type { World } from './world.js';

type Move = (frame: number) => void;

/** Creates a scene whose items stay within `halfSide` of the origin on each axis. */
function crowd(
  { dimensions, count }: SceneRequest,
  halfSide: number,
  make: (centers: Float32Array, halves: Float32Array) => Move,
): World {
  const centers = new Float32Array(count * dimensions);
  const halves = new Float32Array(count * dimensions);
  const move = make(centers, halves);
  const sceneBounds = new Float32Array(2 * dimensions).fill(-halfSide, 0, dimensions);
  sceneBounds.fill(halfSide, dimensions);
  return {
    dimensions,
    count,
    centers,
    halves,
    sceneBounds,
    step: (frame, moved) => {
      move(frame);
      for (let id = 0; id < count; id++) moved[id] = id;
      return count;
    },
  };
}

/**
 * Number of flocks. Each item is pulled toward a point at a fixed offset from the moving leader of
 * its flock.
 */
const FLOCKS = 5;
const PULL = 0.004;
const DRAG = 0.955;

export function swarm(request: SceneRequest): World {
  const { dimensions, count, seed } = request;
  const random = new Mulberry32(seed);
  const halfSide = 0.75 * uniformSide(count, dimensions);
  const leaders = Array.from({ length: FLOCKS * dimensions }, () => ({
    rate: 0.006 + 0.008 * random.unit(),
    at: 2 * Math.PI * random.unit(),
  }));
  return crowd(request, halfSide, (centers, halves) => {
    const speeds = new Float32Array(centers.length);
    const offsets = Float32Array.from(centers, () => 0.5 * halfSide * (random.unit() - 0.5));
    const goal = (axis: number, id: number, frame: number) => {
      const { rate, at } = leaders[(id % FLOCKS) * dimensions + axis];
      return 0.6 * halfSide * Math.sin(rate * frame + at) + offsets[id * dimensions + axis];
    };
    for (let i = 0; i < centers.length; i++) {
      centers[i] = goal(i % dimensions, Math.floor(i / dimensions), 0);
      halves[i] = 0.2 + 0.15 * random.unit();
    }
    return (frame) => {
      if (frame === 0) return;
      for (let i = 0; i < centers.length; i++) {
        const away = goal(i % dimensions, Math.floor(i / dimensions), frame) - centers[i];
        speeds[i] = DRAG * speeds[i] + PULL * away + 0.02 * (random.unit() - 0.5);
        const next = centers[i] + speeds[i];
        centers[i] = Math.max(-halfSide + 0.4, Math.min(halfSide - 0.4, next));
      }
    };
  });
}

/**
 * Number of rotating guns. Bullets fly straight. At their maximum distance, they are fired again.
 */
const GUNS = 4;
const ARMS = 6;
const LIFETIME = 240;
const SPIN = 0.021;

/** Creates a scene with rotating guns and their bullets, only in 2D. */
export function bullets(request: SceneRequest): World {
  const { count } = request;
  const random = new Mulberry32(request.seed);
  const halfSide = 0.9 * uniformSide(count, 2);
  const guns = Array.from({ length: GUNS }, (_, gun) => ({
    x: 0.5 * halfSide * Math.cos((gun * 2 * Math.PI) / GUNS + 0.4),
    y: 0.5 * halfSide * Math.sin((gun * 2 * Math.PI) / GUNS + 0.4),
    spin: (gun % 2 === 0 ? 1 : -1) * SPIN * (0.8 + 0.4 * random.unit()),
  }));
  const far = 0.47 * halfSide;
  return crowd(request, halfSide, (centers, halves) => {
    for (let i = 0; i < halves.length; i++) halves[i] = (i >> 1) % 12 === 0 ? 0.45 : 0.22;
    return (frame) => {
      for (let id = 0; id < count; id++) {
        const { x, y, spin } = guns[id % GUNS];
        const fired = Math.floor((id * LIFETIME) / count);
        const age = (frame + LIFETIME - fired) % LIFETIME;
        const arm = Math.floor(id / GUNS) % ARMS;
        const angle = (arm * 2 * Math.PI) / ARMS + spin * (frame - age);
        const distance = (far * age) / LIFETIME;
        centers[2 * id] = x + distance * Math.cos(angle);
        centers[2 * id + 1] = y + distance * Math.sin(angle);
      }
    };
  });
}

/**
 * Number of frames between explosions. SLOWING is the time constant of the deceleration, in frames.
 */
const BLAST = 300;
const SLOWING = 45;
/** Initial radius of the explosion as a fraction of its maximum radius. */
const CORE = 0.2;

export function explosion(request: SceneRequest): World {
  const { count, dimensions, seed } = request;
  const random = new Mulberry32(seed);
  const halfSide = 0.8 * uniformSide(count, dimensions);
  return crowd(request, halfSide, (centers, halves) => {
    const directions = new Float32Array(centers.length);
    for (let id = 0; id < count; id++) {
      const direction = directions.subarray(id * dimensions, (id + 1) * dimensions);
      // rejection sampling of points in the unit ball makes all directions equally likely
      do for (let d = 0; d < dimensions; d++) direction[d] = 2 * random.unit() - 1;
      while (Math.hypot(...direction) > 1);
      halves.fill(0.15 + 0.5 * random.unit() ** 3, id * dimensions, (id + 1) * dimensions);
    }
    return (frame) => {
      const age = frame % BLAST;
      const wide = 0.94 * halfSide * (CORE + (1 - CORE) * (1 - Math.exp(-age / SLOWING)));
      for (let i = 0; i < centers.length; i++) centers[i] = wide * directions[i];
    };
  });
}
