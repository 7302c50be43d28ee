/** Adapters of the grid and the sweep in plain JavaScript, which are code of this repository. */

import type { Adapter, Change, Dimensions, Peer, QueryResults } from '../adapter.js';
import { PairCache } from '../pair-cache.js';
import { PlainGrid } from '../plain/grid.js';
import { PlainSweep } from '../plain/sweep.js';
import { ResultList } from '../result-list.js';

class GridPeer implements Peer {
  private readonly grid: PlainGrid;
  private readonly results = new ResultList();
  private readonly pairCache = new PairCache();
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
      this.hasPairs = false; // the cached pairs belong to an older frame
      return this.grid.pairs();
    }
    if (!this.hasPairs) this.pairCache.replace(this.grid.pairs());
    this.hasPairs = true;
    return this.pairCache.update(ids, count, (id, found) =>
      this.grid.find(boxes, id * stride, found),
    );
  }

  boxQueries(boxes: Float32Array): QueryResults {
    const { results, grid } = this;
    const stride = 2 * this.dimensions;
    results.begin(boxes.length / stride);
    for (let at = 0; at < boxes.length; at += stride) {
      grid.find(boxes, at, results.ids);
      results.next();
    }
    return results.view();
  }
}

export const plainGrid: Adapter = {
  id: 'plain-grid',
  title: 'plain JavaScript grid',
  package: null,
  version: '',
  dimensions: [2, 3],
  methods: ['build', 'allPairs', 'frame', 'boxQueries'],
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
  methods: ['build', 'allPairs', 'frame'],
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
