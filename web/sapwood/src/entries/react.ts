/**
 * Exports of `sapwood/react`. The optional peer dependencies `react`, `@react-three/fiber` and
 * `three` are imported.
 */
export { SapwoodError } from '../errors.js';
export { type NearestTarget, type UseNearestOptions, useNearest } from '../react/nearest.js';
export { type PairHandlers, usePairs } from '../react/pairs.js';
export { SceneIndex, type SceneIndexProps, useSceneIndex } from '../react/scene-index.js';
