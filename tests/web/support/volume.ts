/**
 * How much a run tries. `npm test` takes the short volume: every kind of check on every structure, with fewer
 * repetitions. SAPWOOD_TEST_VOLUME=full runs all of it.
 */

export const fullVolume = process.env.SAPWOOD_TEST_VOLUME === 'full';

/** Returns the value for a full run or for a short run. */
export function volume<T>(full: T, short: T): T {
  return fullVolume ? full : short;
}
