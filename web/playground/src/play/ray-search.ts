/**
 * Search for the closest hit of a ray in the tree of a mesh. It visits the same nodes in the same
 * order as the `raycast` method of the mesh: depth first, nearest child first. Children beyond the
 * closest hit are skipped.
 *
 * The library does not report visited nodes, so this code repeats the search on the node dump.
 */

/** Node dump of a mesh, as in the library's `NodeDump`. A node with items is a leaf. */
export interface Nodes {
  readonly count: number;
  readonly bounds: ArrayLike<number>;
  readonly level: ArrayLike<number>;
  readonly parent: ArrayLike<number>;
  readonly firstItem: ArrayLike<number>;
  readonly itemCount: ArrayLike<number>;
  readonly items: ArrayLike<number>;
}

/** Segments in 2D, triangles in 3D. Without `indices`, each primitive has consecutive vertices. */
export interface Primitives {
  readonly positions: ArrayLike<number>;
  readonly indices?: ArrayLike<number>;
}

/** Maximum number of children of a node. */
const CHILDREN = 4;
/**
 * Relative margins for rounding errors: SLAB_MARGIN for distances to node boxes, LIMIT_MARGIN for
 * the distance to the closest hit.
 */
const SLAB_MARGIN = 2 ** -21;
const LIMIT_MARGIN = 1e-6;
/**
 * Minimum absolute coordinate of a ray direction, relative to its largest coordinate. It prevents
 * infinite reciprocals.
 */
const MIN_SHARE = 1e-30;

// The library computes distances to boxes in float32. The order of boxes at almost equal distances
// depends on this rounding.
const { fround } = Math;

export class RaySearch {
  /**
   * Visited nodes in order. When the search visits a branch, it tests the boxes of the children; in
   * a leaf, it tests the items.
   */
  readonly visits: Uint32Array;
  /** For each visit, the distance of the closest hit before this visit. */
  readonly limits: Float64Array;
  visitCount = 0;
  opened = 0;
  tested = 0;
  /** Index of the closest primitive that the ray hits, or -1 without a hit. */
  primitive = -1;
  /** Distance to the closest hit in world units, or Infinity without a hit. */
  distance = Number.POSITIVE_INFINITY;
  readonly branches: number;
  readonly deepest: number;

  /** Children of each node: CHILDREN numbers per node. Unused elements are -1. */
  readonly #children: Int32Array;
  readonly #stack: Int32Array;
  readonly #bounds: Float64Array;
  #size = 0;
  readonly #origin: Float64Array;
  readonly #origin32: Float32Array;
  readonly #unit: Float64Array;
  readonly #nearReciprocals: Float32Array;
  readonly #farReciprocals: Float32Array;
  /**
   * Vertices of the tested primitive, relative to the ray's origin. They are sheared so that the
   * ray runs along the last axis. Their last coordinate is the distance along the ray.
   */
  readonly #vertices: Float64Array;
  readonly #weights: Float64Array;
  /**
   * Axis on which the ray's direction has its largest absolute coordinate. `#scale` is the absolute
   * coordinate of the unit direction on this axis.
   */
  #longest = 0;
  #scale = 1;

  constructor(
    readonly nodes: Nodes,
    readonly primitives: Primitives,
    readonly dimensions: 2 | 3,
  ) {
    const { count, itemCount, level } = nodes;
    let deepest = 0;
    let branches = 0;
    for (let node = 0; node < count; node += 1) {
      deepest = Math.max(deepest, level[node]);
      if (itemCount[node] === 0) branches += 1;
    }
    this.deepest = deepest;
    this.branches = branches;
    this.visits = new Uint32Array(count);
    this.limits = new Float64Array(count);
    this.#children = childrenOf(nodes);
    this.#stack = new Int32Array(CHILDREN * (deepest + 1));
    this.#bounds = new Float64Array(CHILDREN * (deepest + 1));
    this.#origin = new Float64Array(dimensions);
    this.#origin32 = new Float32Array(dimensions);
    this.#unit = new Float64Array(dimensions);
    this.#nearReciprocals = new Float32Array(dimensions);
    this.#farReciprocals = new Float32Array(dimensions);
    this.#vertices = new Float64Array(dimensions * dimensions);
    this.#weights = new Float64Array(dimensions);
  }

  /** The direction may have any length except 0. */
  run(origin: ArrayLike<number>, direction: ArrayLike<number>): void {
    this.#setRay(origin, direction);
    this.visitCount = 0;
    this.opened = 0;
    this.tested = 0;
    this.primitive = -1;
    this.distance = Number.POSITIVE_INFINITY;
    this.#size = 0;
    const { count, itemCount } = this.nodes;
    for (let node = count > 0 ? 0 : -1; node >= 0; node = this.#pop()) {
      this.visits[this.visitCount] = node;
      this.limits[this.visitCount] = this.distance;
      this.visitCount += 1;
      if (itemCount[node] > 0) this.#test(node);
      else this.#open(node);
    }
  }

  #setRay(origin: ArrayLike<number>, direction: ArrayLike<number>): void {
    const { dimensions } = this;
    this.#longest = 0;
    for (let axis = 1; axis < dimensions; axis += 1) {
      if (Math.abs(direction[axis]) > Math.abs(direction[this.#longest])) this.#longest = axis;
    }
    const largest = Math.abs(direction[this.#longest]);
    let squares = 0;
    for (let axis = 0; axis < dimensions; axis += 1) squares += (direction[axis] / largest) ** 2;
    this.#scale = 1 / Math.sqrt(squares);
    for (let axis = 0; axis < dimensions; axis += 1) {
      const share = direction[axis] / largest;
      const reciprocal = (share >= 0 ? 1 : -1) / Math.max(Math.abs(share), MIN_SHARE);
      this.#origin[axis] = origin[axis];
      this.#origin32[axis] = origin[axis];
      this.#unit[axis] = share * this.#scale;
      this.#nearReciprocals[axis] = reciprocal * (1 - SLAB_MARGIN);
      this.#farReciprocals[axis] = reciprocal * (1 + SLAB_MARGIN);
    }
  }

  /**
   * Returns the distance to the closest hit, plus a margin. Like the result of `#enter`, the
   * distance is measured along the longest axis of the ray.
   */
  #limit(): number {
    return fround(this.distance * this.#scale * (1 + LIMIT_MARGIN));
  }

  /**
   * Pushes the children that the ray enters before the closest hit onto the stack, nearest child on
   * top.
   */
  #open(node: number): void {
    this.opened += 1;
    const limit = this.#limit();
    const bottom = this.#size;
    for (let i = CHILDREN * node; i < CHILDREN * (node + 1) && this.#children[i] >= 0; i += 1) {
      const bound = this.#enter(this.#children[i], limit);
      if (bound > limit || bound === Number.POSITIVE_INFINITY) continue;
      let at = this.#size;
      for (; at > bottom && this.#bounds[at - 1] <= bound; at -= 1) {
        this.#bounds[at] = this.#bounds[at - 1];
        this.#stack[at] = this.#stack[at - 1];
      }
      this.#bounds[at] = bound;
      this.#stack[at] = this.#children[i];
      this.#size += 1;
    }
  }

  /**
   * Pops nodes from the stack, and skips nodes beyond the closest hit. Returns the first remaining
   * node, or -1 if the stack is empty.
   */
  #pop(): number {
    const limit = this.#limit();
    while (this.#size > 0) {
      this.#size -= 1;
      if (this.#bounds[this.#size] <= limit) return this.#stack[this.#size];
    }
    return -1;
  }

  /**
   * Returns the distance at which the ray enters the box of a node, measured along the ray's
   * longest axis. Returns Infinity if the ray misses the box.
   */
  #enter(node: number, limit: number): number {
    const { dimensions } = this;
    const { bounds } = this.nodes;
    const low = 2 * dimensions * node;
    let entry = 0;
    let exit = limit;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const isForward = this.#unit[axis] >= 0;
      const near = bounds[low + axis + (isForward ? 0 : dimensions)];
      const far = bounds[low + axis + (isForward ? dimensions : 0)];
      const origin = this.#origin32[axis];
      entry = Math.max(fround(fround(near - origin) * this.#nearReciprocals[axis]), entry);
      exit = Math.min(fround(fround(far - origin) * this.#farReciprocals[axis]), exit);
    }
    return entry <= exit ? entry : Number.POSITIVE_INFINITY;
  }

  /**
   * Tests the primitives of a leaf. If several primitives have the same distance, the smallest
   * index is kept.
   */
  #test(leaf: number): void {
    const { firstItem, itemCount, items } = this.nodes;
    const end = firstItem[leaf] + itemCount[leaf];
    for (let i = firstItem[leaf]; i < end; i += 1) {
      this.tested += 1;
      const distance = this.#crossing(items[i]);
      const isCloser =
        distance < this.distance || (distance === this.distance && items[i] < this.primitive);
      if (!isCloser) continue;
      this.distance = distance;
      this.primitive = items[i];
    }
  }

  /**
   * Returns the distance at which the ray crosses a primitive, or Infinity if the ray misses it.
   *
   * The vertices are sheared so that the ray runs along its longest axis. The ray hits the
   * primitive if the origin is on the same side of all edges, or on an edge. (Woop, Benthin and
   * Wald, "Watertight ray/triangle intersection", 2013)
   */
  #crossing(primitive: number): number {
    const { dimensions } = this;
    const { indices, positions } = this.primitives;
    const unit = this.#unit;
    const vertices = this.#vertices;
    const weights = this.#weights;
    const last = dimensions - 1;
    for (let i = 0; i < dimensions; i += 1) {
      const number = dimensions * primitive + i;
      const vertex = dimensions * (indices ? indices[number] : number);
      const along = positions[vertex + this.#longest] - this.#origin[this.#longest];
      for (let k = 0; k < last; k += 1) {
        const axis = (this.#longest + 1 + k) % dimensions;
        const shear = unit[axis] / unit[this.#longest];
        vertices[dimensions * i + k] =
          positions[vertex + axis] - this.#origin[axis] - shear * along;
      }
      vertices[dimensions * i + last] = (1 / unit[this.#longest]) * along;
    }
    if (dimensions === 2) {
      weights[0] = vertices[2];
      weights[1] = -vertices[0];
    } else {
      for (let i = 0; i < 3; i += 1) {
        const [b, c] = [3 * ((i + 1) % 3), 3 * ((i + 2) % 3)];
        weights[i] = vertices[b] * vertices[c + 1] - vertices[b + 1] * vertices[c];
      }
    }
    let [sum, scaled, min, max] = [0, 0, 0, 0];
    for (let i = 0; i < dimensions; i += 1) {
      sum += weights[i];
      scaled += weights[i] * vertices[dimensions * i + last];
      min = Math.min(min, weights[i]);
      max = Math.max(max, weights[i]);
    }
    const isHit = (min === 0 || max === 0) && sum !== 0 && scaled / sum >= 0;
    return isHit ? scaled / sum : Number.POSITIVE_INFINITY;
  }
}

/**
 * Returns the children of each node: branches first, then leaves. Children at equal distances must
 * be tested in the same order as in the library. The dump lists sibling leaves in this order, but
 * sibling branches in reverse order.
 */
function childrenOf({ count, itemCount, parent }: Nodes): Int32Array {
  const children = new Int32Array(CHILDREN * count).fill(-1);
  const sizes = new Uint8Array(count);
  const add = (node: number) => {
    if (parent[node] < 0) return;
    children[CHILDREN * parent[node] + sizes[parent[node]]] = node;
    sizes[parent[node]] += 1;
  };
  for (let node = count - 1; node >= 0; node -= 1) if (itemCount[node] === 0) add(node);
  for (let node = 0; node < count; node += 1) if (itemCount[node] > 0) add(node);
  return children;
}
