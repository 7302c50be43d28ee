// Writes the entry points of one dimension, and what the package must know of the list of structures: both follow from
// cpp/include/sapwood/structures.hpp, so that a new structure has its entry points by standing in that list.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './steps.mjs';

const LIST = 'cpp/include/sapwood/structures.hpp';
const SOURCES = 'web/sapwood/src';
const HEAD = '// Made by scripts/entries.mjs.\n';

export const DIMENSIONS = [2, 3];
/** What `sapwood/2d` and `sapwood/3d` have; cpp/bindings/CMakeLists.txt links the same. */
const GAME = ['sweep-and-prune', 'wide-tree', 'dynamic-tree'];

/** What modules of one structure have of it, where that is not all; as cpp/include/sapwood/game.hpp has it. */
const OFFERED = { 'hash-grid': { storage: ['rows'] } };

/** Every structure, in the order of the list: id, class, and where its class lies below structures/. */
export function listedStructures() {
  const list = readFileSync(join(ROOT, LIST), 'utf8');
  const order = list.match(/InBothDimensions<([^>]*)>;/)[1].split(/,\s*/);
  const includes = [...list.matchAll(/^#include "sapwood\/structures\/(\w+)\/.*?(\w+)\.hpp"$/gm)];
  const structures = includes.map(([, family, file]) => {
    const id = file.replaceAll('_', '-');
    const className = id.replace(/(^|-)(.)/g, (_, __, letter) => letter.toUpperCase());
    return { id, className, path: `structures/${family}/${id}.js` };
  });
  return order.map((name) => structures.find(({ className }) => className === name));
}

/** Structures that have an entry point and a module of their own. */
export const ownEntries = () => listedStructures().filter(({ id }) => !GAME.includes(id));

/** The modules that are inlined: by their folder in build/wasm/modules. */
export const inlinedModules = () =>
  DIMENSIONS.flatMap((d) => [`${d}d`, ...ownEntries().map(({ id }) => `${d}d-${id}`)]);

/** The doc comment of a structure's class: editors do not look for it behind the class of an entry point. */
function commentOf({ className, path }) {
  const source = readFileSync(join(ROOT, SOURCES, path.replace(/\.js$/, '.ts')), 'utf8');
  const [before] = source.split(new RegExp(`\\nexport class ${className}[ <]`));
  const comment = before.slice(before.lastIndexOf('/**'));
  if (before !== source && comment.endsWith('*/')) return comment;
  throw new Error(`${path}: no comment before the class ${className}`);
}

const classIn = (structure, home, up) => {
  const { className, path } = structure;
  return `
import { ${className} as ${className}InAll, type ${className}Options } from '${up}${path}';
export type { ${className}Options };

${commentOf(structure)}
export class ${className} extends ${className}InAll {
  /** The module of this entry point, where its indices live. */
  static override readonly home: EntryPoint = ${home};
}
`;
};

/** The class of worlds, likewise. */
const WORLD = { className: 'World', path: 'world/world.js' };

const worldIn = (home, up) => `
import {
  type BodyOptions,
  type RestoreOptions,
  World as WorldInAll,
  type WorldOptions,
} from '${up}${WORLD.path}';
export type { BodyOptions, RestoreOptions, WorldOptions };

${commentOf(WORLD)}
export class World<T = unknown> extends WorldInAll<T> {
  /** The module of this entry point, where its worlds live. */
  static override readonly home: EntryPoint = ${home};
}
`;

const loading = (source, options = 'InitSyncOptions') => `
/**
 * Loads the module; await it once before the first index is made. Concurrent and later calls share
 * one load and ignore their options; after a failure the next call tries again.
 * ${source}
 *
 * Rejects with a \`SapwoodError\`: \`unsupported\` (no SIMD, or the host forbids compilation),
 * \`bad-data\` (the bytes are not this package's module), \`not-initialised\` (could not be fetched or
 * read), \`invalid-argument\` (bad options). Whatever failed is in \`cause\`.
 */
export const init = (options?: ${options}): Promise<void> => loader.init(options);

/**
 * Like \`init\`, in the same tick, with the same errors thrown. Old browsers forbid that on the page's
 * main thread.
 */
export const initSync = (options?: InitSyncOptions): void => loader.initSync(options);
`;

const common = (up, classes) => `
export * from '${up}entries/common.js';

/**
 * An index as \`serialize()\` wrote it: the same structure, options, items and ids. Errors: \`bad-data\`
 * for what \`serialize()\` did not write, be it one changed bit; \`unsupported\` for an index of another
 * entry point; \`not-initialised\` before \`init()\`.
 */
export const deserialize: (bytes: Uint8Array | ArrayBuffer) => SpatialIndex =
  /* @__PURE__ */ deserializerOf(home, [${classes.join(', ')}]);

/**
 * Bytes of WASM memory that are in use here, of all indices and buffers. Error: \`not-initialised\`
 * before \`init()\`.
 */
export const heapInUse = (): number => heapOf(home);
`;

/** What an entry point of one dimension begins with; `fromHome` names what it has of home.ts, `options` of init-options.ts. */
const imports = (up, fromHome, options) => `import { deserializerOf } from '${up}deserialize.js';
import type { EntryPoint } from '${up}entry-point.js';
import { ${fromHome} } from '${up}home.js';
import { loaderOf } from '${up}init.js';
import type { ${options} } from '${up}init-options.js';
import type { SpatialIndex } from '${up}spatial-index.js';
`;

/** sapwood/2d/slim: the game's set, which is handed its bytes. */
function slim(d) {
  const structures = listedStructures().filter(({ id }) => GAME.includes(id));
  const begin = imports('../../', 'heapInUse as heapOf', 'InitOptions, InitSyncOptions');
  return `${HEAD}${begin}import { game${d}d as home } from '../../entries/game.js';
import { handOver } from '../../load-errors.js';
import glue from '../../wasm/${d}d/core.mjs';
import { files } from '../../wasm-file.js';
${structures.map((one) => classIn(one, 'home', '../../')).join('')}${worldIn('home', '../../')}${common(
  '../../',
  structures.map(({ className }) => className),
)}
const loader = /* @__PURE__ */ loaderOf({
  module: home,
  glue,
  own: () => {
    throw handOver('sapwood/${d}d');
  },
  files,
});
${loading(
  `\`options.wasm\` is \`sapwood/${d}d/core.wasm\`: an address, a \`Response\`, bytes, or a module.`,
  'InitOptions',
)}`;
}

const INLINED =
  'Its bytes are in this file; `options.wasm` may bring others, or a module, e.g. one that a page posted to its worker.';

/** sapwood/2d: the same with its bytes. */
const game = (d) => `${HEAD}import { game${d}d } from '../entries/game.js';
import { decode, decodeLater } from '../inlined.js';
import { loaderOf } from '../init.js';
import type { InitSyncOptions } from '../init-options.js';
import bytes from '../wasm/${d}d/bytes.js';
import glue from '../wasm/${d}d/core.mjs';

export * from './${d}d/slim.js';

const loader = /* @__PURE__ */ loaderOf({
  module: game${d}d,
  glue,
  own: () => decode(bytes),
  ownLater: () => decodeLater(bytes),
});
${loading(INLINED)}`;

const literal = (options) =>
  `{ ${Object.entries(options)
    .map(([name, values]) => `${name}: ['${values.join("', '")}']`)
    .join(', ')} }`;

/** sapwood/2d/quadtree: one structure with a module of its own. */
function single(structure, d) {
  const name = `${d}d-${structure.id}`;
  const offered = OFFERED[structure.id];
  const only = offered ? `, {\n  '${structure.id}': ${literal(offered)},\n}` : '';
  return `${HEAD}${imports('../../', 'heapInUse as heapOf, Module', 'InitSyncOptions')}import { decode, decodeLater } from '../../inlined.js';
import bytes from '../../wasm/${name}/bytes.js';
import glue from '../../wasm/${name}/core.mjs';

const home = /* @__PURE__ */ new Module('sapwood/${d}d/${structure.id}', [${d}]${only});
${classIn(structure, 'home', '../../')}${common('../../', [structure.className])}
const loader = /* @__PURE__ */ loaderOf({
  module: home,
  glue,
  own: () => decode(bytes),
  ownLater: () => decodeLater(bytes),
});
${loading(INLINED)}`;
}

const ids = () => `${HEAD}/** Ids of all structures, in the order of the core's list. */
export const structureIds: readonly string[] = [
${listedStructures()
  .map(({ id }) => `  '${id}',\n`)
  .join('')}];
`;

const exported = () =>
  HEAD +
  listedStructures()
    .map(
      ({ className, path }) =>
        `export { ${className}, type ${className}Options } from '../${path}';\n`,
    )
    .join('');

const classes = () => `${HEAD}import type { StructureClass } from '../deserialize.js';
${listedStructures()
  .map(({ className, path }) => `import { ${className} } from '../${path}';\n`)
  .join('')}
/** The class of every structure, in the order of menus. */
export const classes: readonly StructureClass[] = [
${listedStructures()
  .map(({ className }) => `  ${className},\n`)
  .join('')}];
`;

/** What the options of each structure are about: the line before each, which no game downloads. */
function optionDocs() {
  const docsOf = ({ path }) => {
    const source = readFileSync(join(ROOT, SOURCES, path.replace(/\.js$/, '.ts')), 'utf8');
    return [...source.matchAll(/^ +\/\/ (.*)\n +(?:number|integer|choice)\(\s*'(\w+)',/gm)].map(
      ([, doc, name]) => `    ${name}: ${JSON.stringify(doc)},\n`,
    );
  };
  const lists = listedStructures().map((one) => `  '${one.id}': {\n${docsOf(one).join('')}  },\n`);
  return `${HEAD}/** What the options of structures are about, by structure and name. */
export const optionDocs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${lists.join('')}};
`;
}

const GLUE = `${HEAD}import type { Glue } from '../../glue/glue.js';

declare const glue: Glue;
export default glue;
`;
const BYTES = `${HEAD}import type { InlinedModule } from '../../inlined.js';

declare const bytes: InlinedModule;
export default bytes;
`;
const ADDRESS = `${HEAD}/** What a bundler makes of the file: most often its address, for \`init({ wasm })\`. */
declare const address: string;
export default address;
`;

/** All generated files by their path below src/. */
function files() {
  const made = {
    'generated/structure-ids.ts': ids(),
    'generated/classes.ts': classes(),
    'generated/structures.ts': exported(),
    'generated/option-docs.ts': optionDocs(),
  };
  for (const d of DIMENSIONS) {
    made[`generated/${d}d.ts`] = game(d);
    made[`generated/${d}d/slim.ts`] = slim(d);
    made[`wasm/${d}d/core.wasm.d.ts`] = ADDRESS;
    for (const structure of ownEntries()) {
      made[`generated/${d}d/${structure.id}.ts`] = single(structure, d);
    }
  }
  made['wasm/all/core.d.mts'] = GLUE;
  made['wasm/all/core.wasm.d.ts'] = ADDRESS;
  made['wasm/all/trace.wasm.d.ts'] = ADDRESS;
  for (const name of inlinedModules()) {
    made[`wasm/${name}/core.d.mts`] = GLUE;
    made[`wasm/${name}/bytes.d.ts`] = BYTES;
  }
  return made;
}

/** Writes those that differ. */
export function writeEntries() {
  for (const [path, text] of Object.entries(files())) {
    const file = join(ROOT, SOURCES, path);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
