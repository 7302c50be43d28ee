/** What examples of the API use without an import. */

import { init } from 'sapwood/all';

await init();

export {
  advise,
  BruteForce,
  ClusterSplit,
  ContactBuffer,
  clipVector,
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
  Mover,
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
  solvePlanes,
  strategiesOf,
  tune,
  WideTree,
  World,
} from 'sapwood/all';
