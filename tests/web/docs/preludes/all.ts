/** Names that examples in the doc comments of the API use without an import. */

import { init as initSegments } from 'sapwood/2d/mesh';
import { init as initTriangles } from 'sapwood/3d/mesh';
import { init } from 'sapwood/all';

await Promise.all([init(), initSegments(), initTriangles()]);

export { SegmentMesh } from 'sapwood/2d/mesh';
export { TriangleMesh } from 'sapwood/3d/mesh';

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
