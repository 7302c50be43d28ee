/** Comparisons of an index with three.js, and cameras and rays for these comparisons. */
import type { SceneIndex } from 'sapwood/three';
import * as THREE from 'three';
import { expect } from 'vitest';

export function cameraAt(z: number, zoom = 1): THREE.PerspectiveCamera {
  const camera = new THREE.PerspectiveCamera(50, 1.5, 0.1, 1000);
  camera.position.z = z;
  camera.zoom = zoom;
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  return camera;
}

export const rayAt = (x: number, y: number, z = 5): THREE.Raycaster =>
  new THREE.Raycaster(new THREE.Vector3(x, y, z), new THREE.Vector3(0, 0, -1));

/** Returns the frustum of a camera whose matrices are up to date. */
export function frustumOf(camera: THREE.Camera): THREE.Frustum {
  const matrix = new THREE.Matrix4();
  matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  return new THREE.Frustum().setFromProjectionMatrix(
    matrix,
    camera.coordinateSystem,
    (camera as { reversedDepth?: boolean }).reversedDepth,
  );
}

export function expectSame(found: THREE.Intersection, right: THREE.Intersection): void {
  expect(Object.keys(found)).toEqual(Object.keys(right));
  expect(found.object).toBe(right.object);
  const { object: _, ...fields } = found;
  const { object: __, ...rightFields } = right;
  expect(fields).toEqual(rightFields);
}

/** Compares all intersections of a ray with those of three.js. Returns their number. */
export function compare(
  index: SceneIndex,
  root: THREE.Object3D,
  raycaster: THREE.Raycaster,
): number {
  const found = index.raycast(raycaster);
  const right = raycaster.intersectObjects(root.children, true);
  expect(found.length).toBe(right.length);
  for (const [i, hit] of right.entries()) expectSame(found[i], hit);
  return right.length;
}

export function compareFirst(
  index: SceneIndex,
  root: THREE.Object3D,
  raycaster: THREE.Raycaster,
): void {
  const found = index.raycast(Object.assign(raycaster, { firstHitOnly: true }));
  Object.assign(raycaster, { firstHitOnly: false });
  const [right] = raycaster.intersectObjects(root.children, true);
  expect(found.length).toBe(right === undefined ? 0 : 1);
  if (right !== undefined) expectSame(found[0], right);
}

/** Calls a method of a mesh as the renderer does for a shadow map. */
export function callShadowHook(mesh: THREE.Mesh, name: 'onBeforeShadow' | 'onAfterShadow'): void {
  const renderer = {} as THREE.WebGLRenderer;
  const camera = new THREE.PerspectiveCamera();
  const { geometry, material } = mesh;
  const group = null as unknown as THREE.Group;
  const args = [camera, camera, geometry, material as THREE.Material, group] as const;
  // three.js declares the second argument as a scene
  mesh[name](renderer, mesh as never, ...args);
}
