/**
 * Four concurrent workers that receive one compiled module have the same result as one thread, in
 * Node and in a page.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import * as sapwood from 'sapwood/all';
import { expect, test } from 'vitest';
import { launchBrowser } from '../../e2e/support/browser.js';
import { serveBuilt } from '../../e2e/support/site.js';
import { addFigures, roundsFor, seed } from '../support/budget.js';
import { work } from './work.mjs';

const WORKERS = 4;
const ROUNDS = 20;
/** Number of calls of the package in one run of the task, for all structures and dimensions. */
const CALLS = 32 * (2 + 3 * ROUNDS);

const packageFolder =
  process.env.SAPWOOD_PACKAGE ?? fileURLToPath(new URL('../../../web/sapwood', import.meta.url));
const entry = pathToFileURL(`${packageFolder}/dist/entries/all.js`).href;
const module = new WebAssembly.Module(readFileSync(`${packageFolder}/dist/wasm/all/core.wasm`));

function inWorker(task: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const file = new URL('./node-worker.mjs', import.meta.url);
    const worker = new Worker(file, { workerData: { entry, module, ...task } });
    worker.once('message', (result) => {
      resolve(result);
      void worker.terminate();
    });
    worker.once('error', reject);
  });
}

test('workers in Node have the result of one thread', async () => {
  const rounds = await roundsFor(0.1, async (round) => {
    const task = { seed: seed + round, rounds: ROUNDS };
    const alone = await work(sapwood, { module, ...task });
    const together = Array.from({ length: WORKERS }, () => inWorker(task));
    expect(await Promise.all(together)).toEqual(Array(WORKERS).fill(alone));
  });
  addFigures({ operations: rounds * (WORKERS + 1) * CALLS });
});

declare function workerResults(count: number, task: object): Promise<unknown[]>;

test('workers in a page have the result of one thread', async () => {
  const root = fileURLToPath(new URL('page', import.meta.url));
  const output = fileURLToPath(new URL('../../../build/soak/workers', import.meta.url));
  const site = await serveBuilt(root, output);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    await page.waitForFunction(() => 'workerResults' in globalThis);
    const rounds = await roundsFor(0.1, async (round) => {
      const task = { seed: seed + round, rounds: ROUNDS };
      const alone = await work(sapwood, { module, ...task });
      const results = await page.evaluate(
        ([count, given]) => workerResults(count as number, given as object),
        [WORKERS, task],
      );
      expect(results).toEqual(Array(WORKERS).fill(alone));
    });
    addFigures({ operations: rounds * (WORKERS + 1) * CALLS });
  } finally {
    await browser.close();
    await site.close();
  }
});
