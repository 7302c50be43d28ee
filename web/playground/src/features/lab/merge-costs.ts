/**
 * What it costs to add a tile of boxes to a tree that stands: merged as a tree of its own, inserted box by box, or by
 * building all of it anew; and what queries cost afterwards.
 */

import { type MergeReport, ScenePruner, type SpatialIndex, StaticTree } from 'sapwood/all';
import { Recent } from '../../model/recent.js';
import { timeOnce } from '../../model/stop-watch.js';

export const mergeWays = ['merge', 'insert', 'rebuild'] as const;
export type MergeWay = (typeof mergeWays)[number];

/** More would take long, and tell the same. */
const MOST_BOXES = 20_000;
const REPEATS = 5;

export interface MergeCost {
  readonly structure: string;
  readonly way: MergeWay;
  readonly tile: number;
  /** Milliseconds, the median. */
  readonly ms: number;
  /** Nodes and items that a merge touched, as it says itself; nobody counts that of the other ways. */
  readonly touched: number | null;
  /** Of the index afterwards, and what it had before. */
  readonly bytes: number;
  readonly bytesBefore: number;
  /** Node visits of a query over the seam. */
  readonly visits: number;
  readonly hits: number;
}

interface Merging extends SpatialIndex {
  mergeReport(other: SpatialIndex): MergeReport;
}

type Make = () => Merging;

const makers: Readonly<Record<string, (dimensions: 2 | 3) => Make>> = {
  'static-tree': (dimensions) => () => new StaticTree({ dimensions }) as unknown as Merging,
  'scene-pruner': (dimensions) => () => new ScenePruner({ dimensions }) as unknown as Merging,
};

export const mergingIds = Object.keys(makers);

/** Boxes of the scene, and the first of them again beside it. */
export function tilesOf(boxes: Float32Array, home: Float32Array, tile: number) {
  const dimensions = (home.length / 2) as 2 | 3;
  const stride = 2 * dimensions;
  const base = boxes.slice(0, Math.min(boxes.length, MOST_BOXES * stride));
  const beside = base.slice(0, tile * stride);
  const width = home[dimensions] - home[0];
  for (let at = 0; at < beside.length; at += dimensions) beside[at] += width;
  return { dimensions, base, beside };
}

type Tiles = ReturnType<typeof tilesOf>;

function together({ base, beside }: Tiles): Float32Array {
  const all = new Float32Array(base.length + beside.length);
  all.set(base);
  all.set(beside, base.length);
  return all;
}

interface Prepared {
  /** What is to be measured, and nothing else; answers what it touched, where that is known. */
  work(): number | null;
  done(): void;
}

/** Adds the tile. */
function prepare(way: MergeWay, index: Merging, make: Make, tiles: Tiles): Prepared {
  const { beside, dimensions } = tiles;
  if (way === 'rebuild') {
    const all = together(tiles);
    const work = () => {
      index.build(all);
      return null;
    };
    return { work, done: () => {} };
  }
  if (way === 'insert') {
    const stride = 2 * dimensions;
    const work = () => {
      for (let at = 0; at < beside.length; at += stride)
        index.insert(beside.subarray(at, at + stride));
      return null;
    };
    return { work, done: () => {} };
  }
  const tile = make();
  tile.build(beside);
  return { work: () => index.mergeReport(tile).work, done: () => tile.dispose() };
}

/** Around the edge between scene and tile. */
function seam(home: Float32Array, dimensions: number): Float32Array {
  const width = home[dimensions] - home[0];
  const box = home.slice();
  box[0] = home[dimensions] - 0.1 * width;
  box[dimensions] = home[dimensions] + 0.1 * width;
  return box;
}

export function mergeCost(
  structure: string,
  way: MergeWay,
  tiles: Tiles,
  home: Float32Array,
): MergeCost {
  const make = makers[structure](tiles.dimensions);
  const times = new Recent(REPEATS);
  let result: Omit<MergeCost, 'ms'> | null = null;
  for (let i = 0; i < REPEATS; i++) {
    const index = make();
    index.build(tiles.base);
    const bytesBefore = index.byteLength;
    const { work, done } = prepare(way, index, make, tiles);
    const start = performance.now();
    const touched = work();
    timeOnce(times, performance.now() - start);
    const hits = index.queryBox(seam(home, tiles.dimensions)).length;
    const visits = index.counters().nodeVisits;
    const tile = tiles.beside.length / (2 * tiles.dimensions);
    const held = { bytes: index.byteLength, bytesBefore };
    result = { structure, way, tile, touched, ...held, visits, hits };
    done();
    index.dispose();
  }
  if (!result) throw new Error('nothing was measured');
  return { ...result, ms: times.percentile(0.5) };
}
