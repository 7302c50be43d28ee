// One program with all faults: a copy of the sources, where each place of the table asks at run time which text holds.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesBelow } from '../../scripts/stamps.mjs';
import { ROOT } from '../../scripts/steps.mjs';

const PLACES = join(ROOT, 'tests/mutants/schemata');

/** What a place becomes: the faulty text when its number is asked for, else what stood there. */
function chosen({ number, form, with: fault }, original) {
  if (form === 'statement') {
    return `{ if (::sapwood::mutant(${number})) { ${fault} } else { ${original} } }`;
  }
  return `(::sapwood::mutant(${number}) ? (${fault}) : (${original}))`;
}

const inside = (inner, outer) => inner.start >= outer.start && inner.end <= outer.end;

/** The text from `start` to `end` with the faults that lie in it; one that lies in another is put into its original. */
function rewritten(source, start, end, faults) {
  let text = '';
  let at = start;
  const left = [...faults].sort((a, b) => a.start - b.start || b.end - a.end);
  while (left.length > 0) {
    const outer = left.shift();
    if (outer.start < at) throw new Error(`${outer.key}: crosses another place`);
    const within = [];
    while (left.length > 0 && left[0].start < outer.end) within.push(left.shift());
    if (!within.every((fault) => inside(fault, outer)))
      throw new Error(`${outer.key}: crosses another place`);
    text += source.slice(at, outer.start);
    text += chosen(outer, rewritten(source, outer.start, outer.end, within));
    at = outer.end;
  }
  return text + source.slice(at, end);
}

function withFaults(source, faults) {
  const text = rewritten(source, 0, source.length, faults);
  const include = '#include "sapwood/mutant.hpp"\n';
  const pragma = '#pragma once\n';
  return text.includes(pragma) ? text.replace(pragma, `${pragma}\n${include}`) : include + text;
}

/** Writes a file only when it differs, so that the next build compiles what changed. */
function put(path, content) {
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Files of a folder or a file, below a root. */
function listed(root, place) {
  const path = join(root, place);
  if (!existsSync(path)) return [];
  return statSync(path).isDirectory()
    ? filesBelow(relative(ROOT, path)).map((file) => relative(root, join(ROOT, file)))
    : [place];
}

/** Lists of what is linked, which the number of the fault joins. In other checkouts all of support/ may be one library. */
const LINKED = {
  'tests/cpp/CMakeLists.txt': [
    ['set(support_sources ', 'set(support_sources support/mutant.cpp '],
    ['(allocations|', '(allocations|mutant|'],
  ],
  'cpp/bindings/CMakeLists.txt': [[' results.cpp ', ' mutant.cpp results.cpp ']],
};

/** The text of a file, with the number of the fault among what is linked. */
function linked(file, text) {
  let joined = text;
  for (const [before, after] of LINKED[file] ?? []) joined = joined.replace(before, after);
  return joined;
}

/**
 * Makes `target` a tree that CMake can build: sources of this checkout with all faults, tests and build files of
 * `tests`, which is another checkout or this one.
 */
export function writeSchemata(target, table, tests) {
  const sources = listed(ROOT, 'cpp');
  const built = ['CMakeLists.txt', 'emsdk-config', 'scripts', 'tests/cpp', 'tests/scenes'];
  // what tests/cpp has put into headers
  const embedded = ['tests/soak/operations.json', 'tests/soak/golden-tapes.json'];
  const files = [...built, ...embedded, 'tests/web/regression'].flatMap((place) =>
    listed(tests, place),
  );
  for (const file of sources) {
    const source = linked(file, readFileSync(join(ROOT, file), 'utf8'));
    const faults = table.filter(({ path }) => path === file);
    put(join(target, file), faults.length === 0 ? source : withFaults(source, faults));
  }
  for (const file of files) {
    const content = readFileSync(join(tests, file));
    put(join(target, file), file in LINKED ? linked(file, String(content)) : content);
  }
  put(join(target, 'cpp/include/sapwood/mutant.hpp'), readFileSync(join(PLACES, 'mutant.hpp')));
  put(
    join(target, 'tests/cpp/support/mutant.cpp'),
    readFileSync(join(PLACES, 'mutant_native.cpp')),
  );
  put(join(target, 'cpp/bindings/mutant.cpp'), readFileSync(join(PLACES, 'mutant_web.cpp')));
  removeOthers(
    target,
    new Set([
      ...sources,
      ...files,
      'cpp/include/sapwood/mutant.hpp',
      'tests/cpp/support/mutant.cpp',
      'cpp/bindings/mutant.cpp',
    ]),
  );
}

function removeOthers(target, wanted) {
  for (const file of listed(target, 'cpp').concat(listed(target, 'tests'))) {
    if (!wanted.has(file)) rmSync(join(target, file));
  }
}
