/**
 * Box queries over a binary tree in arrays, by recursion and with a stack, in published and correct
 * forms.
 *
 * If the callback ends the query, the published recursion returns only from the current call, and
 * its callers continue. The published stack has 256 entries; only an assertion checks its size. In
 * an empty tree, both published forms read node -1.
 */

export const publishedStack = 256;

/** Binary tree in parallel arrays with one entry per node. Both children of a leaf are -1. */
export interface BinaryTree {
  /** Minimum corner, then maximum corner. */
  readonly bounds: ArrayLike<number>;
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Item of each leaf; -1 for inner nodes. */
  readonly item: Int32Array;
  /** Index of the root node; -1 if the tree is empty. */
  readonly root: number;
  readonly dimensions: 2 | 3;
}

/**
 * Part of the result of `SpatialIndex.nodes()`, for a tree with one item per leaf. Parents precede
 * children.
 */
export interface DumpedNodes {
  readonly count: number;
  readonly bounds: ArrayLike<number>;
  readonly parent: ArrayLike<number>;
  readonly firstItem: ArrayLike<number>;
  readonly itemCount: ArrayLike<number>;
  readonly items: ArrayLike<number>;
}

export function binaryTree(nodes: DumpedNodes, dimensions: 2 | 3): BinaryTree {
  const { count, bounds, parent, firstItem, itemCount, items } = nodes;
  const left = new Int32Array(count).fill(-1);
  const right = new Int32Array(count).fill(-1);
  const item = new Int32Array(count).fill(-1);
  for (let node = 0; node < count; node++) {
    if (itemCount[node] > 0) item[node] = items[firstItem[node]];
    if (parent[node] < 0) continue;
    const side = left[parent[node]] < 0 ? left : right;
    side[parent[node]] = node;
  }
  return { bounds, left, right, item, root: count > 0 ? 0 : -1, dimensions };
}

/** Callback for each item that is found. It returns `false` to end the query. */
export type Report = (item: number) => boolean;

function touches({ bounds, dimensions }: BinaryTree, node: number, box: ArrayLike<number>) {
  const at = 2 * dimensions * node;
  for (let axis = 0; axis < dimensions; axis++) {
    if (bounds[at + axis] > box[dimensions + axis]) return false;
    if (box[axis] > bounds[at + dimensions + axis]) return false;
  }
  return true;
}

/** Box query that can run in several forms, with counts of its work. */
export class TreeQuery {
  visits = 0;
  /** Maximum number of nodes on the stack. */
  mostWaiting = 0;
  /** Maximum number of nested calls. */
  mostCalls = 0;
  #calls = 0;

  constructor(
    private readonly tree: BinaryTree,
    private readonly box: ArrayLike<number>,
    private readonly report: Report,
  ) {}

  /** Queries by correct recursion. Returns false if the callback ended the query. */
  byRecursion(node = this.tree.root): boolean {
    if (node < 0) return true;
    this.#calls += 1;
    this.mostCalls = Math.max(this.mostCalls, this.#calls);
    const continues = this.recurse(node);
    this.#calls -= 1;
    return continues;
  }

  private recurse(node: number): boolean {
    const { tree, box } = this;
    this.visits++;
    if (!touches(tree, node, box)) return true;
    if (tree.left[node] < 0) return this.report(tree.item[node]);
    return this.byRecursion(tree.left[node]) && this.byRecursion(tree.right[node]);
  }

  /** Queries by published recursion. If the callback returns false, only the current call ends. */
  byPublishedRecursion(node = this.tree.root): void {
    const { tree, box } = this;
    if (node < 0) throw new RangeError('node -1 of an empty tree');
    this.visits++;
    if (!touches(tree, node, box)) return;
    if (tree.left[node] < 0) {
      if (!this.report(tree.item[node])) return;
    } else {
      this.byPublishedRecursion(tree.left[node]);
      this.byPublishedRecursion(tree.right[node]);
    }
  }

  /**
   * Queries with a stack of `places` entries, by default unlimited. Throws if the stack is full.
   */
  withStack(places = Number.POSITIVE_INFINITY): void {
    const { tree, box } = this;
    const waiting = tree.root < 0 ? [] : [tree.root];
    while (waiting.length > 0) {
      this.mostWaiting = Math.max(this.mostWaiting, waiting.length);
      const node = waiting.pop()!;
      this.visits++;
      if (!touches(tree, node, box)) continue;
      if (tree.left[node] < 0) {
        if (!this.report(tree.item[node])) return;
        continue;
      }
      if (waiting.length + 2 > places) throw new RangeError(`more than ${places} nodes wait`);
      waiting.push(tree.right[node], tree.left[node]);
    }
  }
}
