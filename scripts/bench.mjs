// Runs benchmarks on the built package: `bench.mjs [part] [arguments]`. docs/benchmarking.md
// describes the parts, and `bench.mjs <part> --help` prints the arguments of a part. Without a
// part, runs the benchmark of the scenes in tests/scenes.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, buildPlayground, buildPreset } from './build.mjs';
import { findChromium } from './requirements.mjs';
import { setup } from './setup.mjs';
import { bin, capture, main, parseInput, ROOT, StepError, step } from './steps.mjs';

const FOLDER = join(ROOT, 'tests/bench');
const DOCUMENT = 'docs/benchmarking.md';
const resultFile = (name) => join(FOLDER, 'results', name);
const REFERENCE = resultFile('reference.json');

/** Vite is imported only here, because it may be missing until `setup` installs it. */
async function load(path) {
  const { runnerImport } = await import('vite');
  return (await runnerImport(join(FOLDER, path), { logLevel: 'error' })).module;
}

/** The exit code of the command becomes the exit code of this script. */
async function runInFolder(command, args, env = {}) {
  const { code } = await capture(command, args, { cwd: FOLDER, stdio: 'inherit', env });
  process.exitCode = code;
}

// --- runs: benchmarks that write their own results files and pages --------------------------

/**
 * Parses the arguments of a run before its slow builds start, so that invalid arguments fail early.
 */
async function parseRun(module, args) {
  await build();
  const { readCommand } = await load('command/run.ts');
  const { run } = await load(`${module}.ts`);
  const command = parseInput(() => readCommand(run, args));
  return { ...command, measures: !command.help && !command.pageOnly };
}

/** Executes a module that exports a run (tests/bench/command/run.ts). */
async function execute(module, args, env) {
  await build();
  await runInFolder(process.execPath, ['--expose-gc', 'command/main.mjs', module, ...args], env);
}

/**
 * Counts the work of every structure, such as item tests, and compares the counts with the
 * committed ones. With `--write`, replaces the committed counts.
 */
async function countWork(args) {
  if (args.length > 0) return execute('node/count', args);
  await build();
  await runInFolder(bin('vitest'), ['run', 'node/gate.test.ts']);
}

/**
 * Runs the measurements and writes the resulting rules of `advise()` into the package. Then
 * rebuilds the package and writes docs/benchmarks/advise.md and other pages.
 */
async function writeAdvice(args) {
  const { help, writes } = await parseRun('advise/run', args);
  await execute('advise/run', args);
  if (writes && !help && !process.exitCode) await execute('advise/pages', ['--page']);
}

async function measureInBrowser(args) {
  const { measures } = await parseRun('browser/run', args);
  if (measures) await step('build: playground', buildPlayground);
  await execute('browser/run', args, chromiumVariable());
}

function chromiumVariable() {
  const chromium = findChromium();
  return chromium ? { SAPWOOD_CHROMIUM: chromium } : {};
}

const measureThreejs = (args) => execute('threejs/run', args, chromiumVariable());

/** CMake is configured each time, so that it finds newly installed libraries. */
async function measureNative(args) {
  const { measures, request } = await parseRun('native/run', args);
  const runtimes = request.wasm ? ['native', 'wasm'] : ['native'];
  for (const preset of measures ? runtimes.map((name) => `${name}-bench`) : []) {
    await step(`build: ${preset}`, async () => {
      await capture('cmake', ['--preset', preset]);
      await buildPreset(preset, 'sapwood_bench');
    });
  }
  await execute('native/run', args);
}

async function measureRollback(args) {
  await build();
  await execute('rollback/run', args);
}

async function measureOverhead() {
  await build();
  await runInFolder('node', ['overhead/main.mjs']);
}

// --- the benchmark of the scenes in tests/scenes, and reports -----------------------------------

function readText(path) {
  if (existsSync(path)) return readFileSync(path, 'utf8');
  const help =
    '\nRun `npm run bench -- --output reference` first: it measures and writes the record.';
  throw new StepError(`no such file: ${path}${path === REFERENCE ? help : ''}`);
}

async function readReport(path) {
  const text = readText(path);
  const schema = await load('../../web/measuring/src/schema.ts');
  return parseInput(() => schema.readReport(JSON.parse(text)));
}

/**
 * Runs the benchmark, which writes a JSON file of results. Prints the table of results, and writes
 * it next to the JSON file.
 */
async function runBenchmark(args) {
  const { parseRequest, REQUEST_VARIABLE, USAGE } = await load('node/request.ts');
  if (args.includes('--help')) return console.log(USAGE);
  const request = parseInput(() => parseRequest(args));
  await build();
  const env = { [REQUEST_VARIABLE]: JSON.stringify(request) };
  await runInFolder('npm', ['run', 'bench'], env);
  const json = resultFile(`${request.output}.json`);
  if (!existsSync(json)) throw new StepError('the benchmark ended without a result');
  const { renderDocument } = await load('report/table.ts');
  const text = renderDocument(await readReport(json));
  writeFileSync(resultFile(`${request.output}.md`), text);
  console.log(`\n${text}`);
  console.log(`tests/bench/results/${request.output}.json, .md`);
}

async function writeReference(path) {
  const report = await readReport(path);
  const { renderTimes } = await load('report/table.ts');
  const { fillPage, writeFile } = await load('report/document.ts');
  writeFile(DOCUMENT, fillPage(DOCUMENT, { 'reference run': renderTimes(report) }));
}

async function writeCharts(rendered, path, folder) {
  const { withCharts } = await load('report/any-record.ts');
  const name = basename(path, '.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.md`), withCharts(rendered, name));
  for (const [chart, svg] of rendered.charts) {
    writeFileSync(join(folder, `${name}-${chart}.svg`), svg);
  }
  console.log(`${folder}: ${name}.md and ${rendered.charts.size} charts`);
}

/**
 * Prints the tables of a results file. `--charts` writes the tables and charts into a folder.
 * `--docs` writes the times of the reference run into docs/benchmarking.md.
 */
async function reportResult(args) {
  const flag = { type: 'boolean', default: false };
  const options = { docs: flag, charts: { type: 'string' } };
  const { values, positionals } = parseInput(() =>
    parseArgs({ args, options, allowPositionals: true }),
  );
  const [path = REFERENCE] = positionals;
  if (values.docs) return writeReference(path);
  const text = readText(path);
  await build();
  const { renderRecord } = await load('report/any-record.ts');
  const rendered = parseInput(() => renderRecord(text));
  if (values.charts === undefined) return console.log(`\n${rendered.text}`);
  await writeCharts(rendered, path, resolve(values.charts));
}

/**
 * Compares the package with npm libraries: first box indices, then meshes and movers, then three.js
 * scenes. With arguments, compares only box indices.
 */
async function compareWithLibraries(args) {
  await execute('peers/run', args);
  if (args.length > 0) return;
  if (!process.exitCode) await execute('meshes/run', args);
  if (!process.exitCode) await measureThreejs(args);
}

async function compareWithTinyBvh([folder, ...rest]) {
  const header = folder && resolve(folder, 'tiny_bvh.h');
  if (!header || !existsSync(header) || rest.length > 0) {
    throw new StepError('expected the folder of tinybvh, which contains tiny_bvh.h');
  }
  const program = join(ROOT, 'build/tinybvh');
  const flags = ['-std=c++20', '-O3', '-march=native', '-ffp-contract=off', '-w'];
  const folders = [`-I${join(ROOT, 'cpp/include')}`, `-I${resolve(folder)}`];
  const source = join(FOLDER, 'native/tinybvh.cpp');
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  await step('build: tinybvh', () => capture('g++', [...flags, ...folders, source, '-o', program]));
  await runInFolder(program, []);
}

const PARTS = {
  counters: countWork,
  report: reportResult,
  advise: writeAdvice,
  browser: measureInBrowser,
  native: measureNative,
  overhead: measureOverhead,
  peers: compareWithLibraries,
  rollback: measureRollback,
  threejs: measureThreejs,
  tinybvh: compareWithTinyBvh,
};
/** Names of parts that need only the built package. Each runs the module `<part>/run`. */
const RUNS = [
  ...['claims', 'crossover', 'dynamic', 'experiments', 'games', 'meshes', 'profile'],
  ...['published', 'scaling'],
];

await main(async () => {
  const [part, ...args] = process.argv.slice(2);
  await setup();
  if (RUNS.includes(part)) await execute(`${part}/run`, args);
  else if (PARTS[part]) await PARTS[part](args);
  else await runBenchmark(process.argv.slice(2));
});
