// The compiler of the C++ tests. Where Emscripten's clang compiles for this machine too, it is taken: without optimization it
// is several times as fast as g++, and compiling is most of what these tests take. The scalar flavor stays with g++,
// so that both of them read every header. Its linker takes a third of the time that the usual one takes.
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

/** Whether a program with the sanitizers compiles, links and runs: some builds of clang know WebAssembly only. */
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

/** What CMake is told of the compiler of a preset; nothing where it is to take the usual one. */
export function compilerOptions(preset) {
  if (!QUICK.includes(preset)) return [];
  found ??= clangOptions();
  return found;
}
