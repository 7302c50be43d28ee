// Measures the download size of every module and its JavaScript. `npm run build:package` writes the
// sizes to docs/size.md and a summary to the README. A test compares them with the maximum sizes in
// this file.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync, inflateRawSync } from 'node:zlib';
import { build } from 'vite';
import { DIMENSIONS, inlinedModules, ownEntries } from './entries.mjs';
import { ROOT, StepError } from './steps.mjs';

const PACKAGE = join(ROOT, 'web/sapwood');
const kB = (bytes) => (bytes / 1000).toFixed(1);

export const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length;
const compressBrotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  }).length;

/**
 * Returns the size of bytes compressed with Brotli. Compressing a module takes seconds, so sizes
 * are cached by the hash of the bytes.
 */
export function brotli(bytes) {
  const hash = createHash('sha256').update(process.versions.brotli).update(bytes).digest('hex');
  const cacheFile = join(ROOT, 'build/brotli-sizes', hash);
  if (existsSync(cacheFile)) return Number(readFileSync(cacheFile, 'utf8'));
  const size = compressBrotli(bytes);
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, String(size));
  return size;
}

/** Maximum size of each module in kB, [gzip, Brotli]: slightly more than its current size. */
export const CEILINGS = {
  all: [411, 305],
  trace: [484, 350],
  '2d': [83.6, 69.7],
  '3d': [92, 76],
  '2d-mesh': [36, 30.3],
  '3d-mesh': [45.1, 37],
  single: [47.9, 40.8],
};
/** Desired size of each module in kB, [gzip, Brotli]. */
const GOALS = {
  all: [400, 290],
  trace: [480, 350],
  '2d': [82, 64],
  '3d': [87, 68],
  '2d-mesh': [45, 36],
  '3d-mesh': [45, 36],
  single: [45, 36],
};
/**
 * Maximum size of an entry point's minified JavaScript, in kB gzipped. The module and the code of
 * movers are not counted.
 */
export const SCRIPT_CEILING = 27.3;
/**
 * Files of movers, and their maximum size in kB gzipped. Games without a mover do not download
 * these files.
 */
export const MOVER = /\/dist\/mover\//;
export const MOVER_CEILING = 7.1;
const SCRIPT_GOAL = 16;
/** Same as `SCRIPT_CEILING` for the entry points of meshes, whose classes have fewer methods. */
export const MESH_SCRIPT_CEILING = 15.5;
/**
 * Maximum size that `sapwood/three` adds to `sapwood/3d`, in kB gzipped. Code that is loaded on
 * demand is not counted.
 */
export const THREE_CEILING = 12;
/** Maximum size that `sapwood/react` adds to `sapwood/three`, in kB gzipped. */
export const REACT_CEILING = 2.1;

/** Second module of `sapwood/all`, in its own file. It also records traces of traversals. */
const TRACED = 'trace';
const entryOf = (name) =>
  name === TRACED ? '`sapwood/all/trace.wasm`' : `\`sapwood/${name.replace('d-', 'd/')}\``;
const rowOf = (table, name) => table[name in table ? name : 'single'];
export const ceilingOf = (name) => rowOf(CEILINGS, name);

export function moduleBytes(name) {
  if (name === TRACED) return readFileSync(join(PACKAGE, 'dist/wasm/all/trace.wasm'));
  const text = join(PACKAGE, `dist/wasm/${name}/bytes.js`);
  if (!existsSync(text)) return readFileSync(join(PACKAGE, `dist/wasm/${name}/core.wasm`));
  return inflateRawSync(Buffer.from(readFileSync(text, 'utf8').match(/'(.*)'/)[1], 'base64'));
}

/**
 * Returns source code with the same exports as a file of the package, but without their contents.
 */
function emptied(path) {
  const exported = readFileSync(path, 'utf8').matchAll(/^export (?:async )?(\w+) (\w+)/gm);
  return [...exported].map(([, kind, name]) => emptyForm(kind, name)).join('\n');
}

function emptyForm(kind, name) {
  if (kind === 'class') return `export class ${name} {}`;
  return kind === 'function' ? `export function ${name}() {}` : `export const ${name} = 0;`;
}

const PEERS = ['three', 'react', '@react-three/fiber'];

/**
 * Returns the minified JavaScript of an entry point with all exports. `inlined` includes the
 * module. `without` is a pattern of files whose code is omitted. `beside` adds the exports of a
 * second entry point.
 */
export async function scriptOf(entry, { inlined = false, without, beside } = {}) {
  const exported = (path, as = '') => `export *${as} from '${join(PACKAGE, `dist/${path}.js`)}';`;
  const source =
    beside === undefined ? exported(entry) : exported(entry) + exported(beside, ' as beside');
  const name = '\0entry';
  const { output } = await build({
    root: PACKAGE,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'one-entry',
        enforce: 'pre',
        resolveId: (id) => (id === 'entry' ? name : undefined),
        load(id) {
          if (id === name) return source;
          if (without?.test(id)) return emptied(id);
          return !inlined && id.endsWith('/bytes.js') ? "export default ['', 0];" : undefined;
        },
      },
    ],
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      rollupOptions: { input: 'entry', external: PEERS, preserveEntrySignatures: 'strict' },
      // excludes Vite's helper for dynamic imports
      ssr: true,
    },
  });
  const scripts = reachable(output.filter(({ type }) => type === 'chunk'));
  return Buffer.from(scripts.map(({ code }) => code).join('\n'));
}

/**
 * Returns the scripts that are downloaded with the entry script, without scripts that are loaded on
 * demand.
 */
function reachable(scripts) {
  const found = new Set(scripts.filter(({ isEntry }) => isEntry));
  // the set grows during the loop
  for (const { imports } of found) {
    for (const one of scripts) if (imports.includes(one.fileName)) found.add(one);
  }
  return [...found];
}

const ENTRIES = [
  ['sapwood/2d', 'generated/2d', '2d'],
  ['sapwood/3d', 'generated/3d', '3d'],
  ['sapwood/2d/mesh', 'generated/2d/mesh', '2d-mesh'],
  ['sapwood/3d/mesh', 'generated/3d/mesh', '3d-mesh'],
  ['sapwood/three', 'entries/three', '3d'],
  ['sapwood/react', 'entries/react', '3d'],
  ['sapwood/all', 'entries/all', 'all'],
];

const table = (head, rows) => {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
};

async function entryTable() {
  const rows = [];
  for (const [name, path, module] of ENTRIES) {
    const script = await scriptOf(path);
    const bytes = moduleBytes(module);
    const downloads = [await scriptOf(path, { inlined: true })];
    if (module === 'all') downloads.push(bytes);
    const total = (compressed) => downloads.reduce((sum, one) => sum + compressed(one), 0);
    const parts = [gzip(script), gzip(bytes), total(gzip), total(brotli)];
    rows.push([`\`${name}\``, ...parts.map(kB)]);
  }
  const head = [
    'entry point, sizes in kB',
    'JavaScript, gzip',
    'module, gzip',
    'download, gzip',
    'download, brotli',
  ];
  return table(head, rows);
}

/**
 * Features whose sizes docs/size.md lists. Each has a pattern that matches its files in the
 * package.
 */
const PARTS = [
  ['`World`', /\/dist\/world\//],
  [
    '`queryConvex`, `queryCapsule`, `querySegment`, `overlaps`, `pairsWithin`, `nearestAll`',
    /\/methods\/volumes\.js$/,
  ],
  ['`castBox`, `castSphere`', /\/methods\/casts\.js$/],
  ['exact shapes: `hit`, `distance`', /\/methods\/narrow\.js$/],
  ['points as items', /\/methods\/points\.js$/],
  ['functions as filters', /\/methods\/results\.js$/],
  ['`Mover`', MOVER],
];

async function partsTable() {
  const entry = 'generated/2d';
  const whole = gzip(await scriptOf(entry));
  const saved = async (without) => {
    const bytes = whole - gzip(await scriptOf(entry, { without }));
    if (bytes === 0) throw new Error(`${entry} has no file that matches ${without}`);
    return kB(bytes);
  };
  const rows = [];
  for (const [name, files] of PARTS) rows.push([name, await saved(files)]);
  const all = new RegExp(PARTS.map(([, { source }]) => source).join('|'));
  rows.push(['all of these', await saved(all)]);
  return table(['part of `sapwood/2d`', 'JavaScript, gzip, kB'], rows);
}

function moduleTable() {
  const rows = ['all', TRACED, ...inlinedModules()].map((name) => {
    const bytes = moduleBytes(name);
    const [maxGzip, maxBrotli] = rowOf(GOALS, name);
    const goal = `${maxGzip} / ${maxBrotli}`;
    return [entryOf(name), kB(bytes.length), kB(gzip(bytes)), kB(brotli(bytes)), goal];
  });
  return table(['module of, sizes in kB', 'raw', 'gzip', 'brotli', 'goal'], rows);
}

function replaceBetween(path, begin, end, text) {
  const file = join(ROOT, path);
  const page = readFileSync(file, 'utf8');
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path}: expected ${begin} and ${end}`);
  writeFileSync(file, `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`);
}

function largerThan(table) {
  return ['all', TRACED, ...inlinedModules()].filter((name) => {
    const bytes = moduleBytes(name);
    const [maxGzip, maxBrotli] = rowOf(table, name);
    return gzip(bytes) > maxGzip * 1000 || brotli(bytes) > maxBrotli * 1000;
  });
}

function sizeProblems() {
  return largerThan(CEILINGS).map((name) => {
    const [maxGzip, maxBrotli] = ceilingOf(name);
    return `${name}: more than ${maxGzip} kB gzipped or ${maxBrotli} kB with Brotli`;
  });
}

function pageOf({ above, entries, modules, parts, singles }) {
  return `# Download size

The size of each entry point, for projects with a limit on downloads. A page downloads the
JavaScript of an entry point, minified by its bundler, and a WebAssembly module. The module is
compressed and inlined in the JavaScript as base64, except in \`sapwood/all\`, whose module is a file.
\`sapwood/2d/slim\` and \`sapwood/3d/slim\` have no inlined module; they take the file
\`sapwood/2d/core.wasm\` or \`sapwood/3d/core.wasm\`.

1 kB is 1,000 bytes, gzip has level 9, brotli level 11. \`npm run build:package\` writes this page.

## Entry points

${entries}

Without its module and \`Mover\`, the JavaScript of an entry point is limited to ${SCRIPT_CEILING} kB
gzipped, that of meshes to ${MESH_SCRIPT_CEILING} kB. We aim to lower the first limit to ${SCRIPT_GOAL} kB.
A game without a \`Mover\` does not download it. \`sapwood/three\` contains \`sapwood/3d\` and adds
at most ${THREE_CEILING} kB to it. It loads \`sapwood/3d/mesh\` on demand, which is not counted.
The function that Vite adds to an application for dynamic imports is not counted either.
\`sapwood/react\` contains \`SceneIndex\` of \`sapwood/three\` and adds at most ${REACT_CEILING} kB to it.

## Parts of the JavaScript

The size of each group of methods, which an entry point without them would save:

${parts}

## Modules

\`sapwood\` loads the modules of \`sapwood/2d\` and \`sapwood/3d\`. ${singles} entry points contain one
structure each, and two contain meshes. \`trace.wasm\` is for tools: the module of \`sapwood/all\` with
traversals that report their steps.

${modules}

The goal is the size of a module in kB, gzipped and with brotli. These modules exceed it:

${above}

\`npm run build:package\` fails if a module exceeds its limit in \`scripts/sizes.mjs\`. \`npm test\`
checks the modules that it builds.
`;
}

/** Throws if a module exceeds its maximum size. */
export async function writeSizes() {
  const problems = sizeProblems();
  if (problems.length > 0) throw new StepError(problems.join('\n'));
  const entries = await entryTable();
  replaceBetween('README.md', '<!-- sizes: begin -->', '<!-- sizes: end -->', entries);
  const page = pageOf({
    above:
      largerThan(GOALS)
        .map((name) => `- ${entryOf(name)}`)
        .join('\n') || '- none',
    entries,
    modules: moduleTable(),
    parts: await partsTable(),
    singles: DIMENSIONS.length * ownEntries().length,
  });
  writeFileSync(join(ROOT, 'docs/size.md'), page);
}
