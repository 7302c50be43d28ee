/** Statistics of a structure: depth, fill of its nodes, and cost of its bounds. */

import { useState } from 'preact/hooks';
import type { IndexStats } from 'sapwood/all';
import { ItemLevels } from '../features/compare/item-levels.js';
import { type Spread, treeShape } from '../model/tree-shape.js';
import { useNumberUpdates, usePage } from '../session/page.js';
import { count, duration } from '../ui/format.js';
import { NumberList, type NumberRow } from '../ui/number-list.js';

function decimal(value: number): string {
  return Number.isInteger(value) ? count(value) : value.toFixed(1);
}

/** Formats minimum, mean and maximum. */
function spread({ min, mean, max }: Spread): string {
  return min === max ? decimal(min) : `${min} · ${decimal(mean)} · ${max}`;
}

/** Returns the rows for the statistics of a structure. Their ids are the names in `stats()`. */
function statRows({ areaRatio, axis, leaves, maxImbalance, reinserts, sah, swaps }: IndexStats) {
  const rows: [id: keyof IndexStats, label: string, value: string | undefined, title: string][] = [
    ['leaves', 'Leaves', count(leaves), 'Nodes without children'],
    [
      'maxImbalance',
      'Imbalance',
      maxImbalance?.toFixed(0),
      'Largest height difference between two siblings',
    ],
    [
      'areaRatio',
      'Area ratio',
      areaRatio?.toFixed(2),
      'Total area of all branches divided by the area of the root',
    ],
    [
      'sah',
      'SAH cost',
      sah?.toFixed(2),
      'Surface area heuristic: expected number of nodes that a random ray visits',
    ],
    [
      'reinserts',
      'Re-inserted',
      reinserts?.toFixed(0),
      'Boxes re-inserted since the build because they left their margin',
    ],
    ['swaps', 'Swaps', swaps?.toFixed(0), 'Swaps made by the last insertion sort'],
    [
      'axis',
      'Swept axis',
      axis === undefined ? undefined : 'xyz'[axis],
      'Axis along which the boxes are sorted',
    ],
  ];
  return rows.flatMap(([id, label, value, about]): NumberRow[] =>
    value === undefined ? [] : [{ id, label, value, title: `${about}: stats().${id}` }],
  );
}

export function ShapeNumbers() {
  const { playground } = usePage();
  useNumberUpdates();
  const [open, setOpen] = useState(false);
  const sides = playground.session?.sides ?? [];
  if (sides.length !== 1 || playground.settings.build) return null;
  return (
    <details
      class="details shape-numbers"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>More numbers</summary>
      {open && <Shape />}
    </details>
  );
}

function Shape() {
  useNumberUpdates();
  const side = usePage().playground.session?.main;
  if (!side) return null;
  const shape = treeShape(side.dump);
  const rows: NumberRow[] = [
    {
      id: 'build-time',
      label: 'Build',
      value: duration(side.buildTime),
      title: 'Time of the build() call that filled this index',
    },
    ...statRows(side.index.stats()),
  ];
  if (shape && shape.depth.max > 0) {
    rows.push({
      id: 'depth',
      label: 'Depth of boxes',
      value: spread(shape.depth),
      title: 'Level that stores a box: minimum · mean · maximum',
    });
    rows.push({
      id: 'ideal',
      label: 'Ideal depth',
      value: count(shape.ideal),
      title: 'Depth if every node had as many children as the widest node',
    });
  }
  if (shape) {
    rows.push({
      id: 'filling',
      label: 'Boxes per node',
      value: spread(shape.filling),
      title: 'In nodes that store boxes: minimum · mean · maximum',
    });
  }
  rows.push({
    id: 'stuck',
    label: 'Stuck in large cells',
    value: count(side.levels.stuck.length),
    title: 'Boxes in a node with children that is at least eight times as wide as the box',
  });
  return (
    <>
      <NumberList rows={rows} />
      <ItemLevels sides={[side]} />
    </>
  );
}
