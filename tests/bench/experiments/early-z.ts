/**
 * Early Z: a renderer does not shade pixels behind a pixel that is already drawn. Counts the pixels
 * that are shaded with a depth buffer, for each order in which boxes are drawn.
 */

import { SphereTree } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { once } from '../node/once';
import { percent, type Table, whole } from '../report/document';
import { boxAround, lookAt } from './queries';

const COUNT = 5000;
const SEED = 31;
/** Side of the picture in pixels. */
const SIDE = 512;
const DEGREES = 60;

export const orders = ['scene', 'any', 'split-planes', 'front-to-back'] as const;
type Order = (typeof orders)[number];

type Vector = readonly [number, number, number];

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Returns boxes in the unit cube that occlude each other. Their edges are 0.01 to 0.05 long. */
function scene(): Float32Array {
  const random = new Mulberry32(SEED);
  const boxes = new Float32Array(6 * COUNT);
  for (let at = 0; at < boxes.length; at += 6) {
    const center = [random.unit(), random.unit(), random.unit()];
    boxes.set(boxAround(center, 0.005 + 0.02 * random.unit()), at);
  }
  return boxes;
}

/**
 * Square picture with a depth buffer. Each box is drawn as a square that faces the camera, at the
 * depth of the box center.
 */
class Picture {
  private readonly depths = new Float32Array(SIDE * SIDE).fill(Infinity);
  shaded = 0;

  constructor(
    private readonly boxes: Float32Array,
    private readonly eye: Vector,
    private readonly axes: readonly [right: Vector, up: Vector, forward: Vector],
  ) {}

  get covered(): number {
    return this.depths.filter((depth) => depth < Infinity).length;
  }

  draw(id: number): void {
    const { boxes, eye } = this;
    const at = 6 * id;
    const center = (axis: number) => (boxes[at + axis] + boxes[at + 3 + axis]) / 2 - eye[axis];
    const offset: Vector = [center(0), center(1), center(2)];
    const [x, y, depth] = this.axes.map((axis) => dot(offset, axis));
    const half = (boxes[at + 3] - boxes[at]) / 2;
    const scale = SIDE / 2 / Math.tan((DEGREES / 2) * (Math.PI / 180)) / depth;
    const span = (middle: number): readonly [number, number] => [
      Math.max(0, Math.round(SIDE / 2 + (middle - half) * scale)),
      Math.min(SIDE, Math.round(SIDE / 2 + (middle + half) * scale)),
    ];
    this.fill(span(x), span(y), depth);
  }

  private fill(
    [left, right]: readonly [number, number],
    [bottom, top]: readonly [number, number],
    depth: number,
  ): void {
    for (let row = bottom; row < top; row++) {
      for (let pixel = row * SIDE + left; pixel < row * SIDE + right; pixel++) {
        if (depth >= this.depths[pixel]) continue;
        this.depths[pixel] = depth;
        this.shaded++;
      }
    }
  }
}

/** Returns the axes right, up and forward of a camera that looks along a diagonal of the cube. */
function axesOf(signs: Vector): [Vector, Vector, Vector] {
  const [x, y, z] = signs.map((sign) => -sign / Math.sqrt(3));
  const length = Math.hypot(x, z);
  const right: Vector = [-z / length, 0, x / length];
  const up: Vector = [right[1] * z - right[2] * y, right[2] * x - right[0] * z, right[0] * y];
  return [right, up, [x, y, z]];
}

export interface Shading {
  readonly order: Order;
  /** Number of shaded pixels and of covered pixels, as sums over eight cameras. */
  readonly shaded: number;
  readonly covered: number;
}

const signs = [-1, 1];

/**
 * Counts the shaded pixels for eight cameras outside the corners of the cube, directed at its
 * center.
 */
export const shadeFromAllOctants = once((): Shading[] => {
  const boxes = scene();
  const tree = new SphereTree();
  try {
    tree.build(boxes);
    const octants = signs.flatMap((x) => signs.flatMap((y) => signs.map((z): Vector => [x, y, z])));
    return orders.map((order) => {
      let [shaded, covered] = [0, 0];
      for (const octant of octants) {
        const [x, y, z] = octant.map((sign) => 0.5 + 0.8 * sign);
        const planes = lookAt([x, y, z], [0.5, 0.5, 0.5], DEGREES, 8);
        const picture = new Picture(boxes, [x, y, z], axesOf(octant));
        const ids =
          order === 'scene'
            ? tree.queryFrustum(planes).sort()
            : tree.queryFrustum(planes, { eye: [x, y, z], order });
        for (const id of ids) picture.draw(id);
        shaded += picture.shaded;
        covered += picture.covered;
      }
      return { order, shaded, covered };
    });
  } finally {
    tree.dispose();
  }
});

export function overdrawOf(order: Order): number {
  const { shaded, covered } = shadeFromAllOctants().find((one) => one.order === order)!;
  return shaded / covered;
}

const titles: Readonly<Record<Order, string>> = {
  scene: 'scene order',
  any: 'node order',
  'split-planes': 'split planes',
  'front-to-back': 'sorted front to back',
};

export function shadingTable(): Table {
  return {
    caption: `Number of shaded pixels in a picture of ${SIDE} × ${SIDE} pixels with a depth buffer, summed over eight cameras. Each of 5,000 boxes, with edges of 0.01 to 0.05, is drawn as a square that faces the camera:`,
    header: ['order', 'pixels shaded', 'shaded per covered pixel', 'ratio to scene order'],
    rows: shadeFromAllOctants().map(({ order, shaded }) => [
      titles[order],
      whole(shaded),
      overdrawOf(order).toFixed(2),
      percent(overdrawOf(order) / overdrawOf('scene')),
    ]),
  };
}
