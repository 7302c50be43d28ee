/**
 * Seeded scenes and motions, expected results of queries, and hashes. C++ and TypeScript produce
 * the same values. Scenes from real input have separate entry points: `scenes/teapot` and
 * `scenes/pile`.
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
