/**
 * Runs all players of a scene frame by frame. Each frame starts with a different player, and the
 * results of all players must agree.
 */

import { idSetHash, pairsHash } from 'scenes';
import { ascending, quantile } from '../sampling.js';
import type { Game, GameKind, Player } from './game.js';

export interface GameRow {
  readonly game: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  readonly player: string;
  readonly ours: boolean;
  /** True if all results were equal to the results of the first player. */
  readonly right: boolean;
  readonly frames: number;
  /** Mean number of pairs or ids per frame. */
  readonly found: number;
  /** Milliseconds per frame for the update and the queries, or null if a result was wrong. */
  readonly p50: number | null;
  readonly p99: number | null;
}

/**
 * Default number of frames before the measurement, in which compilers optimize code and trees
 * adapt.
 */
const WARM_UP = 30;

class Seat {
  readonly times: number[] = [];
  found = 0;
  right = true;
  answer = '';
  constructor(readonly player: Player) {}

  play(answers: Game['answers']): ArrayLike<number> {
    const start = performance.now();
    const answer = this.player.frame();
    this.times.push(performance.now() - start);
    this.found += answer.length / (answers === 'pairs' ? 2 : 1);
    const hash = answers === 'pairs' ? pairsHash(answer) : idSetHash(answer);
    this.answer = `${answer.length} ${hash}`;
    return answer;
  }

  row({ id, dimensions }: GameKind, n: number, warmUp: number): GameRow {
    const times = ascending(this.times.slice(warmUp));
    const at = (q: number) => (this.right ? Number(quantile(times, q).toPrecision(4)) : null);
    return {
      game: id,
      dimensions,
      n,
      player: this.player.id,
      ours: this.player.ours,
      right: this.right,
      frames: times.length,
      found: Math.round(this.found / this.times.length),
      p50: at(0.5),
      p99: at(0.99),
    };
  }
}

export async function playGame(
  kind: GameKind,
  n: number,
  frames: number,
  warmUp = WARM_UP,
  report?: (done: number, of: number) => void,
): Promise<GameRow[]> {
  const game = await kind.create(n);
  const seats = game.players.map((player) => new Seat(player));
  try {
    let answer: ArrayLike<number> = [];
    for (let frame = 0; frame < warmUp + frames; frame++) {
      game.advance(answer);
      for (let turn = 0; turn < seats.length; turn++) {
        const seat = seats[(turn + frame) % seats.length];
        const found = seat.play(game.answers);
        if (seat === seats[0]) answer = Array.from(found);
      }
      for (const seat of seats) seat.right &&= seat.answer === seats[0].answer;
      report?.(frame + 1, warmUp + frames);
      // lets timers and the garbage collector run, as between the frames of a page
      await new Promise((resolve) => setTimeout(resolve));
    }
    return seats.map((seat) => seat.row(kind, n, warmUp));
  } finally {
    for (const { player } of seats) player.dispose?.();
    game.dispose?.();
  }
}
