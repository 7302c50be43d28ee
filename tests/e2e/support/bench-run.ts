/** A run of the Bench page that tests of charts, tables, files and links share. */

import { BenchPage, type Choice } from './bench-page.js';
import type { PageFactory } from './playground-page.js';
import { isFull } from './volume.js';

export const RUN = {
  preset: 'quick',
  scenes: ['uniform'],
  dims: [2],
  n: [300, 1000],
  sizes: 2,
  seed: 5,
  phases: ['frame', 'pairs', 'build', ...(isFull ? ['box-queries'] : []), 'memory'],
  who: ['sapwood:wide-tree', 'rbush', 'flatbush'],
} as const satisfies Choice;

export const SIZES = RUN.n;
export const RESULTS = RUN.phases.length * RUN.sizes * RUN.who.length;

export interface Progress {
  readonly done: number;
  readonly leftMs: number;
  readonly words: string;
}

function recordProgress({ page }: BenchPage): Promise<readonly Progress[]> {
  return page.evaluate(
    () =>
      new Promise<Progress[]>((resolve) => {
        const progress: Progress[] = [];
        const look = () => {
          const { done = 0, leftMs = 0, stage } = window.benchPage?.state() ?? {};
          if (stage === 'done') return resolve(progress);
          const bar = document.querySelector(
            '.run-progress progress, .run-progress [role="progressbar"]',
          );
          const words = document.querySelector('.run-progress')?.textContent ?? '';
          if (stage === 'running' && bar && done > (progress.at(-1)?.done ?? -1)) {
            progress.push({ done, leftMs, words });
          }
          requestAnimationFrame(look);
        };
        look();
      }),
  );
}

let recording: Promise<readonly Progress[]>;

/** Returns the page after the run. All tests share this page, so they must undo their changes. */
export function finishedRun(opened: PageFactory): Promise<BenchPage> {
  return opened.share('a finished run', async () => {
    const bench = await opened.as(BenchPage);
    await bench.finish(RUN, () => {
      recording = recordProgress(bench);
    });
    return bench;
  });
}

export const recordedProgress = () => recording;

let saved: Promise<string> | undefined;

export function savedRun(opened: PageFactory): Promise<string> {
  saved ??= finishedRun(opened).then((bench) => bench.exported('Save JSON'));
  return saved;
}
