// Reorders the functions of a WebAssembly module so that similar functions are adjacent. This
// improves compression, because gzip looks back only 32 kB. The gzipped module of all structures
// becomes a fifth smaller.
//
//   order-functions.mjs <module.wasm> <wasm-opt>
//
// Functions are first sorted by name without template arguments, so that all instances of a
// template are adjacent. Then they are reordered by similarity of their code (similar-order.mjs).
// The linker must keep the function names (--profiling-funcs); this script removes them.
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { similarOrder } from './similar-order.mjs';
import {
  CODE_SECTION,
  CUSTOM_SECTION,
  encode,
  mapSections,
  Reader,
  withLength,
} from './wasm-sections.mjs';

const FUNCTION_NAMES = 1;
/**
 * WebAssembly features that our modules may use; wasm-opt rejects a module that uses other
 * features.
 */
const FEATURES = [
  'bulk-memory',
  'multivalue',
  'mutable-globals',
  'nontrapping-float-to-int',
  'reference-types',
  'sign-ext',
  'simd',
];

/**
 * Removes the template arguments of a name: `Index<DynamicTree<2>>::load()` becomes
 * `Index::load()`.
 */
function withoutTemplateArguments(name) {
  let depth = 0;
  let bare = '';
  for (const letter of name.replace(/operator\s*(<=>|<<=?|>>=?|<=?|>=?|->\*?)/g, 'operator')) {
    if (letter === '<') depth += 1;
    else if (letter === '>') depth -= 1;
    else if (depth === 0) bare += letter;
  }
  return bare;
}

/** Returns a sort key that makes the 2D and 3D instances of a template adjacent. */
function sortKey(name) {
  const withoutDimension = name.replace(/([<, ])[23](?=[>,])/g, '$1D');
  return `${withoutTemplateArguments(name)}|${withoutDimension}|${name}`;
}

function functionNames(section) {
  const reader = new Reader(section);
  while (reader.at < section.length) {
    const kind = reader.read(1)[0];
    const names = new Reader(reader.lengthPrefixed());
    if (kind !== FUNCTION_NAMES) continue;
    const count = names.number();
    return Array.from({ length: count }, () => [names.number(), names.lengthPrefixed().toString()]);
  }
  throw new Error('the module has no names of functions: link it with --profiling-funcs');
}

/**
 * Returns the module with each function name replaced by the result of `keyOf`. All other names,
 * such as those of local variables, are omitted.
 */
function renamed(module, keyOf) {
  return mapSections(module, (id, content) => {
    if (id !== CUSTOM_SECTION) return content;
    const name = new Reader(content);
    if (name.lengthPrefixed().toString() !== 'name') return content;
    const entries = functionNames(content.subarray(name.at)).map(([index, text]) =>
      Buffer.concat([encode(index), withLength(Buffer.from(keyOf(index, text)))]),
    );
    const names = [Buffer.from([FUNCTION_NAMES]), withLength(encode(entries.length), ...entries)];
    return Buffer.concat([withLength(Buffer.from('name')), ...names]);
  });
}

/** Returns the code of each function that is not imported. */
function bodiesOf(module) {
  let bodies = [];
  mapSections(module, (id, content) => {
    if (id === CODE_SECTION) {
      const reader = new Reader(content);
      bodies = Array.from({ length: reader.number() }, () => reader.lengthPrefixed());
    }
    return content;
  });
  return bodies;
}

function sorted(module, keyOf, ...options) {
  writeFileSync(named, renamed(module, keyOf));
  const features = FEATURES.map((feature) => `--enable-${feature}`);
  const pass = '--reorder-functions-by-name';
  execFileSync(optimizer, [...features, pass, ...options, named, '-o', ordered]);
  return readFileSync(ordered);
}

const [path, optimizer] = process.argv.slice(2);
const named = `${path}.named`;
const ordered = `${path}.ordered`;
// wasm-opt requires unique names. Functions with internal linkage can have equal names, so the
// index is appended.
const byName = sorted(
  readFileSync(path),
  (index, name) => `${sortKey(name)}|${index}`,
  '--dealign', // equal alignment hints compress better, and engines ignore them
  '--strip-producers',
  '--debuginfo', // keeps the names for the second run of wasm-opt
);
const bodies = bodiesOf(byName);
const imports = WebAssembly.Module.imports(new WebAssembly.Module(byName));
const offset = imports.filter(({ kind }) => kind === 'function').length;
const ranks = new Map(similarOrder(bodies).map((body, rank) => [offset + body, rank]));
sorted(
  byName,
  (index) => `${String(ranks.get(index) ?? 'imported').padStart(8, '0')}|${index}`,
  '-O3', // after the linker's -O3, a second run makes the download 1 % smaller
  '--strip-debug',
);
renameSync(ordered, path);
rmSync(named);
