// Runs clang-tidy (.clang-tidy) on the bindings, with the compiler flags for WebAssembly. The
// bindings include the whole library.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CLANG_TIDY, findProgram } from './requirements.mjs';
import { filesBelow, runIfChanged } from './stamps.mjs';
import { ROOT, run } from './steps.mjs';
import { emscriptenFolder } from './toolchain.mjs';

const BINDINGS = 'cpp/bindings';
/** Headers that only generated sources in the build folder include. */
const HEADERS = ['size', 'speed', 'trace'].map((name) => `${BINDINGS}/index/${name}.hpp`);
/**
 * Sources that define the same names as other sources, so they are checked separately. All other
 * sources are checked as one file, in a fifth of the time.
 */
const SEPARATE = ['embind_types', 'index_base/size', 'index_base/speed'].map(
  (name) => `${BINDINGS}/${name}.cpp`,
);
const COMBINED = 'build/tidy/bindings.cpp';

function writeCombined() {
  const sources = filesBelow(BINDINGS).filter((path) => path.endsWith('.cpp'));
  const included = [...HEADERS, ...sources.filter((path) => !SEPARATE.includes(path))];
  mkdirSync(dirname(join(ROOT, COMBINED)), { recursive: true });
  const lines = included.map((path) => `#include "${join(ROOT, path)}"\n`);
  writeFileSync(join(ROOT, COMBINED), lines.join(''));
}

function flags() {
  const sysroot = `${emscriptenFolder()}/cache/sysroot`;
  return [
    ...['-std=c++20', '-fno-exceptions', '-fno-rtti', '-Icpp/include', `-I${BINDINGS}`],
    ...['--target=wasm32-unknown-emscripten', `--sysroot=${sysroot}`],
    ...['-isystem', `${sysroot}/include/compat`, '-DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0'],
    ...['-msimd128', '-mbulk-memory', '-mnontrapping-fptoint'],
  ];
}

/** Skips the check if the code is unchanged since it passed. */
export async function checkCpp() {
  const program = findProgram(CLANG_TIDY);
  if (!program) return `skipped, ${CLANG_TIDY} is not installed`;
  const options = ['--quiet', '--warnings-as-errors=*', `--config-file=${ROOT}/.clang-tidy`];
  const check = (source) => run(program, [...options, source, '--', ...flags()]);
  const inputs = ['.clang-tidy', '.toolchain/env', 'cpp', 'scripts/tidy.mjs'];
  const isChanged = await runIfChanged('build/stamps/clang-tidy', { inputs }, async () => {
    writeCombined();
    const checkSeparate = async () => {
      for (const source of SEPARATE) await check(source);
    };
    await Promise.all([check(COMBINED), checkSeparate()]);
  });
  return isChanged ? undefined : 'unchanged since it passed';
}
