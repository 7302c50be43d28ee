// What emsdk-config/setup has recorded of Emscripten.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './steps.mjs';

/** EMSCRIPTEN_VERSION, _ROOT, _LLVM or _PYTHON; undefined where it is not known. */
function recorded(name) {
  const env = readFileSync(join(ROOT, '.toolchain', 'env'), 'utf8');
  return env.match(new RegExp(`^${name}='(.+)'$`, 'm'))?.[1];
}

/** The folder of Emscripten's clang. */
export const llvmFolder = () => recorded('EMSCRIPTEN_LLVM');

/** What the compiler is started with: without a word of ours it looks for Python anew for each file. */
export function compilerEnvironment() {
  const python = process.env.EMSDK_PYTHON ?? recorded('EMSCRIPTEN_PYTHON');
  return python ? { EMSDK_PYTHON: python } : {};
}
