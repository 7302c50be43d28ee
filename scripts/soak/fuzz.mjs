// Fuzzing parts of the soak run. libFuzzer tests the native core with sanitizers. fast-check tests
// the package in Node.js, in Node.js with assertions in the module, and in a browser page. Failing
// inputs are shrunk, printed as code, and kept as tests.

import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { assemblePackage, buildPreset, GAME_MODULES, PACKAGE } from '../build.mjs';
import { findChromium, SOAK_REQUIREMENTS } from '../requirements.mjs';
import { capture, ROOT, run } from '../steps.mjs';
import { readFigures } from './figures.mjs';

const FOLDER = join(ROOT, 'build/soak');
const SAFE_PACKAGE = 'build/soak/safe';
const fuzzProgram = (name) => join(ROOT, 'build/native-fuzz/tests/cpp/fuzz', name);
/** Maximum size of a fuzzed tape, the byte sequence that encodes operations on an index. */
const MAX_TAPE_BYTES = 2048;

const SANITIZERS = {
  ASAN_OPTIONS: [
    'detect_leaks=1',
    'detect_stack_use_after_return=1',
    'strict_string_checks=1',
    'allocator_may_return_null=1',
  ].join(':'),
  UBSAN_OPTIONS: 'print_stacktrace=1',
};

/** Creates a part's folder and deletes its previous result. */
function folderOf(name) {
  const folder = join(FOLDER, name);
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, 'result.json'), { force: true });
  return folder;
}

/**
 * Bundles the fuzzing tools with the package in a folder, and returns the path of the tool `name`.
 */
async function bundleTool(packageFolder, name = 'fuzz') {
  const folder = join(FOLDER, 'tools', packageFolder.replaceAll('/', '-'));
  const bundle = join(ROOT, 'tests/soak/fuzz/bundle.mjs');
  await run(process.execPath, [bundle, folder, join(ROOT, packageFolder)]);
  return join(folder, `${name}.mjs`);
}

/**
 * Shrinks a failing input, prints it as code, and saves it as a regression test. Returns the
 * printed text.
 */
async function saveFailure({ tool, folder, input, suite, command = [] }) {
  const file = join(folder, 'failing-input');
  writeFileSync(file, input);
  const name = createHash('sha256').update(input).digest('hex').slice(0, 8);
  const tape = join(ROOT, 'tests', suite, 'regression', `found-${name}.tape`);
  const env = { ...SANITIZERS, SAPWOOD_SOAK_FOLDER: folder };
  const { log } = await capture(process.execPath, [tool, 'keep', file, tape, ...command], { env });
  const result = existsSync(tape) ? `Saved as ${tape.slice(ROOT.length + 1)}` : 'Not saved';
  return `${log}\n${result}; the input is ${file.slice(ROOT.length + 1)}`;
}

export async function prepareNative() {
  const [fuzzer] = SOAK_REQUIREMENTS;
  if (!fuzzer.found()) return { skipped: `${fuzzer.what} is not installed` };
  for (const program of ['tape_fuzz', 'world_fuzz']) await buildPreset('native-fuzz', program);
}

const isFailing = (name) => /^(crash|leak|timeout|oom)-/.test(name);

/** Runs a libFuzzer program. Its corpus is kept for the next run. */
async function runLibFuzzer({ folder, program, maxBytes, seconds, seed }) {
  const corpus = join(folder, 'corpus');
  mkdirSync(corpus, { recursive: true });
  for (const name of readdirSync(folder).filter(isFailing)) rmSync(join(folder, name));
  const limits = [`-max_total_time=${Math.ceil(seconds)}`, `-seed=${seed}`, '-timeout=60'];
  const shape = [`-max_len=${maxBytes}`, '-rss_limit_mb=3000', `-artifact_prefix=${folder}/`];
  const tally = join(folder, 'result.json');
  const { code, log } = await capture(fuzzProgram(program), [...limits, ...shape, corpus], {
    env: { ...SANITIZERS, SAPWOOD_SOAK_TALLY: tally },
  });
  const found = readdirSync(folder).find(isFailing);
  return { figures: { ...readFigures(tally), faults: code === 0 ? 0 : 1 }, log, found };
}

export async function fuzzNative({ seconds, seed }) {
  const folder = folderOf('native');
  const tool = await bundleTool(PACKAGE);
  const env = { ...SANITIZERS, SAPWOOD_SOAK_SEED: String(seed) };
  await run(process.execPath, [tool, 'seeds', join(folder, 'corpus'), '64'], { env });
  const request = { folder, program: 'tape_fuzz', maxBytes: MAX_TAPE_BYTES, seconds, seed };
  const { figures, log, found } = await runLibFuzzer(request);
  if (figures.faults === 0) return figures;
  if (!found) return { ...figures, log };
  const input = readFileSync(join(folder, found));
  const command = [fuzzProgram('tape_fuzz'), '-timeout=60'];
  return { ...figures, log: await saveFailure({ tool, folder, input, suite: 'cpp', command }) };
}

/**
 * Fuzzes `World` in C++. A failing input is a file of a few bytes. The report contains the command
 * that replays it.
 */
export async function fuzzWorlds({ seconds, seed }) {
  const folder = folderOf('worlds');
  const request = { folder, program: 'world_fuzz', maxBytes: 8, seconds, seed };
  const { figures, log, found } = await runLibFuzzer(request);
  if (figures.faults === 0) return figures;
  const replay = found
    ? `${fuzzProgram('world_fuzz')} ${join(folder, found)}`
    : 'libFuzzer saved no input';
  return { ...figures, log: `${log}\n${replay.replaceAll(`${ROOT}/`, '')}` };
}

/** Runs a fuzzer that writes { operations, pairs, bytes, failure? } to a result file. */
async function fuzzPackage({ name, packageFolder, command, args, env }) {
  const folder = folderOf(name);
  const result = join(folder, 'result.json');
  const { code, log } = await capture(command, [...args, result], { env });
  const { failure, ...figures } = readFigures(result) ?? {};
  if (failure) {
    const tool = await bundleTool(packageFolder);
    const input = Uint8Array.from(failure.input);
    const printed = await saveFailure({ tool, folder, input, suite: 'web' });
    return { ...figures, faults: 1, log: `fast-check seed ${failure.seed}\n${printed}` };
  }
  return code === 0 ? { ...figures, faults: 0 } : { ...figures, faults: 1, log };
}

const budget = ({ seconds, seed }) => ({
  SAPWOOD_SOAK_SECONDS: String(seconds),
  SAPWOOD_SOAK_SEED: String(seed),
});

export async function fuzzNode(request) {
  const args = [await bundleTool(PACKAGE), 'fuzz'];
  const env = budget(request);
  return fuzzPackage({
    name: 'node',
    packageFolder: PACKAGE,
    command: process.execPath,
    args,
    env,
  });
}

export async function prepareSafe() {
  await assemblePackage('wasm-safe', SAFE_PACKAGE);
}

export async function fuzzSafe(request) {
  const args = [await bundleTool(SAFE_PACKAGE), 'fuzz'];
  const env = budget(request);
  const packageFolder = SAFE_PACKAGE;
  return fuzzPackage({ name: 'safe', packageFolder, command: process.execPath, args, env });
}

/**
 * Prepares the package of `prepareSafe`, and adds the published small modules. Unlike
 * `sapwood/all`, these use our own glue.
 */
export async function prepareKeptViews() {
  await prepareSafe();
  for (const name of GAME_MODULES) {
    const folder = (from) => join(ROOT, from, 'dist/wasm', name);
    cpSync(folder(PACKAGE), folder(SAFE_PACKAGE), { recursive: true });
  }
}

/**
 * Runs a fuzzer that writes to every memory view that the package has returned. The log describes a
 * failure as a seed and a list of steps.
 */
export async function fuzzKeptViews(request) {
  const args = [await bundleTool(SAFE_PACKAGE, 'kept-views'), 'fuzz'];
  const env = budget(request);
  const packageFolder = SAFE_PACKAGE;
  const command = process.execPath;
  return fuzzPackage({ name: 'kept-views', packageFolder, command, args, env });
}

export function preparePage() {
  return findChromium() ? undefined : { skipped: 'no Chromium' };
}

export async function fuzzPage(request) {
  const args = [join(ROOT, 'tests/soak/fuzz/page-driver.mjs')];
  const env = { ...budget(request), SAPWOOD_CHROMIUM: findChromium() };
  return fuzzPackage({
    name: 'page',
    packageFolder: PACKAGE,
    command: process.execPath,
    args,
    env,
  });
}

export async function recordGoldens() {
  const tool = await bundleTool(PACKAGE);
  await run(process.execPath, [tool, 'goldens', join(ROOT, 'tests/soak/golden-tapes.json')]);
}
