/** Exports of `sapwood/three`, which imports `three`, an optional peer dependency. */
export { SapwoodError } from '../errors.js';
export type { CullOptions } from '../three/cull.js';
export {
  type InstanceData,
  SceneIndex,
  type SceneIndexOptions,
} from '../three/scene-index.js';
