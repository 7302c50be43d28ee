/** Generates the tables and charts of docs/benchmarks/profile.md. */

import {
  type Cell,
  chartLink,
  type Files,
  fillPage,
  listText,
  milliseconds,
  type Table,
  tableText,
  whole,
} from '../report/document';
import { renderShareChart, type ShareChart } from '../report/share-chart';
import { cardOf, formatNumber } from '../report/table';
import type { BatchCell, Floor, FrameCell, ProfileRecord } from './record';

export const PAGE = 'docs/benchmarks/profile.md';

type Parts = readonly (readonly [name: string, ms: number | null])[];

const frameParts = (cell: FrameCell): Parts => [
  ['copy', cell.copy],
  ['check', cell.check],
  ['update', cell.update],
  ['late', cell.late],
  ['search', cell.search],
  ['write', cell.write],
  ['calls', cell.calls],
];

const sumOf = (parts: Parts) => parts.reduce((sum, [, ms]) => sum + (ms ?? 0), 0);

function batchParts(cell: BatchCell): Parts {
  const { copy, check, write, copyOut, calls } = cell;
  const others = copy + check + (write ?? 0) + copyOut + calls;
  return [
    ['copy', copy],
    ['check', check],
    ['search', cell.whole - others],
    ['write', write],
    ['copy out', copyOut],
    ['calls', calls],
  ];
}

const frameFloor = ({ boxesIn, pairsOut, call }: Floor) => boxesIn + pairsOut + call;
const batchFloor = ({ queriesIn, resultsOut, call }: Floor) => queriesIn + resultsOut + call;

const byWhole = <One extends { readonly whole: number }>(cells: readonly One[]) =>
  [...cells].sort((a, b) => a.whole - b.whole);

/** Formats milliseconds as microseconds, because some parts take less than a microsecond. */
function micros(ms: number | null): Cell {
  if (ms === null) return '';
  const value = 1000 * ms;
  return (Math.abs(value) < 10 ? value.toFixed(1) : whole(value)).replace('-', '−');
}

const timesFloor = (ms: number, floor: number) => `${formatNumber(ms / floor)}×`;

function frameTable(cells: readonly FrameCell[], floor: Floor): Table {
  const names = frameParts(cells[0]).map(([name]) => name);
  return {
    caption:
      'A frame, microseconds, the fastest first; the last column is the whole divided by the floor:',
    header: ['', ...names, 'sum', 'whole', 'floor'],
    rows: byWhole(cells).map((cell) => {
      const parts = frameParts(cell);
      return [
        cell.structure,
        ...parts.map(([, ms]) => micros(ms)),
        micros(sumOf(parts)),
        micros(cell.whole),
        timesFloor(cell.whole, frameFloor(floor)),
      ];
    }),
  };
}

function batchTable(cells: readonly BatchCell[], floor: Floor): Table {
  const names = batchParts(cells[0]).map(([name]) => name);
  return {
    caption:
      'A batch, microseconds, the fastest first; the last column is the whole divided by the floor:',
    header: ['', ...names, 'whole', 'floor'],
    rows: byWhole(cells).map((cell) => [
      cell.structure,
      ...batchParts(cell).map(([, ms]) => micros(ms)),
      micros(cell.whole),
      timesFloor(cell.whole, batchFloor(floor)),
    ]),
  };
}

function floorTable(floor: Floor, n: number, queries: number): Table {
  const { pairs, hits } = floor;
  const row = (what: string, bytes: number, ms: number): Cell[] => [
    what,
    bytes > 0 ? whole(bytes) : '',
    micros(ms),
  ];
  const box = 8 * floor.dimensions;
  return {
    caption: 'The floor, which every structure has:',
    header: ['', 'bytes', 'microseconds'],
    rows: [
      row(`${whole(n)} boxes copied in`, n * box, floor.boxesIn),
      row(`${whole(pairs)} pairs written`, 8 * pairs, floor.pairsOut),
      row(`${whole(queries)} queries copied in`, queries * box, floor.queriesIn),
      row(
        `${whole(hits)} hits and their offsets copied out`,
        4 * (hits + queries + 1),
        floor.resultsOut,
      ),
      row('a call that returns a number', 0, floor.call),
      row('the pairs view read once in JavaScript, by the caller', 8 * pairs, floor.readPairs),
    ],
  };
}

/** Lists parts of at least 5 % in descending order, such as `search 71 %, late 12 %, …`. */
function sharesText(parts: Parts): string {
  const sum = sumOf(parts);
  return [...parts]
    .map(([name, ms]) => ({ name, share: (ms ?? 0) / sum }))
    .filter(({ share }) => share >= 0.05)
    .sort((a, b) => b.share - a.share)
    .map(({ name, share }) => `${name} ${Math.round(100 * share)} %`)
    .join(', ');
}

function wordsOn(
  what: string,
  structure: string,
  ms: number,
  parts: Parts,
  [count, unit]: readonly [number, string],
  floor: number,
): string {
  const handled = parts.filter(([name]) => ['copy', 'check', 'copy out', 'calls'].includes(name));
  const share = Math.round((100 * sumOf(handled)) / sumOf(parts));
  return `The fastest ${what} is that of ${structure}: ${milliseconds(ms)} ms, ${formatNumber((1e6 * ms) / count)} ns per ${unit}, ${formatNumber(ms / floor)} times the floor. Shares: ${sharesText(parts)}. Passing data (copies, check, calls) takes ${share} %.`;
}

function words(
  { n, queries }: ProfileRecord,
  frames: readonly FrameCell[],
  batches: readonly BatchCell[],
  floor: Floor,
): string {
  const [frame] = byWhole(frames);
  const [batch] = byWhole(batches);
  return listText([
    wordsOn(
      'frame',
      frame.structure,
      frame.whole,
      frameParts(frame),
      [n, 'box'],
      frameFloor(floor),
    ),
    wordsOn(
      'batch',
      batch.structure,
      batch.whole,
      batchParts(batch),
      [queries, 'query'],
      batchFloor(floor),
    ),
  ]);
}

const frameChart = (
  cells: readonly FrameCell[],
  dimensions: 2 | 3,
): ShareChart & { name: string } => ({
  name: `profile-frame-${dimensions}d`,
  title: `A frame, ${dimensions}D: shares of its time`,
  parts: frameParts(cells[0]).map(([name]) => name),
  bars: byWhole(cells).map((cell) => ({
    name: cell.structure,
    note: `${milliseconds(cell.whole)} ms`,
    values: frameParts(cell).map(([, ms]) => ms ?? 0),
  })),
});

const batchChart = (
  cells: readonly BatchCell[],
  dimensions: 2 | 3,
): ShareChart & { name: string } => ({
  name: `profile-batch-${dimensions}d`,
  title: `A batch of box queries, ${dimensions}D: shares of its time`,
  parts: batchParts(cells[0]).map(([name]) => name),
  bars: byWhole(cells).map((cell) => ({
    name: cell.structure,
    note: `${milliseconds(cell.whole)} ms`,
    values: batchParts(cell).map(([, ms]) => ms ?? 0),
  })),
});

function cellsOf(record: ProfileRecord, dimensions: 2 | 3) {
  const here = (cell: { readonly dimensions: 2 | 3 }) => cell.dimensions === dimensions;
  const floor = record.floors.find(here);
  if (!floor) throw new Error(`the record has no floor in ${dimensions}D`);
  return { frames: record.frames.filter(here), batches: record.batches.filter(here), floor };
}

function dimensionSection(record: ProfileRecord, dimensions: 2 | 3): string {
  const { frames, batches, floor } = cellsOf(record, dimensions);
  return [
    words(record, frames, batches, floor),
    chartLink(frameChart(frames, dimensions)),
    tableText(frameTable(frames, floor)),
    chartLink(batchChart(batches, dimensions)),
    tableText(batchTable(batches, floor)),
    tableText(floorTable(floor, record.n, record.queries)),
  ].join('\n\n');
}

const FULL_SIZE = 100_000;

export function renderPage(record: ProfileRecord): Files {
  const isShort = record.n < FULL_SIZE;
  const page = fillPage(PAGE, {
    environment: [
      cardOf(record.environment),
      isShort
        ? `**This is a short run: ${whole(record.n)} boxes instead of ${whole(FULL_SIZE)}.**`
        : '',
    ],
    '2D': [dimensionSection(record, 2)],
    '3D': [dimensionSection(record, 3)],
  });
  const files = new Map([[PAGE, page]]);
  for (const dimensions of [2, 3] as const) {
    const { frames, batches } = cellsOf(record, dimensions);
    for (const chart of [frameChart(frames, dimensions), batchChart(batches, dimensions)]) {
      files.set(`docs/images/${chart.name}.svg`, renderShareChart(chart));
    }
  }
  return files;
}
