/** The tables of docs/benchmarks/native.md. */

import { isFault, type LibraryInfo, labelOf, type Report, type Row } from 'measuring/schema';
import { type Cell, type Files, listText, pageFiles, percent, tableText } from '../report/document';
import { cardOf, countStatuses, formatNumber, winners } from '../report/table';
import {
  type TargetResult,
  targetResults,
  WASM_EXPLANATION,
  WASM_FACTOR,
  wasmFactor,
} from './targets';

export const PAGE = 'docs/benchmarks/native.md';

function foundText({ title, version, package: name }: LibraryInfo): string {
  return version === null ? `${title}: not found (apt package ${name})` : `${title}: ${version}`;
}

const timeOf = ({ ns }: Row) => formatNumber(ns!.median);

function statusText({ target, ratio }: TargetResult): string {
  if (target.maxRatio === undefined) return '';
  if (ratio === undefined) return 'no library';
  const beyond = ratio / target.maxRatio - 1;
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
    rows: targetResults(report).map((result) => {
      const { target, ours, peer, ratio, wasm } = result;
      return [
        `${target.phase}, ${target.dimensions}D`,
        labelOf(ours),
        timeOf(ours),
        peer ? labelOf(peer) : '',
        peer ? timeOf(peer) : '',
        ratio === undefined ? '' : ratio.toFixed(2),
        target.maxRatio ?? '',
        statusText(result),
        wasmText(wasm),
      ];
    }),
  });
}

function shortfallText(report: Report): string {
  const found = targetResults(report);
  const missed = found.flatMap(({ target: { phase, dimensions, maxRatio, explanation }, ratio }) =>
    explanation && maxRatio !== undefined && ratio !== undefined && ratio > maxRatio
      ? [`${phase}, ${dimensions}D: ${explanation}`]
      : [],
  );
  const slow = found.some(({ wasm }) => wasm !== undefined && wasm > WASM_FACTOR);
  const sentences = [...missed, ...(slow ? [`WASM ÷ native: ${WASM_EXPLANATION}`] : [])];
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
  const blocks = {
    environment: [
      cardOf(environment),
      'Libraries:',
      listText(libraries.map(foundText)),
      `Rows: ${countStatuses(rows)}.`,
    ],
    targets: [targetsTable(report), shortfallText(report)],
    phases: [listText(phases.map(({ id, title }) => `\`${id}\`: ${title}`))],
    scenes: scenes.flatMap((scene) => sceneSection(scene, report)),
  };
  return pageFiles(PAGE, blocks);
}
