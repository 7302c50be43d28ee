/**
 * Compares packing along Peano's curve with Hilbert's curve, Morton order and packings that sort by
 * axes.
 */

import {
  boxesFrom,
  curveKey,
  jumpsOf,
  type PackedNode,
  type Packing,
  packLevels,
  peanoKey,
  treePairs,
} from 'published';
import { publishedNames, publishedScene } from 'scenes';
import { change, type Table, whole } from '../report/document';
import type { Experiment, Findings } from './experiment';

const N = 2000;
const K = 8;

const packings: readonly { readonly packing: Packing; readonly name: string }[] = [
  { packing: 'curve-hilbert', name: 'Hilbert' },
  { packing: 'curve-peano', name: 'Peano' },
  { packing: 'curve-morton', name: 'Morton' },
  { packing: 'str-pages', name: 'sort-tile-recursive' },
  { packing: 'nearest-x', name: 'nearest-x' },
];

export interface Packed {
  /** Sum of the widths and heights of all leaves, divided by the width of the scene. */
  readonly perimeter: number;
  /** Nodes visited and items compared by box queries with the boxes of all items. */
  readonly visits: number;
  readonly tests: number;
}

const halfPerimeter = ({ left, right, top, bottom }: PackedNode) => right - left + bottom - top;

export function measurePacking(scene: (typeof publishedNames)[number], packing: Packing): Packed {
  const boxes = boxesFrom(publishedScene(scene, N, 0));
  const levels = packLevels(boxes, { packing, k: K });
  const [root] = levels.at(-1)!;
  const { visits, candidates } = treePairs(boxes, root, 'nodes');
  const perimeter = levels[0].reduce((sum, leaf) => sum + halfPerimeter(leaf), 0);
  return { perimeter: perimeter / 800, visits, tests: candidates };
}

const work = ({ visits, tests }: Packed) => visits + tests;

/**
 * Returns the mean distance between two cells of a square grid that are `steps` apart along a
 * curve.
 */
export function meanReach(side: number, steps: number, key: (x: number, y: number) => number) {
  const cells = Array.from({ length: side * side }, (_, i) => [i % side, Math.floor(i / side)]);
  const order = cells.map(([x, y]) => ({ x, y, key: key(x, y) })).sort((a, b) => a.key - b.key);
  let sum = 0;
  for (let i = steps; i < order.length; i++) {
    const [x, y] = [order[i].x - order[i - steps].x, order[i].y - order[i - steps].y];
    sum += Math.sqrt(x * x + y * y);
  }
  return sum / (order.length - steps);
}

export const curves = [
  { name: 'Hilbert', side: 64, key: (x: number, y: number) => curveKey(x, y, 6, 'hilbert') },
  { name: 'Peano', side: 81, key: (x: number, y: number) => peanoKey(x, y, 4) },
  { name: 'Morton', side: 64, key: (x: number, y: number) => curveKey(x, y, 6, 'morton') },
];
const distances = [1, 8, 64, 512];

function reachTable(): Table {
  return {
    caption:
      'Mean distance, in cells, of two cells by the number of steps between them along the curve:',
    header: ['curve', 'cells a side', 'steps longer than 1', ...distances.map((d) => `${d} apart`)],
    rows: curves.map(({ name, side, key }) => [
      name,
      side,
      whole(jumpsOf(side, key)),
      ...distances.map((steps) => meanReach(side, steps, key).toFixed(2)),
    ]),
  };
}

type Scene = (typeof publishedNames)[number];
type Results = ReadonlyMap<Scene, ReadonlyMap<Packing, Packed>>;

function measureAll(): Results {
  return new Map(
    publishedNames.map((scene) => [
      scene,
      new Map(packings.map(({ packing }) => [packing, measurePacking(scene, packing)])),
    ]),
  );
}

function workTable(results: Results): Table {
  return {
    caption: `Nodes visited + items compared by ${whole(N)} box queries, and change from Hilbert:`,
    header: ['packing', ...publishedNames],
    rows: packings.map(({ packing, name }) => [
      name,
      ...publishedNames.map((scene) => {
        const [mine, hilbert] = [packing, 'curve-hilbert' as const].map((one) =>
          work(results.get(scene)!.get(one)!),
        );
        return `${whole(mine)} (${change(mine, hilbert)})`;
      }),
    ]),
  };
}

function perimeterTable(results: Results): Table {
  return {
    caption: 'Width plus height of all leaves, in widths of the scene:',
    header: ['packing', ...publishedNames],
    rows: packings.map(({ packing, name }) => [
      name,
      ...publishedNames.map((scene) => results.get(scene)!.get(packing)!.perimeter.toFixed(1)),
    ]),
  };
}

function conclusions(results: Results): string[] {
  const relativeWork = (packing: Packing, scene: Scene) => {
    const [mine, hilbert] = [packing, 'curve-hilbert' as const].map((one) =>
      work(results.get(scene)!.get(one)!),
    );
    return mine / hilbert;
  };
  const range = (packing: Packing) => {
    const ratios = publishedNames.map((scene) => relativeWork(packing, scene));
    return `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  };
  const [hilbert, peano] = curves.map(({ side, key }) => meanReach(side, 8, key).toFixed(2));
  return [
    `The tree of the Peano curve needs ${range('curve-peano')} times the work of that of the Hilbert curve. Morton order, whose consecutive cells are not always adjacent, needs ${range('curve-morton')} times.`,
    `Eight steps cover about the same distance on both (${peano} cells on the Peano curve, ${hilbert} on the Hilbert curve). The trees differ little for boxes without a preferred direction. The Peano curve runs in strips along y. It is better for tall boxes (YLine ${change(relativeWork('curve-peano', 'YLine'), 1)}) and worse for wide ones (XLine ${change(relativeWork('curve-peano', 'XLine'), 1)}).`,
    'A key of the Peano curve needs divisions by 3 instead of shifts. No structure of Sapwood uses it.',
  ];
}

export const peanoPacking: Experiment = {
  id: 'peano-packing',
  title: 'Hilbert and Peano curves',
  question: `A survey packs R-trees along the Hilbert curve and mentions the older Peano curve (1890), which divides a square into nine parts instead of four. On both curves consecutive cells are adjacent. Which one produces the better tree? Scenes of the survey, ${whole(N)} boxes, ${K} in a node, every box queried, in plain TypeScript (\`web/published\`).`,
  run: (): Findings => {
    const results = measureAll();
    return {
      tables: [reachTable(), perimeterTable(results), workTable(results)],
      conclusions: conclusions(results),
    };
  },
};
