/** Bullet hell: finds the targets that thousands of bullets hit. */

import type { QueryResults } from 'peers';
import { BouncingBoxes } from './bouncing-boxes.js';
import type { Game, Player } from './game.js';
import { isOurs, openPeer, PackedWorld } from './players.js';

const TARGETS_A_BULLET = 1 / 40;

/**
 * Rebuilds an index of the targets in each frame, and runs a query for each bullet. Reports pairs
 * [bullet, n + target], where n is the number of bullets.
 */
async function queryPlayer(
  id: string,
  bullets: BouncingBoxes,
  targets: BouncingBoxes,
): Promise<Player> {
  const peer = await openPeer(id, 2);
  const out: number[] = [];
  const flatten = ({ offsets, ids }: QueryResults) => {
    out.length = 0;
    for (let i = 0; i < bullets.count; i++) {
      for (let at = offsets[i]; at < offsets[i + 1]; at++) out.push(i, bullets.count + ids[at]);
    }
    return out;
  };
  return {
    id: `${id}, a box query for each bullet`,
    ours: isOurs(id),
    frame() {
      peer.build!(targets.boxes);
      return flatten(peer.boxQueries!(bullets.boxes));
    },
    dispose: () => peer.dispose?.(),
  };
}

function worldPlayer(bullets: BouncingBoxes, targets: BouncingBoxes): Player {
  const packedBoxes = new Float32Array(bullets.boxes.length + targets.boxes.length);
  const write = () => {
    packedBoxes.set(bullets.boxes);
    packedBoxes.set(targets.boxes, bullets.boxes.length);
  };
  write();
  const bullet = { category: 1, mask: 2 };
  const target = { category: 2, mask: 1 };
  const packed = new PackedWorld(2, packedBoxes, bullets.count + targets.count, (id) =>
    id < bullets.count ? bullet : target,
  );
  return {
    id: 'sapwood:world',
    ours: true,
    frame() {
      write();
      packed.write(packedBoxes);
      packed.world.step();
      return packed.world.pairs;
    },
    dispose: () => packed.world.dispose(),
  };
}

export async function startBulletHell(n: number): Promise<Game> {
  const side = 4 * Math.sqrt(n);
  const bullets = new BouncingBoxes(2, n, side, { seed: 1, speed: 0.5, half: 0.25 });
  const count = Math.ceil(n * TARGETS_A_BULLET);
  const targets = new BouncingBoxes(2, count, side, { seed: 2, speed: 0.1, half: 2 });
  const others = ['plain-grid', 'flatbush', 'rbush', 'planck', 'box2d3', 'rapier2d'];
  const ids = [...others, 'sapwood:wide-tree', 'sapwood:hash-grid'];
  const querying = await Promise.all(ids.map((id) => queryPlayer(id, bullets, targets)));
  return {
    players: [...querying, worldPlayer(bullets, targets)],
    resultKind: 'pairs',
    advance() {
      bullets.step();
      targets.step();
    },
  };
}
