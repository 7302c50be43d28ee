/** The other end of late-models: one file to load. */

export { placeThatHits } from '../model/densest.js';
export { BuildReplay } from './build-replay.js';
