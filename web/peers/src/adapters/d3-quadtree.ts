/** d3-quadtree: quadtree of points. */

import type { Quadtree, QuadtreeInternalNode, QuadtreeLeaf } from 'd3-quadtree';
import type { Adapter, Peer } from '../adapter.js';
import { NearestList } from '../nearest-list.js';

interface Point {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

type Branch = QuadtreeInternalNode<Point>;
type Node = Branch | QuadtreeLeaf<Point> | undefined;

/**
 * Finds the nearest points. It visits the quadrant that contains the query point first; `visit` of
 * the library has a fixed order.
 */
class Seeker {
  private x = 0;
  private y = 0;

  constructor(private readonly list: NearestList) {}

  seek(tree: Quadtree<Point>, x: number, y: number): void {
    this.x = x;
    this.y = y;
    this.list.clear();
    const extent = tree.extent();
    if (extent) this.descend(tree.root(), extent[0][0], extent[0][1], extent[1][0] - extent[0][0]);
  }

  private descend(node: Node, left: number, top: number, side: number): void {
    if (!node || this.isFar(left, top, side)) return;
    if (node.length === undefined) {
      this.offer(node as QuadtreeLeaf<Point>);
      return;
    }
    const half = side / 2;
    const nearest = (this.y >= top + half ? 2 : 0) | (this.x >= left + half ? 1 : 0);
    // first the quadrant of the query point, then its two neighbors, then the opposite quadrant
    for (const turn of [0, 1, 2, 3]) {
      const quarter = (nearest ^ turn) as 0 | 1 | 2 | 3;
      const x = left + (quarter & 1 ? half : 0);
      const y = top + (quarter & 2 ? half : 0);
      this.descend((node as Branch)[quarter], x, y, half);
    }
  }

  private isFar(left: number, top: number, side: number): boolean {
    const dx = Math.max(left - this.x, 0, this.x - left - side);
    const dy = Math.max(top - this.y, 0, this.y - top - side);
    return dx * dx + dy * dy > this.list.limit;
  }

  /** Tests the points of a leaf. Points with equal coordinates form a linked list. */
  private offer(leaf: QuadtreeLeaf<Point>): void {
    let next: QuadtreeLeaf<Point> | undefined = leaf;
    for (; next; next = next.next) {
      const dx = next.data.x - this.x;
      const dy = next.data.y - this.y;
      this.list.offer(dx * dx + dy * dy, next.data.id);
    }
  }
}

class D3Peer implements Peer {
  private tree: Quadtree<Point>;

  constructor(private readonly create: () => Quadtree<Point>) {
    this.tree = create();
  }

  build(boxes: Float32Array): void {
    const points: Point[] = [];
    for (let at = 0; at < boxes.length; at += 4) {
      points.push({ id: at / 4, x: boxes[at], y: boxes[at + 1] });
    }
    this.tree = this.create().addAll(points);
  }

  nearest(points: Float32Array, k: number): Int32Array {
    const out = new Int32Array((points.length / 2) * k);
    const list = new NearestList(k);
    const seeker = new Seeker(list);
    for (let i = 0; 2 * i < points.length; i++) {
      seeker.seek(this.tree, points[2 * i], points[2 * i + 1]);
      list.write(out, i * k);
    }
    return out;
  }
}

export const d3Quadtree: Adapter = {
  id: 'd3-quadtree',
  title: 'd3-quadtree',
  package: 'd3-quadtree',
  version: '3.0.2',
  dimensions: [2],
  methods: ['build', 'nearest'],
  pointsOnly: true,
  notes: ['it finds one nearest point, so the adapter traverses its nodes for more'],
  async load() {
    const { quadtree } = await import('d3-quadtree');
    const create = () =>
      quadtree<Point>()
        .x(({ x }) => x)
        .y(({ y }) => y);
    return () => new D3Peer(create);
  },
};
