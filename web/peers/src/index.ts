/**
 * Adapters for benchmarks: one interface to other libraries, plain JavaScript and the structures of
 * Sapwood.
 */

import type { Adapter } from './adapter.js';
import { boxIntersect } from './adapters/box-intersect.js';
import { box2d3 } from './adapters/box2d3.js';
import { bvhJs } from './adapters/bvh-js.js';
import { check2d } from './adapters/check2d.js';
import { d3Quadtree } from './adapters/d3-quadtree.js';
import { flatbush } from './adapters/flatbush.js';
import { jolt } from './adapters/jolt.js';
import { kdbush } from './adapters/kdbush.js';
import { plainGrid, plainSweep } from './adapters/plain.js';
import { planck } from './adapters/planck.js';
import { rapier2d, rapier3d } from './adapters/rapier.js';
import { rbush } from './adapters/rbush.js';
import { threeMeshBvh } from './adapters/three-mesh-bvh.js';

export * from './adapter.js';
export { type SceneCulling, threeCulling } from './adapters/three-culling.js';
export { entryDistance } from './boxes.js';
export { PlainGrid } from './plain/grid.js';
export { PointGrid } from './plain/point-grid.js';
export { PlainSweep } from './plain/sweep.js';
export { sapwoodAdapter } from './sapwood.js';

/**
 * Adapters of all contestants except the structures of this package. A library is loaded only by
 * the `load` of its adapter.
 */
export const adapters: readonly Adapter[] = [
  plainGrid,
  plainSweep,
  rbush,
  flatbush,
  kdbush,
  boxIntersect,
  d3Quadtree,
  check2d,
  planck,
  rapier2d,
  box2d3,
  bvhJs,
  threeMeshBvh,
  rapier3d,
  jolt,
];
