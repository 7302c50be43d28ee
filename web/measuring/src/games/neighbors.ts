/**
 * Scenes swarm and crowd: points that push their neighbors away. Each point has about eight
 * neighbors.
 */

import { adapters, PointGrid } from 'peers';
import { type SpatialIndex, structures } from 'sapwood/all';
import { Drift } from './drift.js';
import type { Game, Player } from './game.js';
import { openPeer } from './players.js';

const REACH = 1;

function byHand(drift: Drift): Player {
  const grid = new PointGrid(drift.dimensions, drift.side, REACH);
  return { id: 'hand-written grid', ours: false, frame: () => grid.pairs(drift.points) };
}

function byStructure(id: string, drift: Drift): Player {
  const entry = structures.find((one) => one.id === id)!;
  const index: SpatialIndex = entry.create({ dimensions: drift.dimensions });
  index.buildPoints(drift.points);
  return {
    id: `sapwood:${id}`,
    ours: true,
    frame() {
      index.updatePoints(drift.points);
      return index.pairsWithin(REACH);
    },
    dispose: () => index.dispose(),
  };
}

/**
 * Player for libraries that index only boxes. Each point becomes a box that extends half the search
 * radius in each direction; pairs of boxes are then filtered by distance.
 */
async function byBoxes(id: string, drift: Drift): Promise<Player> {
  const { dimensions, points } = drift;
  const peer = await openPeer(id, dimensions);
  const boxes = new Float32Array(2 * points.length);
  // slightly more than half the search radius, so that rounding errors lose no neighbors
  const half = (REACH / 2) * 1.001;
  const squared = (a: number, b: number) => {
    let sum = 0;
    for (let k = 0; k < dimensions; k++) {
      const gap = points[a * dimensions + k] - points[b * dimensions + k];
      sum += gap * gap;
    }
    return sum;
  };
  const frame = () => {
    for (let i = 0; i < points.length; i++) {
      const at = Math.floor(i / dimensions) * 2 * dimensions + (i % dimensions);
      boxes[at] = points[i] - half;
      boxes[at + dimensions] = points[i] + half;
    }
    const pairs = peer.allPairs!(boxes);
    let kept = 0;
    for (let p = 0; p < pairs.length; p += 2) {
      if (squared(pairs[p], pairs[p + 1]) > REACH * REACH) continue;
      pairs[kept++] = pairs[p];
      pairs[kept++] = pairs[p + 1];
    }
    return pairs.subarray(0, kept);
  };
  return { id: `${id}, boxes`, ours: false, frame, dispose: () => peer.dispose?.() };
}

async function byKdbush(drift: Drift): Promise<Player> {
  const peer = (await adapters.find(({ id }) => id === 'kdbush')!.load())(2);
  return { id: 'kdbush', ours: false, frame: () => peer.pairsWithin!(drift.points, REACH) };
}

async function start(drift: Drift, boxed: readonly string[]): Promise<Game> {
  const ours = ['wide-tree', 'hash-grid', 'sweep-and-prune'].map((id) => byStructure(id, drift));
  const players = [byHand(drift), ...ours];
  if (drift.dimensions === 2) players.push(await byKdbush(drift));
  for (const id of boxed) players.push(await byBoxes(id, drift));
  return {
    players,
    resultKind: 'pairs',
    advance(pairs) {
      drift.push(pairs, REACH);
      drift.step();
    },
  };
}

export const startSwarm = (n: number): Promise<Game> =>
  start(new Drift(2, n, Math.sqrt((Math.PI * n) / 8), { seed: 3, speed: 0.05 }), [
    'plain-grid',
    'flatbush',
  ]);

export const startCrowd = (n: number): Promise<Game> =>
  start(new Drift(3, n, Math.cbrt((Math.PI * n) / 6), { seed: 4, speed: 0.05 }), [
    'plain-grid',
    'three-mesh-bvh',
  ]);
