/**
 * Runs each measurement in a new process, so that libraries share neither compiled code nor a heap.
 */

import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Outcome, Task } from 'measuring';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/**
 * Output folder of the bundle. Node can resolve the libraries from this folder, independent of
 * where npm installs them.
 */
const FOLDER = join(ROOT, 'web/peers/node_modules/.bench');
const PACKAGE = process.env.SAPWOOD_PACKAGE ?? join(ROOT, 'web/sapwood');

/**
 * Packages that are part of the bundle: our own packages, and check2d. Node does not recognize the
 * modules of check2d as ES modules, so check2d is bundled with its dependencies.
 */
const INSIDE = ['measuring', 'peers', 'scenes', 'check2d'];

/**
 * Returns whether an import is not bundled. Libraries are not bundled, so that Node loads them in
 * the usual way when they are measured.
 */
function isOutside(id: string, importer: string | undefined): boolean {
  if (id.startsWith('.') || id.startsWith('/') || INSIDE.includes(id)) return false;
  return !importer?.includes('/node_modules/check2d/');
}

/**
 * Bundles our own TypeScript for the processes. The package and the libraries are loaded without
 * bundling.
 */
export async function bundleWorker(): Promise<string> {
  const built = pathToFileURL(join(PACKAGE, 'dist/entries/all.js')).href;
  await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'measured-package',
        enforce: 'pre',
        resolveId: (id) => (id === 'sapwood/all' ? { id: built, external: true } : undefined),
      },
    ],
    ssr: { noExternal: true },
    build: {
      ssr: 'worker.ts',
      outDir: FOLDER,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      rollupOptions: {
        external: (id, importer) => id !== 'sapwood/all' && isOutside(id, importer),
        output: { entryFileNames: 'worker.mjs' },
      },
    },
  });
  return join(FOLDER, 'worker.mjs');
}

/**
 * If the process crashes or exceeds the time limit, the promise is resolved with a failed outcome.
 */
export function performAlone(worker: string, task: Task, timeoutMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = fork(worker, [], {
      serialization: 'advanced',
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let output = '';
    let settled = false;
    const settle = (outcome: Outcome) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(outcome);
    };
    const fail = (message: string) => settle({ kind: 'failed', message });
    const timer = setTimeout(
      () => fail(`no result within ${Math.round(timeoutMs / 1000)} s`),
      timeoutMs,
    );
    child.stderr!.on('data', (data) => {
      output += data;
    });
    child.on('message', (outcome) => settle(outcome as Outcome));
    child.on('error', (error) => fail(error.message));
    child.on('exit', (code, signal) => {
      const last = output.trim().split('\n').at(-1) ?? '';
      fail(`the process ended with ${signal ?? code}: ${last}`.slice(0, 200));
    });
    child.send(task);
  });
}
