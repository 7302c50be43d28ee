/** What a scene of a game is: its world and motion, and players that each answer what a frame asks for. */

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

export interface GameKind {
  readonly id: string;
  readonly title: string;
  readonly dimensions: 2 | 3;
  /** Things of the world; all are played. */
  readonly sizes: readonly number[];
  create(n: number): Promise<Game>;
}
