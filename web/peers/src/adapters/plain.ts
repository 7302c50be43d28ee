/** Adapters of the grid and the sweep in plain JavaScript, which are code of this repository. */

import type { Adapter, Answers, Change, Dimensions, Peer } from '../adapter.js';
import { AnswerList } from '../answer-list.js';
import { KeptPairs } from '../kept-pairs.js';
import { PlainGrid } from '../plain/grid.js';
import { PlainSweep } from '../plain/sweep.js';

class GridPeer implements Peer {
  private readonly grid: PlainGrid;
  private readonly answers = new AnswerList();
  private readonly kept = new KeptPairs();
  private hasPairs = false;

  constructor(private readonly dimensions: Dimensions) {
    this.grid = new PlainGrid(dimensions);
  }

  build(boxes: Float32Array): void {
    this.grid.build(boxes);
    this.hasPairs = false;
  }

  allPairs(boxes: Float32Array): Uint32Array {
    this.grid.build(boxes);
    return this.grid.pairs();
  }

  frame({ boxes, ids }: Change): Uint32Array {
    this.grid.build(boxes);
    const stride = 2 * this.dimensions;
    const count = boxes.length / stride;
    if (2 * ids.length > count) {
      this.hasPairs = false; // kept pairs belong to an older frame
      return this.grid.pairs();
    }
    if (!this.hasPairs) this.kept.take(this.grid.pairs());
    this.hasPairs = true;
    return this.kept.follow(ids, count, (id, found) => this.grid.find(boxes, id * stride, found));
  }

  boxQueries(boxes: Float32Array): Answers {
    const { answers, grid } = this;
    const stride = 2 * this.dimensions;
    answers.begin(boxes.length / stride);
    for (let at = 0; at < boxes.length; at += stride) {
      grid.find(boxes, at, answers.ids);
      answers.next();
    }
    return answers.view();
  }
}

export const plainGrid: Adapter = {
  id: 'plain-grid',
  title: 'plain JavaScript grid',
  package: null,
  version: '',
  dimensions: [2, 3],
  verbs: ['build', 'allPairs', 'frame', 'boxQueries'],
  rebuilds: true,
  notes: [],
  load: async () => (dimensions) => new GridPeer(dimensions),
};

export const plainSweep: Adapter = {
  id: 'plain-sweep',
  title: 'plain JavaScript sweep',
  package: null,
  version: '',
  dimensions: [2, 3],
  verbs: ['build', 'allPairs', 'frame'],
  rebuilds: true,
  notes: [],
  load: async () => (dimensions) => {
    const sweep = new PlainSweep(dimensions);
    return {
      build: () => {},
      allPairs: (boxes) => sweep.pairs(boxes),
      frame: ({ boxes }) => sweep.pairs(boxes),
    };
  },
};
