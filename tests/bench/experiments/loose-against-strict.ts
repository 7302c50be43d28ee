/**
 * Compares strict and loose cells. The article "Loose octrees for frustum culling, part 2" (2011)
 * announced figures for this comparison. Part 1 claims that loose cells need fewer tests, because
 * no object stays in a large cell. This experiment counts tests (cells visited plus items tested)
 * by looseness and capacity.
 */

import { type SpatialIndex, structures } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { onceEach } from '../node/once';
import { change, percent, rounded, type Table } from '../report/document';
import type { Experiment, Findings } from './experiment';
import { boxAround, type Dimensions, lookAt } from './queries';

const COUNT = 5000;
const LARGE = 200;
const SEED = 2011;
const MAX_DEPTH = 8;
const CAPACITY = 8;

const looseness = [1.1, 1.25, 1.5, 1.75, 2];
const capacities = [4, 8, 16, 32];

/** Returns cubes in the unit cube; most have diagonals of 0.01 to 0.03, some up to 0.15. */
const twoSizes = onceEach((dimensions: Dimensions): Float32Array => {
  const random = new Mulberry32(SEED);
  const between = (min: number, max: number) => min + (max - min) * random.unit();
  const boxes = new Float32Array(COUNT * 2 * dimensions);
  for (let i = 0; i < COUNT; i++) {
    const diagonal = i < COUNT - LARGE ? between(0.01, 0.03) : between(0.03, 0.15);
    const half = diagonal / Math.sqrt(dimensions) / 2;
    const center = Array.from({ length: dimensions }, () => between(half, 1 - half));
    boxes.set(boxAround(center, half), i * 2 * dimensions);
  }
  return boxes;
});

interface Queries {
  readonly boxes: readonly Float32Array[];
  readonly frusta: readonly Float32Array[];
}

const makeQueries = onceEach((dimensions: Dimensions): Queries => {
  const random = new Mulberry32(SEED + dimensions);
  const point = () => Array.from({ length: dimensions }, () => random.unit());
  const boxes = Array.from({ length: 1000 }, (_, i) => boxAround(point(), i < 500 ? 0.05 : 0.125));
  const frusta =
    dimensions === 2 ? [] : Array.from({ length: 100 }, () => lookAt(point(), point(), 60, 0.6));
  return { boxes, frusta };
});

interface Work {
  readonly nodes: number;
  readonly items: number;
}

const total = ({ nodes, items }: Work) => nodes + items;

function workOf<Query>(
  index: SpatialIndex,
  queries: readonly Query[],
  run: (query: Query) => unknown,
): Work {
  let nodes = 0;
  let items = 0;
  for (const query of queries) {
    run(query);
    const counted = index.counters();
    nodes += counted.nodeVisits;
    items += counted.itemTests;
  }
  return { nodes: nodes / queries.length, items: items / queries.length };
}

export interface Measured {
  /** Number of items by depth of their cell. */
  readonly depths: readonly number[];
  readonly boxes: Work;
  /** Undefined in 2D. */
  readonly frusta: Work | undefined;
}

/** Options of the tree. Without `looseness`, its cells are strict. */
export interface Form {
  readonly looseness?: number;
  readonly capacity?: number;
}

export function measure(dimensions: Dimensions, form: Form): Measured {
  return measured({ dimensions, form: { capacity: CAPACITY, ...form } });
}

interface Variant {
  readonly dimensions: Dimensions;
  readonly form: Form;
}

const measured = onceEach(({ dimensions, form }: Variant): Measured => {
  const { looseness: k, capacity } = form;
  const id = k === undefined ? 'octree' : 'loose-octree';
  const entry = structures.find((one) => one.id === id);
  if (!entry) throw new Error(`${id} is not in the registry`);
  const loose = k === undefined ? {} : { looseness: k };
  const index = entry.create({ dimensions, capacity, maxDepth: MAX_DEPTH, ...loose });
  try {
    index.build(twoSizes(dimensions));
    const queries = makeQueries(dimensions);
    const culls = queries.frusta.length > 0;
    return {
      depths: depthsOf(index),
      boxes: workOf(index, queries.boxes, (box) => index.queryBox(box)),
      frusta: culls
        ? workOf(index, queries.frusta, (planes) => index.queryFrustum(planes))
        : undefined,
    };
  } finally {
    index.dispose();
  }
});

function depthsOf(index: SpatialIndex): number[] {
  const { level, itemCount } = index.nodes();
  const depths: number[] = [];
  level.forEach((depth, node) => {
    while (depths.length <= depth) depths.push(0);
    depths[depth] += itemCount[node];
  });
  return depths;
}

const formName = ({ looseness: k }: Form) => (k === undefined ? 'strict' : `k = ${k}`);

function depthTable(dimensions: Dimensions, forms: readonly Form[]): Table {
  const measured = forms.map((form) => measure(dimensions, form).depths);
  const deepest = Math.max(...measured.map(({ length }) => length));
  const depths = Array.from({ length: deepest }, (_, depth) => depth);
  return {
    caption: `Items by the depth of their cell, ${dimensions}D, capacity ${CAPACITY}:`,
    header: ['', ...depths.map(String)],
    rows: forms.map((form, i) => [
      formName(form),
      ...depths.map((depth) => measured[i][depth] ?? 0),
    ]),
  };
}

function cells({ nodes, items }: Work): string {
  return `${rounded(nodes)} + ${rounded(items)} = ${rounded(nodes + items)}`;
}

function loosenessTable(dimensions: Dimensions): Table {
  const strict = measure(dimensions, {});
  const forms: readonly Form[] = [{}, ...looseness.map((k) => ({ looseness: k }))];
  const rows = forms.map((form) => {
    const found = measure(dimensions, form);
    const frusta = found.frusta
      ? [cells(found.frusta), change(total(found.frusta), total(strict.frusta!))]
      : [];
    return [
      formName(form),
      cells(found.boxes),
      change(total(found.boxes), total(strict.boxes)),
      ...frusta,
    ];
  });
  const frustaHeader = dimensions === 3 ? ['frustum', 'change from strict'] : [];
  return {
    caption: `Cells visited + items tested by a query, ${dimensions}D, capacity ${CAPACITY}:`,
    header: ['', 'box', 'change from strict', ...frustaHeader],
    rows,
  };
}

function capacityTable(dimensions: Dimensions): Table {
  const forms: readonly Form[] = [{}, ...looseness.map((k) => ({ looseness: k }))];
  return {
    caption: `Tests of a box query by capacity, ${dimensions}D:`,
    header: ['', ...capacities.map((capacity) => `capacity ${capacity}`)],
    rows: forms.map((form) => [
      formName(form),
      ...capacities.map((capacity) =>
        rounded(total(measure(dimensions, { ...form, capacity }).boxes)),
      ),
    ]),
  };
}

const finer = Array.from({ length: 19 }, (_, i) => (110 + 5 * i) / 100);

function loosenessChart(dimensions: Dimensions) {
  const strict = total(measure(dimensions, {}).boxes);
  return {
    name: `loose-${dimensions}d`,
    title: `${dimensions === 2 ? 'Loose quadtree' : 'Loose octree'}: tests of a box query`,
    x: 'looseness',
    y: 'cells visited + items tested',
    series: capacities.map((capacity) => ({
      name: `capacity ${capacity}`,
      points: finer.map(
        (k) => [k, total(measure(dimensions, { looseness: k, capacity }).boxes)] as const,
      ),
    })),
    marks: [{ y: strict, label: `strict cells, capacity ${CAPACITY}` }],
  };
}

function conclusions(): string[] {
  const strict = measure(3, {});
  const half = measure(3, { looseness: 1.25 });
  const double = measure(3, { looseness: 2 });
  const shallow = ({ depths }: Measured) => (depths[0] + depths[1] + depths[2]) / COUNT;
  return [
    `${percent(strict.depths[0] / COUNT)} of all items are in the root of the strict octree and ${percent(shallow(strict))} in its first three levels. With k = 2 it is ${percent(shallow(double))}.`,
    `Loose cells remove these hot spots. The number of tests depends on k: compared with strict cells a box query in 3D needs ${change(total(half.boxes), total(strict.boxes))} with k = 1.25, and ${change(total(double.boxes), total(strict.boxes))} with k = 2, the recommended value.`,
  ];
}

export const looseAgainstStrict: Experiment = {
  id: 'loose-against-strict',
  title: 'Strict and loose cells',
  question:
    'In a strict octree an item across a face stays in a large cell, where every query tests it. In a loose octree cells are k times as large around the same center, so the item fits in a deeper cell. Does a query need fewer tests then? An article from 2011 claims so without numbers. Scene: 5,000 cubes in the unit cube, 4,800 with diagonals of 0.01 to 0.03 and 200 of 0.03 to 0.15. Queries: 500 boxes of side 0.1 and 500 of side 0.25; in 3D also 100 frusta.',
  run: (): Findings => ({
    tables: ([2, 3] as const).flatMap((dimensions) => [
      depthTable(dimensions, [{}, { looseness: 1.25 }, { looseness: 1.5 }, { looseness: 2 }]),
      loosenessTable(dimensions),
      capacityTable(dimensions),
    ]),
    charts: [loosenessChart(2), loosenessChart(3)],
    conclusions: conclusions(),
  }),
};
