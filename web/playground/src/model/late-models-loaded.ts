/** The other end of late-models: one file to load. */

export { BuildReplay } from './build-replay.js';
export { placeThatHits } from './densest.js';
export { replay } from './trace/replay.js';
