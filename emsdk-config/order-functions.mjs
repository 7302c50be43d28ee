// Puts functions that are alike side by side, so that a compressor finds them: gzip looks back 32 kB only.
//
//   order-functions.mjs <module.wasm> <wasm-opt>
//
// A template is instantiated for many structures, each in 2D and 3D: the instances follow each other when functions are
// sorted by their names without template arguments. The linker must keep the names (--profiling-funcs); they go here.
// A module of every structure is a sixth smaller as gzip for it, and does the same.
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { CUSTOM_SECTION, encode, Reader, rewritten, sized } from './wasm-sections.mjs';

const FUNCTION_NAMES = 1;
/** What modules of ours may use; wasm-opt refuses a module that uses more. */
const FEATURES = [
  'bulk-memory',
  'multivalue',
  'mutable-globals',
  'nontrapping-float-to-int',
  'reference-types',
  'sign-ext',
  'simd',
];

/** A name without its template arguments: `Handle<DynamicTree<2>>::pairs()` -> `Handle::pairs()`. */
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

/** What functions are sorted by: the twins of a template in 2D and 3D are neighbours. */
function sortKey(name) {
  const twin = name.replace(/([<, ])[23](?=[>,])/g, '$1D');
  return `${skeleton(name)}|${twin}|${name}`;
}

/** The name section with sort keys for names; its other parts tell nothing that stays. */
function withSortKeys(section) {
  const reader = new Reader(section);
  while (reader.at < section.length) {
    const kind = reader.take(1)[0];
    const names = new Reader(reader.sized());
    if (kind !== FUNCTION_NAMES) continue;
    const count = names.number();
    const entries = Array.from({ length: count }, () => {
      const index = names.number();
      const key = sortKey(names.sized().toString());
      // wasm-opt wants each name once; local functions may share theirs
      return Buffer.concat([encode(index), sized(Buffer.from(`${key}|${index}`))]);
    });
    return Buffer.concat([Buffer.from([FUNCTION_NAMES]), sized(encode(count), ...entries)]);
  }
  throw new Error('the module has no names of functions: link it with --profiling-funcs');
}

/** The module with sort keys in its section of names. */
function renamed(module) {
  return rewritten(module, (id, content) => {
    if (id !== CUSTOM_SECTION) return content;
    const name = new Reader(content);
    if (name.sized().toString() !== 'name') return content;
    return Buffer.concat([sized(Buffer.from('name')), withSortKeys(content.subarray(name.at))]);
  });
}

const [path, optimiser] = process.argv.slice(2);
const named = `${path}.named`;
const ordered = `${path}.ordered`;
writeFileSync(named, renamed(readFileSync(path)));
execFileSync(optimiser, [
  ...FEATURES.map((feature) => `--enable-${feature}`),
  '--reorder-functions-by-name',
  '--dealign', // one hint instead of several: alignment is no more than that, and hosts look at the address
  '--strip-debug',
  '--strip-producers',
  named,
  '-o',
  ordered,
]);
renameSync(ordered, path);
rmSync(named);
