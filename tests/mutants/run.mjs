// npm run test:mutants: puts each deliberate fault of the table into force and asks whether the tests notice.
//
//   --tests <folder>  tests of another checkout (default: this one)
//   --label <name>    folder of the build and name of the record (default: current)
//   --first <label>   judges the survivors of another record before all others
//   --part native|web (default: both)
//   --area <prefix>   --only <part of a fault's name>   some faults only
//   --again           judge what was judged before, too; `--again survivors` those only that lived
//   --all             faults that are known to be equivalent, too
//   --budget <seconds> of tests for each fault, the most telling ones first (default: all that come by it)
//   --workers <n>     programs at once (default: the cores)
//   --no-build        with the programs of the last run
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CORES, main, ROOT, step } from '../../scripts/steps.mjs';
import * as native from './native.mjs';
import { readRecord, writePage, writeRecord } from './report.mjs';
import { writeSchemata } from './schemata.mjs';
import { readTable } from './table.mjs';
import * as web from './web.mjs';

const { values: options } = parseArgs({
  options: {
    tests: { type: 'string', default: ROOT },
    label: { type: 'string', default: 'current' },
    first: { type: 'string' },
    part: { type: 'string' },
    area: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    again: { type: 'string' },
    all: { type: 'boolean', default: false },
    budget: { type: 'string', default: 'Infinity' },
    workers: { type: 'string', default: String(CORES) },
    'no-build': { type: 'boolean', default: false },
    'notes-kept': { type: 'boolean', default: false },
  },
});
const tests = resolve(options.tests);
const folder = join(ROOT, 'build/mutants', options.label);
const workers = Number(options.workers);

const PARTS = {
  native: {
    holds: ({ path }) => path.startsWith('cpp/include/'),
    build: () => native.build(folder, workers),
    note: () => native.note(folder, tests, workers),
    readNotes: () => native.readNotes(folder),
    judge: (fault, notes) => native.judge(folder, fault, notes, Number(options.budget)),
  },
  web: {
    holds: ({ path, web: sampled }) => path.startsWith('cpp/bindings/') || sampled !== undefined,
    build: () => web.build(folder, workers),
    note: () => web.note(folder, tests),
    readNotes: () => web.readNotes(folder),
    judge: (fault, notes) => web.judge(folder, fault, notes, tests, Number(options.budget)),
  },
};

const isLive = (verdict) => verdict.end === 'survived' || verdict.end === 'unreached';

/** Verdicts are kept by part, so that two parts can be judged at once. */
const resultsOf = (part) => join(folder, `results-${part}.json`);

const verdictsOf = (part) =>
  existsSync(resultsOf(part)) ? JSON.parse(readFileSync(resultsOf(part), 'utf8')) : {};

/** Those that lived elsewhere come first. */
function ordered(faults) {
  if (options.first === undefined) return faults;
  const others = new Set(readRecord(options.first).survivors.map(({ key }) => key));
  const lived = ({ key }) => others.has(key);
  return [...faults.filter(lived), ...faults.filter((fault) => !lived(fault))];
}

/** Faults of a part that are to be judged now. */
function wanted(table, part, known) {
  return table.filter((fault) => {
    const verdict = known[fault.key];
    const again =
      options.again === 'survivors' ? verdict && isLive(verdict) : options.again !== undefined;
    return (
      PARTS[part].holds(fault) &&
      fault.area.startsWith(options.area) &&
      fault.key.includes(options.only) &&
      (options.all || fault.equivalent === undefined) &&
      (verdict === undefined || again)
    );
  });
}

/** Judges faults, several at once; what is found is on the disk at once, so that a run can be broken off. */
async function judgeAll(faults, part, notes, known) {
  const left = [...faults];
  let done = 0;
  const work = async () => {
    for (let fault = left.shift(); fault !== undefined; fault = left.shift()) {
      const verdict = await PARTS[part].judge(fault, notes);
      known[fault.key] = verdict;
      writeFileSync(resultsOf(part), JSON.stringify(known, null, 1));
      done += 1;
      const mark = isLive(verdict) ? 'LIVES' : verdict.end;
      if (isLive(verdict) || done % 50 === 0)
        console.log(`${done}/${faults.length} ${mark} ${fault.key}`);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
}

async function runPart(table, part, known) {
  const faults = ordered(wanted(table, part, known));
  if (faults.length === 0) return;
  if (!options['no-build']) await step(`${part}: build`, PARTS[part].build);
  if (!options['notes-kept']) {
    await step(`${part}: which tests come by which fault`, async () => {
      await PARTS[part].note();
    });
  }
  const reach = PARTS[part].readNotes();
  await step(`${part}: ${faults.length} faults`, () => judgeAll(faults, part, reach, known));
}

await main(async () => {
  const table = readTable();
  if (!options['no-build']) writeSchemata(join(folder, 'src'), table, tests);
  for (const part of Object.keys(PARTS)) {
    if (options.part === undefined || options.part === part)
      await runPart(table, part, verdictsOf(part));
  }
  const known = Object.keys(PARTS).map(verdictsOf);
  const parts = Object.keys(PARTS).filter((part) => (options.part ?? part) === part);
  const budgets = Object.fromEntries(parts.map((part) => [part, Number(options.budget)]));
  writeRecord(options.label, table, known, { budgets });
  writePage(table);
});
