/** Dynamic tree of planck, a port of Box2D. */

import type { AABB, DynamicTree } from 'planck';
import type { Adapter, Change, Peer, QueryResults } from '../adapter.js';
import { entryDistance, overlaps2 } from '../boxes.js';
import { atLeast, type IdList } from '../id-list.js';
import { type LookUp, PairCache } from '../pair-cache.js';
import { ResultList } from '../result-list.js';

interface Library {
  readonly DynamicTree: new () => DynamicTree<number>;
  readonly AABB: new () => AABB;
}

const NO_DISPLACEMENT = { x: 0, y: 0 };

/**
 * The tree of the library stores boxes with a margin, so results are tested against the exact
 * boxes.
 */
class PlanckPeer implements Peer {
  private tree: DynamicTree<number>;
  private readonly aabb: AABB;
  private boxes: Float32Array = new Float32Array(0);
  private count = 0;
  private nodes: number[] = [];
  private readonly results = new ResultList();
  private readonly pairCache = new PairCache();
  private hasPairs = false;

  constructor(private readonly library: Library) {
    this.tree = new library.DynamicTree();
    this.aabb = new library.AABB();
  }

  build(boxes: Float32Array): void {
    this.tree = new this.library.DynamicTree();
    this.nodes = [];
    this.count = 0;
    this.hasPairs = false;
    this.insert(boxes);
  }

  allPairs(boxes: Float32Array): Uint32Array {
    this.build(boxes);
    return this.pairCache.queryAll(this.count, this.lookUp);
  }

  frame(change: Change): Uint32Array {
    this.move(change);
    const hadPairs = this.hasPairs;
    this.hasPairs = true;
    if (!hadPairs) return this.pairCache.queryAll(this.count, this.lookUp);
    return this.pairCache.update(change.ids, this.count, this.lookUp);
  }

  boxQueries(boxes: Float32Array): QueryResults {
    const { results } = this;
    results.begin(boxes.length / 4);
    for (let at = 0; at < boxes.length; at += 4) {
      this.find(boxes, at, results.ids);
      results.next();
    }
    return results.view();
  }

  rays(rays: Float32Array): Int32Array {
    const out = new Int32Array(rays.length / 5);
    for (let i = 0; i < out.length; i++) out[i] = this.rayAt(rays, 5 * i);
    return out;
  }

  insert(boxes: Float32Array): void {
    const { tree, nodes, aabb, count } = this;
    this.boxes = appended(this.boxes, count, boxes);
    for (let at = 0; at < boxes.length; at += 4) {
      writeBox(aabb, boxes, at);
      nodes.push(tree.createProxy(aabb, count + at / 4));
    }
    this.count += boxes.length / 4;
  }

  move({ ids, moved }: Change): void {
    const { tree, nodes, aabb, boxes } = this;
    for (let i = 0; i < ids.length; i++) {
      for (let k = 0; k < 4; k++) boxes[4 * ids[i] + k] = moved[4 * i + k];
      writeBox(aabb, moved, 4 * i);
      tree.moveProxy(nodes[ids[i]], aabb, NO_DISPLACEMENT);
    }
  }

  remove(ids: Uint32Array): void {
    for (let i = 0; i < ids.length; i++) this.tree.destroyProxy(this.nodes[ids[i]]);
  }

  private readonly lookUp: LookUp = (id, found) => this.find(this.boxes, 4 * id, found);

  private find(queries: Float32Array, at: number, found: IdList): void {
    const { tree, aabb, boxes } = this;
    writeBox(aabb, queries, at);
    tree.query(aabb, (node) => {
      const id = tree.getUserData(node);
      if (overlaps2(boxes, 4 * id, queries, at)) found.push(id);
      return true;
    });
  }

  private rayAt(rays: Float32Array, from: number): number {
    const { tree, boxes } = this;
    const p1 = { x: rays[from], y: rays[from + 1] };
    const maxDistance = rays[from + 4];
    const p2 = { x: p1.x + rays[from + 2] * maxDistance, y: p1.y + rays[from + 3] * maxDistance };
    let best = maxDistance;
    let hit = -1;
    tree.rayCast({ p1, p2, maxFraction: 1 }, (input, node) => {
      const id = tree.getUserData(node);
      const distance = entryDistance(boxes, 4 * id, rays, from, 2);
      if (distance > best) return input.maxFraction;
      best = distance;
      hit = id;
      // never returns 0, which would end the ray cast
      return Math.max(distance / maxDistance, Number.MIN_VALUE);
    });
    return hit;
  }
}

function writeBox({ lowerBound, upperBound }: AABB, boxes: Float32Array, at: number): void {
  lowerBound.x = boxes[at];
  lowerBound.y = boxes[at + 1];
  upperBound.x = boxes[at + 2];
  upperBound.y = boxes[at + 3];
}

function appended(old: Float32Array, count: number, more: Float32Array): Float32Array {
  const boxes = atLeast(old, 4 * count + more.length);
  if (boxes !== old) boxes.set(old.subarray(0, 4 * count));
  boxes.set(more, 4 * count);
  return boxes;
}

export const planck: Adapter = {
  id: 'planck',
  title: 'planck DynamicTree',
  package: 'planck',
  version: '1.4.2',
  dimensions: [2],
  methods: ['build', 'allPairs', 'frame', 'boxQueries', 'rays', 'insert', 'move', 'remove'],
  notes: ['its boxes have a margin of 0.1, so hits are tested against the exact boxes'],
  async load() {
    const { DynamicTree, AABB } = await import('planck');
    return () => new PlanckPeer({ DynamicTree, AABB });
  },
};
