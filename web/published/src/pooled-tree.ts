/**
 * Static tree over a pool of shapes, with the removal that the source below describes. The last
 * shape of the pool moves to the position of the removed shape and gets its number, so that the
 * pool has no gaps. The removed shape is deleted from its leaf, `leafOf` is updated, and nodes with
 * outdated boxes are refitted. No memory is freed, and the tree is never rebuilt.
 *
 * Numbers of shapes are positions in the pool. They change with removals, so callers that store
 * numbers must update them after each removal. Source: descriptions of the static pruner of NVIDIA
 * PhysX 3.4.
 */

export interface PooledNode {
  /** Minimum corner, then maximum corner; (Infinity, -Infinity) if empty. */
  bounds: number[];
  readonly parent: number;
  /** Index of the first child of a branch; the second child follows it. 0 for a leaf. */
  left: number;
  /** Start of the range in `indices` of a leaf. `shapeCount` is the length of the range. */
  first: number;
  shapeCount: number;
}

export const publishedLeafLimit = 4;

export class PooledTree {
  /** Packed boxes of all shapes. The shapes that are not removed come first. */
  readonly shapes: Float32Array;
  /** Number of live shapes, that is, shapes that are not removed. */
  live: number;
  /**
   * Numbers of the shapes, grouped by leaf. After removals, the last entries of a group are unused.
   */
  readonly indices: Uint32Array;
  readonly nodes: PooledNode[] = [];
  /** Leaf of each live shape; -1 after the live shapes. */
  readonly leafOf: Int32Array;
  /** Nodes whose box is outdated. */
  private readonly marked = new Set<number>();
  /** Number of nodes that the last query tested. */
  visits = 0;

  constructor(
    boxes: ArrayLike<number>,
    readonly dimensions: 2 | 3,
    private readonly leafLimit = publishedLeafLimit,
  ) {
    this.shapes = Float32Array.from(boxes);
    this.live = boxes.length / (2 * dimensions);
    this.indices = Uint32Array.from({ length: this.live }, (_, i) => i);
    this.leafOf = new Int32Array(this.live);
    if (this.live > 0) this.build();
  }

  private build(): void {
    this.nodes.push(this.leaf(-1, 0, this.live));
    // appends children after their parents
    for (let at = 0; at < this.nodes.length; at++) {
      const node = this.nodes[at];
      const { first, shapeCount } = node;
      if (shapeCount > this.leafLimit) {
        const firstCount = this.partition(node);
        node.left = this.nodes.length;
        node.shapeCount = 0;
        this.nodes.push(
          this.leaf(at, first, firstCount),
          this.leaf(at, first + firstCount, shapeCount - firstCount),
        );
      } else {
        for (const shape of this.shapesOf(node)) this.leafOf[shape] = at;
      }
    }
  }

  private leaf(parent: number, first: number, shapeCount: number): PooledNode {
    const node = { bounds: [], parent, left: 0, first, shapeCount };
    return { ...node, bounds: this.boundsOfShapes(this.shapesOf(node)) };
  }

  private shapesOf({ first, shapeCount }: { first: number; shapeCount: number }): Uint32Array {
    return this.indices.subarray(first, first + shapeCount);
  }

  private boundsOfShapes(shapes: Iterable<number>): number[] {
    const stride = 2 * this.dimensions;
    let bounds = emptyBounds(this.dimensions);
    for (const shape of shapes) {
      const box = this.shapes.subarray(stride * shape, stride * (shape + 1));
      bounds = unitedBounds(bounds, box, this.dimensions);
    }
    return bounds;
  }

  /**
   * Splits the range of a node at the center of its box, on the axis with the largest variance of
   * centers. Returns the length of the first part.
   */
  private partition(node: PooledNode): number {
    const shapes = this.shapesOf(node);
    const axis = this.widestAxis(shapes);
    const cut = node.bounds[axis] + node.bounds[this.dimensions + axis];
    let above = 0;
    shapes.forEach((shape, i) => {
      if (this.doubledCenter(shape, axis) <= cut) return;
      shapes[i] = shapes[above];
      shapes[above++] = shape;
    });
    const isUnbalanced = above === 0 || above === shapes.length;
    return isUnbalanced ? Math.floor(shapes.length / 2) : above;
  }

  private doubledCenter(shape: number, axis: number): number {
    const at = 2 * this.dimensions * shape + axis;
    return this.shapes[at] + this.shapes[at + this.dimensions];
  }

  private widestAxis(shapes: Uint32Array): number {
    const spread = Array.from({ length: this.dimensions }, (_, axis) => {
      const centers = Array.from(shapes, (shape) => this.doubledCenter(shape, axis));
      const mean = centers.reduce((sum, center) => sum + center, 0) / centers.length;
      return centers.reduce((sum, center) => sum + (center - mean) ** 2, 0);
    });
    return spread.indexOf(Math.max(...spread));
  }

  /**
   * Removes a shape. The last shape of the pool gets its number. Returns the old number of the last
   * shape, or -1 if the removed shape was the last one.
   */
  remove(shape: number): number {
    if (!(shape >= 0 && shape < this.live)) throw new RangeError(`${shape}: no such shape`);
    const leaf = this.nodes[this.leafOf[shape]];
    const range = this.shapesOf(leaf);
    range[range.indexOf(shape)] = range[range.length - 1];
    range[range.length - 1] = shape;
    leaf.shapeCount -= 1;
    this.mark(this.leafOf[shape]);
    return this.fillHole(shape);
  }

  /**
   * Moves the last shape of the pool to the position `hole`, and updates its leaf and `leafOf`.
   * Returns the result of `remove`.
   */
  private fillHole(hole: number): number {
    const stride = 2 * this.dimensions;
    const last = --this.live;
    if (last !== hole) {
      this.shapes.copyWithin(stride * hole, stride * last, stride * (last + 1));
      const range = this.shapesOf(this.nodes[this.leafOf[last]]);
      range[range.indexOf(last)] = hole;
      this.leafOf[hole] = this.leafOf[last];
    }
    this.leafOf[last] = -1;
    return last === hole ? -1 : last;
  }

  /** Marks a node and its ancestors, up to the first ancestor that is already marked. */
  private mark(node: number): void {
    for (let at = node; at >= 0 && !this.marked.has(at); at = this.nodes[at].parent) {
      this.marked.add(at);
    }
  }

  /** Refits the marked nodes, children first. Returns the number of refitted nodes. */
  refit(): number {
    const marked = [...this.marked].sort((a, b) => b - a);
    for (const at of marked) {
      const node = this.nodes[at];
      node.bounds =
        node.left === 0
          ? this.boundsOfShapes(this.shapesOf(node))
          : unitedBounds(
              this.nodes[node.left].bounds,
              this.nodes[node.left + 1].bounds,
              this.dimensions,
            );
    }
    this.marked.clear();
    return marked.length;
  }

  /** Returns the shapes that overlap or touch a box. */
  query(box: ArrayLike<number>): number[] {
    this.refit();
    const found: number[] = [];
    const stride = 2 * this.dimensions;
    const open = this.nodes.length > 0 ? [0] : [];
    this.visits = 0;
    while (open.length > 0) {
      const node = this.nodes[open.pop()!];
      this.visits += 1;
      if (!meetsBox(node.bounds, box, this.dimensions)) continue;
      if (node.left > 0) open.push(node.left + 1, node.left);
      for (const shape of this.shapesOf(node)) {
        const own = this.shapes.subarray(stride * shape, stride * (shape + 1));
        if (meetsBox(own, box, this.dimensions)) found.push(shape);
      }
    }
    return found;
  }
}

const emptyBounds = (dimensions: number): number[] => [
  ...new Array<number>(dimensions).fill(Number.POSITIVE_INFINITY),
  ...new Array<number>(dimensions).fill(Number.NEGATIVE_INFINITY),
];

function unitedBounds(a: ArrayLike<number>, b: ArrayLike<number>, dimensions: number): number[] {
  return Array.from({ length: 2 * dimensions }, (_, i) =>
    i < dimensions ? Math.min(a[i], b[i]) : Math.max(a[i], b[i]),
  );
}

function meetsBox(a: ArrayLike<number>, b: ArrayLike<number>, dimensions: number): boolean {
  for (let axis = 0; axis < dimensions; axis++) {
    if (a[axis] > b[dimensions + axis] || b[axis] > a[dimensions + axis]) return false;
  }
  return true;
}
