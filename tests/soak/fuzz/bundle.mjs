// Bundles the tools of the fuzzers for Node: bundle.mjs <folder> <package folder>
//
// The package stays outside, because it finds its module beside itself.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const [folder, packageFolder] = process.argv.slice(2);
const entry = join(packageFolder, 'dist/entries/all.js');

await build({
  configFile: false,
  logLevel: 'error',
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { alias: [{ find: /^sapwood\/all$/, replacement: entry }] },
  build: {
    ssr: fileURLToPath(new URL('node.ts', import.meta.url)),
    outDir: resolve(folder),
    emptyOutDir: false,
    target: 'node20',
    rolldownOptions: { external: [entry], output: { entryFileNames: 'fuzz.mjs' } },
  },
  ssr: { noExternal: true },
});
