import { fullVolume } from './volume.ts';

/** Node.js 22 and later do not accept `--interrupt-budget`. */
const hasInterruptBudget = Number.parseInt(process.versions.node, 10) < 22;

/**
 * Options of Node that make V8 optimize code later. Most test code runs too briefly to repay its
 * optimization, which takes a quarter of the time. Full runs use the defaults.
 */
export const lateOptimized: readonly string[] = fullVolume
  ? []
  : [
      ...(hasInterruptBudget ? ['--interrupt-budget=2112000'] : []),
      '--wasm-tiering-budget=18000000',
    ];
