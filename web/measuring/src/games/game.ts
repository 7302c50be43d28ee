/** A scene of a game being played: its world and motion, and players that each answer what a frame asks for. */

import type { GameWords } from './list.js';

export interface Player {
  readonly id: string;
  /** Whether it stands for this package. */
  readonly ours: boolean;
  /** Follows the world as it is now and answers; what comes back may be a view that the next call overwrites. */
  frame(): ArrayLike<number>;
  dispose?(): void;
}

/** One scene at one size. */
export interface Game {
  readonly players: readonly Player[];
  /** Whether answers are pairs (a < b) or single ids; their order means nothing. */
  readonly answers: 'pairs' | 'ids';
  /** Goes on by a frame; gets the answer of the first player to the last one. Not timed. */
  advance(answer: ArrayLike<number>): void;
  dispose?(): void;
}

/** A scene at any size. */
export interface GameKind extends GameWords {
  create(n: number): Promise<Game>;
}
