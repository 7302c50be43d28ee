// Programs and libraries that the machine needs, how each is detected, and its Debian package.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the full path of the first named program on PATH, or undefined. */
export function findProgram(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // the program is not in this folder
      }
    }
  }
  return undefined;
}

/**
 * Names of Chromium's program in order of preference. The headless shell starts faster than the
 * full browser.
 */
const BROWSERS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Finds the browser of the end-to-end tests; SAPWOOD_CHROMIUM overrides the search. */
export function findChromium() {
  return process.env.SAPWOOD_CHROMIUM ?? findProgram(...BROWSERS);
}

/** Formatting differs between versions, so only this version is accepted. */
export const CLANG_FORMAT = 'clang-format-14';

/**
 * The version must equal the version of Emscripten's clang, because clang-tidy reads the headers of
 * that clang.
 */
export const CLANG_TIDY = 'clang-tidy-19';

/** This machine's processor, as named in clang's target triples. */
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
    what: 'the sanitizers of clang 19; without them, g++ compiles the C++ tests, which takes longer',
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
  {
    what: CLANG_TIDY,
    packages: [CLANG_TIDY],
    found: () => findProgram(CLANG_TIDY),
    optional: true,
  },
];

/** Returns whether clang++ finds libFuzzer, which is a separate Debian package. */
function hasFuzzer() {
  const args = ['-fsanitize=fuzzer,address', '-###', '-x', 'c++', '/dev/null', '-o', 'nothing'];
  const { status, stderr } = spawnSync('clang++', args, { encoding: 'utf8' });
  const library = stderr?.match(/"([^"]*clang_rt\.fuzzer[^"]*\.a)"/)?.[1];
  return status === 0 && library !== undefined && existsSync(library);
}

/** Requirements of the soak run only. The run skips parts whose requirement is missing. */
export const SOAK_REQUIREMENTS = [
  {
    what: 'clang with libFuzzer',
    packages: ['clang', 'libclang-rt-dev'],
    found: hasFuzzer,
    optional: true,
  },
];
