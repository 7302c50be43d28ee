// What a run found: a record for each label, and the page of scores and survivors.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/steps.mjs';

const RECORDS = join(ROOT, 'tests/mutants/results');
const PAGE = join(ROOT, 'docs/mutants.md');
export const TYPESCRIPT = join(RECORDS, 'typescript.json');
const TYPESCRIPT_KNOWN = join(ROOT, 'tests/mutants/typescript-known.json');
const SAMPLE_KNOWN = join(ROOT, 'tests/mutants/sample/known.json');
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

function scores(records) {
  const areas = new Set(records.flatMap((record) => Object.keys(record.areas)));
  const row = (name, counts) => `| ${name} | ${records.map(counts).join(' | ')} |`;
  const rowOf = (area) => row(area, (record) => cell(record.areas[area]));
  areas.delete(BINDINGS);
  return [
    row('area', ({ label }) => label),
    `|---|${records.map(() => '---:').join('|')}|`,
    ...[...areas].sort().map(rowOf),
    row('**the core, natively**', (record) => `**${cell(coreOf(record))}**`),
    row('**bindings, as WebAssembly**', (record) => `**${cell(record.areas[BINDINGS])}**`),
  ]
    .join('\n')
    .replaceAll('****', '');
}

/** Stryker's scores, and what lives with its reason. */
function typescriptPart() {
  if (!existsSync(TYPESCRIPT)) return '';
  const { files, survivors } = JSON.parse(readFileSync(TYPESCRIPT, 'utf8'));
  const known = JSON.parse(readFileSync(TYPESCRIPT_KNOWN, 'utf8'));
  const rows = Object.entries(files).map(([file, counts]) => `| ${file} | ${cell(counts)} |`);
  const whys = survivors.map(({ file, line, change, reached }) => {
    const why = known[`${file}: ${line}: ${change}`] ?? known[`${file}: ${line}`];
    const other = reached ? 'not explained yet' : 'no test comes by';
    return `| ${inCode(line)} | ${inCode(change)} | ${why ?? other} |`;
  });
  return `## TypeScript

\`npm run test:mutants:ts\` makes Stryker's faults in sources of the package. Judged are the files named here, by the suites of arguments:
they say what every public function takes and refuses, so hardly anything else would notice a check that is missing.

| file | noticed |
|---|---:|
${rows.join('\n')}

What lives:

| line | fault | why it lives |
|---|---|---|
${whys.join('\n')}
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

/** The latest records of a sample, with the scores of those before. */
function samplePart() {
  const records = ['before', 'after', 'current']
    .map(sampleRecordOf)
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')));
  if (records.length === 0) return '';
  const known = existsSync(SAMPLE_KNOWN) ? JSON.parse(readFileSync(SAMPLE_KNOWN, 'utf8')) : {};
  const latest = records[records.length - 1];
  const row = (name, cells) => `| ${name} | ${cells.join(' | ')} |`;
  const all = Object.entries(latest.parts).flatMap(([part, { areas }]) => [
    ...Object.keys(areas).map((area) =>
      row(
        area,
        records.map(({ parts }) => cell(parts[part]?.areas[area])),
      ),
    ),
    row(
      `**the ${part}**`,
      records.map(({ parts }) => `**${cell(parts[part])}**`),
    ),
  ]);
  const whys = Object.values(latest.parts)
    .flatMap(({ survivors }) => survivors)
    .map(({ key, place, line, change, end }) => {
      const why = known[key] ?? (end === 'unreached' ? 'no test comes by' : 'not explained yet');
      return `| ${place.replace(/^web\/(sapwood|playground)\/src\//, '')} | ${inCode(line)} | ${inCode(change)} | ${why} |`;
    });
  return `## A sample of all TypeScript

\`npm run test:mutants:sample\` draws from all of Stryker's faults in the sources of the package and of the playground, words left out,
by a hash of what each says: nobody chose them. The playground's are asked in Chromium, by the browser tests and the tests of
Bench, the package's in Node.
${notes(records)}

${row(
  'area',
  records.map(({ label }) => label),
)}
|---|${records.map(() => '---:').join('|')}|
${all.join('\n').replaceAll('****', '')}

What lives:

| file | line | fault | why it lives |
|---|---|---|---|
${whys.join('\n')}
`;
}

const inCode = (text) => `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``;

function survivorRows(table, records) {
  const byKey = new Map(table.map((fault) => [fault.key, fault]));
  const latest = records[records.length - 1];
  const rows = latest.survivors.map(({ key, end }) => {
    const fault = byKey.get(key);
    const why = fault?.known ?? (end === 'unreached' ? 'no test comes by' : 'not explained yet');
    return `| ${key.replaceAll('|', '\\|')} | ${why} |`;
  });
  return ['| fault | why it lives |', '|---|---|', ...rows].join('\n');
}

function equivalentRows(table) {
  const rows = table
    .filter(({ equivalent }) => equivalent !== undefined)
    .map(({ key, equivalent }) => `| ${key} | ${equivalent} |`);
  return ['| fault | why nothing can notice it |', '|---|---|', ...rows].join('\n');
}

const PARTS = { native: 'the core', web: 'the bindings' };

/** A run with a budget may miss a test that would have noticed. */
function budgets(records) {
  const each = records.flatMap(({ label, budgets }) =>
    Object.entries(budgets).map(([part, seconds]) => `\`${label}\`, ${PARTS[part]}: ${seconds} s`),
  );
  return `Tests for each fault ended after so many seconds of processor time, the most telling ones first: ${each.join('; ')}. A few survivors more are noticed by the others.`;
}

/** What somebody wrote into a record by hand. */
const notes = (records) =>
  records
    .filter(({ note }) => note !== undefined)
    .map(({ label, note }) => `\`${label}\`: ${note}.`)
    .join(' ');

/** docs/mutants.md from the records and the table. */
export function writePage(table) {
  const order = ['before', 'after', 'current'];
  const place = ({ label }) => (order.includes(label) ? order.indexOf(label) : order.length);
  const records = readRecords()
    .filter(({ areas }) => areas !== undefined)
    .sort((a, b) => place(a) - place(b));
  if (records.length === 0) return;
  const page = `# The measure of proof

Tests are worth what they notice. \`npm run test:mutants\` puts ${table.length} deliberate faults into the C++ core and its bindings, one after the
other, and asks whether the suites fail; [tests/mutants](../tests/mutants/README.md) holds the table and says how it works.
A fault counts as noticed when a test fails, the program dies, or it does not end. This page is written by that command.
${budgets(records)}
${notes(records)}

## Scores

${scores(records)}

## Survivors

${survivorRows(table, records)}

## Equivalent

Not judged, because the program does the same with them:

${equivalentRows(table)}

${typescriptPart()}
${samplePart()}`;
  writeFileSync(PAGE, page);
}
