/** docs/benchmarks/profile.md and its charts, made from a record. */

import {
  type Cell,
  chartLink,
  type Files,
  listText,
  milliseconds,
  type Table,
  tableText,
  whole,
  wrapProse,
} from '../report/document';
import { renderShareChart, type ShareChart } from '../report/share-chart';
import { cardOf, formatNumber } from '../report/table';
import type { BatchCell, Floor, FrameCell, ProfileRecord } from './record';

export const PAGE = 'docs/benchmarks/profile.md';

const opening = ({ n, queries }: ProfileRecord) => `# Where the time of a frame and of a batch goes

${whole(n)} boxes of the native peers' uniform scene. A *frame*: \`update(boxes)\` with every box a little further, then \`pairsView()\`. A
*batch*: \`queryBoxMany(boxes)\` with ${whole(queries)} small boxes.

\`npm run bench -- profile\` measures everything anew and writes \`tests/bench/results/profile.json\`, this page and its charts.`;

const FRAME_PARTS = [
  'copy: the caller’s boxes into staging memory (`staging().set(boxes)`); who writes there directly does not pay it',
  'check: each box is looked at for NaN, infinity and inverted edges; time of a refusal for the last box without that for the first one',
  'update: what the structure does at once; `update()` of staged boxes without the check',
  'late: what it has put off until somebody asks; the first `pairsView()` after an update without the second one',
  'search: the second `pairsView()`, without writing',
  'write: the pairs written in WASM memory; the search with filters that let all pass without the same with filters that let nothing pass; empty where filters also prune',
  'calls: a frame of an index with one box: four calls into WebAssembly, checks of arguments, views',
  'whole: the frame timed as one; the parts were timed in frames of their own, so that their sum may differ by a few per cent',
  'floor: the same bytes copied in and written out and one empty call; what is beyond it is work on boxes, not their transport',
];

const BATCH_PARTS = [
  'copy: the queries into WASM memory',
  'check: each query is looked at, as above',
  'search: the rest',
  'write: hits written in WASM memory, as above',
  'copy out: hits and offsets into arrays of the caller’s own',
  'calls: a batch of one query on an index with one box',
];

const HANDED = [
  '`build(boxes)`, `update(boxes)` and every batch copy the caller’s numbers once, into WASM memory; other arrays than `Float32Array` are rounded by the same copy. With `staging(count)` the caller writes there directly and nothing is copied.',
  'The core looks at the boxes where they lie. A structure then keeps boxes of its own, because an index must be as before when a call is refused: that is the second time that a box is written.',
  '`pairsView()` and `queryBoxInto` copy nothing out or straight into the caller’s array; `pairs()` and `queryBoxMany` copy once, because what they give is the caller’s to keep.',
  'Staging memory, the input buffer and the result buffers keep their size from call to call; `build(boxes)` alone gives its staging memory back. In a world whose frames have all been seen a question asks the allocator for nothing, with default options: the lists of a walk lie on the stack unless a tree is exceptionally deep or a node exceptionally full. Moving all items asks it a few times at most, where a structure makes itself anew.',
  'Views on WASM memory are made anew only after it has grown; a call that gives a view (`pairsView`, `staging`) makes that one view. `update(boxes)`, single queries and moves make no object at all. `npm test` holds all of this.',
];

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
const batchFloor = ({ queriesIn, answersOut, call }: Floor) => queriesIn + answersOut + call;

const byWhole = <One extends { readonly whole: number }>(cells: readonly One[]) =>
  [...cells].sort((a, b) => a.whole - b.whole);

/** Microseconds, because parts are small. */
function micros(ms: number | null): Cell {
  if (ms === null) return '';
  const value = 1000 * ms;
  return (Math.abs(value) < 10 ? value.toFixed(1) : whole(value)).replace('-', '−');
}

const timesFloor = (ms: number, floor: number) => `${formatNumber(ms / floor)}×`;

function frameTable(cells: readonly FrameCell[], floor: Floor): Table {
  const names = frameParts(cells[0]).map(([name]) => name);
  return {
    caption: 'A frame, microseconds, the fastest first; the last column against the floor:',
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
    caption: 'A batch, microseconds, the fastest first; the last column against the floor:',
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
    caption: 'The floor: what no structure can save:',
    header: ['', 'bytes', 'microseconds'],
    rows: [
      row(`${whole(n)} boxes copied in`, n * box, floor.boxesIn),
      row(`${whole(pairs)} pairs written`, 8 * pairs, floor.pairsOut),
      row(`${whole(queries)} queries copied in`, queries * box, floor.queriesIn),
      row(
        `${whole(hits)} hits and their offsets copied out`,
        4 * (hits + queries + 1),
        floor.answersOut,
      ),
      row('a call that answers a number', 0, floor.call),
      row(
        'the pairs view read once, in JavaScript: the caller’s own work',
        8 * pairs,
        floor.readPairs,
      ),
    ],
  };
}

/** `search 71 %, late 12 %, …`: what takes at least a twentieth, the most first. */
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
  return `The fastest ${what} is that of ${structure}: ${milliseconds(ms)} ms, ${formatNumber((1e6 * ms) / count)} ns a ${unit}, ${formatNumber(ms / floor)} times the floor of copied bytes. ${sharesText(parts)}; handing over (copies, check, calls) is ${share} % of it.`;
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
    `## ${dimensions}D`,
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
  const text = [
    opening(record),
    cardOf(record.environment),
    record.n < FULL_SIZE
      ? `**This is a short run: ${whole(record.n)} boxes instead of ${whole(FULL_SIZE)}.**`
      : '',
    'Parts of a frame, all of them medians:',
    listText(FRAME_PARTS),
    'Parts of a batch:',
    listText(BATCH_PARTS),
    dimensionSection(record, 2),
    dimensionSection(record, 3),
    '## What is copied, and when',
    listText(HANDED),
  ].filter((part) => part !== '');
  const files = new Map([[PAGE, wrapProse(`${text.join('\n\n')}\n`)]]);
  for (const dimensions of [2, 3] as const) {
    const { frames, batches } = cellsOf(record, dimensions);
    for (const chart of [frameChart(frames, dimensions), batchChart(batches, dimensions)]) {
      files.set(`docs/images/${chart.name}.svg`, renderShareChart(chart));
    }
  }
  return files;
}
