import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { firstChunk } from './first-chunk-plugin.ts';
import { offline } from './offline-plugin.ts';
import { page } from './page-plugin.ts';

// with cross-origin isolation, the clock resolution is 5 microseconds instead of 100
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/**
 * Returns the short hash of the commit, with a plus sign if files differ from the commit. Returns
 * an empty string outside of a repository.
 */
function commitOf(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const hash = git('rev-parse', '--short=10', 'HEAD');
    return git('status', '--porcelain') === '' ? hash : `${hash}+`;
  } catch {
    return '';
  }
}

// Bench shows the commit in its environment card
process.env.VITE_COMMIT ??= commitOf();

function repository(): string {
  const { url } = createRequire(import.meta.url)('sapwood/package.json').repository;
  return url.replace(/^git\+/, '').replace(/\.git$/, '');
}

// pages link to the repository, and link previews require the full URL of an image
process.env.VITE_REPOSITORY ??= repository();
process.env.VITE_SITE ??= './';

export default defineConfig({
  base: './',
  plugins: [page(), firstChunk(), offline()],
  // box-intersect, a library of Bench, requires the Node.js module `buffer`
  resolve: {
    alias: { buffer: fileURLToPath(new URL('src/bench/node-globals.ts', import.meta.url)) },
  },
  worker: { format: 'es' },
  // includes the worker of Bench, so that the development server prepares its libraries at startup;
  // otherwise, the server finds them during a run and reloads the page
  optimizeDeps: { entries: ['index.html', 'src/bench/worker.ts'], exclude: ['box2d3-wasm'] },
  server: { headers },
  preview: { headers },
  build: {
    target: 'es2022',
    // the chunk of the physics engine is large, because it contains WebAssembly as text; only the
    // scene with the falling pile loads it
    chunkSizeWarningLimit: 3000,
  },
});
