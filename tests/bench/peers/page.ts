/** The tables of docs/benchmarks/peers.md. */

import { type Cell, subjectLabel, workloadOf, workloads, workScenes } from 'measuring';
import { adapters } from 'peers';
import {
  type Files,
  listText,
  milliseconds,
  pageFiles,
  type Table,
  tableText,
  whole,
} from '../report/document';
import { cardOf } from '../report/table';
import { type PeerRow, type PeersRecord, rowsOf } from './record';
import { explanations } from './shortfalls';
import { type Finding, findAll } from './targets';

export const PAGE = 'docs/benchmarks/peers.md';

const againstText = ({ target }: Finding): string => {
  if (target.against === 'library') return 'fastest library';
  if (target.against === 'plain') return 'best plain JavaScript';
  return target.against
    .map((id) => adapters.find((adapter) => adapter.id === id)?.title ?? id)
    .join(', ');
};

function ratioText(ratio: number): string {
  if (ratio >= 10) return `${Math.round(ratio)}×`;
  return `${ratio >= 0.1 ? ratio.toFixed(1) : ratio.toPrecision(1)}×`;
}

function verdict({ target, ratio, reached }: Finding): string {
  if (ratio === undefined) return 'not measured';
  if (reached) return 'reached';
  if (ratio < 1) return `**${ratioText(1 / ratio)} slower**`;
  const percent = Math.round(100 * (1 - ratio / target.atLeast));
  return `${percent === 0 ? 'less than 1' : percent} % below`;
}

const placeOf = ({ target: { title, dimensions }, n }: Finding) =>
  `${title}, ${dimensions}D, n = ${whole(n)}`;

/** Returns a table of the targets, which the command also prints. */
export function targetsTable(findings: readonly Finding[]): string {
  const text = tableText({
    caption: 'Targets, each compared with another library or program of the same run:',
    header: [
      'workload',
      'compared with',
      'target',
      'measured',
      'range',
      'Sapwood',
      'other',
      'result',
    ],
    rows: findings.map((finding) => {
      const { target, ours, theirs, ratio, range } = finding;
      const timeOf = (row: PeerRow | undefined) =>
        row?.ms ? `${subjectLabel(row)}, ${milliseconds(row.ms.median)} ms` : '–';
      return [
        placeOf(finding),
        againstText(finding),
        `${target.atLeast}×`,
        ratio === undefined ? '–' : ratioText(ratio),
        range ? `${ratioText(range[0])} – ${ratioText(range[1])}` : '–',
        timeOf(ours),
        timeOf(theirs),
        verdict(finding),
      ];
    }),
  });
  return text.replace(/---:/g, '---');
}

/**
 * Explains why targets are not reached. Only counts the targets that were measured with fewer boxes
 * than they require.
 */
function shortfallText(findings: readonly Finding[]): string {
  const comparable = findings.filter(({ target, n }) => n === target.n);
  const parts: string[] = [];
  if (comparable.length < findings.length) {
    parts.push(
      `${findings.length - comparable.length} rows were measured with fewer boxes than their targets require.`,
    );
  }
  const short = comparable.filter(({ reached }) => !reached);
  if (short.length > 0) {
    const sentences = short.map((finding) => {
      const { title, dimensions } = finding.target;
      const known = explanations[`${title}, ${dimensions}D`] ?? 'The cause is not known.';
      return `${placeOf(finding)}: ${finding.note ?? verdict(finding).replaceAll('**', '')}. ${known}`;
    });
    parts.push('Targets that are not reached, and why:', listText(sentences));
  } else if (comparable.length > 0) {
    const those = comparable.length === findings.length ? 'All' : 'All other';
    parts.push(`${those} targets are reached.`);
  }
  return parts.join('\n\n');
}

/** Lists workloads in which another library is faster than all structures of Sapwood. */
function lossesText(record: PeersRecord): string {
  const losses = record.cells.flatMap((cell) => {
    const best = fastestOf(rowsOf(record, cell));
    return best && best.side !== 'sapwood'
      ? [`${cellTitle(cell)}: ${subjectLabel(best)} is the fastest`]
      : [];
  });
  if (losses.length === 0) return 'In this run no other library is faster than Sapwood.';
  return ['**Cases in which another library is faster than Sapwood:**', listText(losses)].join(
    '\n\n',
  );
}

function fastestOf(rows: readonly PeerRow[]): PeerRow | undefined {
  const timed = rows.filter(({ ms }) => ms !== null);
  return timed.reduce<PeerRow | undefined>(
    (a, b) => (a && a.ms!.median <= b.ms!.median ? a : b),
    undefined,
  );
}

function cellTitle({ workload, scene, dimensions, n }: Cell): string {
  return `${workloadOf(workload).title}: ${scene}, ${dimensions}D, n = ${whole(n)}`;
}

function timeText({ status, ms }: PeerRow, bold: boolean): string {
  if (!ms) return status === 'missing' ? 'missing' : `**${status}**`;
  const text = milliseconds(ms.median);
  return bold ? `**${text}**` : text;
}

function cellTable(record: PeersRecord, cell: Cell): Table {
  const rows = [...rowsOf(record, cell)].sort(
    (a, b) => (a.ms?.median ?? Infinity) - (b.ms?.median ?? Infinity),
  );
  const best = fastestOf(rows);
  return {
    caption: `${cell.scene}, ${cell.dimensions}D, n = ${whole(cell.n)}:`,
    header: ['library', 'ms', 'range', 'time ÷ fastest'],
    rows: rows.map((row) => [
      row.side === 'sapwood' ? `*${subjectLabel(row)}*` : subjectLabel(row),
      timeText(row, Boolean(best && row.ms && row.ms.low <= best.ms!.high)),
      row.ms ? `${milliseconds(row.ms.low)} – ${milliseconds(row.ms.high)}` : (row.note ?? ''),
      row.ms && best ? (row.ms.median / best.ms!.median).toFixed(1) : '',
    ]),
  };
}

function notesText(rows: readonly PeerRow[]): string {
  const noted = rows.filter(({ note }) => note !== undefined);
  return listText(
    noted.map((row) => `${subjectLabel(row)}, ${row.dimensions}D, ${row.scene}: ${row.note}`),
  );
}

function workloadSections(record: PeersRecord): string[] {
  return workloads.flatMap(({ id, title, call }) => {
    const cells = record.cells.filter((cell) => cell.workload === id);
    if (cells.length === 0) return [];
    const rows = record.rows.filter((row) => row.workload === id);
    const parts = [
      `## ${title}`,
      `In one call: ${call}.`,
      ...cells.map((cell) => tableText(cellTable(record, cell))),
      notesText(rows),
    ];
    return [parts.filter((part) => part !== '').join('\n\n')];
  });
}

function librariesText({ libraries }: PeersRecord): string {
  const table = tableText({
    caption: 'Versions of the libraries:',
    header: ['library', 'version'],
    rows: libraries.map(({ package: name, version }) => [name, version]),
  });
  const notes = tableText({
    caption: 'Adapters:',
    header: ['library', 'notes'],
    rows: adapters
      .filter((adapter) => adapter.notes.length > 0)
      .map((adapter) => [adapter.title, adapter.notes.join('<br>')]),
  });
  return [table, notes.replace(/---:/g, '---')].join('\n\n');
}

function scenesText({ cells }: PeersRecord): string {
  const used = workScenes.filter(({ id }) => cells.some(({ scene }) => scene === id));
  return listText(used.map(({ id, title }) => `${id}: ${title}`));
}

export function renderPage(record: PeersRecord): Files {
  const findings = findAll(record);
  return pageFiles(PAGE, {
    environment: cardOf(record.environment),
    targets: [targetsTable(findings), shortfallText(findings), lossesText(record)],
    scenes: scenesText(record),
    workloads: workloadSections(record),
    libraries: librariesText(record),
  });
}
