// Sorts functions so that similar ones are adjacent. This improves compression, because gzip looks back only 32 kB.
//
//   order-functions.mjs <module.wasm> <wasm-opt>
//
// A template is instantiated for many structures, each in 2D and 3D. Functions are sorted by name without template
// arguments, which makes instances adjacent, then by common code (similar-order.mjs). The linker must keep the names
// (--profiling-funcs); this script removes them. The gzipped module of all structures is a fifth smaller.
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { similarOrder } from './similar-order.mjs';
import {
  CODE_SECTION,
  CUSTOM_SECTION,
  encode,
  Reader,
  rewritten,
  sized,
} from './wasm-sections.mjs';

const FUNCTION_NAMES = 1;
/** WebAssembly features that our modules may use; wasm-opt rejects a module that uses others. */
const FEATURES = [
  'bulk-memory',
  'multivalue',
  'mutable-globals',
  'nontrapping-float-to-int',
  'reference-types',
  'sign-ext',
  'simd',
];

/** A name without its template arguments: `Index<DynamicTree<2>>::load()` -> `Index::load()`. */
function skeleton(name) {
  let depth = 0;
  let bare = '';
  for (const letter of name.replace(/operator\s*(<=>|<<=?|>>=?|<=?|>=?|->\*?)/g, 'operator')) {
    if (letter === '<') depth += 1;
    else if (letter === '>') depth -= 1;
    else if (depth === 0) bare += letter;
  }
  return bare;
}

/** Sort key of a function. The 2D and 3D instances of a template are adjacent. */
function sortKey(name) {
  const twin = name.replace(/([<, ])[23](?=[>,])/g, '$1D');
  return `${skeleton(name)}|${twin}|${name}`;
}

/** The entries of a section of names: index and name of each function. */
function functionNames(section) {
  const reader = new Reader(section);
  while (reader.at < section.length) {
    const kind = reader.take(1)[0];
    const names = new Reader(reader.sized());
    if (kind !== FUNCTION_NAMES) continue;
    const count = names.number();
    return Array.from({ length: count }, () => [names.number(), names.sized().toString()]);
  }
  throw new Error('the module has no names of functions: link it with --profiling-funcs');
}

/** The module with a key for the name of each function; other names tell nothing that stays. */
function renamed(module, keyOf) {
  return rewritten(module, (id, content) => {
    if (id !== CUSTOM_SECTION) return content;
    const name = new Reader(content);
    if (name.sized().toString() !== 'name') return content;
    const entries = functionNames(content.subarray(name.at)).map(([index, text]) =>
      Buffer.concat([encode(index), sized(Buffer.from(keyOf(index, text)))]),
    );
    const names = [Buffer.from([FUNCTION_NAMES]), sized(encode(entries.length), ...entries)];
    return Buffer.concat([sized(Buffer.from('name')), ...names]);
  });
}

/** The code of each function that is not imported. */
function bodiesOf(module) {
  let bodies = [];
  rewritten(module, (id, content) => {
    if (id === CODE_SECTION) {
      const reader = new Reader(content);
      bodies = Array.from({ length: reader.number() }, () => reader.sized());
    }
    return content;
  });
  return bodies;
}

/** The module with its functions in the order of their keys. */
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
// wasm-opt requires unique names; local functions can have equal names
const byName = sorted(
  readFileSync(path),
  (index, name) => `${sortKey(name)}|${index}`,
  '--dealign', // one hint instead of several: alignment is no more than that, and hosts look at the address
  '--strip-producers',
  '--debuginfo', // the names, for the second time
);
const bodies = bodiesOf(byName);
const imports = WebAssembly.Module.imports(new WebAssembly.Module(byName));
const offset = imports.filter(({ kind }) => kind === 'function').length;
const ranks = new Map(similarOrder(bodies).map((body, rank) => [offset + body, rank]));
sorted(
  byName,
  (index) => `${String(ranks.get(index) ?? 'imported').padStart(8, '0')}|${index}`,
  '-O3', // once more than the linker has: the download is a hundredth smaller
  '--strip-debug',
);
renameSync(ordered, path);
rmSync(named);
