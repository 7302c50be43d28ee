/** Scenes of games: what a frame of each asks for, and who plays them. */

import { destruction, rollback } from './bodies.js';
import { bulletHell } from './bullet-hell.js';
import type { GameKind } from './game.js';
import { crowd, swarm } from './neighbours.js';
import { openWorld } from './open-world.js';

export type { Game, GameKind, Player } from './game.js';
export { type GameRow, playGame } from './play.js';

export const games: readonly GameKind[] = [
  bulletHell,
  swarm,
  crowd,
  openWorld,
  destruction,
  rollback,
];
