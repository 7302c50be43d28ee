/**
 * Dead space: the area of leaves that their items do not cover, for every structure whose leaves
 * are boxes. It requires the area of unions of boxes, which is Klee's problem and is computed by
 * Bentley's sweep.
 */

import { type SpatialIndex, structures } from 'sapwood/all';
import type { PublishedName } from 'scenes';
import { onceEach } from '../node/once';
import { boxesOf } from '../published/cases';
import { percent, type Table, whole } from '../report/document';
import type { Experiment, Findings } from './experiment';
import { unionArea } from './union-area';

const N = 2000;
export const scenes: readonly PublishedName[] = ['Random', 'RandomLargeBoxes', 'XLine'];

interface Form {
  readonly name: string;
  readonly id: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** True if the leaves are cells of space instead of boxes around items. */
  readonly cells?: true;
}

/**
 * Measured structures with options. If the number of items per leaf is an option, it is at most
 * eight, so that leaves have similar numbers of items.
 */
const forms: readonly Form[] = [
  { name: 'nearest-x packing', id: 'packed-r-tree', options: { packing: 'nearest-x', fanOut: 8 } },
  { name: 'sort-tile-recursive', id: 'packed-r-tree', options: { packing: 'str', fanOut: 8 } },
  { name: 'Hilbert packing', id: 'packed-r-tree', options: { packing: 'hilbert', fanOut: 8 } },
  { name: 'Morton packing', id: 'packed-r-tree', options: { packing: 'morton', fanOut: 8 } },
  { name: 'R-tree, linear split', id: 'r-tree', options: { split: 'linear', fanOut: 8 } },
  { name: 'R-tree, quadratic split', id: 'r-tree', options: { split: 'quadratic', fanOut: 8 } },
  { name: 'R*-tree', id: 'r-tree', options: { split: 'r-star', fanOut: 8 } },
  { name: 'k-d tree', id: 'kd-tree', options: { capacity: 8 } },
  { name: 'quadtree, 8 per leaf', id: 'quadtree', options: { capacity: 8 }, cells: true },
  { name: 'static tree', id: 'static-tree' },
  { name: 'wide tree', id: 'wide-tree' },
  { name: 'spatial hash', id: 'spatial-hash', cells: true },
];

export interface DeadSpace {
  readonly leaves: number;
  /** Mean number of items in a leaf. An item counts in every leaf that contains it. */
  readonly itemsPerLeaf: number;
  /**
   * Sum of the leaf areas, area of the union of the leaves, and area that items cover in their
   * leaves.
   */
  readonly sum: number;
  readonly union: number;
  readonly filled: number;
}

function cutItems(boxes: Float32Array, items: Uint32Array, leaf: ArrayLike<number>): number[] {
  return [...items].flatMap((item) => {
    const [left, bottom, right, top] = boxes.subarray(4 * item, 4 * item + 4);
    return [
      Math.max(left, leaf[0]),
      Math.max(bottom, leaf[1]),
      Math.min(right, leaf[2]),
      Math.min(top, leaf[3]),
    ];
  });
}

export function deadSpaceOf(index: SpatialIndex, boxes: Float32Array): DeadSpace {
  const { bounds, firstItem, itemCount, items, count } = index.nodes();
  const leaves: number[] = [];
  let [entries, sum, filled] = [0, 0, 0];
  for (let node = 0; node < count; node++) {
    if (itemCount[node] === 0) continue;
    const leaf = bounds.subarray(4 * node, 4 * node + 4);
    const own = items.subarray(firstItem[node], firstItem[node] + itemCount[node]);
    leaves.push(...leaf);
    entries += own.length;
    sum += (leaf[2] - leaf[0]) * (leaf[3] - leaf[1]);
    filled += unionArea(cutItems(boxes, own, leaf));
  }
  const number = leaves.length / 4;
  return {
    leaves: number,
    itemsPerLeaf: entries / number,
    sum,
    union: unionArea(leaves),
    filled,
  };
}

export function measureDeadSpace({ id, options }: Form, boxes: Float32Array): DeadSpace {
  const entry = structures.find((one) => one.id === id)!;
  const index = entry.create({ dimensions: 2, ...options });
  try {
    index.build(boxes);
    return deadSpaceOf(index, boxes);
  } finally {
    index.dispose();
  }
}

const dead = ({ sum, filled }: DeadSpace) => 1 - filled / sum;
export const overlap = ({ sum, union }: DeadSpace) => sum / union - 1;

interface Row {
  readonly form: Form;
  readonly found: DeadSpace;
}

function tableOf(scene: PublishedName, rows: readonly Row[], items: number): Table {
  return {
    caption: `${scene}, ${whole(N)} boxes; items cover ${percent(items)} of the union of the leaves. *Dead*: share of the area of leaves that none of their items covers. *Overlap*: area of all leaves beyond that of their union:`,
    header: [
      'structure',
      'leaves',
      'items per leaf',
      'dead',
      'overlap',
      'area of leaves ÷ area of items',
    ],
    rows: rows.map(({ form, found }) => [
      form.name,
      whole(found.leaves),
      found.itemsPerLeaf.toFixed(1),
      percent(dead(found)),
      percent(overlap(found)),
      `${(found.sum / found.filled).toFixed(2)} ×`,
    ]),
  };
}

function minRow(rows: readonly Row[], of: (found: DeadSpace) => number): Row {
  return rows.reduce((a, b) => (of(b.found) < of(a.found) ? b : a));
}

export const rowsOf = onceEach((scene: PublishedName): Row[] => {
  const boxes = boxesOf({ scene, n: N }, 0);
  return forms.map((form) => ({ form, found: measureDeadSpace(form, boxes) }));
});

function findingsOf(scene: PublishedName) {
  const rows = rowsOf(scene);
  const trees = rows.filter(({ form }) => !form.cells);
  const [tight, apart] = [minRow(trees, dead), minRow(trees, overlap)];
  const worst = trees.reduce((a, b) => (dead(b.found) > dead(a.found) ? b : a));
  return {
    table: tableOf(scene, rows, unionArea(boxesOf({ scene, n: N }, 0)) / rows[0].found.union),
    conclusion: `${scene}: among trees, ${tight.form.name} has the least dead space (${percent(dead(tight.found))}) and ${worst.form.name} the most (${percent(dead(worst.found))}). The overlap is least for ${apart.form.name} (${percent(overlap(apart.found))}).`,
  };
}

export const deadSpace: Experiment = {
  id: 'dead-space',
  title: 'Dead space of leaves',
  question:
    'The dead space of a leaf is the part of it that none of its items covers. A query there opens the leaf without a result. A survey names dead space but does not measure it. The area of a union of rectangles is Klee’s problem (1977), which Bentley’s sweep with a segment tree solves in O(n log n). Here the area of each leaf is compared with the union of its items, cut to the leaf, and the sum of all leaves with their union. Cells of the quadtree and the grid are cut to the bounds of the scene, not of their items.',
  run: (): Findings => {
    const found = scenes.map(findingsOf);
    return {
      tables: found.map(({ table }) => table),
      conclusions: [
        ...found.map(({ conclusion }) => conclusion),
        'Cells of the quadtree and the grid do not overlap. Instead an item may be in several cells.',
      ],
    };
  },
};
