/** Game scenes, and the implementations (players) that are compared in them. */

import { startDestruction, startRollback } from './bodies.js';
import { startBulletHell } from './bullet-hell.js';
import type { GameKind } from './game.js';
import { gameList } from './list.js';
import { startCrowd, startSwarm } from './neighbors.js';
import { startOpenWorld } from './open-world.js';

export type { Game, GameKind, Player } from './game.js';
export { type GameRow, playGame } from './play.js';

const starts: Readonly<Record<(typeof gameList)[number]['id'], GameKind['create']>> = {
  'bullet-hell': startBulletHell,
  swarm: startSwarm,
  crowd: startCrowd,
  'open-world': startOpenWorld,
  destruction: startDestruction,
  rollback: startRollback,
};

export const games: readonly GameKind[] = gameList.map((words) => ({
  ...words,
  create: starts[words.id],
}));
