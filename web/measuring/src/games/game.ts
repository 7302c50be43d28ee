/**
 * Scene of a running game: its world and motion, and players that compute the same result in each
 * frame.
 */

import type { GameWords } from './list.js';

export interface Player {
  readonly id: string;
  /** True for this package. */
  readonly ours: boolean;
  /**
   * Follows the current world. Returns the result, possibly as a view that the next call
   * overwrites.
   */
  frame(): ArrayLike<number>;
  dispose?(): void;
}

/** Scene of one size. */
export interface Game {
  readonly players: readonly Player[];
  /** Kind of the result: pairs (a < b) or single ids. Their order has no meaning. */
  readonly answers: 'pairs' | 'ids';
  /** Advances by a frame, with the result of the first player for the last frame. Not timed. */
  advance(answer: ArrayLike<number>): void;
  dispose?(): void;
}

/** Scene of any size. */
export interface GameKind extends GameWords {
  create(n: number): Promise<Game>;
}
