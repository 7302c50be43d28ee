/** What examples of the API use without an import. */

import { init } from 'sapwood/all';

await init();

export {
  advise,
  BruteForce,
  ClusterSplit,
  ContactBuffer,
  DynamicTree,
  deserialize,
  expandFrustumToFloat32,
  expandRayToFloat32,
  expandSphereToFloat32,
  expandToFloat32,
  HashGrid,
  isSupported,
  KdTree,
  LooseOctree,
  Octree,
  PackedRTree,
  Quadtree,
  RTree,
  SapwoodError,
  ScenePruner,
  SortAndSweep,
  SortedRange,
  SpatialHash,
  SphereTree,
  StaticTree,
  SweepAndPrune,
  strategiesOf,
  tune,
  WideTree,
  World,
} from 'sapwood/all';
