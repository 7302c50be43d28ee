import { type BufferGeometry, type Intersection, Mesh, type Object3D, type Raycaster } from 'three';
import { expected } from '../errors.js';
import { type GeometryTree, treeOf } from './geometry-tree.js';
import { castOnTree, specialFlagOf, type Target } from './mesh-cast.js';
import { loadMeshes, meshClass } from './mesh-module.js';

/** Options of the triangle trees of a `SceneIndex`. */
export interface SceneMeshOptions {
  /**
   * Minimum number of triangles of a geometry for which a tree is built, an integer >= 1. Default:
   * 128.
   */
  readonly minTriangles?: number | undefined;
  /**
   * Maximum time in milliseconds that a call of `update` spends on builds of trees, > 0. The build
   * of a tree is not divided, so a single large geometry can take longer. Default: 4.
   */
  readonly budget?: number | undefined;
}

const MIN_TRIANGLES = 128;
const BUDGET = 4;

/** Estimated build time in milliseconds per triangle, before the first measurement. */
const FIRST_RATE = 3e-4;

const hits: Intersection[] = [];

const now = (): number => performance.now();

/** Methods of `Mesh` that determine which triangles a ray hits. Subclasses can override them. */
interface Methods {
  readonly getVertexPosition: unknown;
  readonly _computeIntersections?: unknown;
}

/**
 * Triangle trees of the meshes of one scene index. Requests trees for meshes that rays pass near,
 * and builds them within the time budget.
 */
export class MeshTrees {
  readonly #minTriangles: number;
  readonly #budget: number;
  readonly #queue = new Set<GeometryTree>();
  /** Trees that this index owns. Weak references allow geometries to be garbage-collected. */
  readonly #owned = new Set<WeakRef<GeometryTree>>();
  readonly #known = new WeakSet<GeometryTree>();
  /** Size of `#owned` at which references to garbage-collected trees are removed. */
  #ownedLimit = 64;
  #rate = FIRST_RATE;
  #hasFailed = false;
  #isDisposed = false;

  constructor(options: SceneMeshOptions | boolean) {
    const { minTriangles = MIN_TRIANGLES, budget = BUDGET } =
      typeof options === 'object' ? options : {};
    if (!Number.isInteger(minTriangles) || minTriangles < 1) {
      const what = 'an integer >= 1';
      throw expected('invalid-argument', 'meshes.minTriangles', what, minTriangles);
    }
    if (!(budget > 0)) throw expected('invalid-argument', 'meshes.budget', 'a number > 0', budget);
    this.#minTriangles = options === false ? Number.POSITIVE_INFINITY : minTriangles;
    this.#budget = budget;
  }

  #isLarge({ triangleCount }: GeometryTree): boolean {
    return triangleCount >= this.#minTriangles;
  }

  /**
   * Adds the intersections of a mesh and returns true if its geometry has a tree. Otherwise
   * requests a tree and returns false.
   */
  castMesh(object: Mesh, raycaster: Raycaster, firstOnly: boolean, out: Intersection[]): boolean {
    return (
      isRigid(object) &&
      this.cast(treeOf(object.geometry), object, object, raycaster, firstOnly, out)
    );
  }

  /**
   * Same as `castMesh`, but for a mesh that is not in the scene, for example one that represents an
   * instance.
   */
  cast(
    tree: GeometryTree,
    target: Target,
    owner: Object3D,
    raycaster: Raycaster,
    firstOnly: boolean,
    out: Intersection[],
  ): boolean {
    if (!this.#isLarge(tree)) return false;
    if (tree.isMissing) {
      this.request(tree);
      return false;
    }
    return castOnTree(tree, target, owner, raycaster, firstOnly, out);
  }

  /**
   * Adds the intersections of one instance.
   * @param instance - Temporary mesh with the geometry, material and world matrix of the instance.
   * @param fields - Fields to set in the intersections: the mesh and id of the instance.
   */
  castInstance(
    tree: GeometryTree,
    instance: Mesh,
    fields: Pick<Intersection, 'object' | 'instanceId' | 'batchId'>,
    raycaster: Raycaster,
    firstOnly: boolean,
    out: Intersection[],
  ): void {
    // clears hits that remain from a call that threw an error
    hits.length = 0;
    const isDone = this.cast(tree, instance, instance, raycaster, firstOnly, hits);
    if (!isDone) instance.raycast(raycaster, hits);
    for (const hit of hits) out.push(Object.assign(hit, fields));
    hits.length = 0;
  }

  request(tree: GeometryTree): void {
    if (!this.#isLarge(tree)) return;
    if (!this.#known.has(tree)) {
      this.#known.add(tree);
      if (this.#owned.size >= this.#ownedLimit) this.#removeFreed();
      this.#owned.add(new WeakRef(tree));
      tree.owners += 1;
    }
    if (!tree.isMissing || this.#queue.has(tree)) return;
    this.#queue.add(tree);
    // if loading fails, three.js tests all triangles
    if (meshClass() === undefined && !this.#hasFailed) {
      loadMeshes().catch(() => {
        this.#hasFailed = true;
      });
    }
  }

  #removeFreed(): void {
    for (const reference of this.#owned) {
      if (reference.deref() === undefined) this.#owned.delete(reference);
    }
    this.#ownedLimit = Math.max(64, 2 * this.#owned.size);
  }

  /** Builds requested trees within the time budget, but at least one tree. */
  build(): void {
    const Class = meshClass();
    if (Class === undefined || this.#queue.size === 0) return;
    const start = now();
    let isFirst = true;
    for (const tree of this.#queue) {
      const before = now();
      const { triangleCount } = tree;
      if (!isFirst && before - start + this.#rate * triangleCount > this.#budget) return;
      isFirst = false;
      this.#queue.delete(tree);
      if (!tree.isMissing) continue;
      tree.build(Class);
      const rate = (now() - before) / Math.max(triangleCount, 1);
      this.#rate = (this.#rate + rate) / 2;
    }
  }

  /** Builds all requested trees. Pauses each time the time budget is used up. */
  async buildAll(): Promise<void> {
    if (this.#queue.size === 0) return;
    await loadMeshes();
    while (this.#queue.size > 0 && !this.#isDisposed) {
      this.build();
      if (this.#queue.size > 0) await new Promise((resolve) => setTimeout(resolve));
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#queue.clear();
    for (const reference of this.#owned) {
      const tree = reference.deref();
      if (tree !== undefined) release(tree);
    }
    this.#owned.clear();
  }
}

/** Removes one owner of a tree, and frees the tree if it was the last owner. */
export function release(tree: GeometryTree): void {
  tree.owners -= 1;
  if (tree.owners === 0) tree.drop();
}

/**
 * Returns true if the vertices of a mesh have the positions of its geometry, without morphs and
 * skinning, and the mesh uses the ray test of three.js.
 */
export function isRigid(object: Mesh): boolean {
  const { geometry, morphTargetInfluences } = object;
  const methods = object as unknown as Methods;
  const known = Mesh.prototype as unknown as Methods;
  return (
    (geometry.morphAttributes.position === undefined || morphTargetInfluences === undefined) &&
    specialFlagOf(object) === undefined &&
    methods.getVertexPosition === known.getVertexPosition &&
    methods._computeIntersections === known._computeIntersections
  );
}

/** Returns the tree of a geometry, and adds the caller as an owner. */
export function acquire(geometry: BufferGeometry): GeometryTree {
  const tree = treeOf(geometry);
  tree.owners += 1;
  return tree;
}
