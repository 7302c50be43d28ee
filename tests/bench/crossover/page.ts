/** The tables of docs/benchmarks/crossover.md, and its charts. */

import {
  type Cell,
  type Chart,
  chartLink,
  type Files,
  listText,
  pageFiles,
  percent,
  type Table,
  tableText,
  whole,
} from '../report/document';
import { cardOf } from '../report/table';
import { scenes, sizes } from './measure';
import type { CrossoverCell, CrossoverRecord } from './record';

export const PAGE = 'docs/benchmarks/crossover.md';
export const BRUTE_FORCE = 'brute-force';

/** Milliseconds per frame at 60 Hz. */
const FRAME = 1000 / 60;
const LARGEST = sizes[sizes.length - 1];

type CostOf = (cell: CrossoverCell) => number;

export const timeOf: CostOf = ({ total }) => total.median;
const workOf: CostOf = ({ tests, visits }) => tests + visits;

function curveOf(
  cells: readonly CrossoverCell[],
  scene: string,
  structure: string,
  cost: CostOf,
): Curve {
  return cells
    .filter((cell) => cell.scene === scene && cell.structure === structure)
    .sort((a, b) => a.n - b.n)
    .map((cell) => [cell.n, cost(cell)] as const);
}

const namesOf = (cells: readonly CrossoverCell[]) => [
  ...new Set(cells.map(({ structure }) => structure)),
];

/**
 * Returns, for each structure, the number of boxes n from which the structure costs less than brute
 * force.
 */
export function crossingsOf(
  cells: readonly CrossoverCell[],
  scene: string,
  cost: CostOf = workOf,
): ReadonlyMap<string, number | undefined> {
  const brute = curveOf(cells, scene, BRUTE_FORCE, cost);
  const others = namesOf(cells).filter((name) => name !== BRUTE_FORCE);
  return new Map(
    others.map((name) => [name, crossing(curveOf(cells, scene, name, cost), brute)] as const),
  );
}

const crossingText = (n: number | undefined): Cell =>
  n === undefined ? `more than ${LARGEST}` : whole(n);

function crossingTable(cells: readonly CrossoverCell[], caption: string, cost: CostOf): Table {
  const columns = scenes.map((scene) => crossingsOf(cells, scene, cost));
  return {
    caption,
    header: ['structure', ...scenes],
    rows: [...columns[0].keys()].map((name) => [
      name,
      ...columns.map((column) => crossingText(column.get(name))),
    ]),
  };
}

function chartOf(cells: readonly CrossoverCell[], scene: string): Chart {
  return {
    name: `crossover-${scene.toLowerCase()}`,
    title: `${scene}: build and all pairs of small scenes`,
    x: 'boxes',
    y: 'microseconds',
    logarithmic: { x: 'fitted', y: true },
    series: namesOf(cells).map((name) => ({
      name,
      points: curveOf(cells, scene, name, (cell) => 1000 * timeOf(cell)),
    })),
  };
}

function sceneConclusion(cells: readonly CrossoverCell[], scene: string): string {
  const known = [...crossingsOf(cells, scene, timeOf)].flatMap(([name, n]) =>
    n === undefined ? [] : [{ name, n }],
  );
  const [first] = known.sort((a, b) => a.n - b.n);
  const at = cells.filter((cell) => cell.scene === scene && cell.n === LARGEST);
  const brute = timeOf(at.find(({ structure }) => structure === BRUTE_FORCE)!);
  const best = at.reduce((a, b) => (timeOf(b) < timeOf(a) ? b : a));
  const gained = `For ${LARGEST} boxes brute force takes ${percent(brute / FRAME)} of a frame, and ${best.structure} ${percent(timeOf(best) / FRAME)}.`;
  if (first === undefined)
    return `${scene}: brute force is the fastest up to ${LARGEST} boxes. ${gained}`;
  return `${scene}: brute force is the fastest up to ${whole(first.n)} boxes. From there on ${first.name} is faster. ${gained}`;
}

export function renderPage({ environment, cells }: CrossoverRecord): Files {
  const charts = scenes.map((scene) => chartOf(cells, scene));
  const results = [
    listText(scenes.map((scene) => sceneConclusion(cells, scene))),
    ...charts.map(chartLink),
    tableText(
      crossingTable(
        cells,
        'Number of boxes from which each structure takes less time than brute force, which tests four boxes at once:',
        timeOf,
      ),
    ),
    tableText(
      crossingTable(
        cells,
        'Number of boxes from which each structure has fewer node visits and comparisons than brute force:',
        workOf,
      ),
    ),
  ];
  return pageFiles(PAGE, { environment: cardOf(environment), results }, charts);
}

/** Points in ascending order of n. */
type Curve = readonly (readonly [n: number, cost: number])[];

/**
 * Returns the n from which `curve` stays below `other`, interpolated linearly between sizes, or
 * undefined if it is not below at the largest n. Both curves have the same sizes.
 */
export function crossing(curve: Curve, other: Curve): number | undefined {
  let from: number | undefined;
  for (let i = curve.length - 1; i >= 0; i--) {
    const [n, cost] = curve[i];
    const lead = other[i][1] - cost;
    if (lead > 0) {
      from = n;
      continue;
    }
    if (from === undefined) return undefined;
    const [nextN, nextCost] = curve[i + 1];
    const nextLead = other[i + 1][1] - nextCost;
    return n + ((nextN - n) * -lead) / (nextLead - lead);
  }
  return from;
}
