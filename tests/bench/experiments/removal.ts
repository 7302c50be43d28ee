/**
 * Effects of removals from a static tree. The published tree stores shapes in an array, its pool. A
 * removal moves the last shape of the pool to the vacant position, and never frees nodes. Sapwood
 * keeps ids stable, and an insertion rebuilds the tree if more than half of its ids are vacant.
 */

import { PooledTree } from 'published';
import { deserialize, StaticTree } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { percent, type Table, whole } from '../report/document';
import type { Experiment, Findings } from './experiment';
import { scatter } from './progressive-build';
import { boxAround } from './queries';

const COUNT = 5000;
const QUERIES = 200;
/**
 * Half the edge length of a query box. A query finds about ten items before any item is removed.
 */
const HALF_SIDE = 2;
const SHARES = [0, 0.25, 0.5, 0.75, 0.9, 0.99];

export interface RemovalResult {
  readonly removed: number;
  /** Number of remaining shapes whose index in the pool has changed. */
  readonly renumbered: number;
  /** Number of all nodes in the tree of the pool, and number of nodes with items below them. */
  readonly nodes: number;
  readonly filled: number;
  /**
   * Mean node visits per query: in the published tree, in the static tree, and in the static tree
   * after the next insert.
   */
  readonly visits: { readonly pool: number; readonly ours: number; readonly next: number };
  /**
   * Number of queries for which the pool and the static tree find different items. Indices in the
   * pool are converted to ids before the comparison.
   */
  readonly differing: number;
}

/**
 * The published pool, a static tree with the same items, and the stable id of each index in the
 * pool.
 */
class TreePair {
  readonly #boxes = scatter(COUNT, 'uniform');
  readonly #random = new Mulberry32(71);
  readonly #pool = new PooledTree(this.#boxes, 3);
  readonly #ours = new StaticTree();
  readonly #ids = Array.from({ length: COUNT }, (_, i) => i);

  constructor() {
    this.#ours.build(this.#boxes);
  }

  removeUntil(removed: number): void {
    while (COUNT - this.#ids.length < removed) {
      const hole = Math.floor(this.#random.unit() * this.#ids.length);
      this.#ours.remove(this.#ids[hole]);
      this.#pool.remove(hole);
      this.#ids[hole] = this.#ids[this.#ids.length - 1];
      this.#ids.pop();
    }
  }

  measure(): RemovalResult {
    const side = Math.cbrt(8 * COUNT);
    const copy = deserialize(this.#ours.serialize());
    copy.insert(boxAround([-side, -side, -side], 1));
    const visits = { pool: 0, ours: 0, next: 0 };
    let differing = 0;
    for (let i = 0; i < QUERIES; i++) {
      const box = boxAround(
        [0, 0, 0].map(() => side * this.#random.unit()),
        HALF_SIDE,
      );
      const numbers = this.#pool.query(box);
      visits.pool += this.#pool.visits / QUERIES;
      const expected = this.#ours.queryBox(box).sort();
      visits.ours += this.#ours.counters().nodeVisits / QUERIES;
      copy.queryBox(box);
      visits.next += copy.counters().nodeVisits / QUERIES;
      const found = Uint32Array.from(numbers, (number) => this.#ids[number]).sort();
      if (found.join() !== expected.join()) differing += 1;
    }
    copy.dispose();
    return {
      removed: COUNT - this.#ids.length,
      renumbered: this.#ids.filter((id, number) => id !== number).length,
      nodes: this.#pool.nodes.length,
      filled: this.#pool.nodes.filter(({ bounds }) => Number.isFinite(bounds[0])).length,
      visits,
      differing,
    };
  }

  dispose(): void {
    this.#ours.dispose();
  }
}

export function measureRemovals(): RemovalResult[] {
  const both = new TreePair();
  try {
    return SHARES.map((share) => {
      both.removeUntil(Math.round(share * COUNT));
      return both.measure();
    });
  } finally {
    both.dispose();
  }
}

function table(results: readonly RemovalResult[]): Table {
  return {
    caption: `${whole(COUNT)} unit cubes, one in 8 units of space, of which some are removed one by one at random; then ${QUERIES} box queries of side ${2 * HALF_SIDE}:`,
    header: [
      'removed',
      'ids changed in the pool',
      'nodes',
      'nodes with items below',
      'visits of a query, pool',
      'Sapwood',
      'Sapwood, after the next insert',
    ],
    rows: results.map(({ removed, renumbered, nodes, filled, visits }) => [
      percent(removed / COUNT),
      percent(renumbered / (COUNT - removed)),
      whole(nodes),
      whole(filled),
      visits.pool.toFixed(1),
      visits.ours.toFixed(1),
      visits.next.toFixed(1),
    ]),
  };
}

export const removal: Experiment = {
  id: 'removal',
  title: 'Removal of items',
  question:
    'The published object pool is dense: the last object moves to the position of the removed one and takes its id. The item range of the leaf is closed, the map is updated, and marked nodes are refitted. Nodes are never freed. In Sapwood ids are stable, so the static tree has no such swap. A removal rebuilds the tree when three quarters of the items have been removed, and an insert rebuilds it when more than half of its slots are vacant. This experiment compares the cost of both. `web/published/src/pooled-tree.ts` is the pool; both trees are identical at the start.',
  run: (): Findings => {
    const results = measureRemovals();
    const last = results[results.length - 1];
    const half = results.find(({ renumbered, removed }) => renumbered > (COUNT - removed) / 2)!;
    return {
      tables: [table(results)],
      conclusions: [
        `Both return the same results if the caller of the pool follows every change of an id. When ${percent(half.removed / COUNT)} of the objects are removed, ${percent(half.renumbered / (COUNT - half.removed))} of the remaining ones have another id.`,
        `Until the tree is rebuilt, queries visit nearly the same nodes in both, because empty nodes are inverted boxes. The dense pool saves memory but no visits. A rebuild saves visits: with ${percent(last.removed / COUNT)} removed a query makes ${last.visits.ours.toFixed(1)} visits instead of ${last.visits.pool.toFixed(1)}, and the pool has ${whole(last.nodes - last.filled)} empty nodes of ${whole(last.nodes)}.`,
      ],
    };
  },
};
