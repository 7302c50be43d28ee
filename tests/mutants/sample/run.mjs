// npm run test:mutants:sample: Stryker's faults in the TypeScript of the package and of the playground, a sample of them.
//
//   --part package|playground (default: both)
//   --label <name>    folder of the build and name of the record (default: current)
//   --share <number>  of all faults that belong to the sample, for each part (default: SHARES)
//   --only <text>     faults with this in their names
//   --tests <regexp>  test files whose path it fits (default: all)
//   --again           judge what was judged before, too; `--again survivors` those only that lived
//   --budget <seconds> of tests for each fault, the most telling ones first
//   --workers <n>     programs at once (default: the cores)
//   --no-build        with the build of the last run
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '../../../scripts/requirements.mjs';
import { setup } from '../../../scripts/setup.mjs';
import { CORES, main, ROOT, StepError, step } from '../../../scripts/steps.mjs';
import { writePage, writeSample } from '../report.mjs';
import { readTable } from '../table.mjs';
import { sampleOf } from './faults.mjs';
import { library, playground, writeSources } from './suites.mjs';

/** Some hundred and fifty of each. */
const SHARES = { package: 0.04, playground: 0.0075 };
const PARTS = { package: library, playground };
/** Alone, and without a fault: what takes longer hangs. */
const PATIENCE_S = 600;

const { values: options } = parseArgs({
  options: {
    part: { type: 'string' },
    label: { type: 'string', default: 'current' },
    share: { type: 'string' },
    only: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
    again: { type: 'string' },
    budget: { type: 'string', default: '120' },
    workers: { type: 'string', default: String(CORES) },
    'no-build': { type: 'boolean', default: false },
  },
});
const workers = Number(options.workers);
const budget = Number(options.budget);

const folderOf = (part) => join(ROOT, 'build/mutants/sample', options.label, part);
const readJson = (path, none) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : none);
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 1)}\n`);

/** Works a list off, several at once; `work` has the number of its worker. */
async function inTurns(list, work) {
  const left = [...list];
  const worker = async (_, number) => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next, number);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

async function build(part) {
  const folder = folderOf(part);
  const share = Number(options.share ?? SHARES[part]);
  const { faults, sources } = await sampleOf(PARTS[part].sources, share);
  mkdirSync(folder, { recursive: true });
  writeSources(join(folder, 'sources'), sources);
  writeJson(join(folder, 'faults.json'), faults);
  for (let i = 0; i < workers; i++)
    rmSync(join(folder, `dist-${i}`), { recursive: true, force: true });
  rmSync(join(folder, 'notes.json'), { force: true });
  await PARTS[part].build(folder);
}

/** Tests that fail without a fault, by their names: what weighs the page, or counts what is allocated. */
const failing = (log) => [
  ...new Set([...log.matchAll(/^ FAIL {2}(?:\|\w+\| )?\S+ > (.+)$/gm)].map(([, name]) => name)),
];

/** One test file without a fault, but for those of its tests that fail then: what it comes by, and how long it takes. */
async function noteFile(part, file, worker) {
  const notes = join(folderOf(part), `notes-${worker}.txt`);
  const env = { SAPWOOD_FAULT_NOTES: notes };
  let without = [];
  for (let attempt = 0; attempt < 2; attempt++) {
    rmSync(notes, { force: true });
    const start = performance.now();
    const limits = { env, seconds: PATIENCE_S, bail: 0 };
    const asked = [{ file, without }];
    const { end, log } = await PARTS[part].ask(folderOf(part), worker, asked, limits);
    const seconds = (performance.now() - start) / 1000;
    const lines = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : [];
    const numbers = [...new Set(lines.map((line) => line.split(' ')[1]))];
    if (end === '') return { file, without, seconds, numbers };
    without = failing(log);
    console.log(`fails without a fault: ${file}: ${without.join(', ') || log.slice(-1500)}`);
  }
  return { file, without, seconds: 0, numbers: [] };
}

/** What each test file comes by: [{ file, without, seconds, numbers }]. What was noted before is kept. */
async function note(part) {
  const path = join(folderOf(part), 'notes.json');
  const noted = readJson(path, []);
  const isNew = (file) => noted.every((each) => each.file !== file);
  await inTurns(PARTS[part].tests().filter(isNew), async (file, worker) => {
    noted.push(await noteFile(part, file, worker));
    writeJson(path, noted);
  });
}

/** Files, cut where the sum of their times passes a limit. */
function portionsOf(files, limits) {
  const portions = [...limits, budget].map(() => []);
  let sum = 0;
  for (const file of files) {
    sum += file.seconds;
    portions[[...limits, budget].findIndex((limit) => sum <= limit)]?.push(file);
  }
  // a first file that takes longer than anybody would wait is asked all the same
  if (portions.every((portion) => portion.length === 0)) portions[0].push(files[0]);
  return portions.filter((portion) => portion.length > 0);
}

const culprit = (log) =>
  log.match(/FAIL {2}(.+)/)?.[1] ?? log.match(/Error: .+/)?.[0] ?? 'the run as a whole';

/** A run is of one suite: files of several are asked one after the other. */
const bySuite = (files) =>
  [...new Set(files.map(({ file }) => file.split('/')[1]))].map((suite) =>
    files.filter(({ file }) => file.split('/')[1] === suite),
  );

/** Of a path, but for its ending. */
const wordsOf = (path) => path.split(/[/.-]/).filter((word) => !/^(tests?|tsx?|)$/.test(word));

/** Files come first that tell the most in the shortest time, and that share words with the place of the fault. */
async function judge(part, { number, path }, noted, worker) {
  const reaching = noted.filter(({ numbers }) => numbers.includes(number));
  if (reaching.length === 0) return { end: 'unreached' };
  const words = new Set(wordsOf(path));
  const kinship = ({ file }) => wordsOf(file.split('/').pop()).filter((word) => words.has(word));
  const weight = (each) =>
    (each.seconds ** 2 * (each.numbers.length + 1)) / (1 + 2 * kinship(each).length) ** 2;
  reaching.sort((a, b) => weight(a) - weight(b) || (a.file < b.file ? -1 : 1));
  for (const portion of portionsOf(reaching, PARTS[part].portions)) {
    for (const files of bySuite(portion)) {
      const seconds = files.reduce((all, file) => all + file.seconds, 0);
      const limits = { number, seconds: 60 + 2 * seconds };
      const { end, log } = await PARTS[part].ask(folderOf(part), worker, files, limits);
      if (end === 'failed' && !/ FAIL | Test Files /.test(log))
        throw new StepError(`the tests did not run:\n${log.slice(-4000)}`);
      if (end !== '') return { end, by: culprit(log) };
    }
  }
  const asked = reaching.reduce((all, { seconds }) => all + seconds, 0);
  return asked > budget ? { end: 'survived', budget } : { end: 'survived' };
}

const isLive = ({ end }) => end === 'survived' || end === 'unreached';

function isWanted(fault, verdict) {
  if (!fault.key.includes(options.only)) return false;
  if (verdict === undefined) return true;
  return options.again === 'survivors' ? isLive(verdict) : options.again !== undefined;
}

async function runPart(part) {
  const folder = folderOf(part);
  if (!options['no-build']) await step(`${part}: build`, () => build(part));
  await step(`${part}: which tests come by which fault`, () => note(part));
  const faults = readJson(join(folder, 'faults.json'));
  const fits = new RegExp(options.tests);
  const isDrawn = new Set(faults.map(({ number }) => number));
  const noted = readJson(join(folder, 'notes.json'))
    .filter(({ file }) => fits.test(file))
    .map((each) => ({ ...each, numbers: each.numbers.filter((number) => isDrawn.has(number)) }));
  const path = join(folder, 'verdicts.json');
  const known = readJson(path, {});
  const wanted = faults.filter((fault) => isWanted(fault, known[fault.key]));
  let done = 0;
  await step(`${part}: ${wanted.length} faults`, () =>
    inTurns(wanted, async (fault, worker) => {
      const verdict = await judge(part, fault, noted, worker);
      known[fault.key] = verdict;
      writeJson(path, known);
      done += 1;
      console.log(
        `${done}/${wanted.length} ${isLive(verdict) ? 'LIVES' : verdict.end} ${fault.key}`,
      );
    }),
  );
  const judged = faults.filter(({ key }) => known[key] !== undefined);
  writeSample(
    options.label,
    part,
    judged.map(({ key, path: place, line, change }) => {
      const { end } = known[key];
      return { key, area: PARTS[part].areaOf(place), place, line, change, end };
    }),
  );
}

await main(async () => {
  await setup();
  process.env.SAPWOOD_CHROMIUM ??= findChromium();
  for (const part of Object.keys(PARTS)) {
    if (options.part === undefined || options.part === part) await runPart(part);
  }
  writePage(readTable());
});
