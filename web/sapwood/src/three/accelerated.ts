/**
 * Fast ray casts on meshes without a scene index. The functions have the same names as in
 * three-mesh-bvh.
 */
import type { BufferGeometry, Intersection, Mesh, Raycaster } from 'three';
import { expected } from '../errors.js';
import type { TriangleMesh } from '../generated/3d/mesh.js';
import type { GeometryTree } from './geometry-tree.js';
import { addHits, castAsThree, castOnTree, type FirstHitRaycaster } from './mesh-cast.js';
import { requireMeshClass } from './mesh-module.js';
import { acquire, isRigid, release } from './mesh-trees.js';

/** Property that stores the tree of a geometry, as in three-mesh-bvh. */
interface WithTree {
  boundsTree?: TriangleMesh;
}

const owned = new WeakMap<BufferGeometry, GeometryTree>();

/**
 * Returns the tree over the triangles of a geometry. The first call builds the tree. After
 * `needsUpdate` of the positions, the next call or ray cast refits the tree. After the index or the
 * attribute `position` is replaced, the next call or ray cast rebuilds the tree. Scene indices use
 * the same tree.
 * @param geometry - Geometry with triangles. Groups, draw range and morphs are ignored.
 * @returns Mesh owned by the geometry. Free it with `disposeBoundsTree`, not with `dispose`.
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
  const Class = requireMeshClass('meshOf');
  if (geometry?.isBufferGeometry !== true) {
    throw expected('invalid-argument', 'geometry', 'a BufferGeometry', geometry);
  }
  let tree = owned.get(geometry);
  if (tree === undefined) {
    tree = acquire(geometry);
    owned.set(geometry, tree);
  }
  // retries a failed build, because the caller may have corrected the geometry
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
 * Builds the tree of `this` geometry and stores it in `geometry.boundsTree`. Assign this function
 * to `BufferGeometry.prototype.computeBoundsTree`.
 * @returns The same mesh as `meshOf`.
 * @throws SapwoodError in the same cases as `meshOf`
 */
export function computeBoundsTree(this: BufferGeometry): TriangleMesh {
  const mesh = meshOf(this);
  (this as WithTree).boundsTree = mesh;
  return mesh;
}

/**
 * Removes the tree of `this` geometry from `geometry.boundsTree`. The memory is freed when no scene
 * index uses the tree. Assign this function to `BufferGeometry.prototype.disposeBoundsTree`.
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
 * Adds the same intersections of a ray with a mesh as `Mesh.raycast` of three.js, or only the
 * closest one if `raycaster.firstHitOnly` is true. Assign this function to `raycast` of a mesh, or
 * of all meshes: `Mesh.prototype.raycast = acceleratedRaycast`. For meshes without a tree, and for
 * skinned, morphed and instanced meshes, it calls the method of three.js.
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
    if (tree.isMissing) tree.build(requireMeshClass('acceleratedRaycast'));
    if (castOnTree(tree, this, this, raycaster, firstOnly, intersects)) return;
  }
  const hits: Intersection[] = [];
  castAsThree(this, raycaster, hits);
  addHits(hits, firstOnly, intersects);
}
