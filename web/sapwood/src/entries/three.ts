/** Exports of `sapwood/three`, which imports the optional peer dependency `three`. */
export { SapwoodError } from '../errors.js';
export {
  acceleratedRaycast,
  computeBoundsTree,
  disposeBoundsTree,
  meshOf,
} from '../three/accelerated.js';
export type { PreparedRaycast } from '../three/cast.js';
export type { CullOptions, DrawOrder } from '../three/cull.js';
export {
  type Hierarchy,
  HierarchyHelper,
  type HierarchyHelperOptions,
} from '../three/hierarchy-helper.js';
export type { GeometryLevel, InstanceLevel } from '../three/instance-levels.js';
export type { SceneNearestOptions, SceneNeighbor, ScenePair } from '../three/item-queries.js';
export type { FirstHitRaycaster } from '../three/mesh-cast.js';
export { loadMeshes } from '../three/mesh-module.js';
export type { SceneMeshOptions } from '../three/mesh-trees.js';
export {
  type InstanceData,
  SceneIndex,
  type SceneIndexOptions,
} from '../three/scene-index.js';
export type { SceneItem } from '../three/scene-objects.js';
