// Runs after linking a module that uses our own JavaScript glue instead of Emscripten's. Shortens
// the names of the module's exports, and writes their original names to core.mjs in the same order.
// The original names also occur in the package's JavaScript, so gzip compresses them better in
// core.mjs than in the module.
//
//   own-glue.mjs <core.wasm> <core.mjs>
import { readFileSync, writeFileSync } from 'node:fs';
import { EXPORT_SECTION, encode, mapSections, Reader, withLength } from './wasm-sections.mjs';

const PREFIX = 'sapwood_';
const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const GLUE = ['own', 'embind'].map((name) =>
  readFileSync(new URL(`../web/sapwood/src/glue/${name}.ts`, import.meta.url), 'utf8'),
);

/** Throws if a module imports a function that the package's glue does not contain. */
function checkImports(module) {
  for (const { name } of WebAssembly.Module.imports(new WebAssembly.Module(module))) {
    const known = GLUE.some((text) => new RegExp(`\\b${name}\\b`).test(text));
    if (!known) throw new Error(`web/sapwood/src/glue has no function ${name}`);
  }
}

/**
 * Returns the short name of export `i`: a, b, …, Z, aa, …. Names contain no digits, because
 * JavaScript moves integer keys to the front of an object.
 */
const letters = (i) =>
  (i < ALPHABET.length ? '' : letters(Math.floor(i / ALPHABET.length) - 1)) +
  ALPHABET[i % ALPHABET.length];

const [path, gluePath] = process.argv.slice(2);
const module = readFileSync(path);
checkImports(module);
const exportNames = [];
const shortened = mapSections(module, (id, content) => {
  if (id !== EXPORT_SECTION) return content;
  const reader = new Reader(content);
  const count = reader.number();
  const entries = Array.from({ length: count }, () => {
    let name = reader.lengthPrefixed().toString();
    if (name.startsWith(PREFIX)) name = letters(exportNames.push(name.slice(PREFIX.length)) - 1);
    return Buffer.concat([withLength(Buffer.from(name)), reader.read(1), encode(reader.number())]);
  });
  return Buffer.concat([encode(count), ...entries]);
});
writeFileSync(path, shortened);
writeFileSync(
  gluePath,
  `import { ownGlue } from '../../glue/own.js';

export default /* @__PURE__ */ ownGlue('${exportNames.join(' ')}');
`,
);
