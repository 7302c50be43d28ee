// Bundles the tools of the fuzzers for Node: bundle.mjs <folder> <package folder>
//
// The package is not bundled, because it loads its module from its own folder.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const [folder, packageFolder] = process.argv.slice(2);
const dist = join(packageFolder, 'dist');
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

await build({
  configFile: false,
  logLevel: 'error',
  root: here('.'),
  resolve: {
    alias: [
      { find: /^sapwood\/all$/, replacement: join(dist, 'entries/all.js') },
      { find: /^sapwood$/, replacement: join(dist, 'entries/index.js') },
      { find: /^sapwood\/([23]d.*)$/, replacement: join(dist, 'generated/$1.js') },
    ],
  },
  build: {
    ssr: true,
    outDir: resolve(folder),
    emptyOutDir: false,
    target: 'node20',
    rolldownOptions: {
      input: { fuzz: here('node.ts'), 'kept-views': here('kept-views.ts') },
      external: (id) => id.startsWith(`${dist}/`),
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    },
  },
  ssr: { noExternal: true },
});
