/**
 * Measures culling in plain JavaScript with sphere tree nodes of 20 bytes and with nodes padded to
 * 32 and 64 bytes. The results show the cost of padding, and how the time depends on the direction
 * of the traversal in memory.
 */

import { SphereTree } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { boxAround, lookAt } from '../experiments/queries';
import { medianOf } from './samples';

export const nodeBytes = [20, 32, 64] as const;
export const itemCounts = [2000, 20_000, 200_000] as const;
/**
 * Number of culls per round for each number of items, so that all rounds take about the same time.
 */
const CULLS = { 2000: 100, 20000: 10, 200000: 1 } as const;
const ROUNDS = 41;
/** Volume per box in cubic units; edges are 0.1 to 0.6 long. */
const SPARSENESS = 1.7;

const LEAF = 3;
const LINK_BITS = 2;

function sceneOf(count: number) {
  const random = new Mulberry32(19);
  const side = Math.cbrt(SPARSENESS * count);
  const boxes = new Float32Array(6 * count);
  for (let at = 0; at < boxes.length; at += 6) {
    const center = [0, 1, 2].map(() => side * random.unit());
    boxes.set(boxAround(center, 0.05 + 0.25 * random.unit()), at);
  }
  return { boxes, side };
}

/**
 * Sphere tree with nodes in preorder. A node contains the center and the radius, and then a word:
 * the right child and the split axis in a branch, or the item and `LEAF` in a leaf.
 */
class PaddedTree {
  private readonly floats: Float32Array;
  private readonly links: Uint32Array;
  private readonly words: number;
  private readonly stack = new Uint32Array(64);
  visits = 0;

  constructor(tree: SphereTree, bytes: number) {
    const { bounds, count, firstItem, itemCount, items, parent, spheres } = tree.nodes();
    if (!spheres) throw new Error('expected nodes with spheres');
    // WebAssembly memory is aligned to pages, so that padded nodes do not cross cache lines
    const pages = Math.ceil((count * bytes) / 65_536);
    const { buffer } = new WebAssembly.Memory({ initial: pages });
    this.floats = new Float32Array(buffer);
    this.links = new Uint32Array(buffer);
    this.words = bytes / 4;
    for (let node = 0; node < count; node++) {
      const at = node * this.words;
      this.floats.set(spheres.subarray(4 * node, 4 * node + 4), at);
      if (itemCount[node] > 0) {
        this.links[at + 4] = (items[firstItem[node]] << LINK_BITS) | LEAF;
      } else {
        const edges = [0, 1, 2].map(
          (axis) => bounds[6 * node + 3 + axis] - bounds[6 * node + axis],
        );
        this.links[at + 4] = edges.indexOf(Math.max(...edges));
      }
      // the left child follows its parent; any other child is a right child
      if (node > 0 && parent[node] !== node - 1) {
        this.links[parent[node] * this.words + 4] |= node << LINK_BITS;
      }
    }
  }

  private isOutside(at: number, planes: Float32Array): boolean {
    const { floats } = this;
    for (let plane = 0; plane < 24; plane += 4) {
      const distance =
        planes[plane] * floats[at] +
        planes[plane + 1] * floats[at + 1] +
        planes[plane + 2] * floats[at + 2] +
        planes[plane + 3];
      if (distance < -floats[at + 3]) return true;
    }
    return false;
  }

  /**
   * Returns the sum of the ids of the visible items. The child on the same side of the split plane
   * as the eye is visited first.
   */
  cull(planes: Float32Array, eye: readonly number[]): number {
    const { floats, links, stack, words } = this;
    let sum = 0;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      const at = node * words;
      this.visits++;
      if (this.isOutside(at, planes)) continue;
      const link = links[at + 4];
      const axis = link & LEAF;
      if (axis === LEAF) {
        sum += link >>> LINK_BITS;
      } else if (eye[axis] < floats[at + axis]) {
        stack[top++] = link >>> LINK_BITS;
        stack[top++] = node + 1;
      } else {
        stack[top++] = node + 1;
        stack[top++] = link >>> LINK_BITS;
      }
    }
    return sum;
  }
}

interface Camera {
  readonly eye: readonly number[];
  readonly planes: Float32Array;
}

/**
 * Returns cameras in the eight corners of the world, directed at its center. The first camera is in
 * the minimum corner, and the last camera is in the maximum corner.
 */
function camerasIn(side: number): Camera[] {
  const ends = [0, side];
  const corners = ends.flatMap((x) => ends.flatMap((y) => ends.map((z) => [x, y, z])));
  const center = [side / 2, side / 2, side / 2];
  return corners.map((eye) => ({ eye, planes: lookAt(eye, center, 60, 2 * side) }));
}

/** Returns nanoseconds per visited node. */
function timeOf(tree: PaddedTree, { eye, planes }: Camera, culls: number): number {
  tree.visits = 0;
  const start = performance.now();
  for (let i = 0; i < culls; i++) tree.cull(planes, eye);
  return ((performance.now() - start) * 1e6) / tree.visits;
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** Ratios of times, as medians over interleaved rounds. */
export interface NodeSize {
  readonly items: number;
  readonly bytes: number;
  /** Mean time per node of all cameras, divided by the same mean for nodes of 20 bytes. */
  readonly overSmallest: number;
  /**
   * Time per node of the camera in the maximum corner, divided by the time of the camera in the
   * minimum corner.
   */
  readonly oppositeCorners: number;
}

function measureItems(items: (typeof itemCounts)[number]): NodeSize[] {
  const { boxes, side } = sceneOf(items);
  const index = new SphereTree();
  index.build(boxes);
  const trees = nodeBytes.map((bytes) => new PaddedTree(index, bytes));
  index.dispose();
  const cameras = camerasIn(side);
  for (const { eye, planes } of cameras) {
    const sums = new Set(trees.map((tree) => tree.cull(planes, eye)));
    if (sums.size !== 1) throw new Error('cull: expected the same items for all node sizes');
  }
  const rounds = Array.from({ length: ROUNDS }, () =>
    trees.map((tree) => cameras.map((camera) => timeOf(tree, camera, CULLS[items]))),
  );
  return nodeBytes.map((bytes, i) => ({
    items,
    bytes,
    overSmallest: medianOf(rounds.map((times) => mean(times[i]) / mean(times[0]))),
    oppositeCorners: medianOf(rounds.map((times) => times[i][7] / times[i][0])),
  }));
}

export const measureNodeSizes = (): NodeSize[] => itemCounts.flatMap(measureItems);
