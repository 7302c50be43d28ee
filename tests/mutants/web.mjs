// The faults of the bindings, and some of the core, as WebAssembly under the suites of the package.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as sources from '../../scripts/build.mjs';
import { bin, ROOT, run, StepError } from '../../scripts/steps.mjs';
import { limited } from './processes.mjs';

/** Compile time matters more than speed. */
const WASM_OPTIONS = [
  '-DCMAKE_BUILD_TYPE=Release',
  '-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG',
  '-DSAPWOOD_TESTING=OFF',
];
/**
 * Suites of the package's files and of its build say nothing about the module; other entry points, and what traces walks,
 * run other modules, in which there are no faults; what JavaScript allocates depends on what else has run in the process.
 */
const SKIPPED =
  /^(package|entries\/(conformance|loading)|conformance\/traces|node_modules|promises\/no-allocation)/;
/** Files that come by a fault run in portions of so many seconds in all, like the tests of native.mjs. */
const PORTIONS = [2, 8, 30];

/** Builds the package, and the module with all faults, which goes into a copy of it. */
export async function build(folder, jobs) {
  await sources.build();
  await sources.buildForTests();
  const options = ['-G', 'Ninja', '-S', join(folder, 'src'), '-B', join(folder, 'wasm')];
  const toolchain = `-DCMAKE_TOOLCHAIN_FILE=${join(ROOT, 'emsdk-config/toolchain.cmake')}`;
  if (!existsSync(join(folder, 'wasm/build.ninja'))) {
    await run('cmake', [...options, toolchain, ...WASM_OPTIONS]);
  }
  await run('nice', [
    '-n',
    '10',
    'ninja',
    '-C',
    join(folder, 'wasm'),
    '-j',
    String(jobs),
    'module-all',
  ]);
  cpSync(join(ROOT, sources.PACKAGE), join(folder, 'package'), { recursive: true });
  const place = relative(ROOT, folder);
  await sources.copyModule(`${place}/wasm/modules`, `${place}/package`, 'all');
}

function vitest(folder, tests, files, { env, seconds }) {
  const args = [
    'run',
    '--config',
    join(ROOT, 'tests/mutants/vitest.config.ts'),
    '--bail=1',
    '--reporter=dot',
  ];
  return limited(bin('vitest'), [...args, ...files], {
    cwd: ROOT,
    env: {
      NO_COLOR: '1',
      SAPWOOD_FLAVOR: 'simd',
      SAPWOOD_PACKAGE: join(folder, 'package'),
      SAPWOOD_TESTS_WEB: join(tests, 'tests/web'),
      ...env,
    },
    seconds,
  });
}

/** Which test files come by which fault, from a run without one: { tests: [{ name, ms }], reach }. */
export async function note(folder, tests) {
  const notes = join(folder, 'notes-web.txt');
  rmSync(notes, { force: true });
  const env = { SAPWOOD_MUTANT: '-1', SAPWOOD_MUTANT_NOTES: notes };
  const suites = join(tests, 'tests/web');
  const files = readdirSync(suites, { recursive: true })
    .filter((file) => file.endsWith('.test.ts') && !SKIPPED.test(file))
    .map((file) => join(suites, file));
  const { end, log } = await vitest(folder, tests, files, { env, seconds: 3600 });
  if (end !== '')
    throw new StepError(`the package's tests fail without a fault:\n${log.slice(-4000)}`);
  return readNotes(folder);
}

export function readNotes(folder) {
  const tests = [];
  const reach = new Map();
  for (const line of readFileSync(join(folder, 'notes-web.txt'), 'utf8').trim().split('\n')) {
    const [name, ms, ...numbers] = line.split(' ');
    const index = tests.push({ name, ms: Number(ms), faults: numbers.length }) - 1;
    for (const number of numbers.map(Number)) {
      if (!reach.has(number)) reach.set(number, new Set());
      reach.get(number).add(index);
    }
  }
  return { tests, reach };
}

const culprit = (log) =>
  log.match(/FAIL {2}(.+)/)?.[1] ?? log.match(/Error: .+/)?.[0] ?? 'the run as a whole';

/** Files, cut where the sum of their times passes a limit. */
function portionsOf(files) {
  const portions = [...PORTIONS, Number.POSITIVE_INFINITY].map(() => []);
  let sum = 0;
  for (const file of files) {
    sum += file.ms / 1000;
    const index = PORTIONS.findIndex((limit) => sum <= limit);
    portions.at(index).push(file);
  }
  return portions.filter((portion) => portion.length > 0);
}

/** Like judge() of native.mjs, with test files. */
export async function judge(folder, fault, { tests, reach }, from, budget) {
  const reaching = [...(reach.get(fault.number) ?? [])].map((index) => tests[index]);
  if (reaching.length === 0) return { end: 'unreached' };
  const weight = ({ ms, faults }) => (ms + 1) * (faults + 1);
  reaching.sort((a, b) => weight(a) - weight(b) || (a.name < b.name ? -1 : 1));
  const affordable = [];
  let sum = 0;
  for (const file of reaching) {
    sum += file.ms / 1000;
    if (sum <= budget) affordable.push(file);
  }
  for (const portion of portionsOf(affordable)) {
    const seconds = portion.reduce((all, test) => all + test.ms, 0) / 1000;
    const names = portion.map(({ name }) => name);
    const env = { SAPWOOD_MUTANT: String(fault.number) };
    const limits = { env, seconds: 60 + 4 * seconds };
    const { end, log } = await vitest(folder, from, names, limits);
    if (end !== '') return { end, by: culprit(log) };
  }
  return affordable.length < reaching.length ? { end: 'survived', budget } : { end: 'survived' };
}
