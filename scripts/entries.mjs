// Generates the entry points of the package and its list of structures, from
// cpp/include/sapwood/structures.hpp.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './steps.mjs';

const LIST = 'cpp/include/sapwood/structures.hpp';
const SOURCES = 'web/sapwood/src';
const HEAD = '// Made by scripts/entries.mjs.\n';

export const DIMENSIONS = [2, 3];

function readList(name) {
  const source = readFileSync(join(ROOT, LIST), 'utf8');
  const list = source.match(new RegExp(`using ${name} =\\s*InBothDimensions<([^>]*)>;`));
  return list[1].split(/,\s*/);
}

/**
 * Returns the id, class name and path below src/ of every structure, in the order of
 * structures.hpp.
 */
export function listedStructures() {
  const source = readFileSync(join(ROOT, LIST), 'utf8');
  return readList('AllStructures').map((className) => {
    const id = className.replace(/\B[A-Z]/g, '-$&').toLowerCase();
    const file = id.replaceAll('-', '_');
    const [, family] = source.match(
      new RegExp(`"sapwood/structures/(\\w+)/(?:${file}/)?${file}[.]hpp"`),
    );
    return { id, className, path: `structures/${family}/${id}.js` };
  });
}

function gameStructures() {
  const game = readList('GameStructures');
  return listedStructures().filter(({ className }) => game.includes(className));
}

export function ownEntries() {
  const game = readList('GameStructures');
  return listedStructures().filter(({ className }) => !game.includes(className));
}

/**
 * Last part of the names of the mesh entry points, `sapwood/2d/mesh` and `sapwood/3d/mesh`. Each
 * has its own module.
 */
export const MESH = 'mesh';

/** Returns the names of the inlined modules, which are also their folders in build/wasm/modules. */
export const inlinedModules = () =>
  DIMENSIONS.flatMap((d) => [
    `${d}d`,
    ...ownEntries().map(({ id }) => `${d}d-${id}`),
    `${d}d-${MESH}`,
  ]);

const sourceOf = ({ path }) =>
  readFileSync(join(ROOT, SOURCES, path.replace(/\.js$/, '.ts')), 'utf8');

function commentBefore(structure, pattern) {
  const source = sourceOf(structure);
  const before = source.slice(0, source.search(pattern)).trimEnd();
  if (before.endsWith('*/')) return before.slice(before.lastIndexOf('/**'));
  throw new Error(`${structure.path}: no comment before ${pattern}`);
}

/**
 * Returns the doc comments of a class and its constructor. The class of an entry point repeats
 * them, because editors do not show comments of the base class.
 */
const commentsOf = (structure) => ({
  class: commentBefore(structure, new RegExp(`export class ${structure.className}[ <]`)),
  constructor: commentBefore(structure, /^ {2}constructor\(/m),
});

/**
 * Interfaces of methods that a structure has only in 3D (`SPATIAL_METHODS`) or only in
 * `sapwood/all` (`ALL_METHODS`).
 */
const SPATIAL_METHODS = { SphereTree: 'SphereTreeCulling' };
const ALL_METHODS = {
  DynamicTree: 'DynamicTreeUpkeep',
  WideTree: 'WideTreeUpkeep',
  SphereTree: 'SphereTreeReports',
};

/**
 * Entry point `sapwood/all`: `home` is the variable that holds its module, `dimensions` is a
 * TypeScript type.
 */
const ALL = { home: 'allModule', dimensions: '2 | 3', isAll: true };
const isSpatial = ({ dimensions }) => dimensions !== '2';

/**
 * Returns the interfaces of the methods that every class of an entry point has in addition to the
 * base class.
 */
const sharedMethods = (entry) => [
  ...(isSpatial(entry) ? ['FrustumQueries'] : []),
  ...(entry.isAll ? ['IndexInspection'] : []),
];

/**
 * Returns the interfaces of methods that a structure has in this entry point in addition to
 * `sharedMethods`.
 */
const ownMethods = (className, entry) =>
  [
    isSpatial(entry) ? SPATIAL_METHODS[className] : undefined,
    entry.isAll ? ALL_METHODS[className] : undefined,
  ].filter((name) => name !== undefined);

/**
 * Generates an interface that adds methods to the class with the same name (declaration merging).
 */
const merged = (head, interfaces) =>
  interfaces.length === 0
    ? ''
    : `\n/** Methods that this entry point adds to the class. */\nexport interface ${head} extends ${interfaces.join(', ')} {}\n`;

const importsOfMethods = (entry, up) =>
  `import type { ${[...(entry.isAll ? [] : ['OptionsIn']), ...sharedMethods(entry)].join(', ')} } from '${up}entry-methods.js';`;

const SPATIAL_INDEX = { path: 'spatial-index.js' };

/**
 * Generates the type `SpatialIndex` of an entry point. If the indices of the entry point have
 * additional methods, the type extends the base class.
 */
const spatialIndexIn = (entry, up) =>
  sharedMethods(entry).length === 0
    ? `\nimport type { SpatialIndex } from '${up}spatial-index.js';\n`
    : `
import type { IndexClass } from '${up}entry-methods.js';
import { SpatialIndex as SpatialIndexBase } from '${up}spatial-index.js';
import type { SpatialQueries as SpatialQueriesBase } from '${up}spatial-queries.js';

/** Queries of indices and worlds. */
export interface SpatialQueries extends SpatialQueriesBase, FrustumQueries {}
${commentBefore(SPATIAL_INDEX, /export abstract class SpatialIndex /)}
export interface SpatialIndex extends SpatialIndexBase, ${sharedMethods(entry).join(', ')} {}
/** Base class of all structures, for \`instanceof\`. */
export const SpatialIndex: IndexClass<SpatialIndex> =
  SpatialIndexBase as unknown as IndexClass<SpatialIndex>;
`;

/**
 * Generates the options type of a class. In `sapwood/all`, it is the type of the base class.
 * Elsewhere, it allows only the dimensions of the entry point. `restricted` contains further type
 * arguments of `OptionsIn`.
 */
function optionsIn(className, entry, restricted = '') {
  if (entry.isAll) return `export type { ${className}Options };`;
  return `/** Options of \`${className}\` in this entry point. */
export type ${className}Options = OptionsIn<${className}OptionsBase, ${entry.dimensions}${restricted}>;`;
}

function classIn({ className, ...structure }, entry, up) {
  const own = ownMethods(className, entry);
  const comments = commentsOf({ className, ...structure });
  return `
import {
  ${className} as ${className}Base,
  type ${className}Options${entry.isAll ? '' : ` as ${className}OptionsBase`},
${own.map((name) => `  type ${name},\n`).join('')}} from '${up}${structure.path}';
${own.length === 0 ? '' : `export type { ${own.join(', ')} };\n`}
${optionsIn(className, entry)}

${comments.class}
export class ${className} extends ${className}Base {
  /** Entry point of the class. */
  static override readonly home: EntryPoint = ${entry.home};

  ${comments.constructor}
  constructor(options?: ${className}Options) {
    super(options);
  }
}
${merged(className, [...sharedMethods(entry), ...own])}`;
}

const WORLD = { className: 'World', path: 'world/world.js' };

function worldIn(entry, up) {
  const comments = commentsOf(WORLD);
  const broadphases = ['auto', ...gameStructures().map(({ id }) => id)];
  return `
import {
  type BodyOptions,
  type RestoreOptions,
  World as WorldBase,
  type WorldOptions${entry.isAll ? '' : ' as WorldOptionsBase'},
} from '${up}${WORLD.path}';
export type { BodyOptions, RestoreOptions };

${optionsIn('World', entry, `, 'broadphase', '${broadphases.join("' | '")}'`)}

${comments.class}
export class World<T = unknown> extends WorldBase<T> {
  /** Entry point of the class. */
  static override readonly home: EntryPoint = ${entry.home};

  ${comments.constructor}
  constructor(options?: WorldOptions) {
    super(options);
  }
}
${merged('World<T>', isSpatial(entry) ? ['FrustumQueries'] : [])}`;
}

const MOVER = { className: 'Mover', path: 'mover/mover.js' };

function moverIn(entry, up) {
  const comments = commentsOf(MOVER);
  return `
import {
  type MoveResult,
  Mover as MoverBase,
  type MoverFilter,
  type MoverGround,
  type MoverOptions as MoverOptionsBase,
} from '${up}${MOVER.path}';
export type { MoverCollider, MoverColliders, PosedMesh } from '${up}mover/colliders.js';
export type { MoverPredicate } from '${up}mover/touch.js';
export { clipVector, solvePlanes } from '${up}mover/planes.js';
export type { TransformLike } from '${up}transform.js';
export type { MoveResult, MoverFilter, MoverGround };

${
  entry.isAll
    ? 'export type { MoverOptionsBase as MoverOptions };'
    : `/** Options of \`Mover\` in this entry point. */
export type MoverOptions = OptionsIn<MoverOptionsBase, ${entry.dimensions}>;`
}

${comments.class}
export class Mover extends MoverBase {
  /** Entry point of the class. */
  static override readonly home: EntryPoint = ${entry.home};

  ${comments.constructor}
  constructor(options: ${entry.isAll ? 'MoverOptionsBase' : 'MoverOptions'}) {
    super(options);
  }
}
`;
}

/**
 * Generates `init` and `initSync`. `wasm` is the description of the option `wasm`, and `example`
 * contains the doc comment lines of an example.
 */
const loading = ({ wasm, options = 'InitSyncOptions', example = '' }) => `
/**
 * Loads the WebAssembly module. Await this call before you create the first index. Concurrent and
 * later calls share one load; their options are validated and otherwise ignored. After a failure,
 * the next call tries again.
 * @param options - ${wasm}
 * @returns Promise that resolves when the module is loaded.
 * @throws SapwoodError \`unsupported\` if the host lacks SIMD or forbids compilation
 * @throws SapwoodError \`bad-data\` if the bytes are not the module of this entry point
 * @throws SapwoodError \`not-initialized\` if the module could not be fetched or read
 * @throws SapwoodError \`invalid-argument\` for invalid options
${example} */
export const init = (options?: ${options}): Promise<void> => loader.init(options);

/**
 * Loads the WebAssembly module synchronously. Some browsers forbid this on the main thread.
 * @param options - \`wasm\`: bytes or a compiled module${options === 'InitOptions' ? '' : '. Default: the module in this file'}.
 * @throws SapwoodError with the same codes as \`init\`
 */
export const initSync = (options?: InitSyncOptions): void => loader.initSync(options);
`;

const exampleOf = (code) => {
  const lines = ['@example', '```ts', ...code.trim().split('\n'), '```'];
  return lines.map((line) => ` *${line === '' ? '' : ` ${line}`}\n`).join('');
};

const heapFunction = `/**
 * Returns the bytes of WASM memory that all indices and buffers of this entry point use.
 * @returns Bytes.
 * @throws SapwoodError \`not-initialized\` before \`init()\`
 */
export const heapInUse = (): number => heapOf(home);
`;

const common = (entry, up, classes) => `
export * from '${up}entries/common.js';

/**
 * Returns a new index from bytes of \`serialize()\`, with the same structure, options, items, ids
 * and filters.
 * @param bytes - Result of \`serialize()\`.
 * @returns New index. Dispose of it after use.
 * @throws SapwoodError \`bad-data\` if the bytes are damaged or \`serialize()\` did not write them
 * @throws SapwoodError \`unsupported\` for an index of another entry point
 * @throws SapwoodError \`not-initialized\` before \`init()\`
 * @throws SapwoodError \`out-of-memory\`
 */
export const deserialize: (bytes: Uint8Array | ArrayBuffer) => SpatialIndex =
  /* @__PURE__ */ deserializerOf(home, [${classes.join(', ')}])${sharedMethods(entry).length === 0 ? '' : ' as (bytes: Uint8Array | ArrayBuffer) => SpatialIndex'};

${heapFunction}`;

/**
 * Generates the imports of an entry point. `fromHome` lists the names imported from
 * entry-modules.ts, `options` the names imported from init-options.ts.
 */
const imports = (up, fromHome, options) => `import { deserializerOf } from '${up}deserialize.js';
import type { EntryPoint } from '${up}entry-point.js';
import { ${fromHome} } from '${up}entry-modules.js';
import { loaderOf } from '${up}init.js';
import type { ${options} } from '${up}init-options.js';
`;

function gameInBoth() {
  const entry = { home: 'game', dimensions: '2 | 3' };
  const structures = gameStructures();
  return `${HEAD}import { game } from '../entries/game.js';
import type { EntryPoint } from '../entry-point.js';
${importsOfMethods(entry, '../')}
${spatialIndexIn(entry, '../')}${structures.map((one) => classIn(one, entry, '../')).join('')}${worldIn(entry, '../')}${moverIn(entry, '../')}`;
}

/**
 * Generates `sapwood/2d/slim` or `sapwood/3d/slim`: the structures for games, without a WebAssembly
 * module. Users pass the module to `init`.
 */
function slim(d) {
  const structures = gameStructures();
  const entry = { home: 'home', dimensions: `${d}` };
  const begin = imports('../../', 'heapInUse as heapOf', 'InitOptions, InitSyncOptions');
  return `${HEAD}${begin}import { game${d}d as home } from '../../entries/game.js';
import { missingWasm } from '../../load-errors.js';
import glue from '../../wasm/${d}d/core.mjs';
import { files } from '../../wasm-file.js';
${importsOfMethods(entry, '../../')}
${spatialIndexIn(entry, '../../')}${structures.map((one) => classIn(one, entry, '../../')).join('')}${worldIn(entry, '../../')}${moverIn(entry, '../../')}${common(
  entry,
  '../../',
  structures.map(({ className }) => className),
)}
const loader = /* @__PURE__ */ loaderOf({
  module: home,
  glue,
  own: () => {
    throw missingWasm('sapwood/${d}d');
  },
  files,
});
${loading({
  wasm: `\`wasm\`: \`sapwood/${d}d/core.wasm\` as an address, a \`Response\`, bytes, or a compiled module.`,
  options: 'InitOptions',
  example: exampleOf(`
import { init, WideTree } from 'sapwood/${d}d/slim';

await init({ wasm: new URL(import.meta.resolve('sapwood/${d}d/core.wasm')) });
console.log(new WideTree().dimensions); // ${d}
`),
})}`;
}

const INLINED =
  '`wasm`: bytes or a compiled module, for example one that a page sent to its Worker. Default: the module in this file.';

/**
 * Generates `sapwood/2d` or `sapwood/3d`: the exports of its `slim` entry point, with an inlined
 * module.
 */
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
${loading({
  wasm: INLINED,
  example: exampleOf(`
import { init, WideTree } from 'sapwood/${d}d';

await init();
console.log(new WideTree().dimensions); // ${d}
`),
})}`;

/**
 * Generates the entry point of one structure with its own module, for example
 * `sapwood/2d/quadtree`.
 */
function single(structure, d) {
  const name = `${d}d-${structure.id}`;
  const entry = { home: 'home', dimensions: `${d}` };
  return `${HEAD}${imports('../../', 'heapInUse as heapOf, Module', 'InitSyncOptions')}import { decode, decodeLater } from '../../inlined.js';
import bytes from '../../wasm/${name}/bytes.js';
import glue from '../../wasm/${name}/core.mjs';

const home = /* @__PURE__ */ new Module('sapwood/${d}d/${structure.id}', [${d}]);
${importsOfMethods(entry, '../../')}
${spatialIndexIn(entry, '../../')}${classIn(structure, entry, '../../')}${common(entry, '../../', [structure.className])}
const loader = /* @__PURE__ */ loaderOf({
  module: home,
  glue,
  own: () => decode(bytes),
  ownLater: () => decodeLater(bytes),
});
${loading({ wasm: INLINED })}`;
}

/**
 * Generates the entry point of meshes, for example `sapwood/3d/mesh`: a mesh class with its own
 * module, and `Mover`.
 */
function mesh(d) {
  const [file, home] = d === 2 ? ['segment-mesh', 'segments'] : ['triangle-mesh', 'triangles'];
  const name = `${d}d-${MESH}`;
  const entry = { home: 'home', dimensions: `${d}` };
  return `${HEAD}import type { EntryPoint } from '../../entry-point.js';
import type { OptionsIn } from '../../entry-methods.js';
import { heapInUse as heapOf } from '../../entry-modules.js';
import { loaderOf } from '../../init.js';
import type { InitSyncOptions } from '../../init-options.js';
import { decode, decodeLater } from '../../inlined.js';
import { ${home} as home } from '../../mesh/modules.js';
import bytes from '../../wasm/${name}/bytes.js';
import glue from '../../wasm/${name}/core.mjs';

export * from '../../mesh/exports.js';
export * from '../../mesh/${file}.js';
${moverIn(entry, '../../')}
const loader = /* @__PURE__ */ loaderOf({
  module: home,
  glue,
  own: () => decode(bytes),
  ownLater: () => decodeLater(bytes),
});
${loading({ wasm: INLINED })}
${heapFunction}`;
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

/**
 * Generates the file of one class of `sapwood/all`. Each class has its own file, so that bundlers
 * omit unused classes.
 */
const inAll = (text) => `${HEAD}import type { EntryPoint } from '../../entry-point.js';
${importsOfMethods(ALL, '../../')}
import { allModule } from '../../entry-modules.js';
${text}`;

const exported = () =>
  [HEAD, "export { SpatialIndex, type SpatialQueries } from './all/spatial-index.js';\n"]
    .concat(
      [...listedStructures().map(({ id }) => id), 'world', 'mover'].map(
        (id) => `export * from './all/${id}.js';\n`,
      ),
    )
    .join('');

const classes = () => `${HEAD}import type { StructureClass } from '../deserialize.js';
import {
${listedStructures()
  .map(({ className }) => `  ${className},\n`)
  .join('')}} from './structures.js';

/** Classes of all structures, in the order of the core's list. */
export const classes: readonly StructureClass[] = [
${listedStructures()
  .map(({ className }) => `  ${className},\n`)
  .join('')}];
`;

/**
 * Generates a file with a sentence about each option of each structure, taken from doc comments.
 * Only tools import the file.
 */
function optionDocs() {
  const docsOf = (structure) => {
    const source = sourceOf(structure);
    const names = [...source.matchAll(/\b(?:number|numberPerAxis|integer|choice)\(\s*'(\w+)'/g)];
    return names.map(([, name]) => {
      const comment = commentBefore(structure, new RegExp(`^ {2}${name}\\?:`, 'm'));
      const [paragraph] = comment
        .slice(3, -2)
        .replaceAll(/^ +\* ?/gm, '')
        .split('\n\n');
      const doc = paragraph
        .replaceAll('\n', ' ')
        .replace(/ Default: .*/, '')
        .trim();
      return `    ${name}: ${JSON.stringify(doc)},\n`;
    });
  };
  const lists = listedStructures().map((one) => `  '${one.id}': {\n${docsOf(one).join('')}  },\n`);
  return `${HEAD}/** Sentences about the options of structures, by structure and name. */
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
const ADDRESS = `${HEAD}/** Value of the import in a bundler: usually the URL of the file, for \`init({ wasm })\`. */
declare const address: string;
export default address;
`;

function files() {
  const made = {
    'generated/structure-ids.ts': ids(),
    'generated/classes.ts': classes(),
    'generated/game.ts': gameInBoth(),
    'generated/structures.ts': exported(),
    'generated/all/spatial-index.ts': `${HEAD}import type { ${sharedMethods(ALL).join(', ')} } from '../../entry-methods.js';
${spatialIndexIn(ALL, '../../')}`,
    'generated/all/world.ts': `${HEAD}import type { EntryPoint } from '../../entry-point.js';
import type { FrustumQueries } from '../../entry-methods.js';
import { allModule } from '../../entry-modules.js';
${worldIn(ALL, '../../')}`,
    'generated/option-docs.ts': optionDocs(),
  };
  made['generated/all/mover.ts'] = `${HEAD}import type { EntryPoint } from '../../entry-point.js';
import { allModule } from '../../entry-modules.js';
${moverIn(ALL, '../../')}`;
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
    made[`generated/${d}d/${MESH}.ts`] = mesh(d);
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

export function writeEntries() {
  for (const [path, text] of Object.entries(files())) {
    const file = join(ROOT, SOURCES, path);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
