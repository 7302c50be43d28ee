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

/** By class: the option that an entry point restricts, and the values that it has. */
const GAME_CHOICES = {
  WideTree: { build: ['hilbert', 'quality'] },
  SweepAndPrune: { mode: ['columns'] },
  DynamicTree: { insertion: ['greedy', 'branch-and-bound'] },
  World: { broadphase: ['auto', ...GAME] },
};
const SINGLE_CHOICES = { HashGrid: OFFERED['hash-grid'] };

/** Interfaces of the verbs that a structure has in 3D only, or in `sapwood/all` only. */
const SPATIAL_VERBS = { SphereTree: 'SphereTreeCulling' };
const ALL_VERBS = {
  DynamicTree: 'DynamicTreeUpkeep',
  WideTree: 'WideTreeUpkeep',
  SphereTree: 'SphereTreeReports',
};

/** What an entry point has: the home of its classes, its dimensions, and the choices of their options. */
const ALL = { home: 'laboratory', dimensions: '2 | 3', choices: {}, isAll: true };
const isSpatial = ({ dimensions }) => dimensions !== '2';

/** Verbs that every class of an entry point has beside those of the base class, as interfaces. */
const sharedVerbs = (entry) => [
  ...(isSpatial(entry) ? ['FrustumQueries'] : []),
  ...(entry.isAll ? ['IndexInspection'] : []),
];

/** Interfaces that the file of a structure has, of verbs of this entry point. */
const ownVerbs = (className, entry) =>
  [
    isSpatial(entry) ? SPATIAL_VERBS[className] : undefined,
    entry.isAll ? ALL_VERBS[className] : undefined,
  ].filter((name) => name !== undefined);

/** Declares verbs for a class, by merging an interface of the same name into it. */
const merged = (head, verbs) =>
  verbs.length === 0
    ? ''
    : `\n/** Verbs that this entry point has beside those of the class. */\nexport interface ${head} extends ${verbs.join(', ')} {}\n`;

const importsOfVerbs = (entry, up) =>
  `import type { ${['OptionsIn', ...sharedVerbs(entry)].join(', ')} } from '${up}entry-verbs.js';`;

/** The type of all indices of an entry point, where they have more verbs than the base class. */
const spatialIndexIn = (entry, up) =>
  sharedVerbs(entry).length === 0
    ? `\nimport type { SpatialIndex } from '${up}spatial-index.js';\n`
    : `
import type { IndexClass } from '${up}entry-verbs.js';
import { SpatialIndex as SpatialIndexBase } from '${up}spatial-index.js';
import type { SpatialQueries as SpatialQueriesBase } from '${up}spatial-queries.js';

/** What indices and worlds have in common. */
export interface SpatialQueries extends SpatialQueriesBase, FrustumQueries {}
/** An index of any structure, with the verbs of this entry point. */
export interface SpatialIndex extends SpatialIndexBase, ${sharedVerbs(entry).join(', ')} {}
/** The base class of all structures, for \`instanceof\`. */
export const SpatialIndex: IndexClass<SpatialIndex> =
  SpatialIndexBase as unknown as IndexClass<SpatialIndex>;
`;

const choicesOf = (choices = {}) =>
  Object.entries(choices)
    .map(([name, values]) => `, '${name}', '${values.join("' | '")}'`)
    .join('');

function classIn({ className, ...structure }, entry, up) {
  const own = ownVerbs(className, entry);
  const choices = choicesOf(entry.choices[className]);
  return `
import {
  ${className} as ${className}Base,
  type ${className}Options as ${className}OptionsBase,
${own.map((name) => `  type ${name},\n`).join('')}} from '${up}${structure.path}';
${own.length === 0 ? '' : `export type { ${own.join(', ')} };\n`}
/** Options of \`${className}\`, as this entry point has them. */
export type ${className}Options = OptionsIn<${className}OptionsBase, ${entry.dimensions}${choices}>;

${commentOf({ className, ...structure })}
export class ${className} extends ${className}Base {
  /** The module of this entry point, where its indices live. */
  static override readonly home: EntryPoint = ${entry.home};

  /**
   * Makes an empty index; \`dispose()\` frees its memory. Errors: \`not-initialized\` before \`init()\`,
   * \`invalid-argument\` for unknown options and values out of range, \`out-of-memory\`.
   */
  constructor(options?: ${className}Options) {
    super(options);
  }
}
${merged(className, [...sharedVerbs(entry), ...own])}`;
}

/** The class of worlds, likewise. */
const WORLD = { className: 'World', path: 'world/world.js' };

const worldIn = (entry, up) => `
import {
  type BodyOptions,
  type RestoreOptions,
  World as WorldBase,
  type WorldOptions as WorldOptionsBase,
} from '${up}${WORLD.path}';
export type { BodyOptions, RestoreOptions };

/** Options of \`World\`, as this entry point has them. */
export type WorldOptions = OptionsIn<WorldOptionsBase, ${entry.dimensions}${choicesOf(entry.choices.World)}>;

${commentOf(WORLD)}
export class World<T = unknown> extends WorldBase<T> {
  /** The module of this entry point, where its worlds live. */
  static override readonly home: EntryPoint = ${entry.home};

  /**
   * Makes an empty world; \`dispose()\` frees its memory. Errors: \`not-initialized\` before \`init()\`,
   * \`invalid-argument\` for unknown options and values out of range, \`out-of-memory\`.
   */
  constructor(options?: WorldOptions) {
    super(options);
  }
}
${merged('World<T>', isSpatial(entry) ? ['FrustumQueries'] : [])}`;

const loading = (source, options = 'InitSyncOptions') => `
/**
 * Loads the module; await it once before the first index is made. Concurrent and later calls share
 * one load and ignore their options; after a failure the next call tries again.
 * ${source}
 *
 * Rejects with a \`SapwoodError\`: \`unsupported\` (no SIMD, or the host forbids compilation),
 * \`bad-data\` (the bytes are not this package's module), \`not-initialized\` (could not be fetched or
 * read), \`invalid-argument\` (bad options). Whatever failed is in \`cause\`.
 */
export const init = (options?: ${options}): Promise<void> => loader.init(options);

/**
 * Like \`init\`, in the same tick, with the same errors thrown. Old browsers forbid that on the page's
 * main thread.
 */
export const initSync = (options?: InitSyncOptions): void => loader.initSync(options);
`;

const common = (entry, up, classes) => `
export * from '${up}entries/common.js';

/**
 * An index as \`serialize()\` wrote it: the same structure, options, items and ids. Errors: \`bad-data\`
 * for what \`serialize()\` did not write, be it one changed bit; \`unsupported\` for an index of another
 * entry point; \`not-initialized\` before \`init()\`.
 */
export const deserialize: (bytes: Uint8Array | ArrayBuffer) => SpatialIndex =
  /* @__PURE__ */ deserializerOf(home, [${classes.join(', ')}])${sharedVerbs(entry).length === 0 ? '' : ' as (bytes: Uint8Array | ArrayBuffer) => SpatialIndex'};

/**
 * Bytes of WASM memory that are in use here, of all indices and buffers. Error: \`not-initialized\`
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
`;

/** The classes of `sapwood`: the game's set in both dimensions. */
function gameInBoth() {
  const entry = { home: 'game', dimensions: '2 | 3', choices: GAME_CHOICES };
  const structures = listedStructures().filter(({ id }) => GAME.includes(id));
  return `${HEAD}import { game } from '../entries/game.js';
import type { EntryPoint } from '../entry-point.js';
${importsOfVerbs(entry, '../')}
${spatialIndexIn(entry, '../')}${structures.map((one) => classIn(one, entry, '../')).join('')}${worldIn(entry, '../')}`;
}

/** sapwood/2d/slim: the game's set, which is handed its bytes. */
function slim(d) {
  const structures = listedStructures().filter(({ id }) => GAME.includes(id));
  const entry = { home: 'home', dimensions: `${d}`, choices: GAME_CHOICES };
  const begin = imports('../../', 'heapInUse as heapOf', 'InitOptions, InitSyncOptions');
  return `${HEAD}${begin}import { game${d}d as home } from '../../entries/game.js';
import { handOver } from '../../load-errors.js';
import glue from '../../wasm/${d}d/core.mjs';
import { files } from '../../wasm-file.js';
${importsOfVerbs(entry, '../../')}
${spatialIndexIn(entry, '../../')}${structures.map((one) => classIn(one, entry, '../../')).join('')}${worldIn(entry, '../../')}${common(
  entry,
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
  const entry = { home: 'home', dimensions: `${d}`, choices: SINGLE_CHOICES };
  const only = offered ? `, {\n  '${structure.id}': ${literal(offered)},\n}` : '';
  return `${HEAD}${imports('../../', 'heapInUse as heapOf, Module', 'InitSyncOptions')}import { decode, decodeLater } from '../../inlined.js';
import bytes from '../../wasm/${name}/bytes.js';
import glue from '../../wasm/${name}/core.mjs';

const home = /* @__PURE__ */ new Module('sapwood/${d}d/${structure.id}', [${d}]${only});
${importsOfVerbs(entry, '../../')}
${spatialIndexIn(entry, '../../')}${classIn(structure, entry, '../../')}${common(entry, '../../', [structure.className])}
const loader = /* @__PURE__ */ loaderOf({
  module: home,
  glue,
  own: () => decode(bytes),
  ownLater: () => decodeLater(bytes),
});
${loading(INLINED)}`;
}

const ids = () => `${HEAD}/** Id of a structure. */
export type StructureId =${listedStructures()
  .map(({ id }) => `\n  | '${id}'`)
  .join('')};

/** Ids of all structures, in the order of the core's list. */
export const structureIds: readonly StructureId[] = [
${listedStructures()
  .map(({ id }) => `  '${id}',\n`)
  .join('')}];
`;

/** A class of `sapwood/all`, with all of its verbs declared: in a file of its own, which bundlers leave out when unused. */
const inAll = (text) => `${HEAD}import type { EntryPoint } from '../../entry-point.js';
${importsOfVerbs(ALL, '../../')}
import { laboratory } from '../../home.js';
${text}`;

/** What the files of the classes of `sapwood/all` export. */
const exported = () =>
  [HEAD, "export { SpatialIndex, type SpatialQueries } from './all/spatial-index.js';\n"]
    .concat(
      [...listedStructures().map(({ id }) => id), 'world'].map(
        (id) => `export * from './all/${id}.js';\n`,
      ),
    )
    .join('');

const classes = () => `${HEAD}import type { StructureClass } from '../deserialize.js';
import {
${listedStructures()
  .map(({ className }) => `  ${className},\n`)
  .join('')}} from './structures.js';

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
    'generated/game.ts': gameInBoth(),
    'generated/structures.ts': exported(),
    'generated/all/spatial-index.ts': `${HEAD}import type { ${sharedVerbs(ALL).join(', ')} } from '../../entry-verbs.js';
${spatialIndexIn(ALL, '../../')}`,
    'generated/all/world.ts': `${HEAD}import type { EntryPoint } from '../../entry-point.js';
import type { FrustumQueries, OptionsIn } from '../../entry-verbs.js';
import { laboratory } from '../../home.js';
${worldIn(ALL, '../../')}`,
    'generated/option-docs.ts': optionDocs(),
  };
  for (const structure of listedStructures()) {
    made[`generated/all/${structure.id}.ts`] = inAll(classIn(structure, ALL, '../../'));
  }
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
