/** Reads the file of a run without holding up the page. */

import { Fault, type LoadedRun, type Result } from './model.js';
import type { ReadAnswer, ReadRequest } from './reader.js';

async function readHere({ file, label }: ReadRequest): Promise<LoadedRun> {
  const { readAnyRun } = await import('./other-runners.js');
  return readAnyRun(await file.text(), label);
}

/** Throws a `Fault` with a plain sentence where the file holds no run. */
export function readRunFile(file: Blob, label: string): Promise<LoadedRun> {
  // a browser without workers measures nothing, but shows what others measured
  if (typeof Worker === 'undefined') return readHere({ file, label });
  const worker = new Worker(new URL('./reader.ts', import.meta.url), { type: 'module' });
  const results: Result[] = [];
  const reading = new Promise<LoadedRun>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadAnswer>) => {
      if (data.kind === 'results') results.push(...data.results);
      else if (data.kind === 'run') resolve({ ...data.run, results });
      else reject(data.message === null ? new Error(label) : new Fault(data.message));
    };
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage({ file, label } satisfies ReadRequest);
  });
  return reading.finally(() => worker.terminate());
}
