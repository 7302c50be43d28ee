import { fullVolume } from './volume.ts';

/**
 * Options of Node by which code is optimized later than by default: in tests most of it runs too briefly to earn what its
 * compilation costs, a quarter of all time. In full volume the host decides.
 */
export const lateOptimized: readonly string[] = fullVolume
  ? []
  : ['--interrupt-budget=2112000', '--wasm-tiering-budget=18000000'];
