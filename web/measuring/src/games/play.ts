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

class PlayerRun {
  readonly times: number[] = [];
  found = 0;
  right = true;
  resultHash = '';
  constructor(readonly player: Player) {}

  play(resultKind: Game['resultKind']): ArrayLike<number> {
    const start = performance.now();
    const result = this.player.frame();
    this.times.push(performance.now() - start);
    this.found += result.length / (resultKind === 'pairs' ? 2 : 1);
    const hash = resultKind === 'pairs' ? pairsHash(result) : idSetHash(result);
    this.resultHash = `${result.length} ${hash}`;
    return result;
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
  const runs = game.players.map((player) => new PlayerRun(player));
  try {
    let result: ArrayLike<number> = [];
    for (let frame = 0; frame < warmUp + frames; frame++) {
      game.advance(result);
      for (let turn = 0; turn < runs.length; turn++) {
        const run = runs[(turn + frame) % runs.length];
        const found = run.play(game.resultKind);
        if (run === runs[0]) result = Array.from(found);
      }
      for (const run of runs) run.right &&= run.resultHash === runs[0].resultHash;
      report?.(frame + 1, warmUp + frames);
      // lets timers and the garbage collector run, as between the frames of a page
      await new Promise((resolve) => setTimeout(resolve));
    }
    return runs.map((run) => run.row(kind, n, warmUp));
  } finally {
    for (const { player } of runs) player.dispose?.();
    game.dispose?.();
  }
}
