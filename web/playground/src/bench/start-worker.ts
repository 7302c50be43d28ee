/** A worker that measures, for whoever wants one: Bench and the race have the same. */

export function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
