// Runs every test that belongs to a change, or the named part:
// `test.mjs [cpp|web|bench|consumers|e2e] [preset or flavor...] [arguments for the runner...]`.
// A failing step does not stop the others; the last line sums all of them up.
import { assembleScalarPackage, build, buildForTests, buildPlayground } from './build.mjs';
import { CHECKS } from './check.mjs';
import { NONE, sum } from './reports.mjs';
import { setup } from './setup.mjs';
import { givingWay, main, StepError, step } from './steps.mjs';
import * as suites from './suites.mjs';

/**
 * The C++ suites by CMake preset: each of them once, then in each other flavor what differs there. What is asked of every
 * structure alike is asked under the sanitizers, on a part of the volume, and so is what is written in SIMD; its other
 * back ends lie below what the first suites test. `npm run soak` runs everything everywhere in full, the package on the
 * scalar back end too.
 */
const CPP = [
  { preset: 'native-release', suites: ['unit', 'structure'], volume: 'usual' },
  { preset: 'native-asan', suites: ['simd', 'verb', 'record', 'conformance'], volume: 'light' },
  { preset: 'native-scalar', suites: ['simd'], volume: 'usual' },
  { preset: 'wasm', suites: ['simd'], volume: 'light' },
];
/** Of the package; the scalar one differs in the back end of `simd/` only, and belongs to the long run. */
const FLAVORS = ['simd', 'scalar'];
const [part, ...args] = process.argv.slice(2);
/** Nobody asked for one part: suites whose inputs are those with which they passed are left out. */
const isWhole = part === undefined;
const totals = [];

/** Work that gives no counts: when it fails, that is one failure. Returns whether it passed. */
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

/** A step that runs tests; `work` may answer undefined when what it would test has not changed since it passed. */
async function suite(name, work) {
  let result;
  const judged = async () => {
    result = await work();
    if (!result) return 'unchanged since it passed';
    const { passed, failed, skipped } = result.counts;
    if (failed > 0) throw new StepError(result.log);
    if (passed === 0) throw new StepError(`no test ran\n${result.log}`);
    return `${passed} passed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  };
  try {
    await step(name, judged);
    totals.push(result?.counts ?? NONE);
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    const counts = result?.counts ?? NONE;
    totals.push({ ...counts, failed: Math.max(1, counts.failed) });
  }
}

/** Runs C++ suites; without arguments only what has changed since it passed. */
function runCpp(chosen, args) {
  if (args.length > 0) return suites.cpp(chosen, args);
  const { preset, volume } = chosen;
  const inputs = suites.programsOf(chosen);
  const extra = `${chosen.suites} ${volume}`;
  return suites.unlessPassed(preset, () => suites.cpp(chosen), { inputs, extra });
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

/** A suite of JavaScript; what was asked for by name or with arguments runs in any case. */
const runNode = (name, work) => (isWhole ? suites.unlessPassed(name, work) : work());

async function testWeb(flavors, args) {
  for (const flavor of flavors) {
    const work = () => suites.web(flavor, args);
    await suite(`test: web, ${flavor}`, () => runNode(`web-${flavor}`, work));
  }
}

const testBench = (args) => suite('test: bench', () => runNode('bench', () => suites.bench(args)));

const testScenes = () => suite('test: scenes', () => runNode('scenes', suites.scenes));

const testConsumers = () => suite('test: consumers', () => runNode('consumers', suites.consumers));

/** What runs in Node takes modules of games beside `sapwood/all`. */
const buildForNode = async () => (await attempt(build)) && (await attempt(buildForTests));

async function testE2e(args) {
  if (!(await attempt(() => step('build: playground', buildPlayground)))) return;
  await suite('test: e2e', () => (isWhole ? suites.e2eUnlessPassed() : suites.e2e(args)));
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
      (await buildForNode()) &&
      (!isScalar || (await attempt(() => step('build: scalar package', assembleScalarPackage))));
    if (built) await testWeb(flavors, others);
    if (args.length === 0) await testScenes();
  },
  bench: async (args) => {
    if (await buildForNode()) await testBench(args);
  },
  consumers: async () => {
    if (await buildForNode()) await testConsumers();
  },
  e2e: async (args) => {
    if (await buildForNode()) await testE2e(args);
  },
};

async function check() {
  for (const [name, work] of CHECKS) await attempt(() => step(name, work));
  await suite('test: scripts', suites.scripts);
}

/**
 * What is compiled natively takes what is left: while the module is compiled that is what waits for its longest files and
 * for linking; then it goes beside the browsers, since a browser that is starved spends more, on pictures that nobody
 * waits for. Whoever is done first takes the next of the rest, at last the package's suite: it has a worker for each core,
 * so that none is idle at the end.
 */
async function everything() {
  const rest = [];
  const takeTheRest = async () => {
    for (let work = rest.shift(); work; work = rest.shift()) await work();
  };
  const building = buildForNode().then((isBuilt) => {
    rest.push(check, () => testCpp(WASM, []));
    if (isBuilt) {
      rest.push(
        () => testBench([]),
        testScenes,
        testConsumers,
        () => testWeb(['simd'], []),
      );
    }
    return isBuilt;
  });
  const others = givingWay(async () => {
    await testCpp(NATIVE, []);
    await building;
    await takeTheRest();
  });
  if (await building) await testE2e([]);
  await takeTheRest();
  await others;
}

await main(async () => {
  await setup();
  await (PARTS[part] ?? everything)(args);
  const { passed, failed } = sum(totals);
  if (failed > 0 || passed === 0) process.exitCode = 1;
  console.log(`${passed} passed, ${failed} failed`);
});
