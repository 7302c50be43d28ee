/** Seed, time budget and results of one part of the soak run. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export const seed = Number(process.env.SAPWOOD_SOAK_SEED ?? 1);
/**
 * Time budget in seconds, which all tests of this part share. The default is for runs without the
 * soak script.
 */
export const seconds = Number(process.env.SAPWOOD_SOAK_SECONDS ?? 8);

export interface Figures {
  /** Number of calls of the package. */
  operations?: number;
  /** Number of pairs that were compared with a model. */
  pairs?: number;
  faults?: number;
  [name: string]: number | undefined;
}

/** Adds figures to the file that the soak script reads. */
export function addFigures(figures: Figures): void {
  const file = process.env.SAPWOOD_SOAK_RESULT;
  if (file === undefined) return;
  const sum: Figures = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  for (const [name, value] of Object.entries(figures)) sum[name] = (sum[name] ?? 0) + (value ?? 0);
  writeFileSync(file, JSON.stringify(sum));
}

/**
 * Runs rounds for a share of the time budget, but at least one round. Returns the number of rounds.
 */
export async function roundsFor(
  share: number,
  round: (i: number) => void | Promise<void>,
): Promise<number> {
  const end = performance.now() + share * seconds * 1000;
  let count = 0;
  do {
    await round(count);
    count += 1;
  } while (performance.now() < end);
  return count;
}
