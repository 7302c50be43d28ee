/** docs/benchmarks/native.md, made from a record. */

import { isFault, type LibraryInfo, labelOf, type Report, type Row } from 'measuring/schema';
import { type Cell, type Files, listText, pageFiles, percent, tableText } from '../report/document';
import { cardOf, countStatuses, formatNumber, winners } from '../report/table';
import { type Verdict, verdicts, WASM_FACTOR, WASM_KNOWN, wasmFactor } from './targets';

export const PAGE = 'docs/benchmarks/native.md';

const OPENING = `# Comparison with native libraries

This page compares the C++ core of Sapwood, compiled by g++ for SSE4.2, with C++ libraries for the same tasks. It also compares the same
sources compiled to WASM and run by Node. All use one thread.

\`npm run bench -- native\` builds everything, repeats the measurement and writes \`tests/bench/results/native.json\` and this page. \`--quick\`
uses fewer samples; \`--help\` lists the other options. The libraries are Debian packages; missing ones are skipped.`;

const RULES = [
  'Scenes, motion and queries are those of `tests/scenes/peers.json`, with the same bits for every library. A box is six float32 numbers (four in 2D), and touching boxes overlap.',
  'Every result is checked. Pairs and the first 1,000 query results are compared with the scene files (number and order-independent checksum), and all 10,000 results with brute force. A wrong result has no time, and the command fails.',
  'Libraries are measured in turns, sample by sample, in a new random order in each round. Both programs also run in turns. Times are processor times of the process, as medians (quartiles); wall-clock times are in the JSON.',
  'All libraries write to the same list: pairs as (smaller id, larger id), hits of box queries with offsets, nearest items ordered by distance, then id. Where a user could store boxes in the format of a library, the conversion is not timed.',
  'Batches of Sapwood sort their queries, which is part of their time. The libraries have no batches and process queries in the given order.',
  'Embree uses one thread. It uses the Morton builder for `all-pairs` and `build`, refit of a dynamic scene, and surface-area splits for `raycasts` and nearest. It calls a function for each box, which compares in double precision as the reference does. `isa=sse4.2` is the instruction set that Sapwood is compiled for.',
  'The R-tree of Boost is packed (its best tree); its pairs are n queries. The cutoff of CGAL is its default, which is also the best one. The tree of Bullet is filled one by one; its ray test has no order and no early end, and is not measured.',
];

function foundText({ title, version, package: name }: LibraryInfo): string {
  return version === null ? `${title}: not found (apt package ${name})` : `${title}: ${version}`;
}

const timeOf = ({ ns }: Row) => formatNumber(ns!.median);

function verdictText({ target, ratio }: Verdict): string {
  if (target.most === undefined) return '';
  if (ratio === undefined) return 'no library';
  const beyond = ratio / target.most - 1;
  return beyond <= 0 ? 'reached' : `**missed by ${percent(beyond)}**`;
}

function wasmText(factor: number | undefined): string {
  if (factor === undefined) return '';
  return factor <= WASM_FACTOR ? factor.toFixed(2) : `**${factor.toFixed(2)}**`;
}

function targetsTable(report: Report): string {
  return tableText({
    caption: `The fastest structure of Sapwood compared with the fastest library, 100,000 uniform boxes, nanoseconds an operation. The last column is the time of
that structure as WASM divided by its native time; its target is ${WASM_FACTOR} at most:`,
    header: ['workload', 'Sapwood', 'ns', 'library', 'ns', 'ratio', 'target', '', 'WASM ÷ native'],
    rows: verdicts(report).map((verdict) => {
      const { target, ours, peer, ratio, wasm } = verdict;
      return [
        `${target.phase}, ${target.dimensions}D`,
        labelOf(ours),
        timeOf(ours),
        peer ? labelOf(peer) : '',
        peer ? timeOf(peer) : '',
        ratio === undefined ? '' : ratio.toFixed(2),
        target.most ?? '',
        verdictText(verdict),
        wasmText(wasm),
      ];
    }),
  });
}

/** What is known about targets that are missed. */
function shortfallText(report: Report): string {
  const found = verdicts(report);
  const missed = found.flatMap(({ target: { phase, dimensions, most, known }, ratio }) =>
    known && most !== undefined && ratio !== undefined && ratio > most
      ? [`${phase}, ${dimensions}D: ${known}`]
      : [],
  );
  const slow = found.some(({ wasm }) => wasm !== undefined && wasm > WASM_FACTOR);
  const sentences = [...missed, ...(slow ? [`WASM ÷ native: ${WASM_KNOWN}`] : [])];
  return sentences.length === 0
    ? ''
    : `Targets that are not reached, and why:\n\n${listText(sentences)}`;
}

function timeCell(row: Row | undefined, bold: boolean): Cell {
  if (!row) return '';
  if (!row.ns) return isFault(row) ? `**${row.status.toUpperCase()}**` : '–';
  const { median, p25, p75 } = row.ns;
  const mark = bold ? '**' : '';
  return `${mark}${formatNumber(median)}${mark} (${formatNumber(p25)}–${formatNumber(p75)})`;
}

const labelsOf = (rows: readonly Row[]) => [...new Set(rows.map(labelOf))];

/** One line a contender, one column a phase. */
function timesTable(rows: readonly Row[], phases: readonly string[]): string {
  const columns = phases.map((phase) => rows.filter((row) => row.phase === phase));
  const best = columns.map(winners);
  return tableText({
    caption: 'Nanoseconds an operation, native; the fastest in bold:',
    header: ['', ...phases],
    rows: labelsOf(rows).map((label) => [
      label,
      ...columns.map((column, i) => {
        const row = column.find((one) => labelOf(one) === label);
        return timeCell(row, row !== undefined && best[i].has(row));
      }),
    ]),
  });
}

function factorsTable(
  native: readonly Row[],
  all: readonly Row[],
  phases: readonly string[],
): string {
  const ours = native.filter(({ peer }) => !peer);
  const factorOf = (label: string, phase: string) => {
    const row = ours.find((one) => one.phase === phase && labelOf(one) === label);
    return wasmText(row && wasmFactor(row, all));
  };
  return tableText({
    caption: `WASM ÷ native; above ${WASM_FACTOR} in bold:`,
    header: ['', ...phases],
    rows: labelsOf(ours)
      .map((label) => [label, ...phases.map((phase) => factorOf(label, phase))])
      .filter(([, ...factors]) => factors.some((factor) => factor !== '')),
  });
}

/** Why cells have no time, or are wrong: a row for each structure or library and reason. */
function notesText(rows: readonly Row[]): string {
  const phases = new Map<string, string[]>();
  for (const row of rows) {
    if (!row.note || row.status === 'ok') continue;
    const key = `${labelOf(row)} | ${row.status}: ${row.note}`;
    phases.set(key, [...(phases.get(key) ?? []), row.phase]);
  }
  if (phases.size === 0) return '';
  const table = tableText({
    caption: 'Phases without a time:',
    header: ['structure or library', 'reason', 'phases'],
    rows: [...phases].map(([key, ids]) => [...key.split(' | '), ids.join(', ')]),
  });
  return table.replace(/---:/g, '---');
}

function sceneSection(scene: string, { rows, phases }: Report): string[] {
  const here = rows.filter((row) => row.scene === scene);
  const native = here.filter(({ runtime }) => runtime === 'native');
  const ids = phases.map(({ id }) => id);
  const hasWasm = here.some(({ runtime }) => runtime === 'wasm');
  return [
    `## ${scene}`,
    timesTable(native, ids),
    ...(hasWasm ? [factorsTable(native, here, ids)] : []),
    notesText(here),
  ];
}

export function renderPage(report: Report): Files {
  const { environment, phases, libraries = [], rows } = report;
  const scenes = [...new Set(rows.map(({ scene }) => scene))];
  const text = [
    OPENING,
    cardOf(environment),
    'Libraries:',
    listText(libraries.map(foundText)),
    `Rows: ${countStatuses(rows)}.`,
    '## Targets',
    targetsTable(report),
    shortfallText(report),
    '## Method',
    listText(RULES),
    'Phases:',
    listText(phases.map(({ id, title }) => `\`${id}\`: ${title}`)),
    ...scenes.flatMap((scene) => sceneSection(scene, report)),
  ].filter((part) => part !== '');
  return pageFiles(PAGE, `${text.join('\n\n')}\n`, []);
}
