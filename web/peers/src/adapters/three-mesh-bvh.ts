/**
 * three-mesh-bvh: packed binary tree. The library builds it over triangles; its base class supports
 * other primitives, here boxes.
 */

import type { Adapter, Change, Peer, QueryResults } from '../adapter.js';
import { IdList } from '../id-list.js';
import { NearestList } from '../nearest-list.js';
import { type LookUp, PairCache } from '../pair-cache.js';
import { ResultList } from '../result-list.js';
import {
  type BoxTree,
  type BoxTreeClass,
  boxTreeOf,
  type Cast,
} from './three-mesh-bvh/box-tree.js';

/**
 * Number of frames between rebuilds. Other frames refit the tree, and each refit reduces its
 * quality.
 */
const FRAMES_PER_BUILD = 30;

class ThreeMeshBvhPeer implements Peer {
  private tree: BoxTree | undefined;
  /** Copy of the boxes in the order of the leaves. */
  private ordered: Float32Array = new Float32Array(0);
  private items: Uint32Array = new Uint32Array(0);
  private readonly results = new ResultList();
  private readonly pairCache = new PairCache();
  private hasPairs = false;
  /** Number of refits since the last build. */
  private age = 0;

  // the current query is stored in fields, so that one callback object serves all queries
  private minX = 0;
  private minY = 0;
  private minZ = 0;
  private maxX = 0;
  private maxY = 0;
  private maxZ = 0;
  private found = new IdList();
  /**
   * Index of the first box of the current leaf in `ordered`. `end` is the index after the last box.
   */
  private offset = 0;
  private end = 0;
  private readonly pairs = new IdList();

  constructor(private readonly BoxTree: BoxTreeClass) {}

  build(boxes: Float32Array): void {
    this.hasPairs = false;
    this.tree = undefined;
    this.items = new Uint32Array(0);
    this.age = 0;
    if (boxes.length === 0) return;
    this.tree = new this.BoxTree(boxes);
    this.items = this.tree.primitiveBuffer;
    this.ordered = new Float32Array(boxes.length);
    this.order(boxes);
  }

  /** Refits the tree to moved boxes. Rebuilds it instead every `FRAMES_PER_BUILD` frames. */
  private refit(boxes: Float32Array): void {
    const { tree } = this;
    if (!tree || ++this.age >= FRAMES_PER_BUILD) {
      this.build(boxes);
      return;
    }
    tree.boxes = boxes;
    tree.refit();
    this.order(boxes);
  }

  private order(boxes: Float32Array): void {
    const { items, ordered } = this;
    for (let i = 0; i < items.length; i++) {
      const from = 6 * items[i];
      for (let k = 0; k < 6; k++) ordered[6 * i + k] = boxes[from + k];
    }
  }

  allPairs(boxes: Float32Array): Uint32Array {
    this.build(boxes);
    return this.leafPairs();
  }

  frame({ boxes, ids }: Change): Uint32Array {
    const hadPairs = this.hasPairs;
    this.refit(boxes);
    this.hasPairs = true;
    const count = boxes.length / 6;
    if (hadPairs && 2 * ids.length <= count) return this.pairCache.update(ids, count, this.lookUp);
    const pairs = this.leafPairs();
    this.pairCache.replace(pairs);
    return pairs;
  }

  boxQueries(boxes: Float32Array): QueryResults {
    const { results } = this;
    results.begin(boxes.length / 6);
    for (let at = 0; at < boxes.length; at += 6) {
      this.find(boxes, at, results.ids);
      results.next();
    }
    return results.view();
  }

  boxQuery(box: Float32Array, out: Uint32Array): number {
    const { found } = this;
    found.length = 0;
    this.find(box, 0, found);
    for (let i = 0; i < found.length; i++) out[i] = found.values[i];
    return found.length;
  }

  nearest(points: Float32Array, k: number): Int32Array {
    const out = new Int32Array((points.length / 3) * k).fill(-1);
    const list = new NearestList(k);
    for (let i = 0; 3 * i < points.length; i++) {
      list.clear();
      this.seek(points[3 * i], points[3 * i + 1], points[3 * i + 2], list);
      list.write(out, i * k);
    }
    return out;
  }

  rays(rays: Float32Array): Int32Array {
    const out = new Int32Array(rays.length / 7);
    for (let i = 0; i < out.length; i++) out[i] = this.rayAt(rays.subarray(7 * i, 7 * i + 7));
    return out;
  }

  private readonly lookUp: LookUp = (id, found) => this.find(this.tree!.boxes, 6 * id, found);

  private find(queries: Float32Array, at: number, found: IdList): void {
    this.minX = queries[at];
    this.minY = queries[at + 1];
    this.minZ = queries[at + 2];
    this.maxX = queries[at + 3];
    this.maxY = queries[at + 4];
    this.maxZ = queries[at + 5];
    this.found = found;
    this.tree?.shapecast(this.boxCast);
  }

  private readonly boxCast: Cast = {
    intersectsBounds: ({ min, max }) =>
      min.x <= this.maxX &&
      this.minX <= max.x &&
      min.y <= this.maxY &&
      this.minY <= max.y &&
      min.z <= this.maxZ &&
      this.minZ <= max.z,
    intersectsRange: (offset, count) => {
      const { ordered, items, found, minX, minY, minZ, maxX, maxY, maxZ } = this;
      for (let i = offset; i < offset + count; i++) {
        const at = 6 * i;
        if (
          ordered[at] <= maxX &&
          minX <= ordered[at + 3] &&
          ordered[at + 1] <= maxY &&
          minY <= ordered[at + 4] &&
          ordered[at + 2] <= maxZ &&
          minZ <= ordered[at + 5]
        ) {
          found.push(items[i]);
        }
      }
      return false;
    },
  };

  /**
   * Returns all pairs. Runs one tree query (`shapecast`) per leaf, which finds pairs within the
   * leaf and pairs with boxes of later leaves.
   */
  private leafPairs(): Uint32Array {
    const { tree, pairs } = this;
    pairs.length = 0;
    tree?.traverse((_depth, isLeaf, bounds, offset, count) => {
      if (!isLeaf) return;
      [this.minX, this.minY, this.minZ, this.maxX, this.maxY, this.maxZ] = bounds;
      this.offset = offset;
      this.end = offset + count;
      tree.shapecast(this.leafCast);
    });
    return pairs.view();
  }

  private readonly leafCast: Cast = {
    intersectsBounds: this.boxCast.intersectsBounds,
    intersectsRange: (offset, count) => {
      if (offset >= this.offset) this.meetRange(offset, offset + count);
      return false;
    },
  };

  private meetRange(from: number, to: number): void {
    const { ordered, items, pairs, offset, end } = this;
    for (let i = offset; i < end; i++) {
      const at = 6 * i;
      const minX = ordered[at];
      const minY = ordered[at + 1];
      const minZ = ordered[at + 2];
      const maxX = ordered[at + 3];
      const maxY = ordered[at + 4];
      const maxZ = ordered[at + 5];
      for (let j = Math.max(from, i + 1); j < to; j++) {
        const bt = 6 * j;
        if (
          ordered[bt] <= maxX &&
          minX <= ordered[bt + 3] &&
          ordered[bt + 1] <= maxY &&
          minY <= ordered[bt + 4] &&
          ordered[bt + 2] <= maxZ &&
          minZ <= ordered[bt + 5]
        ) {
          pairs.pushPair(items[i], items[j]);
        }
      }
    }
  }

  private seek(x: number, y: number, z: number, list: NearestList): void {
    const { ordered, items } = this;
    this.tree?.shapecast({
      boundsTraverseOrder: ({ min, max }) => {
        const dx = Math.max(min.x - x, 0, x - max.x);
        const dy = Math.max(min.y - y, 0, y - max.y);
        const dz = Math.max(min.z - z, 0, z - max.z);
        return dx * dx + dy * dy + dz * dz;
      },
      intersectsBounds: (_box, _isLeaf, score) => score! <= list.limit,
      intersectsRange: (offset, count) => {
        for (let i = offset; i < offset + count; i++) {
          const at = 6 * i;
          const dx = Math.max(ordered[at] - x, 0, x - ordered[at + 3]);
          const dy = Math.max(ordered[at + 1] - y, 0, y - ordered[at + 4]);
          const dz = Math.max(ordered[at + 2] - z, 0, z - ordered[at + 5]);
          const squared = dx * dx + dy * dy + dz * dz;
          if (squared <= list.limit) list.offer(squared, items[i]);
        }
        return false;
      },
    });
  }

  private rayAt([ox, oy, oz, dx, dy, dz, maxDistance]: Float32Array): number {
    const { ordered, items } = this;
    const [ix, iy, iz] = [1 / dx, 1 / dy, 1 / dz];
    let best = maxDistance;
    let hit = -1;
    const enter = (x0: number, y0: number, z0: number, x1: number, y1: number, z1: number) => {
      const [ax, bx] = [(x0 - ox) * ix, (x1 - ox) * ix];
      const [ay, by] = [(y0 - oy) * iy, (y1 - oy) * iy];
      const [az, bz] = [(z0 - oz) * iz, (z1 - oz) * iz];
      const near = Math.max(Math.min(ax, bx), Math.min(ay, by), Math.min(az, bz), 0);
      const far = Math.min(Math.max(ax, bx), Math.max(ay, by), Math.max(az, bz));
      return near <= far ? near : Number.POSITIVE_INFINITY;
    };
    this.tree?.shapecast({
      boundsTraverseOrder: ({ min, max }) => enter(min.x, min.y, min.z, max.x, max.y, max.z),
      intersectsBounds: (_box, _isLeaf, score) => score! <= best,
      intersectsRange: (offset, count) => {
        for (let at = 6 * offset; at < 6 * (offset + count); at += 6) {
          const distance = enter(
            ordered[at],
            ordered[at + 1],
            ordered[at + 2],
            ordered[at + 3],
            ordered[at + 4],
            ordered[at + 5],
          );
          if (distance <= best) [best, hit] = [distance, items[at / 6]];
        }
        return false;
      },
    });
    return hit;
  }
}

export const threeMeshBvh: Adapter = {
  id: 'three-mesh-bvh',
  title: 'three-mesh-bvh',
  package: 'three-mesh-bvh',
  version: '0.9.17',
  dimensions: [3],
  methods: ['build', 'allPairs', 'frame', 'boxQueries', 'boxQuery', 'nearest', 'rays'],
  notes: [
    'a subclass of its abstract tree over boxes, with a copy of the boxes in the order of the leaves',
    'frames by its refit, with a new tree every thirty frames',
    'pairs by one shapecast for each leaf',
  ],
  async load() {
    const BoxTree = boxTreeOf(await import('three-mesh-bvh'));
    return () => new ThreeMeshBvhPeer(BoxTree);
  },
};
