/**
 * A static tree over a pool of shapes, and the removal as published: the pool moves its last shape into the hole and
 * renames it, so that the shapes stay dense; the range of the leaf closes its hole; the map follows; marked nodes are
 * refitted. Nothing is given back, and no removal ever builds the tree anew.
 *
 * A number here is a place in the pool, and means another shape after a removal: whoever keeps numbers must follow
 * every renaming. Source: the descriptions of the static pruner of NVIDIA PhysX 3.4.
 */

export interface PooledNode {
  /** Minimum corner, then maximum corner; inverted (Infinity, -Infinity) where nothing is left. */
  bounds: number[];
  readonly parent: number;
  /** Of branches; the other child is its neighbor. 0 at leaves: the root has no neighbor. */
  left: number;
  /** Of leaves: their range of `indices`. */
  first: number;
  held: number;
}

/** Shapes of a leaf that are left together. */
export const publishedLeafLimit = 4;

export class PooledTree {
  /** The pool: flat boxes, those of the living shapes first. */
  readonly shapes: Float32Array;
  /** Living shapes. */
  live: number;
  /** Numbers of shapes, leaf by leaf; what lies behind the part that a leaf holds means nothing. */
  readonly indices: Uint32Array;
  readonly nodes: PooledNode[] = [];
  /** The leaf of each living shape, -1 behind them. */
  readonly leafOf: Int32Array;
  /** Nodes whose box is not that of what is below them now. */
  private readonly marked = new Set<number>();
  /** Nodes that the last query looked at. */
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
    // children come behind their parents
    for (let at = 0; at < this.nodes.length; at++) {
      const node = this.nodes[at];
      const { first, held } = node;
      if (held > this.leafLimit) {
        const below = this.part(node);
        node.left = this.nodes.length;
        node.held = 0;
        this.nodes.push(this.leaf(at, first, below), this.leaf(at, first + below, held - below));
      } else {
        for (const shape of this.held(node)) this.leafOf[shape] = at;
      }
    }
  }

  private leaf(parent: number, first: number, held: number): PooledNode {
    const node = { bounds: [], parent, left: 0, first, held };
    return { ...node, bounds: this.boundsOfShapes(this.held(node)) };
  }

  private held({ first, held }: { first: number; held: number }): Uint32Array {
    return this.indices.subarray(first, first + held);
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

  /** Parts the range of a node at the center of its box, on the axis of the largest variance of centers. */
  private part(node: PooledNode): number {
    const shapes = this.held(node);
    const axis = this.widestAxis(shapes);
    const cut = node.bounds[axis] + node.bounds[this.dimensions + axis];
    let beyond = 0;
    shapes.forEach((shape, i) => {
      if (this.doubledCenter(shape, axis) <= cut) return;
      shapes[i] = shapes[beyond];
      shapes[beyond++] = shape;
    });
    const lopsided = beyond === 0 || beyond === shapes.length;
    return lopsided ? Math.floor(shapes.length / 2) : beyond;
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

  /** Removes a shape; the number of the one that has its number now, or -1 when it was the last of the pool. */
  remove(shape: number): number {
    if (!(shape >= 0 && shape < this.live)) throw new RangeError(`${shape}: no such shape`);
    const leaf = this.nodes[this.leafOf[shape]];
    const range = this.held(leaf);
    range[range.indexOf(shape)] = range[range.length - 1];
    range[range.length - 1] = shape;
    leaf.held -= 1;
    this.mark(this.leafOf[shape]);
    return this.fillHole(shape);
  }

  /** The last shape of the pool moves into the hole and takes its number, in its leaf and in the map. */
  private fillHole(hole: number): number {
    const stride = 2 * this.dimensions;
    const last = --this.live;
    if (last !== hole) {
      this.shapes.copyWithin(stride * hole, stride * last, stride * (last + 1));
      const range = this.held(this.nodes[this.leafOf[last]]);
      range[range.indexOf(last)] = hole;
      this.leafOf[hole] = this.leafOf[last];
    }
    this.leafOf[last] = -1;
    return last === hole ? -1 : last;
  }

  /** Marks a node and those above it, up to the first one that is marked. */
  private mark(node: number): void {
    for (let at = node; at >= 0 && !this.marked.has(at); at = this.nodes[at].parent) {
      this.marked.add(at);
    }
  }

  /** Corrects the marked nodes, children before their parents; how many they were. */
  refit(): number {
    const marked = [...this.marked].sort((a, b) => b - a);
    for (const at of marked) {
      const node = this.nodes[at];
      node.bounds =
        node.left === 0
          ? this.boundsOfShapes(this.held(node))
          : unitedBounds(
              this.nodes[node.left].bounds,
              this.nodes[node.left + 1].bounds,
              this.dimensions,
            );
    }
    this.marked.clear();
    return marked.length;
  }

  /** Shapes that meet a box; touching is enough. */
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
      for (const shape of this.held(node)) {
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
