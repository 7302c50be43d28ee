/**
 * Markdown tables from a benchmark report, with medians and quartiles.
 */

import { groupBy } from 'measuring/group-by';
import {
  type BrowserCard,
  type Environment,
  isFault,
  labelOf,
  type PhaseInfo,
  type Report,
  type Row,
} from 'measuring/schema';
import { joined } from './document';

export function formatNumber(value: number): string {
  if (value < 10) return value.toFixed(2);
  if (value < 100) return value.toFixed(1);
  return Math.round(value).toLocaleString('en');
}

const caseTitle = ({ scene, n }: Row) => `${scene}, n = ${n.toLocaleString('en')}`;

/**
 * Returns the row with the smallest median, and all rows whose interquartile range overlaps the
 * interquartile range of that row.
 */
export function winners(rows: readonly Row[]): ReadonlySet<Row> {
  const timed = rows.filter(({ ns }) => ns !== null);
  if (timed.length < 2) return new Set();
  const best = timed.reduce((a, b) => (b.ns!.median < a.ns!.median ? b : a));
  return new Set(timed.filter(({ ns }) => ns!.p25 <= best.ns!.p75));
}

function timeCell(row: Row, bold: boolean): string {
  if (!row.ns) return isFault(row) ? `**${row.status.toUpperCase()}**` : row.status;
  const { median, p25, p75 } = row.ns;
  const mark = bold ? '**' : '';
  return `${mark}${formatNumber(median)}${mark} (${formatNumber(p25)}–${formatNumber(p75)})`;
}

function markdownTable(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const rule = header.map((_, i) => (i < 2 ? '---' : '---:'));
  return [header, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function tableOf(
  rows: readonly Row[],
  unitOf: (row: Row) => string,
  cellsOf: (phaseRows: readonly Row[]) => (row: Row) => string,
): string {
  const labels = [...groupBy(rows, labelOf).keys()];
  const lines = [...groupBy(rows, ({ phase }) => phase)].map(([phase, phaseRows]) => {
    const cellOf = cellsOf(phaseRows);
    const cells = labels.map((label) => {
      const row = phaseRows.find((candidate) => labelOf(candidate) === label);
      return row ? cellOf(row) : '';
    });
    return [phase, unitOf(phaseRows[0]), ...cells];
  });
  return markdownTable(['phase', 'per', ...labels], lines);
}

/**
 * Returns a table of nanoseconds per operation: the median, and the quartiles in parentheses. The
 * fastest values are bold.
 */
export function timesTable(rows: readonly Row[]): string {
  return tableOf(
    rows,
    ({ operation }) => operation,
    (phaseRows) => {
      const best = winners(phaseRows);
      return (row) => timeCell(row, best.has(row));
    },
  );
}

/** Returns a table of visited nodes and tested items per operation, for phases that count them. */
export function workTable(rows: readonly Row[]): string {
  const counted = rows.filter(({ work }) => work && work.nodeVisits + work.itemTests > 0);
  if (counted.length === 0) return '';
  return tableOf(
    counted,
    ({ operation }) => operation,
    () =>
      ({ work, operations }) => {
        const per = (count: number) => formatNumber(count / operations);
        return work ? `${per(work.nodeVisits)} / ${per(work.itemTests)}` : '';
      },
  );
}

function memoryLine(rows: readonly Row[]): string {
  const built = rows.filter(({ phase, byteLength }) => phase === 'build' && byteLength !== null);
  if (built.length === 0) return '';
  const each = built.map((row) => formatNumber(row.byteLength! / row.n));
  return `Bytes per box after \`build\`:\n\n${markdownTable(built.map(labelOf), [each])}`;
}

function notesOf(rows: readonly Row[]): string {
  const noted = rows.filter(({ note }) => note !== undefined);
  const groups = groupBy(noted, (row) => `${labelOf(row)} ${row.status}: ${row.note}`);
  if (groups.size === 0) return '';
  const lines = [...groups].map(([text, group]) => [
    text,
    group.map(({ phase }) => phase).join(', '),
  ]);
  return markdownTable(['without a time', 'phases'], lines);
}

function clockText({ tickMs, isolated }: BrowserCard): string {
  const page = isolated ? 'cross-origin isolated' : 'not cross-origin isolated';
  return `clock in steps of ${Number((1000 * tickMs).toPrecision(2))} µs, ${page}`;
}

export function cardOf(environment: Environment): string {
  const { browser, calibration, load, rounds, sampleMs, v8 } = environment;
  const drift = Math.abs(calibration[1] / calibration[0] - 1);
  const engine = v8 === undefined ? environment.runtime : `${environment.runtime}, V8 ${v8}`;
  const machine = `${environment.cpu}, ${environment.cores} cores`;
  const facts = [
    `sapwood ${environment.package}, ${environment.simd}, commit ${environment.commit ?? 'unknown'}`,
    `${engine}, ${environment.os}`,
    load ? `${machine}, load ${load[0]} to ${load[1]}` : machine,
    ...(browser ? [clockText(browser)] : []),
    [
      `${environment.date}, preset ${environment.preset}`,
      ...(sampleMs > 0 ? [`${rounds} rounds of ${sampleMs} ms`] : []),
    ].join(', '),
  ];
  if (drift > 0.1) {
    const change = `${calibration[0].toFixed(1)} ms before, ${calibration[1].toFixed(1)} ms after`;
    facts.push(`**the speed of the machine changed during the run** (calibration ${change})`);
  }
  return ['Environment of this run:', '', ...facts.map((fact) => `- ${fact}`)].join('\n');
}

function phaseList(phases: readonly PhaseInfo[]): string {
  return phases.map(({ id, title }) => `- ${id}: ${title}`).join('\n');
}

function timesSection(rows: readonly Row[]): string {
  return joined([caseTitle(rows[0]), timesTable(rows), notesOf(rows), memoryLine(rows)]);
}

function wholeSection(rows: readonly Row[]): string {
  const work = workTable(rows);
  return joined([timesSection(rows), work && 'Nodes visited / items tested:', work]);
}

export function countStatuses(rows: readonly Row[]): string {
  const groups = groupBy(rows, ({ status }) => status);
  return [...groups].map(([status, group]) => `${group.length} ${status}`).join(', ');
}

function render(
  { environment, rows }: Report,
  heading: string,
  section: (rows: readonly Row[]) => string,
): string {
  const cases = groupBy(rows, ({ scene, n }) => `${scene} ${n}`);
  return joined([
    cardOf(environment),
    `Nanoseconds per operation: median (quartiles); the fastest in bold. Rows: ${countStatuses(rows)}.`,
    ...[...cases.values()].map((caseRows) => `${heading} ${section(caseRows)}`),
  ]);
}

export function renderTimes(report: Report): string {
  return render(report, '###', timesSection);
}

export function renderDocument(report: Report): string {
  const parts = [render(report, '##', wholeSection), '## Phases', phaseList(report.phases)];
  return `${joined(['# Benchmark', ...parts])}\n`;
}

export function progressLine(rows: readonly Row[]): string {
  const [{ scene, n, phase, operation }] = rows;
  const cells = rows.map((row) => {
    const result = row.ns ? formatNumber(row.ns.median) : row.status.toUpperCase();
    return `${labelOf(row)} ${result}`;
  });
  return `${`${scene} ${n}`.padEnd(22)} ${phase.padEnd(18)} ${cells.join('  ')}  ns/${operation}`;
}
