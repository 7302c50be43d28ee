// Runs all tests that every change must pass, or only the named part.
//
//   test.mjs [cpp|web|bench|consumers|e2e] [preset or flavor...] [arguments for CTest or Vitest...]
//
// If a step fails, the other steps still run. The last line has the total counts.
import { assembleScalarPackage, build, buildAllModules, buildPlayground } from './build.mjs';
import { CHECKS } from './check.mjs';
import { NONE, sum } from './reports.mjs';
import { setup } from './setup.mjs';
import { atLowPriority, main, StepError, step } from './steps.mjs';
import * as suites from './suites.mjs';

/**
 * C++ suites by CMake preset. Each suite runs in one preset. In other presets, only suites whose
 * code differs there run again. Tests of all structures and of SIMD code run with sanitizers and a
 * reduced volume. `npm run soak` runs all suites in all presets in full, and the package on the
 * scalar back end.
 */
const CPP = [
  { preset: 'native-release', suites: ['unit', 'mesh', 'structure'], volume: 'usual' },
  {
    preset: 'native-asan',
    suites: ['simd', 'operation', 'record', 'conformance'],
    volume: 'light',
  },
  { preset: 'native-scalar', suites: ['simd'], volume: 'usual' },
  { preset: 'wasm', suites: ['simd'], volume: 'light' },
];
/**
 * Flavors that `test.mjs web` tests. A run of all tests omits the scalar flavor, which differs only
 * in the back end of `simd/`. The soak run includes it.
 */
const FLAVORS = ['simd', 'scalar'];
const [part, ...args] = process.argv.slice(2);
/** Without arguments, suites that passed with the same inputs are skipped. */
const isWhole = part === undefined;
const totals = [];

/**
 * Runs work that returns no counts. An error counts as one failure. Returns whether the work
 * succeeded.
 */
async function attempt(work) {
  try {
    await work();
    return true;
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    totals.push({ ...NONE, failed: 1 });
    return false;
  }
}

/**
 * Runs a step with tests. `work` returns undefined if its inputs have not changed since it last
 * passed.
 */
async function suite(name, work) {
  let result;
  const runAndCheck = async () => {
    result = await work();
    if (!result) return 'unchanged since it passed';
    const { passed, failed, skipped } = result.counts;
    if (failed > 0) throw new StepError(result.log);
    if (passed === 0) throw new StepError(`no test ran\n${result.log}`);
    return `${passed} passed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  };
  try {
    await step(name, runAndCheck);
    totals.push(result?.counts ?? NONE);
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    const counts = result?.counts ?? NONE;
    totals.push({ ...counts, failed: Math.max(1, counts.failed) });
  }
}

/** Without arguments, skips suites that are unchanged since they passed. */
function runCpp(chosen, args) {
  if (args.length > 0) return suites.cpp(chosen, args);
  const { preset, volume } = chosen;
  const inputs = suites.programsOf(chosen);
  const extra = `${chosen.suites} ${volume} ${process.env.GTEST_FILTER ?? ''}`;
  return suites.runUnlessPassed(preset, () => suites.cpp(chosen), { inputs, extra });
}

async function testCpp(presets, args) {
  for (const chosen of CPP.filter(({ preset }) => presets.includes(preset))) {
    const { preset } = chosen;
    const work = () => suites.buildCpp(preset, chosen.suites);
    if (await attempt(() => step(`build: C++ tests, ${preset}`, work))) {
      await suite(`test: C++, ${preset}`, () => runCpp(chosen, args));
    }
  }
}

/** A suite that is named or has arguments always runs. */
const runNode = (name, work) => (isWhole ? suites.runUnlessPassed(name, work) : work());

async function testWeb(flavors, args) {
  for (const flavor of flavors) {
    const work = () => suites.web(flavor, args);
    await suite(`test: web, ${flavor}`, () => runNode(`web-${flavor}`, work));
  }
}

const testBench = (args) => suite('test: bench', () => runNode('bench', () => suites.bench(args)));

const testScenes = () => suite('test: scenes', () => runNode('scenes', suites.scenes));

const testConsumers = () => suite('test: consumers', () => runNode('consumers', suites.consumers));

/**
 * Builds all modules, because tests run the programs that the playground shows for each structure.
 */
async function buildForBrowser() {
  await build();
  await buildAllModules();
}

async function testE2e(args) {
  if (!(await attempt(() => step('build: playground', buildPlayground)))) return;
  await suite('test: e2e', () => (isWhole ? suites.runE2eUnlessPassed() : suites.e2e(args)));
}

function choose(names, args) {
  const chosen = names.filter((name) => args.includes(name));
  return [chosen.length > 0 ? chosen : names, args.filter((arg) => !names.includes(arg))];
}

const PRESETS = CPP.map(({ preset }) => preset);
const NATIVE = PRESETS.filter((preset) => preset.startsWith('native'));
const WASM = PRESETS.filter((preset) => !NATIVE.includes(preset));

const PARTS = {
  cpp: (args) => testCpp(...choose(PRESETS, args)),
  web: async (args) => {
    const [flavors, others] = choose(FLAVORS, args);
    const isScalar = flavors.includes('scalar');
    const built =
      (await attempt(build)) &&
      (!isScalar || (await attempt(() => step('build: scalar package', assembleScalarPackage))));
    if (built) await testWeb(flavors, others);
    if (args.length === 0) await testScenes();
  },
  bench: async (args) => {
    if (await attempt(build)) await testBench(args);
  },
  consumers: async () => {
    if (await attempt(build)) await testConsumers();
  },
  e2e: async (args) => {
    if (await attempt(buildForBrowser)) await testE2e(args);
  },
};

async function check() {
  for (const [name, work] of CHECKS) await attempt(() => step(name, work));
  await suite('test: scripts', suites.scripts);
}

/**
 * Runs all tests in two concurrent sequences. One compiles the WASM modules, then runs the browser
 * tests. The other compiles and tests native code at low priority, because skipped frames make the
 * browser tests slower. A finished sequence runs the next of the remaining suites. The package's
 * suite is the last, because it uses all cores.
 */
async function testAll() {
  const pending = [];
  const runPending = async () => {
    for (let work = pending.shift(); work; work = pending.shift()) await work();
  };
  const building = attempt(buildForBrowser).then((isBuilt) => {
    pending.push(check, () => testCpp(WASM, []));
    if (isBuilt) {
      pending.push(
        () => testBench([]),
        testScenes,
        testConsumers,
        () => testWeb(['simd'], []),
      );
    }
    return isBuilt;
  });
  const others = atLowPriority(async () => {
    await testCpp(NATIVE, []);
    await building;
    await runPending();
  });
  if (await building) await testE2e([]);
  await runPending();
  await others;
}

await main(async () => {
  await setup();
  await (PARTS[part] ?? testAll)(args);
  const { passed, failed } = sum(totals);
  if (failed > 0 || passed === 0) process.exitCode = 1;
  console.log(`${passed} passed, ${failed} failed`);
});
