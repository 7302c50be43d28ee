/**
 * Two scenes of moving bodies. Destruction: a physics engine moves rigid bodies, and players find
 * the pairs. Rollback: players restore an earlier frame and replay eight frames.
 */

import type { Change } from 'peers';
import { createPile } from 'scenes/pile';
import { Drift } from './drift.js';
import type { Game, Player } from './game.js';
import { REPLAYED } from './list.js';
import { FedWorld, isOurs, openPeer } from './players.js';

async function follow(id: string, first: Float32Array, change: () => Change): Promise<Player> {
  const peer = await openPeer(id, 3);
  peer.build!(first.slice());
  return {
    id,
    ours: isOurs(id),
    frame: () => peer.frame!(change()),
    dispose: () => peer.dispose?.(),
  };
}

const ENGINES = ['jolt', 'rapier3d'];

/**
 * Player for engines that have box queries but no pair queries. In each frame, it inserts all boxes
 * again and runs a query for each box.
 */
async function queryAll(id: string, change: () => Change): Promise<Player> {
  const peer = await openPeer(id, 3);
  const pairs: number[] = [];
  const frame = () => {
    const { boxes } = change();
    peer.build!(boxes);
    const { offsets, ids } = peer.boxQueries!(boxes);
    pairs.length = 0;
    for (let a = 0; a + 1 < offsets.length; a++) {
      for (let at = offsets[a]; at < offsets[a + 1]; at++) if (ids[at] > a) pairs.push(a, ids[at]);
    }
    return pairs;
  };
  return {
    id: `${id}, a box query for each body`,
    ours: false,
    frame,
    dispose: () => peer.dispose?.(),
  };
}

export async function startDestruction(n: number): Promise<Game> {
  const pile = await createPile(n);
  for (let frame = 0; frame < 200; frame++) pile.step();
  let change: Change = { boxes: pile.boxes, ids: new Uint32Array(0), moved: new Float32Array(0) };
  const ids = ['plain-grid', 'plain-sweep', 'three-mesh-bvh', 'sapwood:dynamic-tree'];
  ids.push('sapwood:sweep-and-prune', 'sapwood:wide-tree');
  const players = await Promise.all(ids.map((id) => follow(id, pile.boxes, () => change)));
  for (const id of ENGINES) players.splice(3, 0, await queryAll(id, () => change));
  const fed = new FedWorld(3, pile.boxes, n, () => ({}));
  const frame = () => {
    fed.world.moveMany(change.ids, change.moved);
    fed.world.step();
    return fed.world.pairs;
  };
  players.push({ id: 'sapwood:world', ours: true, frame, dispose: () => fed.world.dispose() });
  return {
    players,
    resultKind: 'pairs',
    advance() {
      pile.step();
      const moved = new Float32Array(6 * pile.movedCount);
      const movedIds = pile.movedIds.slice(0, pile.movedCount);
      movedIds.forEach((id, i) => {
        moved.set(pile.boxes.subarray(6 * id, 6 * id + 6), 6 * i);
      });
      change = { boxes: pile.boxes.slice(), ids: movedIds, moved };
    },
    dispose: () => pile.dispose(),
  };
}

/**
 * Player with a world: saves a snapshot, runs the frames, restores the snapshot, and runs the
 * frames again.
 */
function rollWorld(frames: readonly Float32Array[], n: number): Player {
  const fed = new FedWorld(3, frames[0], n, () => ({}));
  fed.world.step();
  const kept = new Uint8Array(128 * n + 4096);
  const frame = () => {
    const bytes = fed.world.snapshotInto(kept);
    for (const boxes of frames) {
      fed.write(boxes);
      fed.world.step();
    }
    fed.world.restore(kept.subarray(0, bytes));
    for (const boxes of frames) {
      fed.write(boxes);
      fed.world.step();
    }
    return fed.world.pairs;
  };
  return {
    id: 'sapwood:world, with events',
    ours: true,
    frame,
    dispose: () => fed.world.dispose(),
  };
}

/**
 * Player without state between frames: its snapshot is a copy of the boxes. It finds all pairs of
 * each frame again and reports no events.
 */
async function rollPeer(id: string, frames: readonly Float32Array[]): Promise<Player> {
  const peer = await openPeer(id, 3);
  const frame = () => {
    const kept = frames[0].slice();
    for (const boxes of frames) peer.allPairs!(boxes);
    frames[0].set(kept);
    let pairs = new Uint32Array(0);
    for (const boxes of frames) pairs = peer.allPairs!(boxes) as typeof pairs;
    return pairs;
  };
  return { id, ours: isOurs(id), frame, dispose: () => peer.dispose?.() };
}

export async function startRollback(n: number): Promise<Game> {
  const drift = new Drift(3, n, 1.2 * Math.cbrt(n), { seed: 7, speed: 0.05, half: 0.375 });
  const frames = Array.from({ length: REPLAYED }, () => new Float32Array(6 * n));
  const advance = () => {
    for (const boxes of frames) {
      drift.step();
      boxes.set(drift.boxes);
    }
  };
  advance();
  const ids = ['plain-grid', 'plain-sweep', 'sapwood:sweep-and-prune'];
  const players = await Promise.all(ids.map((id) => rollPeer(id, frames)));
  return { players: [...players, rollWorld(frames, n)], resultKind: 'pairs', advance };
}
