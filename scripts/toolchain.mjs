// What emsdk-config/setup has recorded of Emscripten.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LARGE_PAGES, ROOT } from './steps.mjs';

/** EMSCRIPTEN_VERSION, _ROOT, _LLVM or _PYTHON; undefined where it is not known. */
function recorded(name) {
  const env = readFileSync(join(ROOT, '.toolchain', 'env'), 'utf8');
  return env.match(new RegExp(`^${name}='(.+)'$`, 'm'))?.[1];
}

/** The folder of Emscripten's clang. */
export const llvmFolder = () => recorded('EMSCRIPTEN_LLVM');

/** What compilers are started with: without a word of ours Emscripten's looks for Python anew for each file. */
export function compilerEnvironment() {
  const python = process.env.EMSDK_PYTHON ?? recorded('EMSCRIPTEN_PYTHON');
  return { ...LARGE_PAGES, ...(python && { EMSDK_PYTHON: python }) };
}
