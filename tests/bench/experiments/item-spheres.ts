/**
 * Compares three forms of spherical items in a sphere tree: the sphere itself, the sphere around
 * its bounding box, and the bounding box. In all structures of the library, including the sphere
 * tree, items are boxes. The tree in this file exists only for counting work. It is split in the
 * same way for all forms; only the spheres of its nodes differ.
 */

import { Mulberry32 } from 'scenes';
import { onceEach } from '../node/once';
import { change, rounded, type Table, whole } from '../report/document';
import type { Experiment, Findings } from './experiment';

const COUNT = 2000;
const QUERIES = 500;
const SEED = 2026;
const LEAF = 4;
const QUERY_RADIUS = 0.1;

/** Center x, y, z and radius. */
type Sphere = readonly [number, number, number, number];

const scenes = {
  'equal balls': [0.015, 0.015],
  'balls of different sizes': [0.0075, 0.045],
} as const;
export type SceneName = keyof typeof scenes;
export const sceneNames = Object.keys(scenes) as SceneName[];

export type Form = 'own sphere' | 'sphere around the box' | 'box';
export const forms: readonly Form[] = ['own sphere', 'sphere around the box', 'box'];

const between = (random: Mulberry32, min: number, max: number) => min + (max - min) * random.unit();

function ballAt(random: Mulberry32, radius: number): Sphere {
  const at = () => between(random, radius, 1 - radius);
  return [at(), at(), at(), radius];
}

export const makeBalls = onceEach((scene: SceneName): readonly Sphere[] => {
  const random = new Mulberry32(SEED);
  const [min, max] = scenes[scene];
  return Array.from({ length: COUNT }, () => ballAt(random, between(random, min, max)));
});

export const makeQueries = onceEach((scene: SceneName): readonly Sphere[] => {
  const random = new Mulberry32(SEED + scene.length);
  return Array.from({ length: QUERIES }, () => ballAt(random, QUERY_RADIUS));
});

function distance(a: Sphere, b: Sphere): number {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return Math.sqrt(x * x + y * y + z * z);
}

export const touch = (a: Sphere, b: Sphere) => distance(a, b) <= a[3] + b[3];

/**
 * Returns the squared distance between a point and an interval, or between two intervals. `a` and
 * `b` are the centers, and `reach` is the sum of the half lengths.
 */
function gap(a: number, b: number, reach: number): number {
  const between = Math.max(0, Math.abs(a - b) - reach);
  return between * between;
}

function touchesBox(ball: Sphere, boxed: Sphere): boolean {
  const axes = [0, 1, 2] as const;
  return (
    axes.reduce<number>((sum, i) => sum + gap(ball[i], boxed[i], boxed[3]), 0) <= ball[3] * ball[3]
  );
}

function boxesTouch(a: Sphere, b: Sphere): boolean {
  return ([0, 1, 2] as const).every((i) => Math.abs(a[i] - b[i]) <= a[3] + b[3]);
}

const aroundBox = ([x, y, z, radius]: Sphere): Sphere => [x, y, z, Math.sqrt(3) * radius];

function farthest(form: Form, from: Sphere, ball: Sphere): number {
  if (form !== 'box') return distance(from, ball) + ball[3];
  const sides = ([0, 1, 2] as const).map((i) => Math.abs(from[i] - ball[i]) + ball[3]);
  return Math.sqrt(sides.reduce((sum, side) => sum + side * side, 0));
}

interface Node {
  readonly sphere: Sphere;
  /** Items of a leaf; empty in a branch. */
  readonly items: readonly number[];
  readonly children: readonly Node[];
}

export interface Work {
  readonly nodes: number;
  readonly items: number;
  readonly found: number;
}

const total = ({ nodes, items }: Work) => nodes + items;

/**
 * Sphere tree whose nodes are split at the mean of the item centers, on the axis of largest
 * variance.
 */
class CountedTree {
  readonly #form: Form;
  /** The balls, or the spheres around the boxes of the balls. */
  readonly #items: readonly Sphere[];
  readonly #root: Node;

  constructor(form: Form, balls: readonly Sphere[]) {
    this.#form = form;
    this.#items = form === 'sphere around the box' ? balls.map(aroundBox) : balls;
    this.#root = this.#build(balls.map((_, i) => i));
  }

  /** Returns the mean numbers of nodes and items that are tested by a query with a ball. */
  query(balls: readonly Sphere[]): Work {
    const hits = this.#form === 'box' ? touchesBox : touch;
    let [nodes, items, found] = [0, 0, 0];
    for (const ball of balls) {
      const open = [this.#root];
      for (let node = open.pop(); node; node = open.pop()) {
        nodes += 1;
        if (!touch(ball, node.sphere)) continue;
        open.push(...node.children);
        items += node.items.length;
        found += node.items.filter((item) => hits(ball, this.#items[item])).length;
      }
    }
    return {
      nodes: nodes / balls.length,
      items: items / balls.length,
      found: found / balls.length,
    };
  }

  pairs(): Work {
    const hits = this.#form === 'box' ? boxesTouch : touch;
    let [nodes, items, found] = [0, 0, 0];
    const open: [Node, Node][] = [[this.#root, this.#root]];
    for (let pair = open.pop(); pair; pair = open.pop()) {
      const [a, b] = pair;
      if (a !== b) {
        nodes += 1;
        if (!touch(a.sphere, b.sphere)) continue;
      }
      if (a.items.length > 0 && b.items.length > 0) {
        for (const [i, first] of a.items.entries()) {
          for (const second of a === b ? a.items.slice(i + 1) : b.items) {
            items += 1;
            if (hits(this.#items[first], this.#items[second])) found += 1;
          }
        }
      } else {
        open.push(...opened(a, b));
      }
    }
    return { nodes, items, found };
  }

  #build(items: readonly number[]): Node {
    const balls = items.map((item) => this.#items[item]);
    const sphere = this.#around(balls);
    if (items.length <= LEAF) return { sphere, items, children: [] };
    const { axis, mean } = widest(balls);
    const first = items.filter((item) => this.#items[item][axis] < mean);
    const second = items.filter((item) => this.#items[item][axis] >= mean);
    return { sphere, items: [], children: [this.#build(first), this.#build(second)] };
  }

  /**
   * Returns a sphere that contains the items. Its center is the center of the bounding box of the
   * item centers.
   */
  #around(balls: readonly Sphere[]): Sphere {
    const [x, y, z] = ([0, 1, 2] as const).map((axis) => {
      const centers = balls.map((ball) => ball[axis]);
      return (Math.min(...centers) + Math.max(...centers)) / 2;
    });
    const from: Sphere = [x, y, z, 0];
    return [x, y, z, Math.max(...balls.map((ball) => farthest(this.#form, from, ball)))];
  }
}

/** Returns the pairs of nodes to test next if the spheres of `a` and `b` touch. */
function opened(a: Node, b: Node): [Node, Node][] {
  if (a === b) {
    const [first, second] = a.children;
    return [
      [first, first],
      [second, second],
      [first, second],
    ];
  }
  const opensFirst = b.items.length > 0 || (a.items.length === 0 && a.sphere[3] >= b.sphere[3]);
  return opensFirst
    ? a.children.map((child): [Node, Node] => [child, b])
    : b.children.map((child): [Node, Node] => [a, child]);
}

function widest(balls: readonly Sphere[]) {
  const spreads = ([0, 1, 2] as const).map((axis) => {
    const mean = balls.reduce((sum, ball) => sum + ball[axis], 0) / balls.length;
    const variance = balls.reduce((sum, ball) => sum + (ball[axis] - mean) ** 2, 0);
    return { axis, mean, variance };
  });
  return spreads.reduce((a, b) => (b.variance > a.variance ? b : a));
}

export interface Measured {
  readonly query: Work;
  readonly pairs: Work;
}

interface Variant {
  readonly scene: SceneName;
  readonly form: Form;
}

export const measureSpheres = onceEach(({ scene, form }: Variant): Measured => {
  const tree = new CountedTree(form, makeBalls(scene));
  return { query: tree.query(makeQueries(scene)), pairs: tree.pairs() };
});

function tableOf(scene: SceneName): Table {
  const ownSpheres = measureSpheres({ scene, form: 'own sphere' });
  const cells = (work: Work, own: Work) => [
    `${rounded(work.nodes)} + ${rounded(work.items)}`,
    change(total(work), total(own)),
    rounded(work.found),
  ];
  return {
    caption: `${whole(COUNT)} ${scene}. Nodes + items that a query with a ball tests, and pairs of both for all pairs:`,
    header: ['item', 'query', 'change', 'found', 'all pairs', 'change', 'found'],
    rows: forms.map((form) => {
      const { query, pairs } = measureSpheres({ scene, form });
      return [form, ...cells(query, ownSpheres.query), ...cells(pairs, ownSpheres.pairs)];
    }),
  };
}

function conclusionOf(scene: SceneName): string {
  const [own, around, box] = forms.map((form) => measureSpheres({ scene, form }));
  const more = (kind: keyof Measured) =>
    `${change(total(around[kind]), total(own[kind]))} for spheres around boxes and ${change(total(box[kind]), total(own[kind]))} for boxes`;
  return `${scene}: compared with the balls themselves, a query tests ${more('query')}. All pairs test ${more('pairs')}. The number of pairs found is ${(around.pairs.found / own.pairs.found).toFixed(1)} and ${(box.pairs.found / own.pairs.found).toFixed(1)} times that of the balls.`;
}

export const itemSpheres: Experiment = {
  id: 'item-spheres',
  title: 'Spheres as items of a sphere tree',
  question: `The sphere around the box of a ball has √3 times the radius of the ball. How much work is saved if the items are the balls themselves? Scene: ${whole(COUNT)} balls in the unit cube with a radius of 0.015, or of 0.0075 to 0.045. Queries: ${whole(QUERIES)} balls with a radius of ${QUERY_RADIUS}. The trees differ only in the spheres: up to ${LEAF} items per leaf, split at the mean of the centers. Results of Sapwood are defined on boxes, so \`SphereTree\` corresponds to the row *box*: its nodes are spheres around boxes, and items are tested by their boxes.`,
  run: (): Findings => ({
    tables: sceneNames.map(tableOf),
    conclusions: sceneNames.map(conclusionOf),
  }),
};
