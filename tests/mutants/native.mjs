// The faults of the core, against the GoogleTest program.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilerOptions } from '../../scripts/native-compiler.mjs';
import { capture, ROOT, run, StepError } from '../../scripts/steps.mjs';
import { limited } from './processes.mjs';

const MEGABYTES = 6000;
/** Tests that come by a fault run in portions of so many milliseconds in all. */
const PORTIONS = [300, 1500, 5000, 20_000, 60_000];

const PROGRAMS = 'native/tests/cpp';
/** The programs of a checkout; before the suites were parted there was one. */
const ONE_TARGET = ['sapwood_tests'];

/** `npm test` runs what it asks of every structure alike under the sanitizers only, with less volume. */
const LIGHT = ['sapwood_verb_tests', 'sapwood_record_tests', 'sapwood_conformance_tests'];
const volumeOf = (program) => (LIGHT.includes(program) ? 'light' : 'usual');

const targetsOf = (folder) => {
  const lists = readFileSync(join(folder, 'src/tests/cpp/CMakeLists.txt'), 'utf8');
  const parted = [...lists.matchAll(/^sapwood_add_tests\((\w+)/gm)].map(([, name]) => name);
  return parted.length > 0 ? parted : ONE_TARGET;
};

/** Builds the programs with all faults. */
export async function build(folder, jobs) {
  const native = join(folder, 'native');
  if (!existsSync(join(native, 'build.ninja'))) {
    const places = ['-S', join(folder, 'src'), '-B', native];
    // as `npm test` compiles them
    const compiler = await compilerOptions('native-release');
    await run('cmake', ['-G', 'Ninja', ...places, '-DCMAKE_BUILD_TYPE=Release', ...compiler]);
  }
  await run('nice', ['-n', '10', 'ninja', '-C', native, '-j', String(jobs), ...targetsOf(folder)]);
}

/** One shard of the run without a fault, which notes the faults that each test comes by. */
async function noteShard(folder, { program, volume }, shard, shards) {
  const notes = join(folder, `notes-${program}-${volume}-${shard}.txt`);
  const env = {
    SAPWOOD_MUTANT: '-1',
    SAPWOOD_MUTANT_NOTES: notes,
    SAPWOOD_TEST_VOLUME: volume,
    GTEST_TOTAL_SHARDS: String(shards),
    GTEST_SHARD_INDEX: String(shard),
  };
  const path = join(folder, PROGRAMS, program);
  const { code, log } = await capture(path, ['--gtest_brief=1'], { env });
  if (code !== 0) throw new StepError(`the tests fail without a fault:\n${log.slice(-4000)}`);
  const lines = readFileSync(notes, 'utf8').trim().split('\n');
  return lines.map((line) => `${program} ${volume} ${line}`);
}

/** Which tests of a checkout come by which fault, in `notes.txt`: a line for each test. */
export async function note(folder, tests, shards) {
  const lines = [];
  for (const program of targetsOf(folder)) {
    // of another checkout everything runs
    const chosen = { program, volume: tests === ROOT ? volumeOf(program) : 'usual' };
    const each = Array.from({ length: shards }, (_, i) => noteShard(folder, chosen, i, shards));
    lines.push(...(await Promise.all(each)).flat());
  }
  writeFileSync(join(folder, 'notes.txt'), lines.join('\n'));
}

/** The notes as { tests: [{ program, volume, name, ms }], reach: Map(number -> Set(test index)) }. */
export function readNotes(folder) {
  const tests = [];
  const always = new Set();
  const reach = new Map();
  for (const line of readFileSync(join(folder, 'notes.txt'), 'utf8').split('\n')) {
    const [program, volume, name, ms, ...numbers] = line.split(' ');
    if (name === '*') {
      for (const number of numbers) always.add(Number(number));
      continue;
    }
    const test = { program, volume, name, ms: Number(ms), faults: numbers.length };
    const index = tests.push(test) - 1;
    for (const number of numbers.map(Number)) {
      if (!reach.has(number)) reach.set(number, new Set());
      reach.get(number).add(index);
    }
  }
  for (const number of always) reach.set(number, new Set(tests.keys()));
  return { tests, reach };
}

/** Tests of one program and volume each, cut where the sum of their times passes a limit. */
function portionsOf(tests) {
  const portions = new Map();
  let sum = 0;
  for (const test of tests) {
    sum += test.ms;
    const index = PORTIONS.findIndex((limit) => sum <= limit);
    const key = `${index < 0 ? PORTIONS.length : index} ${test.program} ${test.volume}`;
    if (!portions.has(key)) portions.set(key, []);
    portions.get(key).push(test);
  }
  const rank = ([key]) => Number(key.split(' ')[0]);
  return [...portions].sort((a, b) => rank(a) - rank(b)).map(([, portion]) => portion);
}

/** The test that failed, or that ran when the program died. */
function culprit(log) {
  const failed = log.match(/^\[ {2}FAILED {2}\] ([^ ,\n]+)/m);
  if (failed) return failed[1];
  const begun = [...log.matchAll(/^\[ RUN {6}\] (\S+)/gm)];
  return begun.length > 0 ? begun[begun.length - 1][1] : 'the start of the program';
}

/** What becomes of a fault: { end: 'failed' | 'crash' | 'timeout' | 'survived' | 'unreached', by }. A fault that
 * outlives so many seconds of tests counts as a survivor. */
export async function judge(folder, fault, { tests, reach }, budget) {
  const reaching = [...(reach.get(fault.number) ?? [])].map((index) => tests[index]);
  if (reaching.length === 0) return { end: 'unreached' };
  // short ones first, and those that come by few others: they are about this one
  const weight = ({ ms, faults }) => (ms + 1) * (faults + 1);
  reaching.sort((a, b) => weight(a) - weight(b) || (a.name < b.name ? -1 : 1));
  mkdirSync(join(folder, 'flags'), { recursive: true });
  const flags = join(folder, 'flags', `${fault.number}.txt`);
  let left = 1000 * budget;
  for (const portion of portionsOf(reaching)) {
    if (left <= 0) return { end: 'survived', budget };
    const names = portion.map(({ name }) => name).join(':');
    writeFileSync(flags, `--gtest_filter=${names}\n--gtest_fail_fast\n`);
    const ms = portion.reduce((sum, test) => sum + test.ms, 0);
    left -= ms;
    const { program, volume } = portion[0];
    const { end, log } = await limited(
      join(folder, PROGRAMS, program),
      [`--gtest_flagfile=${flags}`],
      {
        env: { SAPWOOD_MUTANT: String(fault.number), SAPWOOD_TEST_VOLUME: volume },
        seconds: 3 + (3 * ms) / 1000,
        megabytes: MEGABYTES,
      },
    );
    if (end !== '') return { end, by: culprit(log) };
  }
  return { end: 'survived' };
}
