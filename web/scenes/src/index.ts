/**
 * Seeded scenes and motions, results of the oracle, and hashes. They are the same in C++ and
 * TypeScript. Real inputs have separate entry points: `scenes/teapot` and `scenes/pile`.
 */

export * from './definitions.js';
export { type DistributedBoxes, distributions, uniformSide } from './distributions.js';
export * from './goldens.js';
export * from './hashes.js';
export { createMotion, type Motion, motions } from './motions.js';
export type { BoxSet, RankedHits, RayHit } from './oracle.js';
export * as oracle from './oracle.js';
export * from './peer-queries.js';
export * from './published.js';
export * from './queries.js';
export { Mt19937, Mulberry32 } from './random.js';
export * from './scene.js';
export { collectPairs, sweepPairs } from './sweep-pairs.js';
