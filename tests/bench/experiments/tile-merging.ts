/**
 * Adds an adjacent tile of boxes to a tree, and compares the work of a merge with the work of a
 * rebuild. Also compares the work of later queries.
 */

import { StaticTree } from 'sapwood/all';
import { once } from '../node/once';
import { type Chart, percent, type Table, whole } from '../report/document';
import type { Experiment, Findings } from './experiment';
import { scatter } from './progressive-build';

const COUNT = 5000;
const SIDE = Math.cbrt(8 * COUNT);
const TILES = [50, 100, 250, 500, 1000, 2500, 5000];

export interface TileWork {
  readonly tile: number;
  /** Nodes and items that the merge touched. */
  readonly merge: number;
  /** Units of work of a build of all boxes; a node of n items costs n units. */
  readonly rebuild: number;
  /**
   * Nodes that a query around the common side of both tiles visits after a merge, after single
   * inserts, and after a rebuild.
   */
  readonly visits: { readonly merged: number; readonly inserted: number; readonly rebuilt: number };
  readonly found: readonly number[];
}

/** Returns the first `count` boxes of the scene, moved along x by the edge length of the scene. */
function tileBeside(boxes: Float32Array, count: number): Float32Array {
  const tile = boxes.slice(0, 6 * count);
  for (let at = 0; at < tile.length; at += 3) tile[at] += SIDE;
  return tile;
}

function workOfBuild(tree: StaticTree, boxes: Float32Array): number {
  tree.beginBuild(boxes);
  let work = 0;
  while (tree.building) work += tree.stepBuild(1000).work;
  return work;
}

const seam = [0.9 * SIDE, 0, 0, 1.1 * SIDE, SIDE, SIDE];

function queryOf(tree: StaticTree) {
  const found = tree.queryBox(seam).length;
  return { found, visits: tree.counters().nodeVisits };
}

export const measureTiles = once((): readonly TileWork[] => {
  const boxes = scatter(COUNT, 'uniform');
  return TILES.map((count) => {
    const tile = tileBeside(boxes, count);
    const [merged, inserted, rebuilt, other] = Array.from({ length: 4 }, () => new StaticTree());
    try {
      merged.build(boxes);
      other.build(tile);
      const merge = merged.mergeReport(other).work;
      inserted.build(boxes);
      for (let at = 0; at < tile.length; at += 6) inserted.insert(tile.subarray(at, at + 6));
      const all = new Float32Array(boxes.length + tile.length);
      all.set(boxes);
      all.set(tile, boxes.length);
      const rebuild = workOfBuild(rebuilt, all);
      const queries = [merged, inserted, rebuilt].map(queryOf);
      const [a, b, c] = queries.map(({ visits }) => visits);
      return {
        ...{ tile: count, merge, rebuild, visits: { merged: a, inserted: b, rebuilt: c } },
        found: queries.map(({ found }) => found),
      };
    } finally {
      for (const tree of [merged, inserted, rebuilt, other]) tree.dispose();
    }
  });
});

function table(): Table {
  return {
    caption: 'Work, and nodes that a query around the seam visits afterwards:',
    header: [
      'boxes of the tile',
      'work, merge',
      'work, rebuild',
      'visits, merged',
      'visits, inserted one by one',
      'visits, rebuilt',
    ],
    rows: measureTiles().map(({ merge, rebuild, tile, visits }) =>
      [tile, merge, rebuild, visits.merged, visits.inserted, visits.rebuilt].map(whole),
    ),
  };
}

function chart(): Chart {
  const line = (name: string, of: (one: TileWork) => number) => ({
    name,
    points: measureTiles().map((one) => [one.tile, of(one)] as const),
  });
  return {
    name: 'tile-merging',
    title: 'A tile beside 5,000 boxes: units of work',
    x: 'boxes of the tile',
    y: 'units of work',
    logarithmic: { x: true, y: true },
    symbols: true,
    series: [line('merge', ({ merge }) => merge), line('rebuild', ({ rebuild }) => rebuild)],
  };
}

function conclusions(): string[] {
  const all = measureTiles();
  const [small, large] = [all[0], all[all.length - 1]];
  const more = Math.max(...all.map(({ visits }) => visits.merged / visits.rebuilt));
  const times = ({ merge, rebuild }: TileWork) => (rebuild / merge).toFixed(1);
  return [
    `The work of a merge grows with the number of nodes and items, because all nodes after the place of the tile move. A rebuild handles each item once per level: ${times(small)} times the work for a tile of ${whole(small.tile)} boxes, ${times(large)} times for ${whole(large.tile)}. The build of the tile itself is not included.`,
    `The three trees return the same items. A query around the seam visits at most ${percent(more - 1)} more nodes than after a rebuild.`,
  ];
}

export const tileMerging: Experiment = {
  id: 'tile-merging',
  title: 'Adding a level tile',
  question: `A level is loaded in tiles. \`StaticTree.merge\` adds a tile as a tree, \`insert\` adds its boxes one by one, and \`build\` starts again with all boxes. Scene: ${whole(COUNT)} uniform boxes in 3D, and a tile beside them.`,
  run: (): Findings => ({ tables: [table()], charts: [chart()], conclusions: conclusions() }),
};
