import type { StructureClass } from './deserialize.js';
import type { Capability, Dimensions, IndexOptions, OptionSpec } from './options.js';
import type { SpatialIndex } from './spatial-index.js';
import { DynamicTree } from './structures/bvh/dynamic-tree.js';
import { ScenePruner } from './structures/bvh/scene-pruner.js';
import { SphereTree } from './structures/bvh/sphere-tree.js';
import { StaticTree } from './structures/bvh/static-tree.js';
import { WideTree } from './structures/bvh/wide-tree.js';
import { HashGrid } from './structures/grid/hash-grid.js';
import { KdTree } from './structures/kdtree/kd-tree.js';
import { LooseOctree } from './structures/orthtree/loose-octree.js';
import { Octree } from './structures/orthtree/octree.js';
import { Quadtree } from './structures/orthtree/quadtree.js';
import { BruteForce } from './structures/reference/brute-force.js';
import { PackedRTree } from './structures/rtree/packed-r-tree.js';
import { RTree } from './structures/rtree/r-tree.js';
import { ClusterSplit } from './structures/sweep/cluster-split.js';
import { SortedRange } from './structures/sweep/sorted-range.js';
import { SweepAndPrune } from './structures/sweep/sweep-and-prune.js';

/** One structure of the library: everything that menus, suites and tables need. */
export interface StructureEntry {
  /** Stable name, e.g. `'dynamic-tree'`. */
  readonly id: string;
  /** Name for people, which may depend on the dimension. */
  title(dimensions: Dimensions): string;
  readonly dimensions: readonly Dimensions[];
  /** `frustum` holds in 3D only. */
  readonly capabilities: ReadonlySet<Capability>;
  readonly options: readonly OptionSpec[];
  /** The same as `new` of the class. */
  create(options?: IndexOptions & Readonly<Record<string, unknown>>): SpatialIndex;
}

function entry(Structure: StructureClass): StructureEntry {
  const { id, titles, dimensions, capabilities, options } = Structure.kind;
  return Object.freeze({
    id,
    title: (count: Dimensions) => titles[count],
    dimensions,
    capabilities,
    options,
    create: (given?: IndexOptions) => new Structure(given),
  });
}

/** The class of every structure, in the order of menus. */
export const classes: readonly StructureClass[] = [
  BruteForce,
  ClusterSplit,
  SortedRange,
  SweepAndPrune,
  HashGrid,
  Quadtree,
  Octree,
  LooseOctree,
  RTree,
  PackedRTree,
  KdTree,
  DynamicTree,
  StaticTree,
  ScenePruner,
  SphereTree,
  WideTree,
];

/** THE list of structures, in the order of menus. */
export const structures: readonly StructureEntry[] = /* @__PURE__ */ Object.freeze(
  classes.map(entry),
);
