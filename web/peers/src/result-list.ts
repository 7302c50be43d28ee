/** Collects the results of a batch of queries in arrays that are reused. */

import type { QueryResults } from './adapter.js';
import { atLeast, IdList } from './id-list.js';

export class ResultList {
  /** Result ids of all queries. Callers append the ids of the current query. */
  readonly ids = new IdList();
  private offsets = new Uint32Array(0);
  private queries = 0;

  begin(queries: number): void {
    this.offsets = atLeast(this.offsets, queries + 1);
    this.offsets[0] = 0;
    this.queries = 0;
    this.ids.length = 0;
  }

  /** Ends the current query. */
  next(): void {
    this.offsets[++this.queries] = this.ids.length;
  }

  /** Returns the results as views, which are valid until the next `begin`. */
  view(): QueryResults {
    return { offsets: this.offsets.subarray(0, this.queries + 1), ids: this.ids.view() };
  }
}
