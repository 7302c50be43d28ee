/**
 * Scenes swarm and crowd: points that push their neighbors away. Each point has about eight
 * neighbors.
 */

import { adapters, PointGrid } from 'peers';
import { type SpatialIndex, structures } from 'sapwood/all';
import { BouncingBoxes } from './bouncing-boxes.js';
import type { Game, Player } from './game.js';
import { openPeer } from './players.js';

const RADIUS = 1;

function gridPlayer(scene: BouncingBoxes): Player {
  const grid = new PointGrid(scene.dimensions, scene.side, RADIUS);
  return { id: 'hand-written grid', ours: false, frame: () => grid.pairs(scene.points) };
}

function structurePlayer(id: string, scene: BouncingBoxes): Player {
  const entry = structures.find((one) => one.id === id)!;
  const index: SpatialIndex = entry.create({ dimensions: scene.dimensions });
  index.buildPoints(scene.points);
  return {
    id: `sapwood:${id}`,
    ours: true,
    frame() {
      index.updatePoints(scene.points);
      return index.pairsWithin(RADIUS);
    },
    dispose: () => index.dispose(),
  };
}

/**
 * Player for libraries that index only boxes. Each point becomes a box that extends half the search
 * radius in each direction; pairs of boxes are then filtered by distance.
 */
async function boxesPlayer(id: string, scene: BouncingBoxes): Promise<Player> {
  const { dimensions, points } = scene;
  const peer = await openPeer(id, dimensions);
  const boxes = new Float32Array(2 * points.length);
  // slightly more than half the search radius, so that rounding errors lose no neighbors
  const half = (RADIUS / 2) * 1.001;
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
      if (squared(pairs[p], pairs[p + 1]) > RADIUS * RADIUS) continue;
      pairs[kept++] = pairs[p];
      pairs[kept++] = pairs[p + 1];
    }
    return pairs.subarray(0, kept);
  };
  return { id: `${id}, boxes`, ours: false, frame, dispose: () => peer.dispose?.() };
}

async function kdbushPlayer(scene: BouncingBoxes): Promise<Player> {
  const peer = (await adapters.find(({ id }) => id === 'kdbush')!.load())(2);
  return { id: 'kdbush', ours: false, frame: () => peer.pairsWithin!(scene.points, RADIUS) };
}

async function start(scene: BouncingBoxes, boxed: readonly string[]): Promise<Game> {
  const ours = ['wide-tree', 'hash-grid', 'sweep-and-prune'].map((id) =>
    structurePlayer(id, scene),
  );
  const players = [gridPlayer(scene), ...ours];
  if (scene.dimensions === 2) players.push(await kdbushPlayer(scene));
  for (const id of boxed) players.push(await boxesPlayer(id, scene));
  return {
    players,
    resultKind: 'pairs',
    advance(pairs) {
      scene.push(pairs, RADIUS);
      scene.step();
    },
  };
}

export const startSwarm = (n: number): Promise<Game> =>
  start(new BouncingBoxes(2, n, Math.sqrt((Math.PI * n) / 8), { seed: 3, speed: 0.05 }), [
    'plain-grid',
    'flatbush',
  ]);

export const startCrowd = (n: number): Promise<Game> =>
  start(new BouncingBoxes(3, n, Math.cbrt((Math.PI * n) / 6), { seed: 4, speed: 0.05 }), [
    'plain-grid',
    'three-mesh-bvh',
  ]);
