/** bvh.js: dynamic binary tree of boxes in 3D. */

import type { BVH, BVHNode } from 'bvh.js';
import type { Adapter, Change, Peer, QueryResults } from '../adapter.js';
import { entryDistance } from '../boxes.js';
import { atLeast, type IdList } from '../id-list.js';
import { type LookUp, PairCache } from '../pair-cache.js';
import { ResultList } from '../result-list.js';

type Tree = BVH<object, number>;
type Node = BVHNode<object, number>;

/**
 * Margin around leaves. With a margin, results must be filtered, which costs more time than the
 * margin saves.
 */
const MARGIN = 0;

class BvhJsPeer implements Peer {
  private tree: Tree;
  private boxes: Float32Array = new Float32Array(0);
  private count = 0;
  /** Leaf of each item. Its box is [min x, max x, min y, max y, min z, max z]. */
  private leaves: Node[] = [];
  private readonly query = new Float32Array(6);
  private readonly results = new ResultList();
  private readonly pairCache = new PairCache();
  private hasPairs = false;

  constructor(private readonly create: () => Tree) {
    this.tree = create();
  }

  build(boxes: Float32Array): void {
    const count = boxes.length / 6;
    this.tree = this.create();
    this.leaves = new Array(count);
    this.boxes = boxes.slice();
    this.count = count;
    this.hasPairs = false;
    if (count === 0) return;
    const ids = Array.from({ length: count }, (_, id) => id);
    const own = ids.map((id) => leafBox(boxes, 6 * id));
    this.tree.createFromArray(ids, own, (leaf) => {
      this.leaves[leaf.object!] = leaf;
    });
  }

  allPairs(boxes: Float32Array): Uint32Array {
    this.build(boxes);
    return this.pairCache.queryAll(this.count, this.lookUp);
  }

  frame(change: Change): Uint32Array {
    const hadPairs = this.hasPairs;
    // if more than half of the boxes move, a rebuild takes half the time of single moves
    if (2 * change.ids.length > this.count) this.build(change.boxes);
    else this.move(change);
    this.hasPairs = true;
    if (!hadPairs) return this.pairCache.queryAll(this.count, this.lookUp);
    return this.pairCache.update(change.ids, this.count, this.lookUp);
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

  rays(rays: Float32Array): Int32Array {
    const out = new Int32Array(rays.length / 7);
    for (let i = 0; i < out.length; i++) out[i] = this.rayAt(rays, 7 * i);
    return out;
  }

  insert(boxes: Float32Array): void {
    const { count } = this;
    const all = atLeast(this.boxes, 6 * count + boxes.length);
    if (all !== this.boxes) all.set(this.boxes.subarray(0, 6 * count));
    all.set(boxes, 6 * count);
    this.boxes = all;
    for (let at = 0; at < boxes.length; at += 6) {
      this.leaves.push(this.tree.insert(this.count++, leafBox(boxes, at), MARGIN));
    }
  }

  move({ ids, moved }: Change): void {
    const { boxes, leaves, tree } = this;
    for (let i = 0; i < ids.length; i++) {
      const leaf = leaves[ids[i]];
      for (let k = 0; k < 6; k++) boxes[6 * ids[i] + k] = moved[6 * i + k];
      writeBox(leaf.box, moved, 6 * i);
      tree.move(leaf, MARGIN);
    }
  }

  remove(ids: Uint32Array): void {
    for (let i = 0; i < ids.length; i++) this.tree.delete(this.leaves[ids[i]]);
  }

  private readonly lookUp: LookUp = (id, found) => this.find(this.boxes, 6 * id, found);

  private find(queries: Float32Array, at: number, found: IdList): void {
    // the library fails on an empty tree
    if (this.count === 0) return;
    writeBox(this.query, queries, at);
    this.tree.intersectsBox(this.query, (id) => {
      found.push(id);
      return false;
    });
  }

  /**
   * Returns the first box on a ray. The library reports the boxes on the ray in arbitrary order, so
   * the nearest one is selected here.
   */
  private rayAt(rays: Float32Array, from: number): number {
    if (this.count === 0) return -1;
    const origin = rays.subarray(from, from + 3);
    const direction = rays.subarray(from + 3, from + 6);
    let best = rays[from + 6];
    let hit = -1;
    const onHit = (id: number) => {
      const distance = entryDistance(this.boxes, 6 * id, rays, from, 3);
      if (distance <= best) [best, hit] = [distance, id];
      return false;
    };
    this.tree.intersectsRay(direction, origin, onHit, 0, best);
    return hit;
  }
}

function writeBox(box: Float32Array | Float64Array, boxes: Float32Array, at: number): void {
  for (let d = 0; d < 3; d++) {
    box[2 * d] = boxes[at + d];
    box[2 * d + 1] = boxes[at + 3 + d];
  }
}

function leafBox(boxes: Float32Array, at: number): Float32Array {
  const box = new Float32Array(6);
  writeBox(box, boxes, at);
  return box;
}

export const bvhJs: Adapter = {
  id: 'bvh-js',
  title: 'bvh.js',
  package: 'bvh.js',
  version: '0.0.13',
  dimensions: [3],
  methods: ['build', 'allPairs', 'frame', 'boxQueries', 'rays', 'insert', 'move', 'remove'],
  notes: [
    'no margin, because with one a leaf may extend beyond its parent and pairs are lost',
    'the tree is rebuilt where most boxes move',
    'rays return all boxes unordered, of which the adapter keeps the first',
  ],
  async load() {
    const { BVH, HybridBuilder } = await import('bvh.js');
    return () => new BvhJsPeer(() => new BVH(new HybridBuilder<object, number>()));
  },
};
