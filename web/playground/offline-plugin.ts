/**
 * Adds the service worker src/offline/service-worker.ts to the build, and inserts the list of the
 * files to cache.
 */

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

const WORKER = 'service-worker.js';
/** Picture for link previews. The pages do not use it, so it is not cached. */
const LINK_PICTURE = 'poster.png';
/**
 * Size limit for files that are cached at installation. Larger files belong to physics engines, and
 * are cached on first use.
 */
const MAX_BYTES = 1_000_000;
/** WebAssembly modules of the library, cached at installation regardless of their size. */
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
