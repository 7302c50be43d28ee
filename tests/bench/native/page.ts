/** docs/benchmarks/native.md, made from a record. */

import { type Cell, type Files, listText, pageFiles, percent, tableText } from '../report/document';
import { isFault, type LibraryInfo, labelOf, type Report, type Row } from '../report/schema';
import { cardOf, countStatuses, formatNumber, winners } from '../report/table';
import { type Verdict, verdicts, WASM_FACTOR, WASM_KNOWN, wasmFactor } from './targets';

export const PAGE = 'docs/benchmarks/native.md';

const OPENING = `# Against native libraries

Our C++ core without JavaScript, compiled by g++ for SSE4.2, beside the libraries that a C++ program would take; and the same sources
compiled to WASM, run by Node. One thread.

\`npm run bench -- native\` builds and measures everything anew and writes \`tests/bench/results/native.json\` and this page; \`--quick\` takes
few samples, \`--help\` lists the rest. Libraries come from Debian's packages; those that are not there are left out.`;

const RULES = [
  'Scenes, walk and queries are those of `tests/scenes/peers.json`, the same bits for everybody; a box is six (2D: four) float32, touching is overlapping.',
  "Every result is checked: pairs and the first 1,000 answers to queries against the scene files' goldens (number and order-free checksum), all 10,000 answers against brute force. A wrong row has no time, and the command fails.",
  'Contenders take turns, sample by sample, in an order that is drawn anew each round; both programs are run in turns too. Times are processor time of the process, medians (quartiles); the time that passed is in the JSON.',
  'Everybody writes into the same list: pairs as (smaller id, larger id), hits of box queries with offsets, nearest ordered by distance, then id. A library gets its own form of the boxes beforehand where its user could keep it.',
  'Our batches sort their queries themselves, which is part of their time; the libraries have no batches and answer in the order that they are asked.',
  'Embree: one thread; its Morton builder for all-pairs and build, refit of a dynamic scene, surface-area splits for rays and nearest. It calls back for each box; the callbacks compare in double precision, as the goldens ask. `isa=sse4.2` is the instruction set that we are compiled for.',
  "Boost's rtree is packed (its best tree), its pairs are n queries; CGAL's cutoff is its default and the best that was found; Bullet's tree is filled one by one. Bullet's ray test neither orders nor ends early, and is left out.",
];

function foundText({ title, version, package: name }: LibraryInfo): string {
  return version === null ? `${title}: not found (apt package ${name})` : `${title}: ${version}`;
}

const timeOf = ({ ns }: Row) => formatNumber(ns!.median);

function verdictText({ target, ratio }: Verdict): string {
  if (target.most === undefined) return '';
  if (ratio === undefined) return 'no library found';
  const beyond = ratio / target.most - 1;
  return beyond <= 0 ? 'reached' : `**missed by ${percent(beyond)}**`;
}

function wasmText(factor: number | undefined): string {
  if (factor === undefined) return '';
  return factor <= WASM_FACTOR ? factor.toFixed(2) : `**${factor.toFixed(2)}**`;
}

function targetsTable(report: Report): string {
  return tableText({
    caption: `Our fastest structure against the fastest library, 100,000 uniform boxes, nanoseconds an operation. The last column is our
structure as WASM over itself native, aimed at ${WASM_FACTOR} at most:`,
    header: ['workload', 'ours', 'ns', 'library', 'ns', 'ratio', 'at most', '', 'WASM / native'],
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
  const sentences = [...missed, ...(slow ? [`WASM over native: ${WASM_KNOWN}`] : [])];
  return sentences.length === 0 ? '' : `Where targets are missed:\n\n${listText(sentences)}`;
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
    caption: 'Nanoseconds an operation, native; bold where nothing is faster:',
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
    caption: `WASM over native; bold above ${WASM_FACTOR}:`,
    header: ['', ...phases],
    rows: labelsOf(ours)
      .map((label) => [label, ...phases.map((phase) => factorOf(label, phase))])
      .filter(([, ...factors]) => factors.some((factor) => factor !== '')),
  });
}

/** Why cells have no time, or are wrong: a line for each reason. */
function notesText(rows: readonly Row[]): string {
  const reasons = new Map<string, Map<string, string[]>>();
  for (const row of rows) {
    if (!row.note || row.status === 'ok') continue;
    const text = `${row.status}, ${row.note}`;
    const labels = reasons.get(text) ?? new Map<string, string[]>();
    reasons.set(text, labels);
    labels.set(labelOf(row), [...(labels.get(labelOf(row)) ?? []), row.phase]);
  }
  const lines = [...reasons].map(([text, labels]) => {
    const who = [...labels].map(([label, phases]) => `${label} (${phases.join(', ')})`);
    return `${text}: ${who.join('; ')}`;
  });
  return listText(lines);
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
    '## How it is measured',
    listText(RULES),
    'Phases:',
    listText(phases.map(({ id, title }) => `\`${id}\`: ${title}`)),
    ...scenes.flatMap((scene) => sceneSection(scene, report)),
  ].filter((part) => part !== '');
  return pageFiles(PAGE, `${text.join('\n\n')}\n`, []);
}
