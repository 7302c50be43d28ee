/** Generates the tables and charts of docs/benchmarks/scaling.md. */

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
import { type PanelChart, renderPanelChart } from '../report/panel-chart';
import { cardOf, formatNumber } from '../report/table';
import type {
  Excluded,
  MemoryCell,
  MemoryUse,
  MethodId,
  ScalingCell,
  ScalingRecord,
} from './record';
import { timedMethods } from './timed-methods';

export const PAGE = 'docs/benchmarks/scaling.md';

/** Numbers of boxes between which the growth of the cost is computed. */
const FROM = 10_000;
const TO = 1_000_000;

/** Maximum growth of the cost per box from `FROM` to `TO` boxes that Sapwood claims for pairs. */
const CLAIMED_GROWTH = 1.4;
const CLAIMED_STRUCTURES: readonly string[] = ['sweep-and-prune'];
const CLAIMED_METHODS: readonly MethodId[] = ['pairs', 'scratch', 'frame'];
const WHY_MISSED =
  'The cost of distributing boxes to columns grows: 10,000 boxes fit the cache, but a million are written to memory and read again for the sort. Columns with ids instead of boxes were faster up to 100,000 boxes and up to twice as slow at a million.';

/**
 * Methods in the charts. `scratch` is omitted, because its cost is approximately that of `build`
 * plus `pairs`.
 */
const CHARTED: readonly MethodId[] = ['build', 'pairs', 'frame', 'queries'];
const CHART_NAMES: Readonly<Record<MethodId, string>> = {
  build: 'build',
  pairs: 'pairs',
  scratch: 'build + pairs',
  frame: 'update + pairs',
  queries: 'box query (per query)',
};

const sizesOf = ({ scenes }: ScalingRecord) =>
  [...new Set(scenes.map(({ n }) => n))].sort((a, b) => a - b);

const structuresOf = ({ cells, excluded }: ScalingRecord, dimensions: 2 | 3) => [
  ...new Set(
    [...cells, ...excluded]
      .filter((cell) => cell.dimensions === dimensions)
      .map(({ structure }) => structure),
  ),
];

function seriesOf(cells: readonly ScalingCell[], method: MethodId) {
  const points = cells.map(({ n, ns }) => [n, ns[method].median] as const);
  return { name: CHART_NAMES[method], points };
}

/**
 * Returns the numbers of boxes between which growth is computed: FROM and TO, or the first and the
 * last number in the record.
 */
function rangeOf(record: ScalingRecord): readonly [from: number, to: number] {
  const sizes = sizesOf(record);
  const claimed = sizes.includes(FROM) && sizes.includes(TO);
  return claimed ? [FROM, TO] : [sizes[0], sizes[sizes.length - 1]];
}

type Growths = Partial<Record<MethodId, number>>;

/**
 * Returns for each method the cost with many boxes divided by the cost with few boxes. The result
 * is empty if the structure was not measured with both numbers of boxes.
 */
function growthsOf(record: ScalingRecord, dimensions: 2 | 3, structure: string): Growths {
  const [from, to] = rangeOf(record);
  const at = (n: number) =>
    record.cells.find(
      (cell) => cell.dimensions === dimensions && cell.structure === structure && cell.n === n,
    );
  const [small, large] = [at(from), at(to)];
  if (!small || !large) return {};
  const growths = timedMethods.map(({ id }) => [id, large.ns[id].median / small.ns[id].median]);
  return Object.fromEntries(growths) as Growths;
}

const times = (growth: number) => `${growth.toFixed(2)}×`;

function panelChart(record: ScalingRecord, dimensions: 2 | 3): PanelChart & { name: string } {
  const [from, to] = rangeOf(record);
  return {
    name: `scaling-${dimensions}d`,
    title: `Cost per box, ${dimensions}D, uniform scene at constant density`,
    x: 'boxes',
    y: `nanoseconds per box (queries: per query); numbers after the names: pairs at ${whole(to)} divided by pairs at ${whole(from)}`,
    names: CHARTED.map((method) => CHART_NAMES[method]),
    panels: structuresOf(record, dimensions).map((structure) => {
      const cells = record.cells.filter(
        (cell) => cell.dimensions === dimensions && cell.structure === structure,
      );
      const { pairs } = growthsOf(record, dimensions, structure);
      return {
        name: structure,
        ...(pairs === undefined ? {} : { note: times(pairs) }),
        series: CHARTED.map((method) => seriesOf(cells, method)),
      };
    }),
  };
}

function timesTable(record: ScalingRecord, dimensions: 2 | 3, method: MethodId): Table {
  const sizes = sizesOf(record);
  const mine = record.cells.filter((cell) => cell.dimensions === dimensions);
  const best = sizes.map((n) =>
    Math.min(...mine.filter((cell) => cell.n === n).map(({ ns }) => ns[method].median)),
  );
  const cellText = (structure: string, n: number, i: number): Cell => {
    const found = mine.find((cell) => cell.structure === structure && cell.n === n);
    if (!found) return '';
    const { median } = found.ns[method];
    return median <= best[i] ? `**${formatNumber(median)}**` : formatNumber(median);
  };
  const { title } = timedMethods.find(({ id }) => id === method)!;
  return {
    caption: `${CHART_NAMES[method]}: ${title}; nanoseconds, the least in bold:`,
    header: ['', ...sizes.map(whole)],
    rows: structuresOf(record, dimensions).map((structure) => [
      structure,
      ...sizes.map((n, i) => cellText(structure, n, i)),
    ]),
  };
}

function growthTable(record: ScalingRecord, dimensions: 2 | 3): Table {
  const [from, to] = rangeOf(record);
  const text = (growth: number | undefined) => (growth === undefined ? '' : times(growth));
  return {
    caption: `Cost of a box at ${whole(to)} boxes divided by that at ${whole(from)}:`,
    header: ['', ...timedMethods.map(({ id }) => CHART_NAMES[id])],
    rows: structuresOf(record, dimensions).map((structure) => {
      const growths = growthsOf(record, dimensions, structure);
      return [structure, ...timedMethods.map(({ id }) => text(growths[id]))];
    }),
  };
}

function conclusions(record: ScalingRecord, dimensions: 2 | 3): string {
  const [from, to] = rangeOf(record);
  if (from !== FROM || to !== TO) {
    return `This record does not contain both ${whole(FROM)} and ${whole(TO)} boxes, so the limit of ${CLAIMED_GROWTH} times the cost of a box for pairs is not checked.`;
  }
  return listText(
    CLAIMED_STRUCTURES.map((structure) => {
      const growths = growthsOf(record, dimensions, structure);
      const words = CLAIMED_METHODS.map((method) => {
        const growth = growths[method];
        if (growth === undefined) return `${CHART_NAMES[method]} not measured`;
        const assessment = growth <= CLAIMED_GROWTH ? 'within the limit' : '**above the limit**';
        return `${CHART_NAMES[method]} ${times(growth)}, ${assessment}`;
      });
      const missed = CLAIMED_METHODS.some((method) => (growths[method] ?? 0) > CLAIMED_GROWTH);
      return `For pairs of ${structure} the cost of a box should grow by at most ${CLAIMED_GROWTH}×. Measured: ${words.join('; ')}.${missed ? ` ${WHY_MISSED}` : ''}`;
    }),
  );
}

function excludedText(excluded: readonly Excluded[]): string {
  if (excluded.length === 0) return '';
  const lines = excluded.map(
    ({ structure, dimensions, n, ms }) =>
      `${structure}, ${dimensions}D, at ${whole(n)}: ${milliseconds(ms / 1000)} s for one build and all pairs`,
  );
  return `Not measured at larger sizes, because too slow:\n\n${listText(lines)}`;
}

function scenesTable({ scenes }: ScalingRecord): Table {
  return {
    caption: 'Scenes:',
    header: ['', 'boxes', 'pairs', 'hits of a query'],
    rows: scenes.map(({ dimensions, n, pairs, hits }) => [
      `uniform, ${dimensions}D`,
      whole(n),
      whole(pairs),
      formatNumber(hits),
    ]),
  };
}

function memoryText(memoryUse: MemoryUse | null, n: number): Cell {
  if (!memoryUse) return '';
  const { bytes, heap } = memoryUse;
  return `${formatNumber(bytes / n)} (${(100 * (heap / bytes - 1)).toFixed(2)} %)`;
}

function memoryTable(memory: readonly MemoryCell[], dimensions: 2 | 3): Table {
  return {
    caption: `${dimensions}D, bytes per box; the overhead of the allocator is in parentheses:`,
    header: ['', 'boxes', 'built', 'after pairs and queries', 'after churn'],
    rows: memory
      .filter((cell) => cell.dimensions === dimensions)
      .map(({ structure, n, build, pairs, churn }) => [
        structure,
        whole(n),
        memoryText(build, n),
        memoryText(pairs, n),
        memoryText(churn, n),
      ]),
  };
}

function dimensionSection(record: ScalingRecord, dimensions: 2 | 3): string {
  return [
    chartLink(panelChart(record, dimensions)),
    tableText(growthTable(record, dimensions)),
    conclusions(record, dimensions),
    ...timedMethods.map(({ id }) => tableText(timesTable(record, dimensions, id))),
  ].join('\n\n');
}

export function renderPage(record: ScalingRecord): Files {
  const sizes = sizesOf(record);
  const isShort = !sizes.includes(TO);
  const page = fillPage(PAGE, {
    environment: [
      cardOf(record.environment),
      isShort ? `**This is a short run: ${whole(sizes[sizes.length - 1])} boxes at most.**` : '',
    ],
    scenes: [tableText(scenesTable(record)), excludedText(record.excluded)],
    '2D': [dimensionSection(record, 2)],
    '3D': [dimensionSection(record, 3)],
    memory: ([2, 3] as const).map((d) => tableText(memoryTable(record.memory, d))),
  });
  const files = new Map([[PAGE, page]]);
  for (const dimensions of [2, 3] as const) {
    const chart = panelChart(record, dimensions);
    files.set(`docs/images/${chart.name}.svg`, renderPanelChart(chart));
  }
  return files;
}
