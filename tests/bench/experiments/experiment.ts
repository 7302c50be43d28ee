/**
 * What an experiment is: a question of the literature, answered by counted work, so that the answer is the same on
 * every machine and a test can hold it fast.
 */

import type { Chart, Table } from '../report/document';

export interface Findings {
  readonly tables: readonly Table[];
  readonly charts?: readonly Chart[];
  /** What the figures say, one sentence each. */
  readonly conclusions: readonly string[];
}

export interface Experiment {
  readonly id: string;
  readonly title: string;
  /** What is asked, and of which scene and queries; a paragraph. */
  readonly question: string;
  run(): Findings;
}
