/** flatbush: static 2D R-tree, packed in Hilbert order into one buffer. */

import type Flatbush from 'flatbush';
import type { Adapter, Change, Peer, QueryResults } from '../adapter.js';
import { type LookUp, PairCache } from '../pair-cache.js';
import { ResultList } from '../result-list.js';

type FlatbushClass = typeof Flatbush;

/** Default of the library. Its author found this value the fastest. */
const NODE_SIZE = 16;

class FlatbushPeer implements Peer {
  private boxes: Float32Array = new Float32Array(0);
  private readonly results = new ResultList();
  private readonly pairCache = new PairCache();
  private hasPairs = false;

  constructor(
    private readonly Index: FlatbushClass,
    private index?: Flatbush,
  ) {}

  build(boxes: Float32Array): void {
    this.boxes = boxes;
    this.hasPairs = false;
    this.index = undefined;
    // the library rejects empty input
    if (boxes.length === 0) return;
    const index = new this.Index(boxes.length / 4, NODE_SIZE, Float32Array);
    for (let at = 0; at < boxes.length; at += 4) {
      index.add(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
    }
    index.finish();
    this.index = index;
  }

  allPairs(boxes: Float32Array): Uint32Array {
    this.build(boxes);
    return this.pairCache.queryAll(boxes.length / 4, this.lookUp);
  }

  frame({ boxes, ids }: Change): Uint32Array {
    const hadPairs = this.hasPairs;
    this.build(boxes);
    this.hasPairs = true;
    const count = boxes.length / 4;
    if (!hadPairs) return this.pairCache.queryAll(count, this.lookUp);
    return this.pairCache.update(ids, count, this.lookUp);
  }

  boxQueries(boxes: Float32Array): QueryResults {
    const { results, index } = this;
    const { ids } = results;
    const addHit = (id: number) => {
      ids.push(id);
      return false;
    };
    results.begin(boxes.length / 4);
    for (let at = 0; at < boxes.length; at += 4) {
      index?.search(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3], addHit);
      results.next();
    }
    return results.view();
  }

  boxQuery(box: Float32Array, out: Uint32Array): number {
    const hits = this.index?.search(box[0], box[1], box[2], box[3]) ?? [];
    for (let i = 0; i < hits.length; i++) out[i] = hits[i];
    return hits.length;
  }

  nearest(points: Float32Array, k: number): Int32Array {
    const out = new Int32Array((points.length / 2) * k).fill(-1);
    for (let i = 0; 2 * i < points.length; i++) {
      out.set(this.index?.neighbors(points[2 * i], points[2 * i + 1], k) ?? [], i * k);
    }
    return out;
  }

  copy(): Peer {
    const { Index, index } = this;
    return new FlatbushPeer(Index, index && Index.from(index.data.slice(0)));
  }

  bytes(): number {
    return this.index?.data.byteLength ?? 0;
  }

  private readonly lookUp: LookUp = (id, found) => {
    const { boxes } = this;
    const at = 4 * id;
    this.index?.search(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3], (other) => {
      found.push(other);
      return false;
    });
  };
}

export const flatbush: Adapter = {
  id: 'flatbush',
  title: 'flatbush',
  package: 'flatbush',
  version: '4.7.0',
  dimensions: [2],
  methods: ['build', 'allPairs', 'frame', 'boxQueries', 'boxQuery', 'nearest', 'copy'],
  rebuilds: true,
  notes: [
    'static, so it is rebuilt in each frame',
    'uses Float32Array',
    'pairs by one search for each box',
    'batches and pairs use its filter callback, which avoids arrays of hits',
  ],
  async load() {
    const { default: Index } = await import('flatbush');
    return () => new FlatbushPeer(Index);
  },
};
