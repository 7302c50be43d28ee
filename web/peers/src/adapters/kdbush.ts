/** kdbush: static 2D k-d tree of points, stored in flat arrays. */

import type KDBush from 'kdbush';
import type { Adapter, Peer } from '../adapter.js';
import { IdList } from '../id-list.js';
import { NearestList } from '../nearest-list.js';

type KDBushClass = typeof KDBush;

/**
 * Finds the nearest points in the arrays `ids` and `coords`, whose order defines the tree. The
 * search is depth first, nearer half first. geokdbush traverses the arrays in the same way.
 */
class Seeker {
  private x = 0;
  private y = 0;

  constructor(
    private readonly ids: ArrayLike<number>,
    private readonly coords: ArrayLike<number>,
    private readonly nodeSize: number,
    private readonly list: NearestList,
  ) {}

  seek(x: number, y: number): void {
    this.x = x;
    this.y = y;
    this.list.clear();
    this.descend(0, this.ids.length - 1, 0);
  }

  private offer(i: number): void {
    const dx = this.coords[2 * i] - this.x;
    const dy = this.coords[2 * i + 1] - this.y;
    const squared = dx * dx + dy * dy;
    if (squared <= this.list.limit) this.list.offer(squared, this.ids[i]);
  }

  private descend(left: number, right: number, axis: number): void {
    if (right - left <= this.nodeSize) {
      for (let i = left; i <= right; i++) this.offer(i);
      return;
    }
    const middle = (left + right) >> 1;
    const offset = (axis === 0 ? this.x : this.y) - this.coords[2 * middle + axis];
    if (offset <= 0) this.descend(left, middle - 1, 1 - axis);
    else this.descend(middle + 1, right, 1 - axis);
    this.offer(middle);
    if (offset * offset > this.list.limit) return;
    if (offset <= 0) this.descend(middle + 1, right, 1 - axis);
    else this.descend(left, middle - 1, 1 - axis);
  }
}

class KDBushPeer implements Peer {
  private index: KDBush | undefined;
  private readonly pairs = new IdList();

  constructor(private readonly Index: KDBushClass) {}

  build(boxes: Float32Array): void {
    this.index = undefined;
    if (boxes.length === 0) return;
    const index = new this.Index(boxes.length / 4, 64, Float32Array);
    for (let at = 0; at < boxes.length; at += 4) index.add(boxes[at], boxes[at + 1]);
    this.index = index.finish();
  }

  pairsWithin(points: Float32Array, distance: number): Uint32Array {
    const { pairs } = this;
    pairs.length = 0;
    if (points.length === 0) return pairs.view();
    const index = new this.Index(points.length / 2, 64, Float32Array);
    for (let at = 0; at < points.length; at += 2) index.add(points[at], points[at + 1]);
    index.finish();
    for (let i = 0; 2 * i < points.length; i++) {
      for (const other of index.within(points[2 * i], points[2 * i + 1], distance)) {
        if (other > i) pairs.pushPair(i, other);
      }
    }
    return pairs.view();
  }

  nearest(points: Float32Array, k: number): Int32Array {
    const out = new Int32Array((points.length / 2) * k).fill(-1);
    if (!this.index) return out;
    const { ids, coords, nodeSize } = this.index;
    const list = new NearestList(k);
    const seeker = new Seeker(ids, coords, nodeSize, list);
    for (let i = 0; 2 * i < points.length; i++) {
      seeker.seek(points[2 * i], points[2 * i + 1]);
      list.write(out, i * k);
    }
    return out;
  }

  bytes(): number {
    return this.index?.data.byteLength ?? 0;
  }
}

export const kdbush: Adapter = {
  id: 'kdbush',
  title: 'kdbush',
  package: 'kdbush',
  version: '4.1.0',
  dimensions: [2],
  methods: ['build', 'nearest'],
  pointsOnly: true,
  notes: [
    'it has no nearest neighbors in the plane, so the adapter traverses its arrays as geokdbush does on the sphere',
  ],
  async load() {
    const { default: Index } = await import('kdbush');
    return () => new KDBushPeer(Index);
  },
};
