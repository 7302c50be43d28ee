// Benchmarks on the built package: `bench.mjs [arguments]`, `bench.mjs counters [--write]`,
// `bench.mjs report [--docs | --readme] [--charts folder] [file]`, `bench.mjs browser [arguments]`,
// `bench.mjs experiments`, `bench.mjs published`, `bench.mjs crossover`, `bench.mjs dynamic [arguments]`, `bench.mjs scaling [arguments]`,
// `bench.mjs profile [arguments]`, `bench.mjs native [arguments]`, `bench.mjs peers [arguments]`, `bench.mjs claims`,
// `bench.mjs advise [--derive]`, `bench.mjs rollback [--docs]`, `bench.mjs games [arguments]`. docs/benchmarking.md tells what they do; --help lists the arguments.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, buildForTests, buildPlayground } from './build.mjs';
import { buildPrograms, runProgram } from './native.mjs';
import { findChromium } from './requirements.mjs';
import { setup } from './setup.mjs';
import { bin, capture, main, ROOT, StepError, step } from './steps.mjs';

const FOLDER = join(ROOT, 'tests/bench');
const DOCUMENT = join(ROOT, 'docs/benchmarking.md');
const WORLD_PAGE = join(ROOT, 'docs/world.md');
const resultFile = (name) => join(FOLDER, 'results', name);
const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** A TypeScript module of the bench workspace; Vite is there only after setup. */
async function load(path) {
  const { runnerImport } = await import('vite');
  return (await runnerImport(join(FOLDER, path), { logLevel: 'error' })).module;
}

/** What a user typed wrongly gets a sentence, not a stack. */
function understood(read) {
  try {
    return read();
  } catch (error) {
    throw new StepError(error.message);
  }
}

async function readReport(path) {
  if (!existsSync(path)) throw new StepError(`no such file: ${path}`);
  const schema = await load('report/schema.ts');
  return understood(() => schema.readReport(JSON.parse(readFileSync(path, 'utf8'))));
}

/** Runs the benchmark, then prints its table and leaves it beside the JSON. */
async function runBenchmark(args) {
  const { parseRequest, REQUEST_VARIABLE, USAGE } = await load('node/request.ts');
  if (args.includes('--help')) return console.log(USAGE);
  const request = understood(() => parseRequest(args));
  await build();
  const env = { [REQUEST_VARIABLE]: JSON.stringify(request) };
  const command = ['run', 'bench', '--workspace', 'sapwood-bench'];
  const { code } = await capture('npm', command, { stdio: 'inherit', env });
  process.exitCode = code;
  const json = resultFile(`${request.output}.json`);
  if (!existsSync(json)) throw new StepError('the benchmark ended without a result');
  const { renderDocument } = await load('report/table.ts');
  const text = renderDocument(await readReport(json));
  writeFileSync(resultFile(`${request.output}.md`), text);
  console.log(`\n${text}`);
  console.log(`tests/bench/results/${request.output}.json, .md`);
}

/** Runs test files of the bench workspace that can also write what they compare with. */
async function runTests(files, env) {
  await build();
  const command = ['run', ...files];
  const { code } = await capture(bin('vitest'), command, { cwd: FOLDER, stdio: 'inherit', env });
  process.exitCode = code;
}

/** Compares what the structures do with the committed numbers, or writes those anew. */
async function countWork(args) {
  const options = { write: { type: 'boolean', default: false } };
  const { values } = understood(() => parseArgs({ args, options }));
  await runTests(['node/gate.test.ts'], values.write ? { SAPWOOD_COUNTERS: 'write' } : {});
}

/** Counts the experiments anew and writes their page. */
async function writeExperiments(args) {
  understood(() => parseArgs({ args, options: {} }));
  await runTests(['experiments'], { SAPWOOD_EXPERIMENTS: 'write' });
}

/** Measures the published benchmark anew and writes its record and its page. */
async function writePublished(args) {
  understood(() => parseArgs({ args, options: {} }));
  await runTests(['published/page.test.ts'], { SAPWOOD_PUBLISHED: 'write' });
}

/** Measures small scenes anew and writes their record, page and charts. */
async function writeCrossover(args) {
  understood(() => parseArgs({ args, options: {} }));
  await runTests(['crossover'], { SAPWOOD_CROSSOVER: 'write' });
}

/** Measures the few claims about time anew and writes the register of claims. */
async function writeClaims(args) {
  understood(() => parseArgs({ args, options: {} }));
  await runTests(['claims'], { SAPWOOD_CLAIMS: 'write' });
}

/** Measures the frame of a game that rolls back; --docs puts the table into the page of worlds. */
async function measureRollback(args) {
  const options = { docs: { type: 'boolean', default: false } };
  const { values } = understood(() => parseArgs({ args, options }));
  await build();
  await buildForTests();
  const rollback = await load('rollback/rollback.ts');
  const table = rollback.rollbackTable(await rollback.measureRollback());
  console.log(`\n${table}`);
  if (!values.docs) return;
  const [begin, end] = ['<!-- rollback: begin -->', '<!-- rollback: end -->'];
  const page = readFileSync(WORLD_PAGE, 'utf8');
  const [before, after] = [page.split(begin)[0], page.split(end)[1]];
  writeFileSync(WORLD_PAGE, `${before}${begin}\n\n${table}\n\n${end}${after}`);
}

/**
 * Measures what advice rests on and writes the record, the package's rules, and with the package built from them the
 * page; --derive takes the record as it is.
 */
async function writeAdvice(args) {
  const options = { derive: { type: 'boolean', default: false } };
  const { values } = understood(() => parseArgs({ args, options }));
  const measured = values.derive ? [] : ['measure', 'measure-culling'];
  for (const mode of [...measured, 'derive', 'write']) {
    await runTests(['advise/advise.test.ts'], { SAPWOOD_ADVISE: mode });
    if (process.exitCode) return;
  }
}

/** A part with a request of its own; a run that is not narrowed writes its record and its page. */
async function runRequested(folder, parser, args, files = [folder]) {
  await build();
  const request = await load(`${folder}/request.ts`);
  if (args.includes('--help')) return console.log(request.USAGE);
  const wanted = understood(() => request[parser](args));
  await runTests(files, { [request.REQUEST_VARIABLE]: JSON.stringify(wanted) });
}

/** Drives the Bench page; a whole run writes its record, its page and the chart of the README. */
async function measureInBrowser(args) {
  await build();
  const request = await load('browser/request.ts');
  if (args.includes('--help')) return console.log(request.USAGE);
  const wanted = understood(() => request.parseBrowserRequest(args));
  if (!wanted.pageOnly) await step('build: playground', buildPlayground);
  const env = { [request.REQUEST_VARIABLE]: JSON.stringify(wanted) };
  const chromium = findChromium();
  await runTests(
    ['browser/browser.test.ts'],
    chromium ? { ...env, SAPWOOD_CHROMIUM: chromium } : env,
  );
}

/** Measures the C++ core against native libraries; a run that is not narrowed writes its record and its page. */
async function measureNative(args) {
  const { nativePlans, parseNativeRequest, programArguments, USAGE } =
    await load('native/request.ts');
  if (args.includes('--help')) return console.log(USAGE);
  const request = understood(() => parseNativeRequest(args));
  const { completed, describeMachine } = await load('report/machine.ts');
  const { makeRecord, RECORD } = await load('native/record.ts');
  const { PAGE, renderPage } = await load('native/page.ts');
  const { formatReport, isFault } = await load('report/schema.ts');
  const runtimes = request.wasm ? ['native', 'wasm'] : ['native'];
  await buildPrograms(runtimes);
  const machine = describeMachine();
  const passes = [];
  for (let pass = 0; pass < nativePlans[request.preset].passes; pass++) {
    for (const runtime of runtimes) {
      const report = await runProgram(runtime, (file) => programArguments(request, file));
      passes.push({ runtime, report });
    }
  }
  const { version } = readJson('web/sapwood/package.json');
  const emscripten = readFileSync(join(ROOT, 'emsdk-config/version'), 'utf8').trim();
  const made = makeRecord(passes, { machine, request, version, emscripten });
  const record = { ...made, environment: completed(made.environment) };
  if (record.rows.some(isFault)) process.exitCode = 1;
  const pages = renderPage(record);
  console.log(`\n${pages.get(PAGE)}`);
  if (!request.writes || process.exitCode) return;
  const files = new Map([[RECORD, formatReport(record)], ...pages]);
  for (const [path, text] of files) writeFileSync(join(ROOT, path), text);
  console.log([...files.keys()].join(', '));
}

function readText(path) {
  if (!existsSync(path)) throw new StepError(`no such file: ${path}`);
  return readFileSync(path, 'utf8');
}

/** Puts the reference run's tables into docs/benchmarking.md. */
async function writeReference(path) {
  const report = await readReport(path ?? resultFile('reference.json'));
  const { renderTimes, replaceBetweenMarkers } = await load('report/table.ts');
  const document = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(DOCUMENT, replaceBetweenMarkers(document, renderTimes(report)));
}

/** Draws the README's chart from a run in the browser and puts it between the README's markers. */
async function writeReadme(path) {
  const { readBrowserRun } = await load('browser/record.ts');
  const { CHART, README, renderChart, withBlock } = await load('browser/readme.ts');
  const text = readText(path ?? resultFile('browser.json'));
  const run = understood(() => readBrowserRun(text));
  const readme = understood(() => withBlock(readFileSync(join(ROOT, README), 'utf8'), run));
  writeFileSync(
    join(ROOT, CHART),
    understood(() => renderChart(run)),
  );
  writeFileSync(join(ROOT, README), readme);
  console.log(`${CHART}, ${README}`);
}

/** The tables and the charts of a record as files beside each other. */
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
 * Prints the tables of a record; --charts writes them and their charts into a folder, --docs puts those of the reference
 * run into the document, --readme puts the chart of a run in the browser into the README.
 */
async function reportResult(args) {
  const flag = { type: 'boolean', default: false };
  const options = { docs: flag, readme: flag, charts: { type: 'string' } };
  const { values, positionals } = understood(() =>
    parseArgs({ args, options, allowPositionals: true }),
  );
  if (values.docs) return writeReference(positionals[0]);
  await build();
  if (values.readme) return writeReadme(positionals[0]);
  const path = positionals[0] ?? resultFile('reference.json');
  const { renderRecord } = await load('report/any-record.ts');
  const text = readText(path);
  const rendered = understood(() => renderRecord(text));
  if (values.charts === undefined) return console.log(`\n${rendered.text}`);
  await writeCharts(rendered, path, resolve(values.charts));
}

const PARTS = {
  counters: countWork,
  report: reportResult,
  experiments: writeExperiments,
  published: writePublished,
  crossover: writeCrossover,
  dynamic: (args) => runRequested('dynamic', 'parseDynamicRequest', args),
  games: (args) => runRequested('games', 'parseGamesRequest', args),
  scaling: (args) => runRequested('scaling', 'parseScalingRequest', args),
  profile: (args) => runRequested('profile', 'parseProfileRequest', args),
  native: measureNative,
  browser: measureInBrowser,
  peers: (args) => runRequested('peers', 'parsePeersRequest', args, ['peers/peers.test.ts']),
  claims: writeClaims,
  rollback: measureRollback,
  advise: writeAdvice,
};

await main(async () => {
  const [part, ...args] = process.argv.slice(2);
  await setup();
  if (PARTS[part]) await PARTS[part](args);
  else await runBenchmark(process.argv.slice(2));
});
