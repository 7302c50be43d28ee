/**
 * A game scene consists of moving objects and several players. Players are implementations that
 * compute the same result in each frame.
 */

import type { GameDescription } from './list.js';

export interface Player {
  readonly id: string;
  readonly ours: boolean;
  /**
   * Updates the player to the current frame. Returns the result, possibly as a view that the next
   * call overwrites.
   */
  frame(): ArrayLike<number>;
  dispose?(): void;
}

export interface Game {
  readonly players: readonly Player[];
  /** Kind of the result: pairs (a < b) or single ids. Their order is arbitrary. */
  readonly resultKind: 'pairs' | 'ids';
  /**
   * Advances the scene by one frame. This work is not timed. `result` is the result of the first
   * player for the previous frame.
   */
  advance(result: ArrayLike<number>): void;
  dispose?(): void;
}

export interface GameKind extends GameDescription {
  create(n: number): Promise<Game>;
}
