import { fullVolume } from './volume.ts';

/** Node.js 22 and later have no such option of V8. */
const hasInterruptBudget = Number.parseInt(process.versions.node, 10) < 22;

/**
 * Options of Node by which code is optimized later than by default: in tests most of it runs too briefly to earn what its
 * compilation costs, a quarter of all time. In full volume the host decides.
 */
export const lateOptimized: readonly string[] = fullVolume
  ? []
  : [
      ...(hasInterruptBudget ? ['--interrupt-budget=2112000'] : []),
      '--wasm-tiering-budget=18000000',
    ];
