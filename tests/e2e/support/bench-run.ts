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

/** The page on which it has ended. Whoever opens files over it closes them, and gives back what was switched off. */
export function finishedRun(opened: Opened): Promise<BenchPage> {
  return opened.share('a finished run', async () => {
    const bench = await opened.as(BenchPage);
    await bench.finish(RUN);
    return bench;
  });
}

let saved: Promise<string> | undefined;

/** What that page saves as a file. */
export function savedRun(opened: Opened): Promise<string> {
  saved ??= finishedRun(opened).then((bench) => bench.exported('Save JSON'));
  return saved;
}
