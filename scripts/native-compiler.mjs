// Selects the compiler of the C++ tests: Emscripten's clang if it can target this machine. Without
// optimization, clang compiles several times faster than g++, and its linker is three times faster.
// The scalar build uses g++, so that both compilers compile every header.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture } from './steps.mjs';
import { llvmFolder } from './toolchain.mjs';

const QUICK = ['native-release', 'native-asan'];

function clangOfEmscripten() {
  const folder = llvmFolder();
  return folder && { cxx: join(folder, 'clang++'), c: join(folder, 'clang') };
}

const LINKER = '-fuse-ld=lld';

/**
 * Returns whether a program with sanitizers compiles, links and runs. Some builds of clang only
 * target WebAssembly.
 */
async function compilesForThisMachine(cxx) {
  const folder = mkdtempSync(join(tmpdir(), 'sapwood-trial-'));
  const [source, program] = [join(folder, 'trial.cpp'), join(folder, 'trial')];
  writeFileSync(source, '#include <vector>\nint main() { return std::vector<int>(1)[0]; }\n');
  const flags = ['-std=c++20', '-fsanitize=address,undefined', LINKER, source, '-o', program];
  const compiled = await capture(cxx, flags);
  const works = compiled.code === 0 && (await capture(program)).code === 0;
  rmSync(folder, { recursive: true });
  return works;
}

let found;

async function clangOptions() {
  const clang = clangOfEmscripten();
  if (!clang || !(await compilesForThisMachine(clang.cxx))) return [];
  return [
    `-DCMAKE_CXX_COMPILER=${clang.cxx}`,
    `-DCMAKE_C_COMPILER=${clang.c}`,
    `-DCMAKE_EXE_LINKER_FLAGS=${LINKER}`,
  ];
}

/**
 * Returns the CMake options that select the compiler of a preset. The list is empty for the default
 * compiler.
 */
export function compilerOptions(preset) {
  if (!QUICK.includes(preset)) return [];
  found ??= clangOptions();
  return found;
}
