// What the machine must offer, how each thing is recognized, and Debian's package for it.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Full path of the first of the named programs on PATH, or undefined. */
export function findProgram(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // not here: the next folder
      }
    }
  }
  return undefined;
}

/** Chromium without the window around the page, which starts and loads faster; then the whole browser. */
const BROWSERS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** The browser of the end-to-end tests; SAPWOOD_CHROMIUM overrides the search. */
export function findChromium() {
  return process.env.SAPWOOD_CHROMIUM ?? findProgram(...BROWSERS);
}

/** Formatting differs between versions, so only this one is asked. */
export const CLANG_FORMAT = 'clang-format-14';

/** This machine's processor, as compilers call it. */
const CPU = { x64: 'x86_64', arm64: 'aarch64' }[process.arch];

export const REQUIREMENTS = [
  { what: 'g++ 12 or newer', packages: ['g++'], found: () => findProgram('g++', 'c++') },
  { what: 'CMake 3.25 or newer', packages: ['cmake'], found: () => findProgram('cmake') },
  { what: 'Ninja', packages: ['ninja-build'], found: () => findProgram('ninja') },
  {
    what: 'GoogleTest, library and source',
    packages: ['libgtest-dev', 'googletest'],
    found: () =>
      existsSync('/usr/include/gtest/gtest.h') && existsSync('/usr/src/googletest/CMakeLists.txt'),
  },
  {
    what: 'Chromium with a font',
    packages: ['chromium-headless-shell', 'fonts-dejavu-core'],
    found: findChromium,
  },
  {
    what: 'the sanitizers of clang 19; without them the C++ tests are compiled by g++, for long',
    packages: ['libclang-rt-19-dev'],
    found: () => existsSync(`/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan-${CPU}.a`),
    optional: true,
  },
  {
    what: CLANG_FORMAT,
    packages: [CLANG_FORMAT],
    found: () => findProgram(CLANG_FORMAT),
    optional: true,
  },
];

/** Whether clang++ finds its libFuzzer, which Debian packs apart from the compiler. */
function hasFuzzer() {
  const args = ['-fsanitize=fuzzer,address', '-###', '-x', 'c++', '/dev/null', '-o', 'nothing'];
  const { status, stderr } = spawnSync('clang++', args, { encoding: 'utf8' });
  const library = stderr?.match(/"([^"]*clang_rt\.fuzzer[^"]*\.a)"/)?.[1];
  return status === 0 && library !== undefined && existsSync(library);
}

/** What only the long run needs; without it the parts that want it are left out. */
export const SOAK_REQUIREMENTS = [
  {
    what: 'clang with libFuzzer',
    packages: ['clang', 'libclang-rt-dev'],
    found: hasFuzzer,
    optional: true,
  },
];
