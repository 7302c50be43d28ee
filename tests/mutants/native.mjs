// The faults of the core, against the GoogleTest program.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, run, StepError } from '../../scripts/steps.mjs';
import { limited } from './processes.mjs';

const MEGABYTES = 6000;
/** Tests that come by a fault run from the shortest on, in portions of so many milliseconds in all. */
const PORTIONS = [1000, 5000, 20_000, 60_000];

const programOf = (folder) => join(folder, 'native/tests/cpp/sapwood_tests');

/** Builds the program with all faults. */
export async function build(folder, jobs) {
  const options = ['-G', 'Ninja', '-S', join(folder, 'src'), '-B', join(folder, 'native')];
  if (!existsSync(join(folder, 'native/build.ninja')))
    await run('cmake', [...options, '-DCMAKE_BUILD_TYPE=Release']);
  await run('nice', [
    '-n',
    '10',
    'ninja',
    '-C',
    join(folder, 'native'),
    '-j',
    String(jobs),
    'sapwood_tests',
  ]);
}

/** One shard of the run without a fault, which notes the faults that each test comes by. */
async function noteShard(folder, shard, shards) {
  const notes = join(folder, `notes-${shard}.txt`);
  const env = {
    SAPWOOD_MUTANT: '-1',
    SAPWOOD_MUTANT_NOTES: notes,
    GTEST_TOTAL_SHARDS: String(shards),
    GTEST_SHARD_INDEX: String(shard),
  };
  const { code, log } = await capture(programOf(folder), ['--gtest_brief=1'], { env });
  if (code !== 0) throw new StepError(`the tests fail without a fault:\n${log.slice(-4000)}`);
  return readFileSync(notes, 'utf8').trim().split('\n');
}

/** Which tests come by which fault: { tests: [{ name, ms }], reach: Map(number -> Set(test index)) }. */
export async function note(folder, shards) {
  const lines = (
    await Promise.all(Array.from({ length: shards }, (_, i) => noteShard(folder, i, shards)))
  ).flat();
  writeFileSync(join(folder, 'notes.txt'), lines.join('\n'));
  return readNotes(folder);
}

export function readNotes(folder) {
  const tests = [];
  const always = new Set();
  const reach = new Map();
  for (const line of readFileSync(join(folder, 'notes.txt'), 'utf8').split('\n')) {
    const [name, ms, ...numbers] = line.split(' ');
    if (name === '*') {
      for (const number of numbers) always.add(Number(number));
      continue;
    }
    const index = tests.push({ name, ms: Number(ms) }) - 1;
    for (const number of numbers.map(Number)) {
      if (!reach.has(number)) reach.set(number, new Set());
      reach.get(number).add(index);
    }
  }
  for (const number of always) reach.set(number, new Set(tests.keys()));
  return { tests, reach };
}

function portionsOf(tests) {
  const portions = [];
  let sum = 0;
  for (const test of tests) {
    sum += test.ms;
    const index = PORTIONS.findIndex((limit) => sum <= limit);
    const portion = index < 0 ? PORTIONS.length : index;
    portions[portion] ??= [];
    portions[portion].push(test);
  }
  return portions.filter((portion) => portion !== undefined);
}

/** The test that failed, or that ran when the program died. */
function culprit(log) {
  const failed = log.match(/^\[ {2}FAILED {2}\] ([^ ,\n]+)/m);
  if (failed) return failed[1];
  const begun = [...log.matchAll(/^\[ RUN {6}\] (\S+)/gm)];
  return begun.length > 0 ? begun[begun.length - 1][1] : 'the start of the program';
}

/** What becomes of a fault: { end: 'failed' | 'crash' | 'timeout' | 'survived' | 'unreached', by }. */
export async function judge(folder, fault, { tests, reach }) {
  const reaching = [...(reach.get(fault.number) ?? [])].map((index) => tests[index]);
  if (reaching.length === 0) return { end: 'unreached' };
  reaching.sort((a, b) => a.ms - b.ms || (a.name < b.name ? -1 : 1));
  mkdirSync(join(folder, 'flags'), { recursive: true });
  const flags = join(folder, 'flags', `${fault.number}.txt`);
  for (const portion of portionsOf(reaching)) {
    const names = portion.map(({ name }) => name).join(':');
    writeFileSync(flags, `--gtest_filter=${names}\n--gtest_fail_fast\n`);
    const ms = portion.reduce((sum, test) => sum + test.ms, 0);
    const { end, log } = await limited(programOf(folder), [`--gtest_flagfile=${flags}`], {
      env: { SAPWOOD_MUTANT: String(fault.number) },
      seconds: 10 + (4 * ms) / 1000,
      megabytes: MEGABYTES,
    });
    if (end !== '') return { end, by: culprit(log) };
  }
  return { end: 'survived' };
}
