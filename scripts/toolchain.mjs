// Reads the version and paths of Emscripten that emsdk-config/setup recorded.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LARGE_PAGES, ROOT } from './steps.mjs';

/** Returns EMSCRIPTEN_VERSION, _ROOT, _LLVM or _PYTHON, or undefined if it was not recorded. */
function recorded(name) {
  const env = readFileSync(join(ROOT, '.toolchain', 'env'), 'utf8');
  return env.match(new RegExp(`^${name}='(.+)'$`, 'm'))?.[1];
}

/** Returns the folder of Emscripten's scripts and of its cache with system headers. */
export const emscriptenFolder = () => recorded('EMSCRIPTEN_ROOT');

export const llvmFolder = () => recorded('EMSCRIPTEN_LLVM');

/**
 * Returns the environment of compilers. Without EMSDK_PYTHON, Emscripten searches for Python each
 * time it compiles a file.
 */
export function compilerEnvironment() {
  const python = process.env.EMSDK_PYTHON ?? recorded('EMSCRIPTEN_PYTHON');
  return { ...LARGE_PAGES, ...(python && { EMSDK_PYTHON: python }) };
}
