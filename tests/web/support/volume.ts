/**
 * Length of test runs. `npm test` makes a short run: every kind of check on every structure, with
 * fewer repetitions. SAPWOOD_TEST_VOLUME=full makes a full run.
 */

export const fullVolume = process.env.SAPWOOD_TEST_VOLUME === 'full';

export function volume<T>(full: T, short: T): T {
  return fullVolume ? full : short;
}
