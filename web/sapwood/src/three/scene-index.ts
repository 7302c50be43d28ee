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
   * True to compute world matrices in `update`, as renderers do in `render`. Default:
   * `matrixWorldAutoUpdate` of the root.
   */
  readonly updateMatrices?: boolean | undefined;
  /**
   * Trees over triangles, which make ray casts fast. A tree is requested when a ray first passes
   * near a mesh, and built by `update`; the first one loads `sapwood/3d/mesh`. Meshes with the same
   * geometry share a tree. Default: true.
   */
  readonly meshes?: boolean | SceneMeshOptions | undefined;
}

/** Data of the instances of an `InstancedMesh`, by id. */
export interface InstanceData {
  /**
   * Copy of the ids of the instances in view, in drawing order. For a level, all fields are those
   * of the mesh with the instances.
   */
  readonly drawn: Uint32Array;
  /** Number of instances without culling. */
  readonly count: number;
  /**
   * 16 numbers per instance, valid until the next `cull`, `update` or `dispose`. After a change,
   * call `touch`.
   */
  readonly matrices: ArrayLike<number>;
  /**
   * 3 numbers per instance; undefined if the mesh has no colors. Valid as long as `matrices`. After
   * a change, call `touch`.
   */
  readonly colors: ArrayLike<number> | undefined;
}

/**
 * Spatial index of all objects below a root, usually a scene. Ray casts and frustum culling test
 * only objects near the ray or the view.
 *
 * It contains one item for each `Mesh`, `SkinnedMesh`, `Points`, `Line` and `Sprite`, and for each
 * instance of an `InstancedMesh` or `BatchedMesh`. `update` detects added, removed and moved
 * objects, and instances moved by `setMatrixAt`. Call `touch` after other changes of instances.
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
  /** Root of the objects. It is not in the index itself. */
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
   * Loads the module of `sapwood/3d` and returns an index of the objects below a root. Pauses while
   * it reads them, so that a page stays responsive.
   * @param root - Scene or any other object.
   * @param options - See `SceneIndexOptions`.
   * @returns New index. Dispose of it after use.
   * @throws SapwoodError `invalid-argument` if `root` is not an `Object3D` or an option is invalid
   * @throws SapwoodError `unsupported`, `not-initialized`, as `init` of `sapwood/3d`
   * @throws SapwoodError `out-of-memory`
   */
  static async create(root: Object3D, options: SceneIndexOptions = {}): Promise<SceneIndex> {
    if (root?.isObject3D !== true) throw expected('invalid-argument', 'root', 'an Object3D', root);
    requireOptions(options, ['meshes', 'updateMatrices']);
    await init();
    const index = new SceneIndex(root, options);
    try {
      await index.#objects.prepare();
      // objects may change during the pauses
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
   * Updates the index: objects that were added, removed or moved, or whose geometry changed. Builds
   * requested trees. Call it once per frame, before `cull` and `raycast`.
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
   * Builds the trees of all meshes with at least `meshes.minTriangles` triangles now, for example
   * while a level is loaded. Pauses after each `meshes.budget`, so that a page stays responsive.
   * @returns Promise that resolves when all trees are built or the index is disposed.
   * @throws SapwoodError `disposed`
   * @throws SapwoodError `unsupported`, `not-initialized`, as `loadMeshes`
   */
  async buildMeshes(): Promise<void> {
    this.#check();
    this.#objects.synchronize();
    for (const tracked of this.#objects.nodes) tracked.requestTrees(this.#trees);
    await this.#trees.buildAll();
  }

  /**
   * Marks instances whose matrices or colors were written directly into an array, for the next
   * `update`. `setMatrixAt` marks its instance itself.
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
   * Sets the levels of detail of the instances of a mesh. `cull` then draws near instances in
   * `mesh`, and others in the meshes of `levels`. The level depends on the distance from the camera
   * to the origin of the instance, divided by the `zoom` of the camera, as in `LOD`. With several
   * cameras, the smallest quotient counts.
   *
   * `mesh` contains the data of all instances. `cull` writes matrices, colors, and shared
   * attributes and morphs into the meshes of levels, which get the transform of `mesh`, have no
   * items and are ignored by rays. Instances are culled by the bounds of `mesh`, which should
   * contain those of the levels.
   *
   * A mesh that is no longer a level is restored. Removing `mesh` from the root removes its levels;
   * removing the mesh of a level removes only that level.
   * @param mesh - `InstancedMesh` below the root.
   * @param levels - Levels in ascending order of distance, at most 255. Empty to remove the levels.
   * @throws SapwoodError `invalid-argument` if a mesh is not below the root or used twice, or a
   * number is out of range
   * @throws SapwoodError `invalid-argument` if a level has less capacity than `mesh`, or its
   * instance attributes are shared, interleaved or in storage buffers
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

  /** Returns the instances of the mesh of a level. Throws if it cannot draw those of `used[0]`. */
  #requireMesh(mesh: InstancedMesh, i: number, used: readonly Instances[]): Instances {
    const name = `levels[${i}].mesh`;
    const tracked = this.#objects.find(mesh);
    const { instances, levels } = tracked ?? {};
    const isFree = [undefined, used[0]].includes(instances?.owner) && levels === undefined;
    // a mesh below its own level would move in each frame, because both get the same world matrix
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
   * distant instances with other geometries, by distance as in `setLevels`. `getGeometryIdAt`,
   * bounds of instances and results of rays do not change.
   *
   * `deleteGeometry` removes levels with the geometry. Levels have no effect if three.js culls the
   * instances, for example because `perObjectFrustumCulled` is false.
   * @param mesh - `BatchedMesh` below the root.
   * @param geometryId - Id of the geometry of the instances, from `addGeometry`.
   * @param levels - Levels in ascending order of distance, at most 255. Empty to remove the levels.
   * @throws SapwoodError `invalid-argument` if the mesh is not below the root, lacks a geometry, or
   * a number is out of range
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
   * Makes three.js draw only what a camera sees. Call it before each `render` with the same camera.
   *
   * Plain objects are hidden from this camera only; `visible` and the mask of `layers` do not
   * change. In an `InstancedMesh`, `count` shrinks and the data is reordered; its methods, such as
   * `setMatrixAt`, still take ids. A `BatchedMesh` gets a list of draws. Both apply to all cameras
   * until the next call. Objects with `frustumCulled = false` are always drawn.
   * @param camera - Camera, or several cameras whose views are drawn together.
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
   * Returns the intersections of a ray with all objects: the same as
   * `raycaster.intersectObjects(root.children, true)`, in the same order. Respects `near`, `far`,
   * `layers` and `params` of the raycaster, and your own `raycast` methods. If
   * `raycaster.firstHitOnly` is true, returns only the closest one, which is faster.
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
   * Finds the objects near a ray, for several calls of `intersectObject`. An event system that
   * casts one ray at each object with handlers then searches the scene once per event. Do not
   * change the raycaster between the calls; `firstHitOnly` has no effect. Instances are found at
   * their current positions, other objects at those of the last `update`.
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
   * Returns the objects and instances nearest to a point, ordered by distance to their world boxes
   * at the last `update`, rounded outward to float32.
   *
   * Excludes instances that are deleted, beyond `count`, or hidden by `setVisibleAt`. `visible` and
   * `layers` have no effect. The distance of objects without known bounds is 0.
   * @param point - Point in world space: a `Vector3`, or 3 numbers.
   * @param options - Number of results, maximum distance and filter. Default: the nearest one.
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
   * Includes an object and its child, and two instances of one mesh. Excludes instances that are
   * deleted, beyond `count`, or hidden by `setVisibleAt`. `visible` and `layers` have no effect.
   * Objects without known bounds overlap all others.
   * @param target - Array from an earlier call. It and its pairs are overwritten, which avoids
   * allocation. Default: a new array.
   * @returns `target`. An item is the same object in each call while it is in the index.
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
   * Returns the data of the instances of a mesh by id, to write many instances or to find the id of
   * a drawn instance.
   * @param mesh - `InstancedMesh` below the root.
   * @returns Arrays of the mesh, or copies by id while the mesh is culled.
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
   * Restores counts, orders, matrices, flags, methods and listeners of all objects, and frees the
   * index. Changes that you made are kept.
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
  // each copy of three.js has its own classes
  if (raycaster?.ray?.direction !== undefined && raycaster.layers !== undefined) return;
  throw expected('invalid-argument', 'raycaster', 'a Raycaster', raycaster);
}

function requireArray(target: unknown[]): void {
  if (!Array.isArray(target)) throw expected('invalid-argument', 'target', 'an array', target);
}
