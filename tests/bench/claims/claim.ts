/** Claims of the literature, and the commands that measure the figures of the claims. */

import type { Facts } from './facts';

export type Verdict = 'reproduced' | 'qualified' | 'refuted';

export interface Claim {
  readonly source: string;
  readonly text: string;
  readonly verdict: Verdict;
  /**
   * Returns the result in one or two sentences with figures, and whether it supports the verdict.
   */
  evaluate(facts: Facts): { readonly figure: string; readonly supportsVerdict: boolean };
  readonly command: string;
}

export const EXPERIMENTS = 'npm run bench -- experiments';
export const PUBLISHED = 'npm run bench -- published';
export const CROSSOVER = 'npm run bench -- crossover';
export const CLAIMS = 'npm run bench -- claims';

/** Milliseconds per frame at 60 Hz. */
export const FRAME = 1000 / 60;
