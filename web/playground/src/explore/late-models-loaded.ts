/** The other end of late-models: one file to load. */

export { BuildReplay } from '../features/replay/build-replay.js';
export { placeThatHits } from '../model/densest.js';
