// What a run found: a record for each label, and the page of scores and survivors.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/steps.mjs';

const RECORDS = join(ROOT, 'tests/mutants/results');
const PAGE = join(ROOT, 'docs/mutants.md');
export const TYPESCRIPT = join(RECORDS, 'typescript.json');
const sampleRecordOf = (label) => join(RECORDS, 'sample', `${label.replaceAll(' ', '-')}.json`);
const LIVE = ['survived', 'unreached'];

const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

const recordOf = (label) => join(RECORDS, `${label.replaceAll(' ', '-')}.json`);

/** Counts of verdicts. */
function countsOf(verdicts) {
  const judged = verdicts.length;
  const lived = verdicts.filter(({ end }) => LIVE.includes(end)).length;
  return { judged, killed: judged - lived, lived };
}

/** A fault's verdict: noticed by one of the programs is noticed. */
function verdictOf({ key }, known) {
  const verdicts = known.map((part) => part[key]).filter((each) => each !== undefined);
  return verdicts.find(({ end }) => !LIVE.includes(end)) ?? verdicts[0];
}

/** Keeps of a run what is small: counts by area, how faults ended, who lived. */
export function writeRecord(label, table, known, { budgets }) {
  const judged = table
    .filter((fault) => fault.equivalent === undefined)
    .map((fault) => ({ ...verdictOf(fault, known), key: fault.key, area: fault.area }))
    .filter(({ end }) => end !== undefined);
  const areas = {};
  for (const area of [...new Set(judged.map((each) => each.area))].sort()) {
    areas[area] = countsOf(judged.filter((each) => each.area === area));
  }
  const ends = {};
  for (const { end } of judged) ends[end] = (ends[end] ?? 0) + 1;
  const survivors = judged
    .filter(({ end }) => LIVE.includes(end))
    .map(({ key, end }) => ({ key, end }));
  const former = existsSync(recordOf(label)) ? readRecord(label) : {};
  const record = {
    label,
    faults: table.length,
    budgets: { ...former.budgets, ...budgets },
    note: former.note,
    ...countsOf(judged),
    ends,
    areas,
    survivors,
  };
  mkdirSync(RECORDS, { recursive: true });
  writeFileSync(recordOf(label), `${JSON.stringify(record, null, 2)}\n`);
  const { killed, lived } = record;
  console.log(
    `${label}: ${killed} of ${record.judged} faults noticed (${percent(killed, record.judged)}), ${lived} live`,
  );
}

/** The record of a run, which may be another checkout's. */
export const readRecord = (label) => JSON.parse(readFileSync(recordOf(label), 'utf8'));

function readRecords() {
  if (!existsSync(RECORDS)) return [];
  const names = readdirSync(RECORDS).filter((name) => name.endsWith('.json'));
  return names.map((name) => JSON.parse(readFileSync(join(RECORDS, name), 'utf8')));
}

/** What two records of different tables can be compared by: the sum of areas of the core. */
const BINDINGS = 'bindings';
function coreOf({ areas }) {
  const counts = Object.entries(areas).filter(([area]) => area !== BINDINGS);
  const sum = (key) => counts.reduce((all, [, each]) => all + each[key], 0);
  return { judged: sum('judged'), killed: sum('killed') };
}

const cell = (counts) =>
  counts ? `${counts.killed} of ${counts.judged} (${percent(counts.killed, counts.judged)})` : '';

function scores({ areas }) {
  const names = Object.keys(areas).filter((area) => area !== BINDINGS);
  return [
    ...names.sort().map((area) => `| ${area} | ${cell(areas[area])} |`),
    `| **the core, natively** | **${cell(coreOf({ areas }))}** |`,
    ...(areas[BINDINGS] ? [`| **bindings, as WebAssembly** | **${cell(areas[BINDINGS])}** |`] : []),
  ].join('\n');
}

/** Stryker's scores for the files that read arguments. */
function typescriptPart() {
  if (!existsSync(TYPESCRIPT)) return '';
  const { files } = JSON.parse(readFileSync(TYPESCRIPT, 'utf8'));
  const rows = Object.entries(files).map(([file, counts]) => `| ${file} | ${cell(counts)} |`);
  return `### TypeScript that reads arguments

\`npm run test:mutants:ts\` runs [Stryker](https://stryker-mutator.io) on these files of
\`web/sapwood/src\`. The argument test suites run on them: they check which arguments every public
function accepts and rejects.

| file | detected |
|---|---:|
${rows.join('\n')}
`;
}

/** Of a part of the sample: its verdicts, as they were found last. */
export function writeSample(label, part, judged) {
  const path = sampleRecordOf(label);
  const former = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { label, parts: {} };
  const areas = {};
  for (const area of [...new Set(judged.map((each) => each.area))].sort()) {
    areas[area] = countsOf(judged.filter((each) => each.area === area));
  }
  const survivors = judged
    .filter(({ end }) => LIVE.includes(end))
    .map(({ key, place, line, change, end }) => ({ key, place, line, change, end }));
  const counts = countsOf(judged);
  former.parts[part] = { ...counts, areas, survivors };
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, `${JSON.stringify(former, null, 2)}\n`);
  console.log(
    `${part}: ${counts.killed} of ${counts.judged} faults noticed (${percent(counts.killed, counts.judged)})`,
  );
}

/** Scores of the latest record of the sample. */
function samplePart() {
  const records = ['before', 'after', 'current']
    .map(sampleRecordOf)
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')));
  if (records.length === 0) return '';
  const { parts } = records[records.length - 1];
  const rows = Object.entries(parts).flatMap(([part, counts]) => [
    ...Object.entries(counts.areas).map(([area, each]) => `| ${area} | ${cell(each)} |`),
    `| **${part}, all** | **${cell(counts)}** |`,
  ]);
  return `### A sample of all TypeScript

\`npm run test:mutants:sample\` runs a sample of all mutants that Stryker generates for the package
and the playground. A hash of the mutant's text selects the sample. Mutants that only change
displayed text are omitted. Mutants of the playground are tested in Chromium, those of the package
in Node.

| area | detected |
|---|---:|
${rows.join('\n')}
`;
}

const isEquivalent = ({ equivalent }) => equivalent !== undefined;

/** docs/mutants.md from the records and the table. */
export function writePage(table) {
  const order = ['before', 'after', 'current'];
  const place = ({ label }) => (order.includes(label) ? order.indexOf(label) : order.length);
  const records = readRecords()
    .filter(({ areas }) => areas !== undefined)
    .sort((a, b) => place(a) - place(b));
  if (records.length === 0) return;
  const latest = records[records.length - 1];
  const page = `# Mutation testing

Mutation testing measures what the test suites detect. A *mutant* is the program with one deliberate
mistake, for example a comparison that is reversed. It counts as detected when a test fails, when
the program crashes, or when the program does not terminate. Run it when you change a test suite, or
when you add code whose mistakes the existing tests may miss.

\`\`\`sh
npm run test:mutants                                # the C++ core and the bindings; takes hours
npm run test:mutants -- --area structures/rtree     # one area
npm run test:mutants -- --again survivors           # after you add tests: runs only the mutants that were not detected
npm run test:mutants:ts                             # TypeScript that reads arguments
npm run test:mutants:sample                         # a sample of all TypeScript
\`\`\`

[tests/mutants](../tests/mutants/README.md) describes the tools and how to add a mutant. These
commands write this page.

## Mutants in source files

The ${table.length} C++ mutants are listed in \`tests/mutants/faults\`, each with the text that it replaces. When
you change that text, \`npm test\` fails and names the mutant. Adapt the entry, or delete it when it
no longer applies.

## Undetected mutants

| file | contents |
|---|---|
| \`tests/mutants/results/${latest.label}.json\` | the ${latest.lived} undetected mutants of the core and the bindings |
| \`known\` in \`tests/mutants/faults\` | the reason why a mutant is not detected, for example that it changes only the running time |
| \`equivalent\` in \`tests/mutants/faults\` | ${table.filter(isEquivalent).length} mutants that behave like the original program; they are not counted |
| \`tests/mutants/typescript-known.json\`, \`tests/mutants/sample/known.json\` | the same for TypeScript |

## Scores

### C++ core and bindings

| area | detected |
|---|---:|
${scores(latest)}

${typescriptPart()}
${samplePart()}`;
  writeFileSync(PAGE, page);
}
