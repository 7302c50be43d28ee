/** Measures the time and the memory to index a scene of many objects with shared geometries. */

import { loadMeshes, meshOf, SceneIndex } from 'sapwood/three';
import { Mesh, MeshBasicMaterial, Scene, TorusKnotGeometry } from 'three';
import { CENTER, estimateMemoryInBytes, MeshBVH, ObjectBVH } from 'three-mesh-bvh';

export interface SetUp {
  readonly objects: number;
  readonly geometries: number;
  readonly triangles: number;
  /**
   * Milliseconds from the call of `SceneIndex.create` until the index is ready, including pauses.
   */
  readonly create: number;
  /** Milliseconds from the call of `buildMeshes` until all trees are built. */
  readonly build: number;
  /** Longest time in milliseconds during which the index blocked the thread. */
  readonly longestTask: number;
  /** Number of trees; each geometry has one tree. */
  readonly trees: number;
  readonly treeBytes: number;
  /**
   * Times and bytes of three-mesh-bvh, which builds a `MeshBVH` per geometry and then an
   * `ObjectBVH`.
   */
  readonly theirs: { readonly create: number; readonly build: number; readonly treeBytes: number };
}

/** Records the longest time between two consecutive turns of the event loop. */
class LongestTask {
  longest = 0;
  #last = performance.now();
  #isStopped = false;

  constructor() {
    const turn = (): void => {
      const now = performance.now();
      this.longest = Math.max(this.longest, now - this.#last);
      this.#last = now;
      if (!this.#isStopped) setImmediate(turn);
    };
    setImmediate(turn);
  }

  stop(): number {
    this.#isStopped = true;
    return this.longest;
  }
}

function makeScene(objects: number, geometries: number): Scene {
  const shapes = Array.from(
    { length: geometries },
    (_, i) => new TorusKnotGeometry(1, 0.3, 125, 20, 2, 3 + (i % 5)),
  );
  const scene = new Scene();
  for (let i = 0; i < objects; i += 1) {
    const mesh = new Mesh(shapes[i % geometries], new MeshBasicMaterial());
    mesh.position.set(4 * (i % 100), 0, 4 * Math.floor(i / 100));
    scene.add(mesh);
  }
  scene.updateMatrixWorld();
  return scene;
}

const geometriesOf = (scene: Scene) =>
  new Set(scene.children.map((child) => (child as Mesh).geometry));

export async function measureSetUp(objects: number, geometries: number): Promise<SetUp> {
  await loadMeshes();
  // loads the WebAssembly module of the indices before the measurement
  (await SceneIndex.create(new Scene())).dispose();
  const scene = makeScene(objects, geometries);
  const [{ geometry }] = scene.children as Mesh[];
  const triangles = (geometry.index?.count ?? 0) / 3;
  const monitor = new LongestTask();
  const start = performance.now();
  const index = await SceneIndex.create(scene);
  const created = performance.now();
  await index.buildMeshes();
  const end = performance.now();
  const longestTask = monitor.stop();
  const trees = new Set([...geometriesOf(scene)].map(meshOf));
  let treeBytes = 0;
  for (const tree of trees) treeBytes += tree.byteLength;
  index.dispose();
  return {
    objects,
    geometries,
    triangles,
    create: created - start,
    build: end - created,
    longestTask,
    trees: trees.size,
    treeBytes,
    theirs: measureTheirs(makeScene(objects, geometries)),
  };
}

function measureTheirs(scene: Scene): SetUp['theirs'] {
  const start = performance.now();
  let treeBytes = 0;
  for (const geometry of geometriesOf(scene)) {
    const bvh = new MeshBVH(geometry, { strategy: CENTER });
    treeBytes += estimateMemoryInBytes(bvh) - estimateMemoryInBytes(bvh.geometry as never);
  }
  const built = performance.now();
  new ObjectBVH(scene);
  return { build: built - start, create: performance.now() - built, treeBytes };
}
