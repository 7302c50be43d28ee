// Test suites. Each runs one program and returns counts; a crash without a report is one failure.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPreset, PACKAGE, playgroundSources, SCALAR_PACKAGE } from './build.mjs';
import { fromGoogleTest, fromNodeTest, fromVitest, NONE, sum } from './reports.mjs';
import { findChromium } from './requirements.mjs';
import { filesBelow, readStamp } from './stamps.mjs';
import { bin, CORES, capture, LARGE_PAGES, ROOT } from './steps.mjs';

const REPORTS = join(ROOT, 'build', 'reports');

function freshReport(name) {
  mkdirSync(REPORTS, { recursive: true });
  const path = join(REPORTS, `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

/** Returns the counts of a finished program, and its log if a test failed. */
function outcome({ code, log }, read) {
  let counts = NONE;
  try {
    counts = read();
  } catch {
    // there is no report, because the program crashed
  }
  if (code !== 0 && counts.failed === 0) counts = { ...counts, failed: 1 };
  return { counts, log: counts.failed > 0 ? log : '' };
}

const sumOutcomes = (outcomes) => ({
  counts: sum(outcomes.map(({ counts }) => counts)),
  log: outcomes.map(({ log }) => log).join(''),
});

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

export const CPP_SUITES = [
  'simd',
  'unit',
  'mesh',
  'structure',
  'operation',
  'record',
  'conformance',
];
const targetOf = (suite) => `sapwood_${suite}_tests`;
const programOf = (preset, suite) => `build/${preset}/tests/cpp/${targetOf(suite)}`;

export async function buildCpp(preset, suites) {
  await buildPreset(preset, ...suites.map(targetOf));
}

/** `args` are arguments of CTest. */
export async function cpp({ preset, suites, volume }, args = []) {
  const reports = `build/${preset}/reports`;
  rmSync(join(ROOT, reports), { recursive: true, force: true });
  const labels = `^(${suites.map(targetOf).join('|')})$`;
  const options = ['--preset', preset, '--parallel', String(CORES), '--label-regex', labels];
  const env = { ...LARGE_PAGES, SAPWOOD_TEST_VOLUME: volume };
  const result = await capture('ctest', [...options, ...args], { env });
  const countsOf = (path) => fromGoogleTest(readJson(join(ROOT, path)));
  return outcome(result, () => sum(filesBelow(reports).map(countsOf)));
}

/**
 * Returns the files of the C++ test programs. Each program contains all data that its tests read.
 */
export function programsOf({ preset, suites }) {
  return suites.flatMap((suite) => {
    const program = programOf(preset, suite);
    return preset.startsWith('wasm') ? [`${program}.js`, `${program}.wasm`] : [program];
  });
}

const SHARED = ['package-lock.json', 'tests/scenes', 'web/published', 'web/sapwood', 'web/scenes'];
/**
 * Files and folders that a suite reads, by the name of the suite. A suite that passed is skipped
 * until these files change. The suites `e2e-bench` and `e2e-page` do not run again if only the
 * package changes, because `e2e-package` tests the package in the page.
 */
export const INPUTS = {
  scenes: [
    ...['package-lock.json', 'tests/scenes', 'web/published', 'web/scenes'],
    ...['tests/web/support', 'tests/web/unit', 'tests/web/vitest.config.ts'],
  ],
  'web-simd': [
    ...SHARED,
    ...[
      'README.md',
      'build/wasm/lists.json',
      'docs',
      'tests/cpp',
      'tests/e2e/support',
      'tests/soak',
      'tests/web',
    ],
    'web/playground/public',
    ...['entries', 'sizes', 'steps'].map((name) => `scripts/${name}.mjs`),
  ],
  bench: [
    ...[...SHARED, 'README.md', 'docs', 'tests/bench', 'web/measuring', 'web/peers'],
    ...['cpp/include/sapwood/base/traversal_stack.hpp', 'web/playground/public'],
    ...['bench', 'features/which', 'model', 'ui'].map((name) => `web/playground/src/${name}`),
    ...['tests/e2e/support', 'tests/web/support'],
  ],
  consumers: [...SHARED, 'docs', 'scripts', 'tests/consumers'],
  'e2e-package': [...SHARED, ...playgroundSources(), 'tests/e2e', 'examples'],
  'e2e-bench': [...playgroundSources(), 'tests/e2e'],
  'e2e-page': [...playgroundSources(), 'tests/e2e'],
};

const passedStamp = (name, { inputs = INPUTS[name], extra = '' } = {}) =>
  readStamp(`build/stamps/passed-${name}`, { inputs, extra: `${process.version} ${extra}` });

/** Runs a suite, or returns undefined if it has passed with the same inputs. */
export async function runUnlessPassed(name, suite, chosen) {
  const stamp = passedStamp(name, chosen);
  if (stamp.isCurrent) return undefined;
  const result = await suite();
  if (result.counts.failed === 0) stamp.write();
  return result;
}

async function vitest(name, folder, env, args) {
  const report = freshReport(name);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const result = await capture(bin('vitest'), ['run', ...reporters, ...args], {
    cwd: join(ROOT, folder),
    env: { NO_COLOR: '1', ...env },
  });
  return outcome(result, () => fromVitest(readJson(report)));
}

/**
 * Runs the package's suite on the SIMD or the scalar module. SAPWOOD_PACKAGE is the folder of the
 * tested package.
 */
export function web(flavor, args = []) {
  const folder = flavor === 'scalar' ? SCALAR_PACKAGE : PACKAGE;
  const env = { ...LARGE_PAGES, SAPWOOD_FLAVOR: flavor, SAPWOOD_PACKAGE: join(ROOT, folder) };
  return vitest(`web-${flavor}`, 'tests/web', env, ['--project=!scenes', ...args]);
}

/**
 * Compares generated scenes with the expected numbers in the scene files. The C++ tests do the
 * same.
 */
export function scenes() {
  return vitest('scenes', 'tests/web', LARGE_PAGES, ['--project=scenes']);
}

const chromium = () => ({ SAPWOOD_CHROMIUM: findChromium() });

/**
 * Tests the code of the benchmarks. Counts the work of all structures, such as item tests, and
 * compares the counts with the committed ones.
 */
export function bench(args = []) {
  return vitest('bench', 'tests/bench', { ...LARGE_PAGES, ...chromium() }, args);
}

/** Concurrent runs need different names. */
export function e2e(args = [], name = 'e2e') {
  return vitest(name, 'tests/e2e', chromium(), args);
}

/**
 * Projects of the browser tests (tests/e2e/vitest.config.ts) in two lists, which run concurrently
 * and take about the same time. The projects of a list run one after the other, each with its own
 * browser.
 */
const E2E = [['package', 'bench'], ['page']];

/**
 * Runs the browser tests that have not passed with the same inputs. Returns undefined if all have
 * passed.
 */
export async function runE2eUnlessPassed() {
  const runs = E2E.map(async (parts) => {
    const stale = parts
      .map((part) => ({ part, stamp: passedStamp(`e2e-${part}`) }))
      .filter(({ stamp }) => !stamp.isCurrent);
    if (stale.length === 0) return undefined;
    const names = stale.map(({ part }) => part);
    const projects = names.map((part) => `--project=${part}`);
    const result = await e2e(projects, `e2e-${names.join('-')}`);
    if (result.counts.failed === 0) for (const { stamp } of stale) stamp.write();
    return result;
  });
  const done = (await Promise.all(runs)).filter((result) => result);
  return done.length > 0 ? sumOutcomes(done) : undefined;
}

/** Tests the packed package in sample projects, but only with tools that are already installed. */
export async function consumers() {
  const script = join(ROOT, 'scripts/consumers.mjs');
  const report = join(ROOT, 'build/consumers/counts.json');
  rmSync(report, { force: true });
  const result = await capture(process.execPath, [script, '--quick']);
  return outcome(result, () => readJson(report));
}

/** Tests the scripts, the mutation operators and the list of consumers. */
export async function scripts() {
  const folders = ['scripts', 'tests/mutants', 'tests/consumers/support'];
  const files = filesBelow(...folders).filter((path) => path.endsWith('.test.mjs'));
  const result = await capture(process.execPath, ['--test', '--test-reporter=tap', ...files]);
  return outcome(result, () => fromNodeTest(result.log));
}
