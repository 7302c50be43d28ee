/** Starts a measuring worker for Bench or a race. */

export function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
