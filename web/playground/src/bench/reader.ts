/** The worker that reads the file of a run: large ones would hold up the page. Results leave it a few at a time. */

import './node-globals.js';
import { Fault, type LoadedRun, type Result } from './model.js';
import { readAnyRun } from './other-runners.js';

export interface ReadRequest {
  readonly file: Blob;
  readonly label: string;
}

export type ReadAnswer =
  | { readonly kind: 'results'; readonly results: readonly Result[] }
  /** The last one: everything but the results. */
  | { readonly kind: 'run'; readonly run: LoadedRun }
  /** A sentence for the visitor; null: nobody expected it. */
  | { readonly kind: 'fault'; readonly message: string | null };

/** Results in a message: it takes the page a few milliseconds. */
const SHARE = 200;

const tell = (answer: ReadAnswer) => self.postMessage(answer);

self.addEventListener('message', async ({ data }: MessageEvent<ReadRequest>) => {
  try {
    const run = readAnyRun(await data.file.text(), data.label);
    for (let from = 0; from < run.results.length; from += SHARE) {
      tell({ kind: 'results', results: run.results.slice(from, from + SHARE) });
    }
    tell({ kind: 'run', run: { ...run, results: [] } });
  } catch (error) {
    if (!(error instanceof Fault)) console.error(error);
    tell({ kind: 'fault', message: error instanceof Fault ? error.message : null });
  }
});
