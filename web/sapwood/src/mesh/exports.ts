/** Exports of all entry points of meshes. */
export type { EntryPoint } from '../entry-point.js';
export { type ErrorCode, SapwoodError } from '../errors.js';
export type { FrustumLike, PlaneLike } from '../frustum.js';
export type { CompiledModule, InitSyncOptions } from '../init-options.js';
export type {
  BoxLike,
  BoxObject,
  Dimensions,
  PointLike,
  PointObject,
  RayLike,
  SphereLike,
} from '../inputs.js';
export { ContactBuffer, type Contacts } from '../methods/contacts.js';
export type { NodeDump } from '../methods/inspect.js';
export type { ConvexLike } from '../methods/volumes.js';
export type {
  OwnedFloat32Array,
  OwnedInt32Array,
  OwnedUint8Array,
  OwnedUint32Array,
} from '../owned.js';
export { isSupported } from '../support.js';
export type { TransformLike } from '../transform.js';
export { version } from '../version.js';
export type {
  ClosestPointOptions,
  MeshOptions,
  MeshRayOptions,
  PairOptions,
  Side,
} from './arguments.js';
export type {
  AttributeLike,
  GeometryLike,
  IndicesLike,
  InterleavedAttributeLike,
  PositionsLike,
} from './attributes.js';
export type {
  ClosestPointBatchOptions,
  IfMeshNormals,
  IfMeshWeights,
  MeshBatchOptions,
  MeshNormals,
  MeshRayBatchOptions,
  MeshWeightOptions,
  MeshWeights,
} from './batches.js';
export {
  type MeshArrays,
  MeshBase,
  type MeshBuild,
  type MeshGeometry,
  type MeshSource,
} from './mesh-base.js';
export type { ClosestPointLimit, MeshRayLimit } from './queries.js';
