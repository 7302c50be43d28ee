/** What a part of the long run is given, and where its figures go. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export const seed = Number(process.env.SAPWOOD_SOAK_SEED ?? 1);
/** Of the whole part; its tests share them. A few without the soak script. */
export const seconds = Number(process.env.SAPWOOD_SOAK_SECONDS ?? 8);

export interface Figures {
  /** Calls of the package. */
  operations?: number;
  /** Pairs that were compared. */
  pairs?: number;
  faults?: number;
  [name: string]: number | undefined;
}

/** Adds to the file that the soak script reads. */
export function addFigures(figures: Figures): void {
  const file = process.env.SAPWOOD_SOAK_RESULT;
  if (file === undefined) return;
  const sum: Figures = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  for (const [name, value] of Object.entries(figures)) sum[name] = (sum[name] ?? 0) + (value ?? 0);
  writeFileSync(file, JSON.stringify(sum));
}

/** Runs rounds until a share of the seconds is over, one at least; answers how many. */
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
