/**
 * Exports of `sapwood/react`, which imports the optional peer dependencies `react`,
 * `@react-three/fiber` and `three`.
 */
export { SapwoodError } from '../errors.js';
export { type NearestTarget, type UseNearestOptions, useNearest } from '../react/nearest.js';
export { type PairHandlers, usePairs } from '../react/pairs.js';
export { SceneIndex, type SceneIndexProps, useSceneIndex } from '../react/scene-index.js';
