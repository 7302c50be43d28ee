/** Copies of the state of three.js objects, for tests that the package restores all properties. */
import type * as THREE from 'three';

/** Returns copies of all properties of an object that this package may change. */
export function stateOf(object: THREE.Object3D): unknown {
  const { layers, visible, frustumCulled } = object;
  const mesh = object as Partial<THREE.InstancedMesh & THREE.BatchedMesh>;
  return {
    keys: Object.getOwnPropertyNames(object).sort(),
    layers: Object.getOwnPropertyNames(layers),
    mask: layers.mask,
    visible,
    frustumCulled,
    count: mesh.count,
    matrices: mesh.instanceMatrix?.array.slice(),
    colors: mesh.instanceColor?.array.slice(),
    perObjectFrustumCulled: mesh.perObjectFrustumCulled,
    sortObjects: mesh.sortObjects,
    raycast: object.raycast,
  };
}
