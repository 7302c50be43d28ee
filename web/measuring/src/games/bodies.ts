/**
 * Two scenes of moving bodies for several players, the implementations that are compared.
 * Destruction: a physics engine moves rigid bodies, and the players find overlapping pairs.
 * Rollback: the players restore an earlier frame and replay eight frames.
 */

import type { Change } from 'peers';
import { createPile } from 'scenes/pile';
import { BouncingBoxes } from './bouncing-boxes.js';
import type { Game, Player } from './game.js';
import { REPLAYED } from './list.js';
import { isOurs, openPeer, PackedWorld } from './players.js';

async function framePlayer(id: string, first: Float32Array, change: () => Change): Promise<Player> {
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
async function queryPlayer(id: string, change: () => Change): Promise<Player> {
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
  const players = await Promise.all(ids.map((id) => framePlayer(id, pile.boxes, () => change)));
  for (const id of ENGINES) players.splice(3, 0, await queryPlayer(id, () => change));
  const packed = new PackedWorld(3, pile.boxes, n, () => ({}));
  const frame = () => {
    packed.world.moveMany(change.ids, change.moved);
    packed.world.step();
    return packed.world.pairs;
  };
  players.push({ id: 'sapwood:world', ours: true, frame, dispose: () => packed.world.dispose() });
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

function rollbackWorld(frames: readonly Float32Array[], n: number): Player {
  const packed = new PackedWorld(3, frames[0], n, () => ({}));
  packed.world.step();
  const snapshot = new Uint8Array(128 * n + 4096);
  const frame = () => {
    const bytes = packed.world.snapshotInto(snapshot);
    for (const boxes of frames) {
      packed.write(boxes);
      packed.world.step();
    }
    packed.world.restore(snapshot.subarray(0, bytes));
    for (const boxes of frames) {
      packed.write(boxes);
      packed.world.step();
    }
    return packed.world.pairs;
  };
  return {
    id: 'sapwood:world, with events',
    ours: true,
    frame,
    dispose: () => packed.world.dispose(),
  };
}

/**
 * Player without state between frames, so its snapshot is only a copy of the boxes. It finds all
 * pairs of each frame without results of earlier frames, and reports no events.
 */
async function rollbackPeer(id: string, frames: readonly Float32Array[]): Promise<Player> {
  const peer = await openPeer(id, 3);
  const frame = () => {
    const snapshot = frames[0].slice();
    for (const boxes of frames) peer.allPairs!(boxes);
    frames[0].set(snapshot);
    let pairs = new Uint32Array(0);
    for (const boxes of frames) pairs = peer.allPairs!(boxes) as typeof pairs;
    return pairs;
  };
  return { id, ours: isOurs(id), frame, dispose: () => peer.dispose?.() };
}

export async function startRollback(n: number): Promise<Game> {
  const scene = new BouncingBoxes(3, n, 1.2 * Math.cbrt(n), { seed: 7, speed: 0.05, half: 0.375 });
  const frames = Array.from({ length: REPLAYED }, () => new Float32Array(6 * n));
  const advance = () => {
    for (const boxes of frames) {
      scene.step();
      boxes.set(scene.boxes);
    }
  };
  advance();
  const ids = ['plain-grid', 'plain-sweep', 'sapwood:sweep-and-prune'];
  const players = await Promise.all(ids.map((id) => rollbackPeer(id, frames)));
  return { players: [...players, rollbackWorld(frames, n)], resultKind: 'pairs', advance };
}
