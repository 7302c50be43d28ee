/** Exports of all entry points. */
export type { EntryPoint } from '../entry-point.js';
export { type ErrorCode, SapwoodError } from '../errors.js';
export {
  expandFrustumToFloat32,
  expandRayToFloat32,
  expandSphereToFloat32,
  expandToFloat32,
  type FloatRay,
  type FloatSphere,
} from '../expand.js';
export type { FilterLike, ItemFilter, Layer, QueryFilter } from '../filters.js';
export type { FrustumLike, FrustumOptions, PlaneLike } from '../frustum.js';
export type { StructureId } from '../generated/structure-ids.js';
export type {
  AddressObject,
  CompiledModule,
  InitOptions,
  InitSyncOptions,
  ResponseObject,
  WasmSource,
} from '../init-options.js';
export type {
  BoxLike,
  BoxObject,
  Dimensions,
  ItemPredicate,
  PointLike,
  PointObject,
  RayLike,
  SphereLike,
} from '../inputs.js';
export type {
  BatchOptions,
  BoxBatch,
  BoxBatchView,
  HitBatch,
  HitBatchView,
  HitLists,
  IfNormals,
  Normals,
} from '../methods/batch.js';
export type { CastBatch, CastBatchView, CastHit } from '../methods/casts.js';
export { ContactBuffer, type Contacts } from '../methods/contacts.js';
export type { StagingOptions } from '../methods/content.js';
export {
  type IndexStats,
  type NodeDump,
  NodeKind,
  type QueryCounters,
  type TreeVisitor,
} from '../methods/inspect.js';
export type {
  CastFilter,
  CastOptions,
  DistanceCallback,
  HitCallback,
  NearestLimit,
  NearestOptions,
  RaycastAllLimit,
  RaycastAllOptions,
  RayHit,
  RayLimit,
  RayOptions,
} from '../methods/narrow.js';
export type { BuildStep, RebuildState, RebuildStep } from '../methods/progressive.js';
export type { CulledItems, CullReport } from '../methods/query.js';
export type { Hits, HitsView } from '../methods/results.js';
export type { MergeReport, PairChanges } from '../methods/tuning.js';
export type { ConvexLike } from '../methods/volumes.js';
export type {
  Capability,
  IndexOptions,
  OptionForm,
  OptionSpec,
  OptionValue,
  StructureKind,
} from '../options.js';
export type {
  OwnedFloat32Array,
  OwnedInt32Array,
  OwnedUint8Array,
  OwnedUint32Array,
} from '../owned.js';
export { SpatialIndex } from '../spatial-index.js';
export type { SpatialQueries } from '../spatial-queries.js';
export { isSupported } from '../support.js';
export { version } from '../version.js';
