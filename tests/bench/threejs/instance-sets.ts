/**
 * Frames with 100,000 instances, some of which move. Sapwood, three.js and other libraries cull the
 * instances in each frame.
 */

import { createRadixSort, InstancedMesh2 } from '@three.ez/instanced-mesh';
import { SceneIndex } from 'sapwood/three';
import {
  type BatchedMesh,
  type Box3,
  Frustum,
  InstancedMesh,
  Matrix4,
  type MeshBasicMaterial,
  PerspectiveCamera,
  Scene,
  Vector3,
} from 'three';
import { CONTAINED, INTERSECTED, NOT_INTERSECTED, ObjectBVH } from 'three-mesh-bvh';
import {
  batchedMesh,
  geometryOf,
  instancedMesh,
  MOVED,
  material,
  middle,
  moveOne,
  type View,
} from './instances';

export interface InstanceSet {
  readonly name: string;
  /** Milliseconds to create the index or tree; 0 if the library has neither. */
  readonly setUp: number;
  /**
   * Moves the instances `moved`, and determines which instances are drawn. Returns the number of
   * drawn instances.
   */
  frame(moved: readonly number[], matrices: readonly Matrix4[], camera: PerspectiveCamera): number;
  dispose(): void;
}

function timed<T>(run: () => T): readonly [value: T, milliseconds: number] {
  const start = performance.now();
  const value = run();
  return [value, performance.now() - start];
}

async function sapwoodSet(name: string, mesh: InstancedMesh | BatchedMesh): Promise<InstanceSet> {
  const scene = new Scene();
  scene.add(mesh);
  const start = performance.now();
  const index = await SceneIndex.create(scene);
  return {
    name,
    setUp: performance.now() - start,
    frame(moved, matrices, camera) {
      for (const id of moved) mesh.setMatrixAt(id, matrices[id]);
      index.update();
      return index.cull(camera);
    },
    dispose: () => index.dispose(),
  };
}

/**
 * Culls with the loop of three.js over all instances, which `WebGLRenderer` runs before it draws a
 * `BatchedMesh`.
 */
function batchedMeshSet(matrices: readonly Matrix4[]): InstanceSet {
  const mesh = batchedMesh(matrices);
  const drawn = mesh as unknown as { _multiDrawCount: number };
  const renderer = {};
  return {
    name: 'three.js, BatchedMesh',
    setUp: 0,
    frame(moved, changed, camera) {
      for (const id of moved) mesh.setMatrixAt(id, changed[id]);
      mesh.onBeforeRender(
        renderer as never,
        null as never,
        camera,
        mesh.geometry,
        mesh.material as MeshBasicMaterial,
        null as never,
      );
      return drawn._multiDrawCount;
    },
    dispose() {
      mesh.dispose();
    },
  };
}

/** WebGL context whose methods do nothing, because only the time in JavaScript is measured. */
const gl = { createBuffer: () => ({}), bindBuffer() {}, bufferData() {}, bufferSubData() {} };

function instancedMesh2Set(matrices: readonly Matrix4[], hasTree: boolean): InstanceSet {
  const renderer = { getContext: () => gl };
  const mesh = new InstancedMesh2(geometryOf(), material(), {
    capacity: matrices.length,
    renderer: renderer as never,
  });
  mesh.addInstances(matrices.length, (entity, i) => {
    entity.position.setFromMatrixPosition(matrices[i]);
    entity.quaternion.setFromRotationMatrix(matrices[i]);
  });
  mesh.sortObjects = true;
  mesh.customSort = createRadixSort(mesh);
  const [, setUp] = timed(() => {
    if (hasTree) mesh.computeBVH();
  });
  return {
    name: `InstancedMesh2, ${hasTree ? 'tree' : 'loop'}`,
    setUp,
    frame(moved, changed, camera) {
      for (const id of moved) mesh.setMatrixAt(id, changed[id]);
      mesh.performFrustumCulling(camera);
      return mesh.count;
    },
    dispose() {
      mesh.dispose();
    },
  };
}

interface Item {
  id: number;
  depth: number;
}

/**
 * Culls with `ObjectBVH` of three-mesh-bvh: refits and searches the tree, then sorts and copies the
 * matrices of the drawn instances.
 */
function objectBvhSet(matrices: readonly Matrix4[]): InstanceSet {
  const mesh = instancedMesh(matrices);
  const source = new InstancedMesh(mesh.geometry, mesh.material, matrices.length);
  source.instanceMatrix.array.set(mesh.instanceMatrix.array);
  source.updateMatrixWorld();
  const [bvh, setUp] = timed(() => new ObjectBVH(source));
  const frustum = new Frustum();
  const matrix = new Matrix4();
  const eye = new Vector3();
  const forward = new Vector3();
  const items: Item[] = matrices.map(() => ({ id: 0, depth: 0 }));
  return {
    name: 'ObjectBVH',
    setUp,
    frame(moved, changed, camera) {
      for (const id of moved) source.setMatrixAt(id, changed[id]);
      bvh.refit();
      matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
      frustum.setFromProjectionMatrix(matrix);
      eye.setFromMatrixPosition(camera.matrixWorld);
      camera.getWorldDirection(forward);
      const { array } = source.instanceMatrix;
      let count = 0;
      bvh.shapecast({
        intersectsBounds: (box: Box3) => {
          if (!frustum.intersectsBox(box)) return NOT_INTERSECTED;
          const { min, max } = box;
          const isInside = frustum.planes.every(
            ({ normal, constant }) =>
              normal.x * (normal.x < 0 ? max.x : min.x) +
                normal.y * (normal.y < 0 ? max.y : min.y) +
                normal.z * (normal.z < 0 ? max.z : min.z) +
                constant >=
              0,
          );
          return isInside ? CONTAINED : INTERSECTED;
        },
        intersectsObject: (_: unknown, id: number) => {
          const at = 16 * id + 12;
          const item = items[count];
          item.id = id;
          item.depth =
            (array[at] - eye.x) * forward.x +
            (array[at + 1] - eye.y) * forward.y +
            (array[at + 2] - eye.z) * forward.z;
          count += 1;
          return false;
        },
      } as never);
      const drawn = items.slice(0, count).sort((a, b) => a.depth - b.depth);
      const target = mesh.instanceMatrix.array;
      for (const [slot, { id }] of drawn.entries()) {
        for (let k = 0; k < 16; k += 1) target[16 * slot + k] = array[16 * id + k];
      }
      mesh.count = count;
      return count;
    },
    dispose() {
      mesh.dispose();
    },
  };
}

/** Returns a set of instances for each library. The first two are culled by Sapwood. */
export async function makeInstanceSets(
  matrices: readonly Matrix4[],
): Promise<readonly InstanceSet[]> {
  return [
    await sapwoodSet('Sapwood, InstancedMesh', instancedMesh(matrices)),
    await sapwoodSet('Sapwood, BatchedMesh', batchedMesh(matrices)),
    batchedMeshSet(matrices),
    instancedMesh2Set(matrices, false),
    instancedMesh2Set(matrices, true),
    objectBvhSet(matrices),
  ];
}

export interface CullRow {
  readonly view: string;
  readonly name: string;
  /** Median milliseconds per frame. */
  readonly time: number;
  /** Median over the frames of the time divided by the time of Sapwood with an `InstancedMesh`. */
  readonly ratio: number;
  /** Median over the frames of the time divided by the time of Sapwood with a `BatchedMesh`. */
  readonly batchRatio: number;
  /** Mean share of instances that are drawn. */
  readonly drawn: number;
}

/**
 * Largest relative difference of the numbers of drawn instances. They differ because some libraries
 * test bounding boxes and others bounding spheres.
 */
const MAX_DIFFERENCE = 0.05;

/**
 * Measures frames of all libraries alternately. Throws if their numbers of drawn instances differ
 * by more than `MAX_DIFFERENCE`.
 */
export function measureCulling(
  instanceSets: readonly InstanceSet[],
  matrices: readonly Matrix4[],
  { name: view, far, angle, eye }: View,
  frames: number,
): CullRow[] {
  const count = matrices.length;
  const camera = new PerspectiveCamera(angle, 16 / 9, 0.1, far);
  const times: number[][] = instanceSets.map(() => []);
  const drawn: number[] = instanceSets.map(() => 0);
  const warmUp = 8;
  for (let frame = 0; frame < warmUp + frames; frame += 1) {
    if (eye[2] === 0) camera.rotation.y = 0.05 * frame;
    camera.position.set(eye[0], eye[1], eye[2] + 0.1 * frame);
    camera.updateMatrixWorld();
    const moved = Array.from({ length: Math.round(MOVED * count) }, () => moveOne(matrices));
    for (let turn = 0; turn < instanceSets.length; turn += 1) {
      const i = (turn + frame) % instanceSets.length;
      const [found, time] = timed(() => instanceSets[i].frame(moved, matrices, camera));
      if (frame < warmUp) continue;
      times[i].push(time);
      drawn[i] += found / count / frames;
    }
  }
  for (const [i, share] of drawn.entries()) {
    if (Math.abs(share - drawn[0]) > MAX_DIFFERENCE * drawn[0]) {
      throw new Error(
        `${view}: ${instanceSets[i].name} draws ${share}, ${instanceSets[0].name} ${drawn[0]}`,
      );
    }
  }
  const ratio = (i: number, to: number) =>
    middle(times[i].map((time, k) => time / (times[to]?.[k] ?? 1)));
  return instanceSets.map(({ name }, i) => ({
    view,
    name,
    time: middle(times[i]),
    ratio: ratio(i, 0),
    batchRatio: ratio(i, 1),
    drawn: drawn[i],
  }));
}
