/** Boxes, bodies, a camera and an index of a game. Code blocks of the documentation use them. */

import {
  expandRayToFloat32,
  expandSphereToFloat32,
  expandToFloat32,
  init,
  Quadtree,
  ScenePruner,
  StaticTree,
  WideTree,
} from 'sapwood/all';
import { Frustum, Matrix4, PerspectiveCamera } from 'three';

await init();

export {
  expandRayToFloat32,
  expandSphereToFloat32,
  expandToFloat32,
  Quadtree,
  ScenePruner,
  StaticTree,
};

/** Returns a row of cubes. Adjacent cubes overlap by 0.2. */
function row(offset: number, count = 100): Float32Array {
  const cubes = Array.from({ length: count }, (_, i) => {
    const z = -2 - 0.8 * i;
    return [offset, -0.5, z, offset + 1, 0.5, z + 1];
  });
  return new Float32Array(cubes.flat());
}

export const boxes = row(0);
export const next = row(0.1);
export const oldBoxes = row(0);
export const newBoxes = row(5);

export const camera = new PerspectiveCamera(60, 1, 0.1, 1000);
camera.updateMatrixWorld();
const view = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
export const frustum = new Frustum().setFromProjectionMatrix(view);

export const index = new WideTree({ dimensions: 3 });
index.build(boxes);

class Body {
  readonly id: number;
  readonly box: Float32Array;

  constructor(id: number) {
    this.id = id;
    this.box = boxes.slice(6 * id, 6 * id + 6);
  }

  writeBounds(out: Float32Array, start: number): void {
    out.set(this.box, start);
  }
}

export const bodies = Array.from({ length: boxes.length / 6 }, (_, id) => new Body(id));
export const moved = bodies.slice(0, 3);

export function draw(visible: Uint32Array): void {
  if (visible.length === 0) throw new Error('nothing is in view');
}

export function collide(a: number, b: number): void {
  if (Math.abs(a - b) !== 1) throw new Error(`bodies ${a} and ${b} do not overlap`);
}
