/// <reference types="vite/client" />
import address from 'sapwood/all/core.wasm?url';
import type { Task } from '../work.mjs';

async function workerResults(count: number, task: Omit<Task, 'module'>): Promise<unknown[]> {
  const module = await WebAssembly.compileStreaming(fetch(address));
  const workers = Array.from({ length: count }, () => {
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  });
  const results = workers.map((worker) => {
    return new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => resolve(`error: ${message}`);
      worker.postMessage({ ...task, module });
    });
  });
  const all = await Promise.all(results);
  for (const worker of workers) worker.terminate();
  return all;
}

Object.assign(globalThis, { workerResults });
