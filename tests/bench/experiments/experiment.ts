/**
 * Experiments about open problems of the literature. Results are counted work, which is the same on
 * every machine and can be tested.
 */

import type { Chart, Table } from '../report/document';

export interface Findings {
  readonly tables: readonly Table[];
  readonly charts?: readonly Chart[];
  /** Conclusions from the figures, one sentence each. */
  readonly conclusions: readonly string[];
}

export interface Experiment {
  readonly id: string;
  readonly title: string;
  /** Paragraph with the problem, the scene and the queries. */
  readonly question: string;
  run(): Findings;
}
