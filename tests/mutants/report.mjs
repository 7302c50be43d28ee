// What a run found: a record for each label, and the page of scores and survivors.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/steps.mjs';

const RECORDS = join(ROOT, 'tests/mutants/results');
const PAGE = join(ROOT, 'docs/mutants.md');
const LIVE = ['survived', 'unreached'];

const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

/** Counts of verdicts. */
function countsOf(verdicts) {
  const judged = verdicts.length;
  const lived = verdicts.filter(({ end }) => LIVE.includes(end)).length;
  return { judged, killed: judged - lived, lived };
}

/** A fault's verdict: noticed by one of the programs is noticed. */
function verdictOf(fault, known) {
  const verdicts = ['native', 'web']
    .map((part) => known[`${part}: ${fault.key}`])
    .filter((each) => each !== undefined);
  return verdicts.find(({ end }) => !LIVE.includes(end)) ?? verdicts[0];
}

/** Keeps of a run what is small: counts by area, how faults ended, who lived. */
export function writeRecord(label, table, known, { seconds, budget }) {
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
  const record = {
    label,
    faults: table.length,
    budget,
    seconds: Math.round(seconds),
    ...countsOf(judged),
    ends,
    areas,
    survivors,
  };
  mkdirSync(RECORDS, { recursive: true });
  writeFileSync(join(RECORDS, `${label}.json`), `${JSON.stringify(record, null, 2)}\n`);
  const { killed, lived } = record;
  console.log(
    `${label}: ${killed} of ${record.judged} faults noticed (${percent(killed, record.judged)}), ${lived} live`,
  );
}

function readRecords() {
  if (!existsSync(RECORDS)) return [];
  const names = readdirSync(RECORDS).filter((name) => name.endsWith('.json'));
  return names.map((name) => JSON.parse(readFileSync(join(RECORDS, name), 'utf8')));
}

function scores(records) {
  const areas = [...new Set(records.flatMap((record) => Object.keys(record.areas)))].sort();
  const cell = (counts) =>
    counts ? `${counts.killed} of ${counts.judged} (${percent(counts.killed, counts.judged)})` : '';
  const lines = [
    `| area | ${records.map(({ label }) => label).join(' | ')} |`,
    `|---|${records.map(() => '---:').join('|')}|`,
    ...areas.map(
      (area) => `| ${area} | ${records.map((record) => cell(record.areas[area])).join(' | ')} |`,
    ),
    `| **all** | ${records.map((record) => `**${cell(record)}**`).join(' | ')} |`,
  ];
  return lines.join('\n');
}

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

/** A run with a budget may miss a test that would have noticed. */
function budgets(records) {
  const limited = records.filter(({ budget }) => Number.isFinite(budget));
  const each = limited.map(({ label, budget }) => `\`${label}\`: ${budget} s`);
  return each.length === 0
    ? ''
    : `Tests for each fault ended after so many seconds, the most telling ones first: ${each.join(', ')}. A few survivors more are noticed by the others.`;
}

/** What somebody wrote into a record by hand. */
const notes = (records) =>
  records
    .filter(({ note }) => note !== undefined)
    .map(({ label, note }) => `\`${label}\`: ${note}.`)
    .join(' ');

/** docs/mutants.md from the records and the table. */
export function writePage(table) {
  const order = ['before', 'new tests', 'after', 'current'];
  const place = ({ label }) => (order.includes(label) ? order.indexOf(label) : order.length);
  const records = readRecords()
    .filter(({ areas }) => areas !== undefined)
    .sort((a, b) => place(a) - place(b));
  if (records.length === 0) return;
  const typescript = join(RECORDS, 'typescript.md');
  const page = `# The measure of proof

Tests are worth what they notice. \`npm run test:mutants\` puts ${table.length} deliberate faults into the C++ core and its bindings, one after the
other, and asks whether the suites fail; [tests/mutants](../tests/mutants/README.md) holds the table and says how it works.
A fault counts as noticed when a test fails, the program dies, or it does not end. This page is written by that command.
${budgets(records)}
${notes(records)}

## Scores

${scores(records)}

${existsSync(typescript) ? readFileSync(typescript, 'utf8') : ''}
## Survivors

${survivorRows(table, records)}

## Equivalent

Not judged, because the program does the same with them:

${equivalentRows(table)}
`;
  writeFileSync(PAGE, page);
}
