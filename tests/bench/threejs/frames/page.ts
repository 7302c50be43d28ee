/** Page that draws instances with and without culling, with the `WebGLRenderer` of three.js. */

import { type DrawOrder, SceneIndex } from 'sapwood/three';
import {
  type BatchedMesh,
  type InstancedMesh,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';
import {
  ALL_IN_VIEW,
  batchedMesh,
  instancedMesh,
  MOVED,
  middle,
  moveOne,
  randomMatrices,
} from '../instances';

export interface FrameOptions {
  readonly kind: 'InstancedMesh' | 'BatchedMesh';
  readonly order: DrawOrder;
  readonly instances: number;
  readonly frames: number;
}

/** Median milliseconds per frame, from the first change of an instance until the frame is drawn. */
export interface FrameTimes {
  readonly plain: number;
  readonly culled: number;
  /** Median over the frames of the time with culling divided by the time without culling. */
  readonly ratio: number;
  /** Number of instances that the renderer drew. It is the same with and without culling. */
  readonly drawn: number;
}

declare global {
  interface Window {
    measureFrames?: (options: FrameOptions) => Promise<FrameTimes>;
  }
}

const WARM_UP = 3;
const TRIANGLES = 12;

/** Draws the same moving instances in two scenes. Only the second scene is culled. */
window.measureFrames = async ({ kind, order, instances, frames }) => {
  const renderer = new WebGLRenderer();
  renderer.setSize(640, 360);
  const gl = renderer.getContext();
  const pixel = new Uint8Array(4);
  const matrices = randomMatrices(instances);
  const make = (): InstancedMesh | BatchedMesh =>
    kind === 'InstancedMesh' ? instancedMesh(matrices) : batchedMesh(matrices);
  const plain = make();
  plain.frustumCulled = false;
  if ('sortObjects' in plain) plain.perObjectFrustumCulled = plain.sortObjects = false;
  const culled = make();
  const scenes = [new Scene().add(plain), new Scene().add(culled)];
  const index = await SceneIndex.create(scenes[1]);
  const { angle, far, eye } = ALL_IN_VIEW;
  const camera = new PerspectiveCamera(angle, 16 / 9, 0.1, far);
  const times: number[][] = [[], []];
  const triangles = [0, 0];
  for (let frame = 0; frame < WARM_UP + frames; frame += 1) {
    camera.position.set(eye[0], eye[1], eye[2] + 0.1 * frame);
    camera.updateMatrixWorld();
    const moved = Array.from({ length: Math.round(MOVED * instances) }, () => moveOne(matrices));
    for (const turn of [frame % 2, 1 - (frame % 2)]) {
      const mesh = turn === 0 ? plain : culled;
      const start = performance.now();
      for (const id of moved) mesh.setMatrixAt(id, matrices[id]);
      if (mesh === culled) {
        index.update();
        index.cull(camera, { order });
      } else if ('instanceMatrix' in mesh) {
        mesh.instanceMatrix.needsUpdate = true;
      }
      renderer.render(scenes[turn], camera);
      // reading a pixel waits until the frame is drawn
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      triangles[turn] = renderer.info.render.triangles;
      if (frame >= WARM_UP) times[turn].push(performance.now() - start);
    }
  }
  index.dispose();
  renderer.dispose();
  if (triangles[0] !== triangles[1]) throw new Error(`different triangles: ${triangles}`);
  return {
    plain: middle(times[0]),
    culled: middle(times[1]),
    ratio: middle(times[1].map((time, i) => time / times[0][i])),
    drawn: triangles[1] / TRIANGLES,
  };
};
