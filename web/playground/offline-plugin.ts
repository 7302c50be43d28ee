/**
 * Adds the service worker src/offline/service-worker.ts to the build, and inserts its list of files
 * to cache.
 */

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

const WORKER = 'service-worker.js';
/** Image for link previews. It is not cached, because the pages do not show it. */
const LINK_PICTURE = 'poster.png';
/**
 * Maximum size in bytes of the files that are cached when the service worker is installed. Larger
 * files belong to physics engines, and are cached on first use.
 */
const MAX_BYTES = 1_000_000;
/**
 * WebAssembly modules of the library. They are cached at installation even if they exceed
 * MAX_BYTES.
 */
const MODULE = /^assets\/(core|trace)-[^/]*\.wasm$/;

export function offline(): Plugin {
  let publicFiles: readonly string[] = [];
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    configResolved({ publicDir }) {
      publicFiles = readdirSync(publicDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== LINK_PICTURE)
        .map(({ name, parentPath }) => relative(publicDir, join(parentPath, name)));
    },
    buildStart() {
      const id = join(import.meta.dirname, 'src/offline/service-worker.ts');
      this.emitFile({ type: 'chunk', id, fileName: WORKER });
    },
    generateBundle(_options, bundle) {
      const worker = bundle[WORKER];
      if (worker?.type !== 'chunk') throw new Error(`${WORKER}: not in the bundle`);
      const files = Object.values(bundle)
        .filter((file) => file !== worker && file.fileName !== 'index.html')
        .filter((file) => {
          const content = file.type === 'chunk' ? file.code : file.source;
          return MODULE.test(file.fileName) || Buffer.byteLength(content) <= MAX_BYTES;
        })
        .map(({ fileName }) => fileName);
      // names in assets/ contain content hashes, so the id changes if any of these files changes
      const id = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const build = JSON.stringify({ files: ['./', ...publicFiles, ...files], id });
      const code = worker.code.replace(/(["'`])__BUILD__\1/, build);
      if (code === worker.code) throw new Error(`${WORKER}: no place for the list of files`);
      worker.code = code;
    },
  };
}
