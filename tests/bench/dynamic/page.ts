/** The tables of docs/benchmarks/dynamic.md, and its charts. */

import {
  type Cell,
  type Chart,
  chartLink,
  type Files,
  listText,
  milliseconds,
  pageFiles,
  type Table,
  tableText,
  whole,
} from '../report/document';
import { cardOf, formatNumber } from '../report/table';
import { FRAME_MS, MAX_SLOW_FRAMES, RECORD_INTERVAL, SLOWEST_FRAME_MS } from './play';
import { policies } from './policies';
import type { DynamicCell, DynamicRecord, World } from './record';
import { motionKinds } from './worlds';

export const PAGE = 'docs/benchmarks/dynamic.md';

const rules = (frames: number) => [
  `A scene runs for ${whole(frames)} frames. Large scenes end after a time limit; the table of scenes has the number of frames.`,
  'All structures process the same frame one after the other. The first one changes in each frame, so that none profits from warm caches. Moving the boxes is not timed.',
  `A structure that takes more than ${SLOWEST_FRAME_MS} ms for the first frame of a scene is excluded from it; the list is below. When its median over the first ${MAX_SLOW_FRAMES} frames is above ${milliseconds(FRAME_MS)} ms (a frame at 60 Hz), it stops there; its values are for those frames and in *italics*.`,
  `Every ${RECORD_INTERVAL} frames and in the last one all pairs are compared with a reference. One wrong pair ends the run.`,
];

const stoppedEarly = ({ frames, total }: DynamicCell) =>
  frames === MAX_SLOW_FRAMES && total.p50 > FRAME_MS;

const nameOf = ({ structure, policy }: DynamicCell) => `${structure}, ${policy}`;

function worldsTable(worlds: readonly World[]): Table {
  return {
    caption: 'Scenes; moved boxes, pairs, begins and ends are means per frame:',
    header: ['motion', 'n', 'frames', 'moved', 'pairs', 'begins', 'ends'],
    rows: worlds.map(({ motion, dimensions, n, frames, moved, pairs, begins, ends }) => [
      `${motion}, ${dimensions}D`,
      ...[n, frames, moved, pairs].map(whole),
      formatNumber(begins),
      formatNumber(ends),
    ]),
  };
}

const timeCell = (cell: DynamicCell | undefined, best: number): Cell => {
  if (!cell) return '';
  const { p50, p99 } = cell.total;
  const text = milliseconds(p50);
  if (stoppedEarly(cell)) return `*${text} (${milliseconds(p99)})*`;
  return `${p50 <= best ? `**${text}**` : text} (${milliseconds(p99)})`;
};

function totalsTable(cells: readonly DynamicCell[]): Table {
  const names = [...new Set(cells.map(nameOf))];
  const ids = motionKinds
    .map(({ id }) => id)
    .filter((id) => cells.some((one) => one.motion === id));
  const best = ids.map((id) =>
    Math.min(...cells.filter(({ motion }) => motion === id).map(({ total }) => total.p50)),
  );
  return {
    caption:
      'Update and pairs, in milliseconds per frame: median (99th percentile). The smallest median is bold:',
    header: ['', ...ids],
    rows: names.map((name) => [
      name,
      ...ids.map((id, i) =>
        timeCell(
          cells.find((one) => one.motion === id && nameOf(one) === name),
          best[i],
        ),
      ),
    ]),
  };
}

function detailTable(cells: readonly DynamicCell[], motion: string): Table {
  const times = ({ p50, p95, p99, max }: DynamicCell['update']) =>
    [p50, p95, p99, max].map(milliseconds).join(' / ');
  const both = (values: readonly [number, number] | null) =>
    values ? values.map(formatNumber).join(' → ') : '';
  return {
    caption: `${motion}: times as p50 / p95 / p99 / maximum in milliseconds; tests, height and area ratio in the first frame → in the last frame:`,
    header: ['', 'update', 'pairs', 'tests', 'height', 'area ratio', 'KiB'],
    rows: cells
      .filter((cell) => cell.motion === motion)
      .map((cell) => [
        stoppedEarly(cell) ? `*${nameOf(cell)}*` : nameOf(cell),
        times(cell.update),
        times(cell.pairs),
        `${whole(cell.work[0])} → ${whole(cell.work[cell.work.length - 1])}`,
        both(cell.height),
        both(cell.areaRatio),
        whole(cell.bytes / 1024),
      ]),
  };
}

/** Returns the measured motion that degrades trees most. */
const drifting = (cells: readonly DynamicCell[]) =>
  cells.find(({ motion }) => motion === 'swirl')?.motion ?? cells[0]?.motion ?? '';

/** Returns a chart that shows how trees degrade without rebuilds. */
function driftChart(cells: readonly DynamicCell[], dimensions: 2 | 3, n: number): Chart {
  const motion = drifting(cells);
  const trees = cells.filter(
    (cell) =>
      cell.motion === motion &&
      cell.areaRatio !== null &&
      cell.policy !== 'changes' &&
      cell.policy !== 'rebuild',
  );
  return {
    name: `dynamic-drift-${dimensions}d`,
    title: `${motion}, ${dimensions}D, n = ${whole(n)}: work for all pairs`,
    x: 'frame',
    y: 'tests relative to the first frame',
    series: trees.map((cell) => ({
      name: nameOf(cell),
      points: cell.work.map((work, i) => [1 + i * RECORD_INTERVAL, work / cell.work[0]] as const),
    })),
  };
}

function tooSlowText({ tooSlow }: DynamicRecord): string {
  const names = new Map<string, Set<string>>();
  for (const { structure, policy, dimensions, n } of tooSlow) {
    const worlds = names.get(`${structure}, ${policy}`) ?? new Set();
    names.set(`${structure}, ${policy}`, worlds.add(`${dimensions}D with ${whole(n)}`));
  }
  const lines = [...names].map(([name, worlds]) => `${name}: ${[...worlds].join(', ')}`);
  return lines.length > 0 ? `Excluded because too slow:\n\n${listText(lines)}` : '';
}

/** Returns the middle size, which is the only size with detailed tables. */
const detailSize = ({ worlds }: DynamicRecord) => {
  const sizes = [...new Set(worlds.map(({ n }) => n))].sort((a, b) => a - b);
  return sizes[sizes.length >> 1];
};

function sizeSections(record: DynamicRecord, dimensions: 2 | 3): string[] {
  const sizes = [...new Set(record.worlds.map(({ n }) => n))];
  return sizes.map((n) => {
    const cells = record.cells.filter((cell) => cell.dimensions === dimensions && cell.n === n);
    return [`## ${dimensions}D, n = ${whole(n)}`, tableText(totalsTable(cells))].join('\n\n');
  });
}

function detailSections(record: DynamicRecord, dimensions: 2 | 3): string {
  const n = detailSize(record);
  const cells = record.cells.filter((cell) => cell.dimensions === dimensions && cell.n === n);
  const played = motionKinds.filter(({ id }) => cells.some(({ motion }) => motion === id));
  const tables = played.map(({ id }) => tableText(detailTable(cells, id)));
  const chart = chartLink(driftChart(cells, dimensions, n));
  return [
    `## Update, pairs, quality and memory: ${dimensions}D, n = ${whole(n)}`,
    chart,
    ...tables,
  ].join('\n\n');
}

export function renderPage(record: DynamicRecord): Files {
  const charts = ([2, 3] as const).map((dimensions) => {
    const n = detailSize(record);
    const cells = record.cells.filter((cell) => cell.dimensions === dimensions && cell.n === n);
    return driftChart(cells, dimensions, n);
  });
  const blocks = {
    environment: cardOf(record.environment),
    method: [
      listText(rules(record.frames)),
      'Motions:',
      listText(motionKinds.map(({ id, title }) => `${id}: ${title}`)),
      'Policies:',
      listText(policies.map(({ id, title }) => `${id}: ${title}`)),
    ],
    scenes: [tableText(worldsTable(record.worlds)), tooSlowText(record)],
    times: [...sizeSections(record, 2), ...sizeSections(record, 3)],
    details: [detailSections(record, 2), detailSections(record, 3)],
  };
  return pageFiles(PAGE, blocks, charts);
}
