/**
 * Compares node layouts and traversals in plain JavaScript. The same binary tree is stored in typed
 * arrays and as objects, and queried with a stack and by recursion.
 */

import { Mulberry32 } from 'scenes';
import { boxAround } from '../experiments/queries';
import { medianOf, shuffle } from './samples';

const BOXES = 20_000;
const QUERIES = 200;
const ROUNDS = 60;

interface Node {
  readonly box: Float32Array;
  readonly item: number;
  readonly left: Node | undefined;
  readonly right: Node | undefined;
}

class Found {
  readonly ids = new Int32Array(BOXES);
  count = 0;

  add(item: number): void {
    this.ids[this.count++] = item;
  }

  sorted(): string {
    return this.ids.slice(0, this.count).sort().join();
  }
}

/**
 * Binary tree in typed arrays. A node has six bounds. `left` and `right` are the children of a
 * branch; in a leaf, `left` is -1 and `right` is the item.
 */
class ArrayTree {
  readonly bounds: Float32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  private size = 0;
  private readonly stack = new Int32Array(64);

  constructor(private readonly boxes: Float32Array) {
    const count = boxes.length / 6;
    const nodes = 2 * count - 1;
    this.bounds = new Float32Array(6 * nodes);
    this.left = new Int32Array(nodes);
    this.right = new Int32Array(nodes);
    this.divide(Array.from({ length: count }, (_, i) => i));
  }

  get nodes(): number {
    return this.size;
  }

  /** Creates the node for the items, and splits it at the median of its widest axis. */
  private divide(items: number[]): number {
    const node = this.size++;
    const { bounds, boxes } = this;
    for (let lane = 0; lane < 6; lane++) {
      const values = items.map((item) => boxes[6 * item + lane]);
      bounds[6 * node + lane] = values.reduce((a, b) =>
        lane < 3 ? Math.min(a, b) : Math.max(a, b),
      );
    }
    if (items.length === 1) {
      this.left[node] = -1;
      this.right[node] = items[0];
      return node;
    }
    const extents = [0, 1, 2].map((axis) => bounds[6 * node + 3 + axis] - bounds[6 * node + axis]);
    const axis = extents.indexOf(Math.max(...extents));
    items.sort((a, b) => boxes[6 * a + axis] - boxes[6 * b + axis]);
    const half = items.length >> 1;
    this.left[node] = this.divide(items.slice(0, half));
    this.right[node] = this.divide(items.slice(half));
    return node;
  }

  private touches(node: number, box: Float32Array): boolean {
    const { bounds } = this;
    const at = 6 * node;
    return (
      bounds[at] <= box[3] &&
      box[0] <= bounds[at + 3] &&
      bounds[at + 1] <= box[4] &&
      box[1] <= bounds[at + 4] &&
      bounds[at + 2] <= box[5] &&
      box[2] <= bounds[at + 5]
    );
  }

  queryWithStack(box: Float32Array, found: Found): void {
    const { left, right, stack } = this;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      if (!this.touches(node, box)) continue;
      if (left[node] < 0) {
        found.add(right[node]);
      } else {
        stack[top++] = right[node];
        stack[top++] = left[node];
      }
    }
  }

  queryByRecursion(box: Float32Array, found: Found, node = 0): void {
    if (!this.touches(node, box)) return;
    const { left, right } = this;
    if (left[node] < 0) {
      found.add(right[node]);
      return;
    }
    this.queryByRecursion(box, found, left[node]);
    this.queryByRecursion(box, found, right[node]);
  }
}

/** Returns the tree as objects, which are allocated in random order. */
function objectsOf(tree: ArrayTree, random: Mulberry32): Node {
  type Open = { -readonly [Key in keyof Node]: Node[Key] };
  const nodes: Open[] = [];
  const order = Array.from({ length: tree.nodes }, (_, i) => i);
  for (const at of shuffle(order, random)) {
    const box = tree.bounds.slice(6 * at, 6 * at + 6);
    nodes[at] = { box, item: -1, left: undefined, right: undefined };
  }
  for (const at of order) {
    if (tree.left[at] < 0) nodes[at].item = tree.right[at];
    else [nodes[at].left, nodes[at].right] = [nodes[tree.left[at]], nodes[tree.right[at]]];
  }
  return nodes[0];
}

function touches({ box: bounds }: Node, box: Float32Array): boolean {
  return (
    bounds[0] <= box[3] &&
    box[0] <= bounds[3] &&
    bounds[1] <= box[4] &&
    box[1] <= bounds[4] &&
    bounds[2] <= box[5] &&
    box[2] <= bounds[5]
  );
}

const waiting: Node[] = [];

function queryObjectsWithStack(root: Node, box: Float32Array, found: Found): void {
  waiting.push(root);
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!touches(node, box)) continue;
    if (node.left && node.right) waiting.push(node.right, node.left);
    else found.add(node.item);
  }
}

function queryObjectsByRecursion(node: Node, box: Float32Array, found: Found): void {
  if (!touches(node, box)) return;
  if (!node.left || !node.right) {
    found.add(node.item);
    return;
  }
  queryObjectsByRecursion(node.left, box, found);
  queryObjectsByRecursion(node.right, box, found);
}

type Form = (box: Float32Array, found: Found) => void;

function requireSameBoxes(forms: readonly Form[], queries: readonly Float32Array[]): void {
  const found = new Found();
  for (const box of queries) {
    const results = forms.map((form) => {
      found.count = 0;
      form(box, found);
      return found.sorted();
    });
    if (new Set(results).size !== 1) throw new Error(`the forms found different boxes in ${box}`);
  }
}

function timeOf(form: Form, queries: readonly Float32Array[]): number {
  const found = new Found();
  const start = performance.now();
  for (const box of queries) {
    found.count = 0;
    form(box, found);
  }
  return performance.now() - start;
}

/** Ratios of times, as medians over interleaved rounds of the same queries. */
export interface NodeForms {
  /** Time of recursion divided by time with a stack, for nodes in typed arrays. */
  readonly recursion: number;
  /** Time of recursion divided by time with a stack, for nodes as objects. */
  readonly recursionOfObjects: number;
  /** Time with objects divided by time with typed arrays, both with a stack. */
  readonly objects: number;
}

export function measureNodeForms(): NodeForms {
  const random = new Mulberry32(18);
  const point = () => [random.unit(), random.unit(), random.unit()];
  const boxes = new Float32Array(6 * BOXES);
  for (let at = 0; at < boxes.length; at += 6) boxes.set(boxAround(point(), 0.005), at);
  const queries = Array.from({ length: QUERIES }, () =>
    Float32Array.from(boxAround(point(), 0.03)),
  );
  const tree = new ArrayTree(boxes);
  const root = objectsOf(tree, random);
  const forms: readonly Form[] = [
    (box, found) => tree.queryWithStack(box, found),
    (box, found) => tree.queryByRecursion(box, found),
    (box, found) => queryObjectsWithStack(root, box, found),
    (box, found) => queryObjectsByRecursion(root, box, found),
  ];
  requireSameBoxes(forms, queries);
  const rounds = Array.from({ length: ROUNDS }, () => forms.map((form) => timeOf(form, queries)));
  const ratio = (a: number, b: number) => medianOf(rounds.map((times) => times[a] / times[b]));
  return { recursion: ratio(1, 0), recursionOfObjects: ratio(3, 2), objects: ratio(2, 0) };
}
