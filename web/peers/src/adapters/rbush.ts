/** rbush: 2D R*-tree of JavaScript objects. */

import type RBush from 'rbush';
import type { Adapter, Change, Peer, QueryResults } from '../adapter.js';
import { type LookUp, PairCache } from '../pair-cache.js';
import { ResultList } from '../result-list.js';

/**
 * Object stored in the tree. The library reads the box from the four properties `minX` to `maxY`.
 */
interface Item {
  readonly id: number;
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/**
 * Fraction of moved items above which a rebuild is faster than removing and inserting each item.
 */
const MAX_MOVED_FRACTION = 0.2;

class RBushPeer implements Peer {
  private readonly tree: RBush<Item>;
  private items: Item[] = [];
  private readonly results = new ResultList();
  private readonly pairCache = new PairCache();
  private hasPairs = false;

  constructor(Tree: new () => RBush<Item>) {
    this.tree = new Tree();
  }

  build(boxes: Float32Array): void {
    this.items = [];
    for (let at = 0; at < boxes.length; at += 4) this.items.push(itemOf(boxes, at, at / 4));
    this.tree.clear();
    this.tree.load(this.items);
    this.hasPairs = false;
  }

  allPairs(boxes: Float32Array): Uint32Array {
    this.build(boxes);
    return this.pairCache.queryAll(this.items.length, this.lookUp);
  }

  frame(change: Change): Uint32Array {
    this.move(change);
    const count = this.items.length;
    if (!this.hasPairs) {
      this.hasPairs = true;
      return this.pairCache.queryAll(count, this.lookUp);
    }
    return this.pairCache.update(change.ids, count, this.lookUp);
  }

  boxQueries(boxes: Float32Array): QueryResults {
    const { results, tree } = this;
    results.begin(boxes.length / 4);
    for (let at = 0; at < boxes.length; at += 4) {
      for (const { id } of tree.search(itemOf(boxes, at, 0))) results.ids.push(id);
      results.next();
    }
    return results.view();
  }

  boxQuery([minX, minY, maxX, maxY]: Float32Array, out: Uint32Array): number {
    const hits = this.tree.search({ minX, minY, maxX, maxY });
    for (let i = 0; i < hits.length; i++) out[i] = hits[i].id;
    return hits.length;
  }

  insert(boxes: Float32Array): void {
    for (let at = 0; at < boxes.length; at += 4) {
      const item = itemOf(boxes, at, this.items.length);
      this.items.push(item);
      this.tree.insert(item);
    }
  }

  move({ ids, moved }: Change): void {
    const { items, tree } = this;
    const many = ids.length > MAX_MOVED_FRACTION * items.length;
    for (let i = 0; i < ids.length; i++) {
      const item = items[ids[i]];
      // removes the item before its box changes, because the tree finds an item by its box
      if (!many) tree.remove(item);
      item.minX = moved[4 * i];
      item.minY = moved[4 * i + 1];
      item.maxX = moved[4 * i + 2];
      item.maxY = moved[4 * i + 3];
      if (!many) tree.insert(item);
    }
    if (many) tree.clear().load(items);
  }

  remove(ids: Uint32Array): void {
    for (let i = 0; i < ids.length; i++) this.tree.remove(this.items[ids[i]]);
  }

  private readonly lookUp: LookUp = (id, found) => {
    for (const hit of this.tree.search(this.items[id])) found.push(hit.id);
  };
}

function itemOf(boxes: Float32Array, at: number, id: number): Item {
  return { id, minX: boxes[at], minY: boxes[at + 1], maxX: boxes[at + 2], maxY: boxes[at + 3] };
}

export const rbush: Adapter = {
  id: 'rbush',
  title: 'rbush',
  package: 'rbush',
  version: '4.0.1',
  dimensions: [2],
  methods: ['build', 'allPairs', 'frame', 'boxQueries', 'boxQuery', 'insert', 'move', 'remove'],
  notes: [
    'pairs by one search for each box',
    'a move is a removal and an insertion, or a new tree when many move',
  ],
  async load() {
    const { default: Tree } = await import('rbush');
    return () => new RBushPeer(Tree<Item>);
  },
};
