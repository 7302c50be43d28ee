/** One run of the Bench page, for all tests that read its charts, its tables, its files and its links. */

import { BenchPage, type Choice } from './bench-page.js';
import type { Opened } from './playground-page.js';
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

/** The sizes of its columns. */
export const SIZES = RUN.n;
export const RESULTS = RUN.phases.length * RUN.sizes * RUN.who.length;

/** What the page tells of a run at one moment. */
export interface Told {
  readonly done: number;
  readonly leftMs: number;
  readonly words: string;
}

/** Whatever the page tells of a run from its start to its end, while its bar is there. */
function whatIsTold({ page }: BenchPage): Promise<readonly Told[]> {
  return page.evaluate(
    () =>
      new Promise<Told[]>((tell) => {
        const told: Told[] = [];
        const look = () => {
          const { done = 0, leftMs = 0, stage } = window.benchPage?.state() ?? {};
          if (stage === 'done') return tell(told);
          const bar = document.querySelector(
            '.run-progress progress, .run-progress [role="progressbar"]',
          );
          const words = document.querySelector('.run-progress')?.textContent ?? '';
          if (stage === 'running' && bar && done > (told.at(-1)?.done ?? -1)) {
            told.push({ done, leftMs, words });
          }
          requestAnimationFrame(look);
        };
        look();
      }),
  );
}

let telling: Promise<readonly Told[]>;

/** The page on which it has ended. Whoever opens files over it closes them, and gives back what was switched off. */
export function finishedRun(opened: Opened): Promise<BenchPage> {
  return opened.share('a finished run', async () => {
    const bench = await opened.as(BenchPage);
    await bench.finish(RUN, () => {
      telling = whatIsTold(bench);
    });
    return bench;
  });
}

/** What that page told while it was measured. */
export const whatWasTold = () => telling;

let saved: Promise<string> | undefined;

/** What that page saves as a file. */
export function savedRun(opened: Opened): Promise<string> {
  saved ??= finishedRun(opened).then((bench) => bench.exported('Save JSON'));
  return saved;
}
