/**
 * Index of a scene of three.js: culling and picking without a loop over all objects. Requires
 * `three`, which is an optional peer dependency.
 *
 * @module sapwood/three
 */
export { SapwoodError } from '../errors.js';
export type { CullOptions } from '../three/cull.js';
export {
  type InstanceData,
  SceneIndex,
  type SceneIndexOptions,
} from '../three/scene-index.js';
