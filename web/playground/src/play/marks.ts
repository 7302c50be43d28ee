/** Line drawings of contacts and tree nodes. */

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
} from 'three';
import { type Ramp, type Rgb, rampColor } from '../stage/color.js';
import type { Triple } from './shapes.js';

const NORMAL_LENGTH = 0.7;
const PLANE_SIZE = 0.45;

export const rgb = (color: Rgb) => new Color().setRGB(...color, 'srgb');

/** Line segments that the caller can replace in each step. */
export class Lines extends LineSegments<BufferGeometry, LineBasicMaterial> {
  #positions = new Float32Array(6 * 64);
  #length = 0;

  constructor(options: { readonly onTop: boolean; readonly opacity: number }) {
    const { onTop, opacity } = options;
    super(
      new BufferGeometry(),
      new LineBasicMaterial({ depthTest: !onTop, fog: !onTop, transparent: true, opacity }),
    );
    this.frustumCulled = false;
    this.renderOrder = onTop ? 2 : 1;
  }

  paint(color: Rgb): void {
    this.material.color = rgb(color);
  }

  reset(): void {
    this.#length = 0;
  }

  line(ax: number, ay: number, az: number, bx: number, by: number, bz: number): void {
    if (this.#length + 6 > this.#positions.length) {
      const grown = new Float32Array(2 * this.#positions.length);
      grown.set(this.#positions);
      this.#positions = grown;
    }
    const at = this.#length;
    const to = this.#positions;
    to[at] = ax;
    to[at + 1] = ay;
    to[at + 2] = az;
    to[at + 3] = bx;
    to[at + 4] = by;
    to[at + 5] = bz;
    this.#length += 6;
  }

  /** Uploads the lines that were added since `reset`. */
  commit(): void {
    const { geometry } = this;
    const held = geometry.getAttribute('position') as BufferAttribute | undefined;
    if (held?.array !== this.#positions) {
      // a larger array needs a new GPU buffer
      geometry.dispose();
      geometry.setAttribute('position', new BufferAttribute(this.#positions, 3));
    } else {
      held.needsUpdate = true;
    }
    geometry.setDrawRange(0, this.#length / 3);
  }

  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}

interface Boxes {
  readonly bounds: ArrayLike<number>;
  readonly level: ArrayLike<number>;
}

/** The color of a box shows the level of its node. */
export class LevelBoxes extends Group {
  readonly #lines: Lines[];

  constructor(
    deepest: number,
    private readonly dimensions: 2 | 3,
    options: { readonly onTop: boolean; readonly opacity: number },
  ) {
    super();
    this.#lines = Array.from({ length: deepest + 1 }, () => new Lines(options));
    this.add(...this.#lines);
  }

  reset(): void {
    for (const lines of this.#lines) lines.reset();
  }

  addNode({ bounds, level }: Boxes, node: number): void {
    addBox(this.#lines[level[node]], bounds, 2 * this.dimensions * node, this.dimensions);
  }

  commit(): void {
    for (const lines of this.#lines) lines.commit();
  }

  showLevels(last: number): void {
    this.#lines.forEach((lines, level) => {
      lines.visible = level <= last;
    });
  }

  paint(ramp: Ramp): void {
    const last = Math.max(this.#lines.length - 1, 1);
    this.#lines.forEach((lines, level) => {
      lines.paint(rampColor(ramp, level / last));
    });
  }

  override dispose(): void {
    for (const lines of this.#lines) lines.dispose();
  }
}

export function treeOf(
  nodes: Boxes & { readonly count: number },
  deepest: number,
  dimensions: 2 | 3,
): LevelBoxes {
  const tree = new LevelBoxes(deepest, dimensions, { onTop: dimensions === 2, opacity: 0.6 });
  for (let node = 0; node < nodes.count; node += 1) tree.addNode(nodes, node);
  tree.commit();
  return tree;
}

interface Touches {
  readonly count: number;
  readonly normals: Float32Array;
  readonly points: Float32Array;
}

/** Draws the normal and the plane of each contact. In 2D, the plane is a line. */
export function drawContacts(lines: Lines, contacts: Touches, dimensions: 2 | 3): void {
  lines.reset();
  for (let i = 0; i < contacts.count; i += 1) {
    const at = i * dimensions;
    const x = contacts.points[at];
    const y = contacts.points[at + 1];
    const z = dimensions === 3 ? contacts.points[at + 2] : 0;
    const nx = contacts.normals[at];
    const ny = contacts.normals[at + 1];
    const nz = dimensions === 3 ? contacts.normals[at + 2] : 0;
    lines.line(x, y, z, x + NORMAL_LENGTH * nx, y + NORMAL_LENGTH * ny, z + NORMAL_LENGTH * nz);
    if (dimensions === 2) {
      const [sx, sy] = [PLANE_SIZE * ny, -PLANE_SIZE * nx];
      lines.line(x - sx, y - sy, 0, x + sx, y + sy, 0);
    } else {
      addSquare(lines, [x, y, z], [nx, ny, nz]);
    }
  }
  lines.commit();
}

const cross = ([ax, ay, az]: Triple, [bx, by, bz]: Triple): Triple => [
  ay * bz - az * by,
  az * bx - ax * bz,
  ax * by - ay * bx,
];

function addSquare(lines: Lines, at: Triple, normal: Triple): void {
  const aside = cross(normal, Math.abs(normal[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]);
  const scale = PLANE_SIZE / Math.hypot(...aside);
  const u: Triple = [aside[0] * scale, aside[1] * scale, aside[2] * scale];
  const v = cross(normal, u);
  const corner = (a: number, b: number): Triple => [
    at[0] + a * u[0] + b * v[0],
    at[1] + a * u[1] + b * v[1],
    at[2] + a * u[2] + b * v[2],
  ];
  const corners = [corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1)];
  corners.forEach((from, i) => {
    lines.line(...from, ...corners[(i + 1) % 4]);
  });
}

/**
 * Adds the edges of a box: 12 in 3D, 4 in 2D. The minimum corner starts at `box[at]`, and the
 * maximum corner follows.
 */
export function addBox(lines: Lines, box: ArrayLike<number>, at: number, dimensions: 2 | 3): void {
  const [x, y] = [box[at], box[at + 1]];
  const [right, top] = [box[at + dimensions], box[at + dimensions + 1]];
  const depths = dimensions === 3 ? [box[at + 2], box[at + 5]] : [0];
  for (const z of depths) {
    lines.line(x, y, z, right, y, z);
    lines.line(right, y, z, right, top, z);
    lines.line(right, top, z, x, top, z);
    lines.line(x, top, z, x, y, z);
  }
  if (depths.length === 1) return;
  const [near, far] = depths;
  lines.line(x, y, near, x, y, far);
  lines.line(right, y, near, right, y, far);
  lines.line(right, top, near, right, top, far);
  lines.line(x, top, near, x, top, far);
}
