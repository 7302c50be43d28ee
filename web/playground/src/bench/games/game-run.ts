/** A scene of a game played in a worker: started, told while it goes on, stopped. */

import { signal } from '@preact/signals';
import type { GameRow } from 'measuring/games';
import { gameList } from 'measuring/games/list';
import type { GameNews, GameRequest } from '../messages.js';
import { startWorker } from '../start-worker.js';
import { compileModule } from '../wasm-module.js';

/** Frames that count. */
export const FRAMES = 120;

/** A scene at one size. */
export interface GameChoice {
  readonly game: string;
  readonly n: number;
}

export const choices: readonly GameChoice[] = gameList.flatMap(({ id, sizes }) =>
  sizes.map((n) => ({ game: id, n })),
);

export interface GameRun {
  readonly choice: GameChoice;
  readonly stage: 'preparing' | 'playing' | 'done' | 'stopped' | 'failed';
  /** Frames, of all of them. */
  readonly done: number;
  readonly of: number;
  readonly rows: readonly GameRow[];
  readonly fault: string | null;
}

const current = signal<GameRun | null>(null);
export const gameRun = current;
let worker: Worker | null = null;

function change(patch: Partial<GameRun>): void {
  if (current.value) current.value = { ...current.value, ...patch };
}

export const isPlaying = (run: GameRun | null): boolean =>
  run?.stage === 'preparing' || run?.stage === 'playing';

function end(): void {
  worker?.terminate();
  worker = null;
}

export function stopGame(): void {
  end();
  if (isPlaying(current.peek())) change({ stage: 'stopped' });
}

function hear(news: GameNews): void {
  if (news.kind === 'frame') {
    change({ stage: 'playing', done: news.done, of: news.of });
    return;
  }
  end();
  if (news.kind === 'rows') change({ stage: 'done', rows: news.rows });
  else change({ stage: 'failed', fault: news.message });
}

export async function startGame(choice: GameChoice): Promise<void> {
  stopGame();
  current.value = { choice, stage: 'preparing', done: 0, of: FRAMES, rows: [], fault: null };
  const { module, lack } = await compileModule();
  if (!module) return change({ stage: 'failed', fault: lack });
  // another one was begun meanwhile, or this one stopped
  if (current.peek()?.choice !== choice || current.peek()?.stage !== 'preparing') return;
  worker = startWorker();
  worker.onmessage = ({ data }: MessageEvent<GameNews>) => hear(data);
  worker.onerror = (event) => {
    event.preventDefault();
    hear({ kind: 'failed', message: event.message || 'the worker could not be started' });
  };
  const request: GameRequest = { kind: 'game', ...choice, frames: FRAMES, module };
  worker.postMessage(request);
}
