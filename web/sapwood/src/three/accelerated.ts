/** Fast ray casts on meshes without a scene index, with the names of three-mesh-bvh. */
import type { BufferGeometry, Intersection, Mesh, Raycaster } from 'three';
import { expected } from '../errors.js';
import type { TriangleMesh } from '../generated/3d/mesh.js';
import type { GeometryTree } from './geometry-tree.js';
import { addHits, castAsThree, castOnTree, type FirstHitRaycaster } from './mesh-cast.js';
import { demandMeshClass } from './mesh-module.js';
import { acquire, isRigid, release } from './mesh-trees.js';

/** Property in which geometries keep their tree, as with three-mesh-bvh. */
interface WithTree {
  boundsTree?: TriangleMesh;
}

/** Trees that callers own, by geometry. */
const owned = new WeakMap<BufferGeometry, GeometryTree>();

/**
 * Returns the tree over the triangles of a geometry, and builds it if there is none. After a change
 * of the positions with `needsUpdate`, the next call and the next ray cast refit it. After a change
 * of the index or of the attribute `position` itself, they build it again. Scene indices use the
 * same tree.
 * @param geometry - Geometry with triangles. Groups, draw range and morphs are ignored.
 * @returns Mesh that belongs to the geometry. Free it with `disposeBoundsTree`, not with `dispose`.
 * @throws SapwoodError `not-initialized` before `await loadMeshes()`
 * @throws SapwoodError `invalid-argument` if the geometry has no positions, or some are not finite
 * @throws SapwoodError `out-of-memory`
 * @example
 * ```ts
 * import { loadMeshes, meshOf } from 'sapwood/three';
 * import { SphereGeometry } from 'three';
 *
 * await loadMeshes();
 * const mesh = meshOf(new SphereGeometry(1, 32, 16));
 * console.log(mesh.size, mesh.contains([0, 0, 0.5])); // 960 true
 * ```
 */
export function meshOf(geometry: BufferGeometry): TriangleMesh {
  const Class = demandMeshClass('meshOf');
  if (geometry?.isBufferGeometry !== true) {
    throw expected('invalid-argument', 'geometry', 'a BufferGeometry', geometry);
  }
  let tree = owned.get(geometry);
  if (tree === undefined) {
    tree = acquire(geometry);
    owned.set(geometry, tree);
  }
  // the caller may have repaired a geometry that failed
  if (tree.mesh === undefined) tree.drop();
  tree.build(Class);
  const { mesh, failure } = tree;
  if (mesh !== undefined) return mesh;
  disposeTreeOf(geometry);
  if (failure !== undefined) throw failure;
  const what = 'a geometry with the attribute position, not as a Float64Array';
  throw expected('invalid-argument', 'geometry', what, geometry.type);
}

/**
 * Builds the tree of the geometry that it is called on, and keeps it in `geometry.boundsTree`. Assign
 * it to `BufferGeometry.prototype.computeBoundsTree`.
 * @returns The tree, as `meshOf` returns it.
 * @throws SapwoodError, as `meshOf` does
 */
export function computeBoundsTree(this: BufferGeometry): TriangleMesh {
  const mesh = meshOf(this);
  (this as WithTree).boundsTree = mesh;
  return mesh;
}

/**
 * Frees the tree of the geometry that it is called on, and removes `geometry.boundsTree`. The memory
 * is freed when no scene index uses the tree. Assign it to
 * `BufferGeometry.prototype.disposeBoundsTree`.
 */
export function disposeBoundsTree(this: BufferGeometry): void {
  delete (this as WithTree).boundsTree;
  disposeTreeOf(this);
}

function disposeTreeOf(geometry: BufferGeometry): void {
  const tree = owned.get(geometry);
  if (tree === undefined) return;
  owned.delete(geometry);
  release(tree);
}

/**
 * Adds the intersections of a ray with a mesh. Assign it to the method `raycast` of one `Mesh`, or
 * of all of them: `Mesh.prototype.raycast = acceleratedRaycast`. The intersections and their fields
 * are the same as those of three.js. Meshes whose geometry has no tree, skinned meshes, meshes with
 * morphs and meshes with instances are tested by three.js. If `raycaster.firstHitOnly` is true, only the
 * closest intersection of the mesh is added.
 * @param raycaster - Raycaster of three.js, optionally with the property `firstHitOnly`.
 * @param intersects - Array to which the intersections are added.
 * @example
 * ```ts
 * import { acceleratedRaycast, loadMeshes, meshOf } from 'sapwood/three';
 * import { Mesh, Raycaster, SphereGeometry, Vector3 } from 'three';
 *
 * await loadMeshes();
 * const mesh = new Mesh(new SphereGeometry(1, 320, 160));
 * meshOf(mesh.geometry);
 * mesh.raycast = acceleratedRaycast;
 * const raycaster = new Raycaster(new Vector3(0, 0, 5), new Vector3(0, 0, -1));
 * console.log(raycaster.intersectObject(mesh)[0].distance.toFixed(3)); // 4.000
 * ```
 */
export function acceleratedRaycast(
  this: Mesh,
  raycaster: Raycaster,
  intersects: Intersection[],
): void {
  const tree = owned.get(this.geometry);
  const firstOnly = (raycaster as FirstHitRaycaster).firstHitOnly === true;
  if (tree !== undefined && isRigid(this)) {
    if (tree.isMissing) tree.build(demandMeshClass('acceleratedRaycast'));
    if (castOnTree(tree, this, this, raycaster, firstOnly, intersects)) return;
  }
  const hits: Intersection[] = [];
  castAsThree(this, raycaster, hits);
  addHits(hits, firstOnly, intersects);
}
