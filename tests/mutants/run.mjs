// `npm run test:mutants`: changes one operator of the C++ core at a time, and reports the changes that no test detects.
//
//   --count <n>      number of mutants (default: 50)
//   --seed <text>    seed that selects the mutants (default: 1)
//   --path <prefix>  only files below cpp/include/sapwood/<prefix>
//
// Each mutant is compiled, and the C++ tests run until one fails. 50 mutants take one to three hours.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { compilerOptions } from '../../scripts/native-compiler.mjs';
import { setup } from '../../scripts/setup.mjs';
import { capture, main, parseInput, ROOT, run, StepError, step } from '../../scripts/steps.mjs';
import { mutantsOf, mutated } from './operators.mjs';

const SOURCE = join(ROOT, 'build/mutants/source');
const BUILD = join(ROOT, 'build/mutants/build');
const REPORT = join(ROOT, 'build/mutants/undetected.txt');
const HEADERS = 'cpp/include/sapwood';
/** Headers that the native build on this machine does not compile. */
const OTHER_BACK_ENDS = /simd\/(scalar|neon|wasm)\.hpp$/;
/**
 * Maximum CPU time in seconds and memory in kB of a program. A mutant may not terminate or may
 * allocate without limit.
 */
const LIMITS = 'ulimit -c 0; ulimit -t 600; ulimit -v 8000000; exec "$0" "$@"';

/**
 * Programs that `npm test` runs with only some of their cases, because all cases take many minutes.
 */
const LIGHT = /_(operation|record|conformance)_/;

const text = (value) => ({ type: 'string', default: value });

/**
 * Copies the tracked files to a folder in which the mutants are compiled, so that the checkout is
 * never changed.
 */
function copySources() {
  rmSync(SOURCE, { recursive: true, force: true });
  const listed = spawnSync(
    'git',
    [
      'ls-files',
      '-z',
      'CMakeLists.txt',
      'cpp',
      'emsdk-config',
      'scripts',
      'tests/cpp',
      'tests/scenes',
      'tests/soak',
      'tests/web/regression',
    ],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  for (const file of listed.stdout.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(SOURCE, file)), { recursive: true });
    cpSync(join(ROOT, file), join(SOURCE, file));
  }
}

/**
 * Returns the mutants of a file with their hashes. A hash does not depend on lines elsewhere in the
 * file.
 */
function mutantsIn(file, seed) {
  const source = readFileSync(join(SOURCE, file), 'utf8');
  const lines = source.split('\n');
  const seen = new Map();
  return mutantsOf(source).map((mutant) => {
    const code = lines[mutant.line - 1].trim();
    const key = `${seed} ${file} ${code} ${mutant.from}`;
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    const hash = createHash('sha256').update(`${key} ${occurrence}`).digest('hex');
    return { ...mutant, file, code, hash };
  });
}

function chooseMutants({ count, seed, path }) {
  const listed = spawnSync('git', ['ls-files', join(HEADERS, path)], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = listed.stdout.split('\n').filter((file) => file && !OTHER_BACK_ENDS.test(file));
  const all = files.flatMap((file) => mutantsIn(file, seed));
  if (all.length === 0) throw new StepError(`no mutants in ${join(HEADERS, path)}`);
  return all.sort((a, b) => (a.hash < b.hash ? -1 : 1)).slice(0, count);
}

/** Returns the names of the test programs, ordered from fast to slow. */
function programs() {
  const lists = readFileSync(join(ROOT, 'tests/cpp/CMakeLists.txt'), 'utf8');
  return [...lists.matchAll(/^sapwood_add_tests\((\w+)/gm)].map(([, name]) => name);
}

const compile = (...args) => capture('ninja', ['-C', BUILD, ...args]);

/**
 * Returns 'compiler' or the name of the test program that detects the mutant; undefined if none
 * does.
 */
async function detect(names) {
  for (const name of names) {
    if ((await compile(name)).code !== 0) return 'compiler';
    const program = join(BUILD, 'tests/cpp', name);
    const env = { SAPWOOD_TEST_VOLUME: LIGHT.test(name) ? 'light' : 'usual' };
    const { code } = await capture('bash', ['-c', LIMITS, program, '--gtest_fail_fast'], { env });
    if (code !== 0) return name;
  }
  return undefined;
}

async function prepare(names) {
  copySources();
  const options = await compilerOptions('native-release');
  await run('cmake', [
    '-G',
    'Ninja',
    '-S',
    SOURCE,
    '-B',
    BUILD,
    '-DCMAKE_BUILD_TYPE=Release',
    ...options,
  ]);
  const failing = await detect(names);
  if (failing) throw new StepError(`without a mutant, ${failing} fails`);
}

const described = ({ file, line, from, to, code }) =>
  `${file}:${line}: "${from.trim()}" → "${to.trim()}" in ${code}`;

await main(async () => {
  const options = { count: text('50'), seed: text('1'), path: text('') };
  const { values } = parseInput(() => parseArgs({ options }));
  const count = Number(values.count);
  if (!(Number.isInteger(count) && count > 0))
    throw new StepError('--count: expected an integer > 0');
  await setup();
  const names = programs();
  await step('mutants: build and run the tests', () => prepare(names));
  writeFileSync(REPORT, '');
  let undetected = 0;
  let compiled = 0;
  for (const mutant of chooseMutants({ ...values, count })) {
    const path = join(SOURCE, mutant.file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, mutated(source, mutant));
    const detector = await detect(names);
    writeFileSync(path, source);
    if (detector !== 'compiler') compiled += 1;
    if (detector === undefined) {
      undetected += 1;
      appendFileSync(REPORT, `${described(mutant)}\n`);
    }
    console.log(`${detector ?? 'UNDETECTED'}  ${described(mutant)}`);
  }
  console.log(`detected: ${compiled - undetected} of ${compiled} mutants that compile`);
  console.log(REPORT);
});
