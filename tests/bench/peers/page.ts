/** docs/benchmarks/peers.md. */

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

const OPENING = `# Against other libraries

Sapwood beside the npm libraries that people use for the same work, and beside the best plain JavaScript that we could write.

\`npm run bench:peers\` measures everything anew and writes \`tests/bench/results/peers.json\` and this page; \`-- --quick\` takes smaller
scenes. The libraries sit behind one adapter each (\`web/peers/src/adapters\`), pinned to the versions below.`;

const RULES = [
  'Everybody gets the same float32 boxes in one flat array and returns typed arrays: all pairs once each, or the ids for each query. What an adapter needs to convert is part of the time, because a caller pays for it.',
  'Every measurement is a process of its own: no compiler has seen another library. In a cell everybody is measured once a round, another one begins each round.',
  'A time is the median over the rounds, beside it the range; a round is the median of its samples, a sample as many calls as take 5 ms.',
  'The ratio of a target is taken in each round, because machines change their pace; what is told is the median of these, beside it their range.',
  'Every answer is compared with that of an oracle in plain TypeScript, by count and order-free hash. A wrong answer is shown as **wrong**, never as a time.',
  'Bold is the fastest of all in its table, and everybody whose range reaches into its range: between those there is no difference.',
  'Of our own structures a few are tried in each workload, and the table shows all of them; rows of targets take the fastest.',
  'Where boxes move, libraries that cannot follow are refitted or built anew. Where only some boxes move, adapters keep the pairs of the others themselves, which no library does: that is the best that its user could do.',
  'Ratios hold for this machine, these versions and these scenes. Run it on yours before you decide anything.',
];

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

/** How far from the target, in words. */
function verdict({ target, ratio, reached }: Finding): string {
  if (ratio === undefined) return 'not measured';
  if (reached) return 'reached';
  if (ratio < 1) return `**they are ${ratioText(1 / ratio)} faster**`;
  const percent = Math.round(100 * (1 - ratio / target.atLeast));
  return `short by ${percent === 0 ? 'less than 1' : percent} %`;
}

const placeOf = ({ target: { title, dimensions }, n }: Finding) =>
  `${title}, ${dimensions}D, n = ${whole(n)}`;

/** The table of targets: also what the command prints. */
export function targetsTable(findings: readonly Finding[]): string {
  const text = tableText({
    caption: 'Targets, each against one opponent of the same run:',
    header: ['workload', 'against', 'at least', 'measured', 'range', 'ours', 'theirs', 'verdict'],
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

/** What is known about rows that fall short; a run of smaller scenes has nothing to say about them. */
function shortfallText(findings: readonly Finding[]): string {
  const comparable = findings.filter(({ target, n }) => n === target.n);
  const parts: string[] = [];
  if (comparable.length < findings.length) {
    parts.push(
      `${findings.length - comparable.length} rows were measured on fewer boxes than their targets are about: what they fall short is not looked into.`,
    );
  }
  const short = comparable.filter(({ reached }) => !reached);
  if (short.length > 0) {
    const sentences = short.map((finding) => {
      const { title, dimensions } = finding.target;
      const known = explanations[`${title}, ${dimensions}D`] ?? 'Not looked into yet.';
      return `${placeOf(finding)}: ${finding.note ?? verdict(finding).replaceAll('**', '')}. ${known}`;
    });
    parts.push('Rows that fall short, and why:', listText(sentences));
  } else if (comparable.length > 0) {
    const those = comparable.length === findings.length ? 'Every row' : 'Each of the others';
    parts.push(`${those} is at or beyond its target.`);
  }
  return parts.join('\n\n');
}

/** Workloads in which somebody else is faster than all of ours. */
function lossesText(record: PeersRecord): string {
  const losses = record.cells.flatMap((cell) => {
    const best = fastestOf(rowsOf(record, cell));
    return best && best.side !== 'sapwood'
      ? [`${cellTitle(cell)}: ${subjectLabel(best)} is the fastest`]
      : [];
  });
  if (losses.length === 0) return 'In no cell of this run is anybody faster than Sapwood.';
  return ['**Where others are faster than any of our structures:**', listText(losses)].join('\n\n');
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
    header: ['who', 'ms', 'range', 'times the fastest'],
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
      `One call: ${call}.`,
      ...cells.map((cell) => tableText(cellTable(record, cell))),
      notesText(rows),
    ];
    return [parts.filter((part) => part !== '').join('\n\n')];
  });
}

function librariesText({ libraries }: PeersRecord): string {
  const table = tableText({
    caption: 'Measured here, as pinned:',
    header: ['library', 'version'],
    rows: libraries.map(({ package: name, version }) => [name, version]),
  });
  const notes = adapters
    .filter((adapter) => adapter.notes.length > 0)
    .map(({ title, notes: sentences }) => `${title}: ${sentences.join('; ')}`);
  return ['## Libraries', table, 'How adapters meet the contract:', listText(notes)].join('\n\n');
}

function scenesText({ cells }: PeersRecord): string {
  const used = workScenes.filter(({ id }) => cells.some(({ scene }) => scene === id));
  return listText(used.map(({ id, title }) => `${id}: ${title}`));
}

export function renderPage(record: PeersRecord): Files {
  const findings = findAll(record);
  const text = [
    OPENING,
    `This page comes from a run of the preset **${record.preset}**.`,
    cardOf(record.environment),
    '## Targets',
    targetsTable(findings),
    shortfallText(findings),
    lossesText(record),
    '## Rules',
    listText(RULES),
    'Scenes:',
    scenesText(record),
    ...workloadSections(record),
    librariesText(record),
  ];
  return pageFiles(PAGE, `${text.join('\n\n')}\n`, []);
}
