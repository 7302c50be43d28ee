/**
 * Race over frames of a game: Sapwood, other libraries and hand-written code alternate on the same
 * frames.
 */

import { signal } from '@preact/signals';
import type { GameRow } from 'measuring/games';
import { gameList } from 'measuring/games/list';
import type { GameNews, GameRequest } from '../../bench/messages.js';
import { count, words } from '../../ui/format.js';
import { endWorker, runInWorker } from './race-worker.js';

/** Number of measured frames. */
export const FRAMES = 120;

/** A game with a fixed number of items. */
export interface GameChoice {
  readonly key: string;
  readonly game: string;
  readonly n: number;
  readonly label: string;
  readonly sentence: string;
}

export const gameChoices: readonly GameChoice[] = gameList.flatMap(
  ({ dimensions, id, sizes, title }) =>
    sizes.map((n) => ({
      ...{ key: `${id}-${n}`, game: id, n },
      label: `${words(id)}, ${dimensions}D, ${count(n)}`,
      sentence: `${count(n)} ${title}.`,
    })),
);

export interface GameRun {
  readonly choice: GameChoice;
  readonly stage: 'preparing' | 'running' | 'done' | 'stopped' | 'failed';
  /** Number of finished frames, and total number of frames. */
  readonly done: number;
  readonly of: number;
  readonly rows: readonly GameRow[];
  readonly error: string | null;
}

export const gameRun = signal<GameRun | null>(null);

function change(patch: Partial<GameRun>): void {
  if (gameRun.value) gameRun.value = { ...gameRun.value, ...patch };
}

export const runsGame = (run: GameRun | null): boolean =>
  run?.stage === 'preparing' || run?.stage === 'running';

export function stopGame(): void {
  if (!runsGame(gameRun.peek())) return;
  endWorker();
  change({ stage: 'stopped' });
}

function onMessage(news: GameNews): void {
  if (news.kind === 'frame') {
    change({ stage: 'running', done: news.done, of: news.of });
    return;
  }
  endWorker();
  if (news.kind === 'rows') change({ stage: 'done', rows: news.rows });
  else change({ stage: 'failed', error: news.message });
}

export async function startGame(choice: GameChoice): Promise<void> {
  gameRun.value = { choice, stage: 'preparing', done: 0, of: FRAMES, rows: [], error: null };
  const { game, n } = choice;
  await runInWorker<GameNews>(
    (module): GameRequest => ({ kind: 'game', game, n, frames: FRAMES, module }),
    onMessage,
  );
}
