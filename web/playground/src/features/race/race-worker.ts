/** Worker that measures a single race. It is terminated when the race ends. */

import { compileModule } from '../../bench/wasm-module.js';
import { startWorker } from '../../bench/worker-pool.js';

interface Failed {
  readonly kind: 'failed';
  readonly message: string;
}

let worker: Worker | null = null;
/**
 * Incremented when a race starts or ends, so that a race that ended while the module was compiled
 * does not start.
 */
let races = 0;

export function endWorker(): void {
  races++;
  worker?.terminate();
  worker = null;
}

/** Sends a request to a new worker; `onMessage` receives its messages, or a startup error. */
export async function runInWorker<News>(
  request: (module: WebAssembly.Module) => object,
  onMessage: (news: News | Failed) => void,
): Promise<void> {
  endWorker();
  const race = races;
  const { module, lack } = await compileModule();
  if (race !== races) return;
  if (!module)
    return onMessage({ kind: 'failed', message: lack ?? 'The module could not be loaded.' });
  worker = startWorker();
  worker.onmessage = ({ data }: MessageEvent<News>) => onMessage(data);
  worker.onerror = (event) => {
    event.preventDefault();
    onMessage({ kind: 'failed', message: event.message || 'the worker could not be started' });
  };
  worker.postMessage(request(module));
}
