/**
 * Instanced meshes with levels of detail, and a reference implementation that computes the levels.
 */
import * as THREE from 'three';
import { RandomValues } from './random-scene.ts';

export const COUNT = 200;

interface Distance {
  readonly distance: number;
  readonly hysteresis?: number;
}

export const DISTANCES: readonly Distance[] = [{ distance: 15, hysteresis: 0.3 }, { distance: 35 }];

/**
 * Computes the levels of detail of instances in double precision by the rules of `LOD.update` in
 * three.js.
 */
export class Reference {
  readonly levels: readonly Distance[];
  readonly #current = new Map<number, number>();
  /** Number of instances whose level did not change because of hysteresis. */
  kept = 0;

  constructor(levels: readonly Distance[]) {
    this.levels = levels;
  }

  /**
   * Returns the level of an instance that is drawn, and stores it for the hysteresis of later
   * calls.
   */
  levelOf(
    id: number,
    world: THREE.Matrix4,
    cameras: readonly THREE.Camera[],
    lod: number | boolean = 1,
  ): number {
    const place = new THREE.Vector3().setFromMatrixPosition(world);
    const distances = cameras.map((camera) => {
      const eye = new THREE.Vector3().setFromMatrixPosition(camera.matrixWorld);
      return eye.distanceTo(place) / (camera as THREE.PerspectiveCamera).zoom;
    });
    const distance = Math.min(...distances) / Number(lod);
    const last = this.#current.get(id) ?? 0;
    const level = lod === false ? 0 : this.#at(distance, last);
    if (lod !== false && level !== this.#at(distance, -1)) this.kept += 1;
    this.#current.set(id, level);
    return level;
  }

  #at(distance: number, last: number): number {
    let level = 0;
    for (const [i, { distance: limit, hysteresis = 0 }] of this.levels.entries()) {
      if (distance < (i + 1 === last ? limit - limit * hysteresis : limit)) break;
      level = i + 1;
    }
    return level;
  }
}

export const plain = () => new THREE.MeshBasicMaterial();

function pairs(sign: number): THREE.InstancedBufferAttribute {
  const array = Float32Array.from({ length: 2 * COUNT }, (_, i) => sign * i);
  return new THREE.InstancedBufferAttribute(array, 2);
}

/**
 * Returns an instanced mesh and two meshes for its levels of detail, each with its own parent and
 * transform.
 */
export function forest(seed: number) {
  const random = new RandomValues(seed);
  const scene = new THREE.Scene();
  const place = () => {
    const axes = [random.within(3), random.within(3), random.within(3)] as const;
    const matrix = new THREE.Matrix4().makeRotationFromEuler(new THREE.Euler(...axes));
    return matrix.setPosition(random.within(30), random.within(30), random.within(30));
  };
  const color = () => new THREE.Color(random.unit(), random.unit(), random.unit());
  const meshes = [0, 1, 2].map((level) => {
    const geometry = new THREE.BoxGeometry(1, 1 - 0.2 * level, 1);
    geometry.setAttribute('pair', pairs(level === 0 ? 1 : -1));
    if (level === 0) geometry.setAttribute('single', pairs(1));
    // the second level draws instances with a transparent material
    const material = new THREE.MeshBasicMaterial({ transparent: level === 1 });
    const mesh = new THREE.InstancedMesh(geometry, material, COUNT);
    const parent = new THREE.Group();
    parent.position.set(random.within(3), random.within(3), random.within(3));
    parent.rotation.y = random.within(3);
    mesh.scale.setScalar(1 + 0.3 * level);
    scene.add(parent.add(mesh));
    return mesh;
  });
  const [near, middle, far] = meshes;
  for (let id = 0; id < COUNT; id += 1) {
    near.setMatrixAt(id, place());
    near.setColorAt(id, color());
    far.setMatrixAt(id, place());
  }
  // of the two level meshes, only the nearer one has its own colors
  middle.setColorAt(3, color());
  scene.updateMatrixWorld();
  const levels = DISTANCES.map((distance, i) => ({ mesh: [middle, far][i], ...distance }));
  return { scene, near, middle, far, meshes, levels, place, color, random };
}

export function valuesOf(mesh: THREE.InstancedMesh): object {
  const { count, frustumCulled, matrixWorldAutoUpdate, instanceMatrix, instanceColor } = mesh;
  return {
    count,
    frustumCulled,
    matrixWorldAutoUpdate,
    matrixWorld: mesh.matrixWorld.toArray(),
    instanceMatrix,
    matrices: instanceMatrix.array.slice(),
    instanceColor,
    colors: instanceColor?.array.slice(),
    pairs: mesh.geometry.attributes.pair.array.slice(),
  };
}

/** Returns the values and methods that an index may replace. */
export const stateOf = (mesh: THREE.InstancedMesh): object => ({
  ...valuesOf(mesh),
  keys: Object.getOwnPropertyNames(mesh).sort(),
  raycast: mesh.raycast,
});

export const worldOf = (
  mesh: THREE.InstancedMesh | THREE.BatchedMesh,
  id: number,
): THREE.Matrix4 => {
  const matrix = new THREE.Matrix4();
  mesh.getMatrixAt(id, matrix);
  return matrix.premultiply(mesh.matrixWorld);
};
