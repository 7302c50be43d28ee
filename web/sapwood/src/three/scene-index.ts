import type { BatchedMesh, Camera, InstancedMesh, Intersection, Object3D, Raycaster } from 'three';
import { expected, SapwoodError } from '../errors.js';
import { init } from '../generated/3d.js';
import type { PointLike } from '../inputs.js';
import { requireOptions } from '../option-names.js';
import { Caster, type PreparedRaycast } from './cast.js';
import { Culler, type CullOptions, readCullOptions } from './cull.js';
import { type GeometryLevel, type InstanceLevel, requireLevels } from './instance-levels.js';
import type { Instances } from './instanced.js';
import {
  ItemQueries,
  type SceneNearestOptions,
  type SceneNeighbor,
  type ScenePair,
} from './item-queries.js';
import type { FirstHitRaycaster } from './mesh-cast.js';
import { MeshTrees, type SceneMeshOptions } from './mesh-trees.js';
import { SceneObjects } from './scene-objects.js';

/** Options of `SceneIndex.create`. */
export interface SceneIndexOptions {
  /**
   * True if `update` computes the world matrices of all objects, as a renderer does in `render`.
   * Default: `matrixWorldAutoUpdate` of the root.
   */
  readonly updateMatrices?: boolean | undefined;
  /**
   * Trees over the triangles of meshes, which make ray casts fast: true, false or options. When a
   * ray first passes near a mesh, a tree is requested; a later `update` builds it. The first
   * request loads `sapwood/3d/mesh`. Meshes with the same geometry share a tree. Default: true.
   */
  readonly meshes?: boolean | SceneMeshOptions | undefined;
}

/** Data of the instances of an `InstancedMesh`, by id. */
export interface InstanceData {
  /**
   * Ids of the instances in view, in drawing order, in a new array. For the mesh of a level of
   * detail, the other fields contain the data of the mesh that was passed to `setLevels`.
   */
  readonly drawn: Uint32Array;
  /** Number of instances that the mesh draws without culling. */
  readonly count: number;
  /**
   * Matrices relative to the mesh, by instance id, 16 numbers each. Valid until the next `cull`,
   * `update` or `dispose`. After you change numbers, call `touch`.
   */
  readonly matrices: ArrayLike<number>;
  /**
   * Colors by instance id, 3 numbers each; undefined if the mesh has no colors. Valid until the
   * next `cull`, `update` or `dispose`. After you change numbers, call `touch`.
   */
  readonly colors: ArrayLike<number> | undefined;
}

/**
 * Spatial index of all objects below a root, usually a scene. With the index, ray casts test only
 * objects near the ray, and frustum culling tests only objects near the view.
 *
 * The index contains one item for each `Mesh`, `SkinnedMesh`, `Points`, `Line` and `Sprite`, and
 * for each instance of an `InstancedMesh` or `BatchedMesh`. `update` detects added, removed and
 * moved objects, and instances that `setMatrixAt` moved. Call `touch` after other changes of
 * instances.
 * @example
 * ```ts
 * import { SceneIndex } from 'sapwood/three';
 * import { Mesh, Raycaster, Scene, SphereGeometry, Vector3 } from 'three';
 *
 * const scene = new Scene();
 * scene.add(new Mesh(new SphereGeometry()));
 * const index = await SceneIndex.create(scene);
 *
 * const raycaster = new Raycaster(new Vector3(0, 0, 5), new Vector3(0, 0, -1));
 * console.log(index.raycast(raycaster)[0].object === scene.children[0]); // true
 * index.dispose();
 * ```
 */
export class SceneIndex {
  /** Root of the objects. The root itself is not in the index. */
  readonly root: Object3D;
  readonly #options: SceneIndexOptions;
  readonly #objects: SceneObjects;
  readonly #trees: MeshTrees;
  readonly #caster: Caster;
  readonly #culler: Culler;
  readonly #queries: ItemQueries;
  #isDisposed = false;

  private constructor(root: Object3D, options: SceneIndexOptions) {
    this.root = root;
    this.#options = options;
    this.#trees = new MeshTrees(options.meshes ?? true);
    this.#updateMatrices();
    this.#objects = new SceneObjects(root);
    this.#caster = new Caster(this.#objects, this.#trees);
    this.#culler = new Culler(this.#objects);
    this.#queries = new ItemQueries(this.#objects);
  }

  /**
   * Loads the WASM module of `sapwood/3d` and creates an index of all objects below a root. It
   * reads the objects with pauses, so that the page stays responsive.
   * @param root - Scene or any other object.
   * @param options - See `SceneIndexOptions`.
   * @returns New index. Dispose of it after use.
   * @throws SapwoodError `invalid-argument` if `root` is not an `Object3D` or an option is invalid
   * @throws SapwoodError `unsupported`, `not-initialized`, from `init` of `sapwood/3d`
   * @throws SapwoodError `out-of-memory`
   */
  static async create(root: Object3D, options: SceneIndexOptions = {}): Promise<SceneIndex> {
    if (root?.isObject3D !== true) throw expected('invalid-argument', 'root', 'an Object3D', root);
    requireOptions(options, ['meshes', 'updateMatrices']);
    await init();
    const index = new SceneIndex(root, options);
    try {
      await index.#objects.prepare();
      // includes changes of objects during the pauses
      index.update();
    } catch (error) {
      index.dispose();
      throw error;
    }
    return index;
  }

  /** Number of items: objects and instances. */
  get size(): number {
    this.#check();
    return this.#objects.items.tree.size;
  }

  /**
   * Updates the index for objects that were added, removed or moved, or whose geometry changed.
   * Also builds requested triangle trees. Call this method once per frame, before `cull` and
   * `raycast`.
   * @throws SapwoodError `disposed`, `out-of-memory`
   */
  update(): void {
    this.#check();
    this.#caster.invalidate();
    this.#updateMatrices();
    this.#objects.update();
    this.#trees.build();
  }

  /**
   * Builds the triangle trees of all meshes with at least `meshes.minTriangles` triangles now, for
   * example on a loading screen. Pauses after every `meshes.budget` milliseconds, so that the page
   * stays responsive.
   * @returns Promise that resolves when all trees are built or the index is disposed.
   * @throws SapwoodError `disposed`
   * @throws SapwoodError `unsupported`, `not-initialized`, from `loadMeshes`
   */
  async buildMeshes(): Promise<void> {
    this.#check();
    this.#objects.synchronize();
    for (const tracked of this.#objects.nodes) tracked.requestTrees(this.#trees);
    await this.#trees.buildAll();
  }

  /**
   * Marks instances whose matrices or colors you wrote directly into an array, so that the next
   * `update` reads them. After `setMatrixAt`, this call is not necessary.
   * @param object - `InstancedMesh` or `BatchedMesh` below the root.
   * @param start - First instance. Default: 0.
   * @param count - Number of instances. Default: all.
   * @throws SapwoodError `invalid-argument` if the object is not below the root
   * @throws SapwoodError `disposed`
   */
  touch(object: InstancedMesh | BatchedMesh, start = 0, count = Number.POSITIVE_INFINITY): void {
    this.#check();
    const tracked = this.#objects.find(object);
    if (tracked === undefined) {
      throw notBelow('object', 'an object', object);
    }
    const { instances, batches } = tracked;
    (instances?.owner ?? instances ?? batches)?.touch(start, count);
  }

  /**
   * Sets the levels of detail of the instances of a mesh. `cull` then draws near instances with
   * `mesh`, and other instances with the meshes of `levels`. The level depends on the distance from
   * the camera to the origin of the instance, divided by the `zoom` of the camera, as in `LOD`.
   * With several cameras, the smallest of these values is used.
   *
   * `mesh` contains the data of all instances. `cull` writes the matrices, colors, morphs and
   * attributes with the same names into the meshes of levels. These meshes get the world matrix of
   * `mesh`, have no items in the index, and are ignored by rays. Instances are culled by the bounds
   * of `mesh`, which should contain the bounds of all levels.
   *
   * When a mesh stops being a level, its own data and transform are restored. If `mesh` is removed
   * from the scene, its levels are removed. If the mesh of a level is removed from the scene, only
   * that level is removed.
   * @param mesh - `InstancedMesh` below the root.
   * @param levels - Levels in ascending order of distance, at most 255. An empty array removes all
   * levels.
   * @throws SapwoodError `invalid-argument` if a mesh is not below the root or is used twice, or if
   * a number is out of range
   * @throws SapwoodError `invalid-argument` if the mesh of a level has less capacity than `mesh`,
   * or if its instance attributes are shared, interleaved or in storage buffers
   * @throws SapwoodError `disposed`, `out-of-memory`
   * @example
   * ```ts
   * import { SceneIndex } from 'sapwood/three';
   * import { IcosahedronGeometry, InstancedMesh, Matrix4, PerspectiveCamera, Scene } from 'three';
   *
   * const near = new InstancedMesh(new IcosahedronGeometry(1, 5), undefined, 100);
   * const far = new InstancedMesh(new IcosahedronGeometry(1, 1), undefined, 100);
   * for (let i = 0; i < 100; i += 1) near.setMatrixAt(i, new Matrix4().setPosition(0, 0, -3 * i));
   * const index = await SceneIndex.create(new Scene().add(near, far));
   * index.setLevels(near, [{ mesh: far, distance: 50, hysteresis: 0.1 }]);
   *
   * index.cull(new PerspectiveCamera(60, 1, 0.1, 1000));
   * console.log(near.count, far.count); // 17 83
   * index.dispose();
   * ```
   */
  setLevels(mesh: InstancedMesh, levels: readonly InstanceLevel[]): void {
    this.#check();
    this.#objects.synchronize();
    const tracked = this.#objects.find(mesh);
    const { instances } = tracked ?? {};
    if (tracked === undefined || instances === undefined || instances.owner !== undefined) {
      throw notBelow('mesh', 'an InstancedMesh that is not a level', mesh);
    }
    requireLevels(levels, 'mesh');
    const used = [instances];
    for (const [i, level] of levels.entries()) used.push(this.#requireMesh(level.mesh, i, used));
    this.#objects.setLevels(tracked, [...levels]);
  }

  /**
   * Returns the `Instances` of `mesh`, the mesh of level `i`. Throws if `mesh` cannot draw the
   * instances of `used[0]`, to which the level is added. `used` also contains the meshes of the
   * previous levels.
   */
  #requireMesh(mesh: InstancedMesh, i: number, used: readonly Instances[]): Instances {
    const name = `levels[${i}].mesh`;
    const tracked = this.#objects.find(mesh);
    const { instances, levels } = tracked ?? {};
    const isFree = [undefined, used[0]].includes(instances?.owner) && levels === undefined;
    // The mesh of a level gets the world matrix of `used[0]`. If it were an ancestor of that mesh,
    // both would move in each frame.
    const isAbove = mesh?.getObjectById(used[0].mesh.id) !== undefined;
    if (instances === undefined || !isFree || isAbove || used.includes(instances)) {
      throw notBelow(name, 'an InstancedMesh that is not used for another level', mesh);
    }
    const isOwn = instances.canBeOrdered && !used.some((one) => one.sharesDataWith(instances));
    if (!isOwn || instances.capacity < used[0].capacity) {
      const what = `space for ${used[0].capacity} instances, in attributes of its own`;
      throw expected('invalid-argument', name, what, mesh.type);
    }
    return instances;
  }

  /**
   * Sets the levels of detail of all instances of a geometry of a `BatchedMesh`. `cull` then draws
   * distant instances with other geometries; distances are computed as in `setLevels`. The levels
   * do not affect `getGeometryIdAt`, the bounds of instances, and ray casts.
   *
   * `deleteGeometry` removes all levels that use the geometry. Levels have no effect if `cull` does
   * not control the draws of the mesh, for example because `perObjectFrustumCulled` is false.
   * @param mesh - `BatchedMesh` below the root.
   * @param geometryId - Id of the geometry of the instances, from `addGeometry`.
   * @param levels - Levels in ascending order of distance, at most 255. An empty array removes all
   * levels.
   * @throws SapwoodError `invalid-argument` if the mesh is not below the root or does not contain a
   * geometry, or if a number is out of range
   * @throws SapwoodError `disposed`, `out-of-memory`
   * @example
   * ```ts
   * import { SceneIndex } from 'sapwood/three';
   * import { BatchedMesh, IcosahedronGeometry, PerspectiveCamera, Scene } from 'three';
   *
   * const mesh = new BatchedMesh(100, 10_000, 10_000);
   * const [near, far] = [5, 1].map((n) => mesh.addGeometry(new IcosahedronGeometry(1, n)));
   * mesh.addInstance(near);
   * const index = await SceneIndex.create(new Scene().add(mesh));
   * index.setGeometryLevels(mesh, near, [{ geometryId: far, distance: 50 }]);
   * index.cull(new PerspectiveCamera());
   * index.dispose();
   * ```
   */
  setGeometryLevels(mesh: BatchedMesh, geometryId: number, levels: readonly GeometryLevel[]): void {
    this.#check();
    this.#objects.synchronize();
    const batches = this.#objects.find(mesh)?.batches;
    if (batches === undefined) {
      throw notBelow('mesh', 'a BatchedMesh', mesh);
    }
    requireLevels(levels, 'geometryId');
    const ids = [geometryId, ...levels.map((level) => level.geometryId)];
    for (const [i, id] of ids.entries()) {
      if (batches.hasGeometry(id)) continue;
      const name = i === 0 ? 'geometryId' : `levels[${i - 1}].geometryId`;
      throw expected('invalid-argument', name, 'the id of a geometry of the mesh', id);
    }
    batches.setLevels(geometryId, [...levels]);
  }

  /**
   * Makes three.js draw only objects and instances in the view of a camera. Call this method before
   * each `render` with the same camera.
   *
   * Objects without instances are hidden from this camera only; `visible` and the mask of `layers`
   * do not change. In an `InstancedMesh`, `count` is reduced and the data is reordered. Its
   * methods, such as `setMatrixAt`, still use the original instance ids. In a `BatchedMesh`, the
   * list of draws is replaced. These changes of meshes affect all cameras until the next call.
   * Objects with `frustumCulled = false` are always drawn.
   * @param camera - Camera, or an array of cameras whose views are rendered after this call.
   * @param options - Order and levels of instances, and shadows.
   * @returns Number of objects and instances drawn into the view or shadow maps.
   * @throws SapwoodError `disposed`, `out-of-memory`
   * @throws SapwoodError `invalid-argument` if there is no camera, or an option is invalid
   */
  cull(camera: Camera | readonly Camera[], options: CullOptions = {}): number {
    this.#check();
    const settings = readCullOptions(options);
    const cameras = Array.isArray(camera) ? (camera as readonly Camera[]) : [camera as Camera];
    if (cameras.length === 0 || cameras.some((one) => one?.isCamera !== true)) {
      throw expected('invalid-argument', 'camera', 'a Camera or an array of them', camera);
    }
    for (const one of cameras) {
      if (one.parent === null && one.matrixWorldAutoUpdate) one.updateMatrixWorld();
    }
    this.#objects.synchronize();
    this.#caster.invalidate();
    return this.#culler.cull(cameras, settings);
  }

  /**
   * Returns the intersections of a ray with all objects. They are the same as those of
   * `raycaster.intersectObjects(root.children, true)`, in the same order. `near`, `far`, `layers`
   * and `params` of the raycaster and your own `raycast` methods apply. If `raycaster.firstHitOnly`
   * is true, returns only the closest intersection, which is faster.
   * @param raycaster - Raycaster, optionally with `firstHitOnly`.
   * @param target - Array to which the intersections are added. Default: a new array.
   * @returns `target`, sorted by distance.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycast(raycaster: FirstHitRaycaster, target: Intersection[] = []): Intersection[] {
    this.#check();
    requireRaycaster(raycaster);
    requireArray(target);
    this.#objects.synchronize();
    this.#caster.cast(raycaster, target);
    return target;
  }

  /**
   * Finds the objects near a ray once, for several calls of `intersectObject`. For example, an
   * event system can cast the ray at each object that has event handlers, and search the scene only
   * once per event. Do not change the raycaster between the calls. `firstHitOnly` has no effect.
   * Instances are found at their current positions, and other objects at their positions in the
   * last `update`.
   * @param raycaster - Raycaster of three.js.
   * @returns Object with methods that test the objects near the ray.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * import { SceneIndex } from 'sapwood/three';
   * import { Mesh, Raycaster, Scene, SphereGeometry, Vector3 } from 'three';
   *
   * const ball = new Mesh(new SphereGeometry());
   * const index = await SceneIndex.create(new Scene().add(ball));
   * const raycaster = new Raycaster(new Vector3(0, 0, 5), new Vector3(0, 0, -1));
   * const prepared = index.prepareRaycast(raycaster);
   * console.log(prepared.intersectObject(ball)?.[0].object === ball); // true
   * index.dispose();
   * ```
   */
  prepareRaycast(raycaster: Raycaster): PreparedRaycast {
    this.#check();
    requireRaycaster(raycaster);
    this.#objects.updateInstances();
    return this.#caster.prepare(raycaster);
  }

  /**
   * Returns the objects and instances nearest to a point, ordered by distance. Distances are
   * measured to the world boxes at the last `update`, which are rounded outward to float32.
   *
   * Excludes instances that are deleted, beyond `count`, or hidden by `setVisibleAt`. `visible` and
   * `layers` have no effect. The distance of objects without known bounds is 0.
   * @param point - Point in world space: a `Vector3`, or 3 numbers.
   * @param options - Number of results, maximum distance and filter. Default: only the nearest
   * item.
   * @returns New array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * import { SceneIndex } from 'sapwood/three';
   * import { BoxGeometry, Mesh, Scene } from 'three';
   *
   * const scene = new Scene().add(new Mesh(new BoxGeometry(2, 2, 2)));
   * const index = await SceneIndex.create(scene);
   * const [{ object, distance }] = index.nearest([4, 0, 0]);
   * console.log(object === scene.children[0], distance.toFixed(2)); // true 3.00
   * index.dispose();
   * ```
   */
  nearest(point: PointLike, options: SceneNearestOptions = {}): SceneNeighbor[] {
    this.#check();
    this.#objects.synchronize();
    return this.#queries.nearest(point, options);
  }

  /**
   * Returns all pairs of objects and instances whose world boxes overlap or touch at the last
   * `update`, each pair once.
   *
   * Pairs can consist of an object and its child, or of two instances of the same mesh. Excludes
   * instances that are deleted, beyond `count`, or hidden by `setVisibleAt`. `visible` and `layers`
   * have no effect. Objects without known bounds overlap all others.
   * @param target - Result of an earlier call. The array and its pairs are overwritten, which
   * avoids allocation. Default: a new array.
   * @returns `target`. While an item is in the index, it is represented by the same object in each
   * call.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * import { SceneIndex } from 'sapwood/three';
   * import { BoxGeometry, Mesh, Scene } from 'three';
   *
   * const [one, other] = [new Mesh(new BoxGeometry()), new Mesh(new BoxGeometry())];
   * other.position.x = 0.5;
   * const index = await SceneIndex.create(new Scene().add(one, other));
   * console.log(index.pairs().length); // 1
   * other.position.x = 2;
   * index.update();
   * console.log(index.pairs().length); // 0
   * index.dispose();
   * ```
   */
  pairs(target: ScenePair[] = []): ScenePair[] {
    this.#check();
    requireArray(target);
    this.#objects.synchronize();
    return this.#queries.pairs(target);
  }

  /**
   * Returns the data of the instances of a mesh by id. Use it to write many instances, or to find
   * the id of a drawn instance.
   * @param mesh - `InstancedMesh` below the root.
   * @returns Data in order of the ids: arrays of the mesh or, if `cull` has reordered these, arrays
   * of the index.
   * @throws SapwoodError `invalid-argument` if the mesh is not below the root
   * @throws SapwoodError `disposed`
   */
  instances(mesh: InstancedMesh): InstanceData {
    this.#check();
    const instances = this.#objects.find(mesh)?.instances;
    if (instances === undefined) {
      throw notBelow('mesh', 'an InstancedMesh', mesh);
    }
    const { count, sources } = instances.owner ?? instances;
    const drawn = instances.isCulled
      ? instances.order.slice(0, instances.drawnCount)
      : Uint32Array.from({ length: count }, (_, id) => id);
    return { drawn, count, ...sources };
  }

  /**
   * Frees the index, and restores the instance counts, instance data, world matrices, flags,
   * methods and listeners that it changed. Changes that you made to the objects remain.
   */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#caster.invalidate();
    this.#objects.dispose();
    this.#trees.dispose();
  }

  #updateMatrices(): void {
    const { root } = this;
    if (!(this.#options.updateMatrices ?? root.matrixWorldAutoUpdate)) return;
    if (root.parent !== null) root.updateWorldMatrix(true, false);
    root.updateMatrixWorld();
  }

  #check(): void {
    if (this.#isDisposed) throw new SapwoodError('disposed', 'SceneIndex: it was disposed');
  }
}

function notBelow(name: string, kind: string, object: Object3D | undefined): SapwoodError {
  const what = `${kind} below the root of the index`;
  return expected('invalid-argument', name, what, object?.type ?? object);
}

function requireRaycaster(raycaster: Raycaster): void {
  // no `instanceof`, because each loaded copy of three.js has its own classes
  if (raycaster?.ray?.direction !== undefined && raycaster.layers !== undefined) return;
  throw expected('invalid-argument', 'raycaster', 'a Raycaster', raycaster);
}

function requireArray(target: unknown[]): void {
  if (!Array.isArray(target)) throw expected('invalid-argument', 'target', 'an array', target);
}
