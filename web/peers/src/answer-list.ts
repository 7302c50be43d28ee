/** Answers to many queries, collected one after the other in arrays that are used again. */

import type { Answers } from './adapter.js';
import { atLeast, IdList } from './id-list.js';

export class AnswerList {
  /** Push the ids of the current query here. */
  readonly ids = new IdList();
  private offsets = new Uint32Array(0);
  private queries = 0;

  begin(queries: number): void {
    this.offsets = atLeast(this.offsets, queries + 1);
    this.offsets[0] = 0;
    this.queries = 0;
    this.ids.length = 0;
  }

  /** The current query is answered. */
  next(): void {
    this.offsets[++this.queries] = this.ids.length;
  }

  /** Valid until the next `begin`. */
  view(): Answers {
    return { offsets: this.offsets.subarray(0, this.queries + 1), ids: this.ids.view() };
  }
}
