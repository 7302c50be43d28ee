/**
 * Spatial data structures for web games: broad-phase pairs and spatial queries in 2D and 3D, a C++
 * core in WebAssembly SIMD. Begin with `await init()`.
 *
 * @module sapwood
 */
export { type Advice, advise, type SceneAdvice } from './advice/advise.js';
export type { SceneFigures } from './advice/figures.js';
export type { SceneMotion } from './advice/motion.js';
export type { UpdatePolicy } from './advice/rules.js';
export type { SceneSample } from './advice/scene-sample.js';
export { deserialize } from './deserialize.js';
export { type ErrorCode, SapwoodError } from './errors.js';
export {
  expandFrustumToFloat32,
  expandRayToFloat32,
  expandSphereToFloat32,
  expandToFloat32,
  type FloatRay,
  type FloatSphere,
} from './expand.js';
export type { FrustumLike, FrustumOptions, PlaneLike } from './frustum.js';
export {
  type InitOptions,
  type InitSyncOptions,
  init,
  initSync,
  isSupported,
  type WasmSource,
} from './init.js';
export type {
  BoxLike,
  BoxObject,
  FilterLike,
  ItemFilter,
  PointLike,
  PointObject,
  RayLike,
  SphereLike,
} from './inputs.js';
export type {
  Capability,
  Dimensions,
  IndexOptions,
  OptionSpec,
  OptionValue,
  StructureKind,
} from './options.js';
export { type StructureEntry, structures } from './registry.js';
export { SpatialIndex } from './spatial-index.js';
export { type CoreInfo, coreInfo, heapInUse } from './state.js';
export { DynamicTree, type DynamicTreeOptions } from './structures/bvh/dynamic-tree.js';
export { ScenePruner, type ScenePrunerOptions } from './structures/bvh/scene-pruner.js';
export { SphereTree, type SphereTreeOptions } from './structures/bvh/sphere-tree.js';
export { StaticTree, type StaticTreeOptions } from './structures/bvh/static-tree.js';
export { WideTree, type WideTreeOptions } from './structures/bvh/wide-tree.js';
export { HashGrid, type HashGridOptions } from './structures/grid/hash-grid.js';
export { KdTree, type KdTreeOptions } from './structures/kdtree/kd-tree.js';
export { LooseOctree, type LooseOctreeOptions } from './structures/orthtree/loose-octree.js';
export { Octree, type OctreeOptions } from './structures/orthtree/octree.js';
export { Quadtree, type QuadtreeOptions } from './structures/orthtree/quadtree.js';
export { BruteForce, type BruteForceOptions } from './structures/reference/brute-force.js';
export { PackedRTree, type PackedRTreeOptions } from './structures/rtree/packed-r-tree.js';
export { RTree, type RTreeOptions } from './structures/rtree/r-tree.js';
export { ClusterSplit, type ClusterSplitOptions } from './structures/sweep/cluster-split.js';
export { SortedRange, type SortedRangeOptions } from './structures/sweep/sorted-range.js';
export { SweepAndPrune, type SweepAndPruneOptions } from './structures/sweep/sweep-and-prune.js';
export type { BoxBatch, HitBatch } from './verbs/batch.js';
export {
  type IndexStats,
  type NodeDump,
  NodeKind,
  type QueryCounters,
} from './verbs/inspect.js';
export type { BuildStep, RebuildState, RebuildStep } from './verbs/progressive.js';
export type { CullReport } from './verbs/query.js';
export type { Hits, RayHit } from './verbs/ray.js';
export type { PairChanges } from './verbs/tuning.js';
export { version } from './version.js';
