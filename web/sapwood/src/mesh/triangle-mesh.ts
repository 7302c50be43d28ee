import type { FrustumLike } from '../frustum.js';
import type { PointLike, RayLike } from '../inputs.js';
import type { OwnedFloat32Array, OwnedInt32Array, OwnedUint32Array } from '../owned.js';
import type { TransformLike } from '../transform.js';
import type { MeshOptions, PairOptions } from './arguments.js';
import * as batches from './batches.js';
import * as BLOCK from './block.js';
import * as content from './content.js';
import { MeshBase, type MeshSource, meshOf, otherMeshOf } from './mesh-base.js';
import type { MeshKind, MeshState } from './mesh-state.js';
import { triangles } from './modules.js';
import * as queries from './queries.js';

const kind: MeshKind = {
  className: 'TriangleMesh',
  dimensions: 3,
  primitive: 'triangle',
  home: triangles,
};

/** Hit of a ray. */
export interface TriangleRayHit {
  /** Number of the triangle. */
  triangle: number;
  /** Distance from the origin in world units. */
  distance: number;
  /** Unit normal that points to the side of the ray origin: 3 numbers in a new array. */
  normal: number[];
  /** Barycentric weight of vertex 1 at the hit. The weight of vertex 0 is `1 - u - v`. */
  u: number;
  /** Barycentric weight of vertex 2 at the hit. */
  v: number;
}

/** Closest point of a mesh. */
export interface TriangleClosestPoint {
  /** Number of the triangle. */
  triangle: number;
  /** Closest point of the triangle: 3 numbers in a new array. */
  point: number[];
  /** Distance from the given point in world units. */
  distance: number;
  /**
   * Unit normal that points to the front: 3 numbers in a new array; zeros if the triangle has no
   * area.
   */
  normal: number[];
  /** Barycentric weight of vertex 1 at the closest point. */
  u: number;
  /** Barycentric weight of vertex 2 at the closest point. */
  v: number;
}

/** First triangle that a moving shape touches. */
export interface TriangleCastHit {
  /** Number of the triangle. */
  triangle: number;
  /** Fraction of the displacement at the contact, 0 to 1; 0 if the shape starts in contact. */
  fraction: number;
  /** Unit vector from the triangle toward the moving shape: 3 numbers in a new array. */
  normal: number[];
  /** Point of the triangle at the contact: 3 numbers in a new array. */
  point: number[];
}

/** Contacts of a shape, by ascending triangle. The arrays belong to the caller. */
export interface TriangleContacts {
  /** Number of contacts. */
  readonly count: number;
  /** Numbers of the triangles. */
  readonly triangles: OwnedUint32Array;
  /** Unit vectors from the triangle toward the shape, 3 numbers per contact. */
  readonly normals: OwnedFloat32Array;
  /**
   * Depths in world units, >= 0. Moving the shape by normal · depth separates it from the triangle.
   */
  readonly depths: OwnedFloat32Array;
  /** Points of the triangles, 3 numbers per contact. */
  readonly points: OwnedFloat32Array;
}

/** Hits of a batch of rays, one entry per ray. The arrays belong to the caller. */
export interface TriangleRayBatch {
  /** Numbers of the triangles; -1 if there is no hit. */
  triangles: OwnedInt32Array;
  /** Distances in world units; Infinity if there is no result. */
  distances: OwnedFloat32Array;
}

/**
 * Results of a batch of closest-point queries, one entry per point. The arrays belong to the
 * caller.
 */
export interface TrianglePointBatch {
  /** Numbers of the triangles; -1 if no triangle is within the maximum distance. */
  triangles: OwnedInt32Array;
  /** Distances in world units; Infinity if there is no result. */
  distances: OwnedFloat32Array;
  /** Closest points, 3 numbers per entry; zeros if there is no result. */
  points: OwnedFloat32Array;
}

/** Contacts of a batch of casts, one entry per cast. The arrays belong to the caller. */
export interface TriangleCastBatch {
  /** Numbers of the triangles; -1 if there is no hit. */
  triangles: OwnedInt32Array;
  /** Fractions of the displacements at the contacts; Infinity if there is no contact. */
  fractions: OwnedFloat32Array;
}

const rayHit = (state: MeshState): TriangleRayHit => ({
  triangle: queries.numberAt(state, BLOCK.PRIMITIVE),
  distance: queries.numberAt(state, BLOCK.DISTANCE),
  normal: queries.vectorAt(state, BLOCK.NORMAL),
  u: queries.numberAt(state, BLOCK.WEIGHTS),
  v: queries.numberAt(state, BLOCK.WEIGHTS + 1),
});
const castHit = (state: MeshState): TriangleCastHit => ({
  triangle: queries.numberAt(state, BLOCK.PRIMITIVE),
  fraction: queries.numberAt(state, BLOCK.DISTANCE),
  normal: queries.vectorAt(state, BLOCK.NORMAL),
  point: queries.vectorAt(state, BLOCK.POINT),
});
const contacts = (state: MeshState, count: number): TriangleContacts => ({
  count,
  triangles: state.core.ids(count),
  ...queries.contactArrays(state, count),
});

/**
 * Triangles in 3D with a tree over them, for ray, closest-point, overlap, cast and contact queries.
 * Unlike an index, which contains only boxes, a mesh contains the surfaces of objects.
 * @example
 * ```ts
 * // two triangles: the unit square in the plane z = 0
 * const positions = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
 * const mesh = new TriangleMesh({ positions, indices: [0, 1, 2, 0, 2, 3] });
 * console.log(mesh.size, mesh.bounds); // 2 Float32Array [0, 0, 0, 1, 1, 0]
 * mesh.dispose();
 * ```
 */
export class TriangleMesh extends MeshBase {
  /**
   * Copies the vertices and builds the tree: O(n) for `'fast'`, O(n log n) for `'quality'`.
   * @param source - `{ positions, indices, build }` or `{ geometry, build }`.
   * @throws SapwoodError `invalid-argument`, `out-of-memory`
   * @throws SapwoodError `not-initialized` before `init()`
   */
  constructor(source: MeshSource) {
    super((mesh) => content.create(mesh, kind, source));
  }

  /**
   * Returns a new mesh from bytes of `serialize()`.
   * @param bytes - Result of `serialize()`.
   * @returns New mesh. Dispose of it after use.
   * @throws SapwoodError `bad-data` if the bytes are damaged or are not a serialized `TriangleMesh`
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `out-of-memory`
   */
  static deserialize(bytes: Uint8Array | ArrayBuffer): TriangleMesh {
    return content.deserialize(TriangleMesh, kind, bytes);
  }

  /**
   * Returns the closest hit of a ray. If several triangles are hit at this distance, returns the
   * triangle with the smallest number. A ray in the plane of a triangle does not hit this triangle.
   * No ray passes between two triangles with a common edge.
   * @param origin - Start in world units.
   * @param direction - Finite, not zero, of any length.
   * @param options - Options, or the maximum distance.
   * @returns First hit, or null.
   * @throws SapwoodError `invalid-argument`, `disposed`
   * @example
   * ```ts
   * const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0];
   * const mesh = new TriangleMesh({ positions });
   * const hit = mesh.raycast([0.25, 0.5, 2], [0, 0, -1]);
   * console.log(hit?.triangle, hit?.distance); // 0 2
   * console.log(hit?.normal); // [0, 0, 1]
   * console.log(hit?.u, hit?.v); // 0.25 0.5
   * ```
   */
  raycast(
    origin: PointLike,
    direction: PointLike,
    options?: queries.MeshRayLimit,
  ): TriangleRayHit | null;
  /**
   * Returns the closest hit of a ray.
   * @param ray - Object such as `Ray` of three.js.
   * @param options - Options, or the maximum distance.
   * @returns First hit, or null.
   * @throws SapwoodError `invalid-argument`, `disposed`
   */
  raycast(ray: RayLike, options?: queries.MeshRayLimit): TriangleRayHit | null;
  raycast(
    origin: PointLike | RayLike,
    direction?: PointLike | queries.MeshRayLimit,
    options?: queries.MeshRayLimit,
  ): TriangleRayHit | null {
    const state = meshOf(this);
    return queries.findHit(state, origin, direction, options) ? rayHit(state) : null;
  }

  /**
   * Returns all hits of a ray, ordered by distance, then by triangle number.
   * @param origin - Start in world units.
   * @param direction - Finite, not zero, of any length.
   * @param options - Options, or the maximum distance.
   * @returns Hits in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastAll(
    origin: PointLike,
    direction: PointLike,
    options?: queries.MeshRayLimit,
  ): TriangleRayHit[];
  /**
   * Returns all hits of a ray, ordered by distance, then by triangle number.
   * @param ray - Object such as `Ray` of three.js.
   * @param options - Options, or the maximum distance.
   * @returns Hits in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastAll(ray: RayLike, options?: queries.MeshRayLimit): TriangleRayHit[];
  raycastAll(
    origin: PointLike | RayLike,
    direction?: PointLike | queries.MeshRayLimit,
    options?: queries.MeshRayLimit,
  ): TriangleRayHit[] {
    const numbers = queries.findHits(meshOf(this), origin, direction, options);
    const count = numbers.length / BLOCK.HIT_NUMBERS;
    return Array.from({ length: count }, (_, i) => {
      const [distance, x, y, z, u, v, triangle] = numbers.subarray(i * BLOCK.HIT_NUMBERS);
      return { triangle, distance, normal: [x, y, z], u, v };
    });
  }

  /**
   * Returns the closest hit, or any hit, of each ray.
   * @param rays - 7 numbers per ray: origin, direction, maximum distance.
   * @param options - `side`, `any`, `transform`, `normals` and `uvs`.
   * @returns One entry per ray, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastMany<Options extends batches.MeshRayBatchOptions>(
    rays: ArrayLike<number>,
    options?: Options,
  ): TriangleRayBatch & batches.IfMeshNormals<Options> & batches.IfMeshWeights<Options> {
    const { ids, ...rest } = batches.raycastMany(meshOf(this), rays, options);
    return { triangles: ids, ...rest } as TriangleRayBatch &
      batches.IfMeshNormals<Options> &
      batches.IfMeshWeights<Options>;
  }

  /**
   * Returns the point of the mesh that is closest to a given point. If several triangles are
   * equally close, uses the triangle with the smallest number.
   * @param point - In world units.
   * @param options - Options, or the maximum distance. The scale of `transform` must be uniform.
   * @returns Closest point, or null if no triangle is within the maximum distance.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`
   */
  closestPoint(point: PointLike, options?: queries.ClosestPointLimit): TriangleClosestPoint | null {
    const state = meshOf(this);
    if (!queries.findClosest(state, point, options)) return null;
    return { ...rayHit(state), point: queries.vectorAt(state, BLOCK.POINT) };
  }

  /**
   * Returns the point of the mesh that is closest to each given point.
   * @param points - 3 numbers per point.
   * @param options - `maxDistance`, `transform`, `normals` and `uvs`.
   * @returns One entry per point, in new arrays.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  closestPointMany<Options extends batches.ClosestPointBatchOptions>(
    points: ArrayLike<number>,
    options?: Options,
  ): TrianglePointBatch & batches.IfMeshNormals<Options> & batches.IfMeshWeights<Options> {
    const { ids, ...rest } = batches.closestPointMany(meshOf(this), points, options);
    return { triangles: ids, ...rest } as TrianglePointBatch &
      batches.IfMeshNormals<Options> &
      batches.IfMeshWeights<Options>;
  }

  /**
   * Returns the triangles that are partly or completely inside a view frustum.
   * @param frustum - Six planes, as objects or as 24 numbers.
   * @param options - Options. The scale of `transform` may be non-uniform.
   * @returns Numbers of the triangles, unordered, in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryFrustum(frustum: FrustumLike, options?: MeshOptions): OwnedUint32Array {
    return queries.queryFrustum(meshOf(this), frustum, options);
  }

  /**
   * Returns the first triangle that a moving sphere touches. If it touches several at once, returns
   * the triangle with the smallest number.
   * @param center - In world units.
   * @param radius - In world units, 0 .. 1e18.
   * @param displacement - Motion in world units.
   * @param options - Options. The scale of `transform` must be uniform.
   * @returns First contact, or null.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  castSphere(
    center: PointLike,
    radius: number,
    displacement: PointLike,
    options?: MeshOptions,
  ): TriangleCastHit | null {
    const state = meshOf(this);
    const none = undefined;
    const found = queries.findTouch(
      state,
      'castSphere',
      center,
      none,
      radius,
      displacement,
      options,
    );
    return found ? castHit(state) : null;
  }

  /**
   * Returns the first triangle that a moving capsule touches. If it touches several at once,
   * returns the triangle with the smallest number.
   * @param a - One end of the axis of the capsule.
   * @param b - Other end of the axis of the capsule.
   * @param radius - In world units, 0 .. 1e18.
   * @param displacement - Motion in world units.
   * @param options - Options. The scale of `transform` must be uniform.
   * @returns First contact, or null.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  castCapsule(
    a: PointLike,
    b: PointLike,
    radius: number,
    displacement: PointLike,
    options?: MeshOptions,
  ): TriangleCastHit | null {
    const state = meshOf(this);
    const found = queries.findTouch(state, 'castCapsule', a, b, radius, displacement, options);
    return found ? castHit(state) : null;
  }

  /**
   * Returns the first triangle that each moving sphere touches.
   * @param spheres - 7 numbers per sphere: center, radius, displacement.
   * @param options - `transform` and `normals`.
   * @returns One entry per sphere, in new arrays.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  castSphereMany<Options extends batches.MeshBatchOptions>(
    spheres: ArrayLike<number>,
    options?: Options,
  ): TriangleCastBatch & batches.IfMeshNormals<Options> {
    return castBatch<Options>(batches.castMany(meshOf(this), 'castSphereMany', spheres, options));
  }

  /**
   * Returns the first triangle that each moving capsule touches.
   * @param capsules - 10 numbers per capsule: both ends, radius, displacement.
   * @param options - `transform` and `normals`.
   * @returns One entry per capsule, in new arrays.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  castCapsuleMany<Options extends batches.MeshBatchOptions>(
    capsules: ArrayLike<number>,
    options?: Options,
  ): TriangleCastBatch & batches.IfMeshNormals<Options> {
    return castBatch<Options>(batches.castMany(meshOf(this), 'castCapsuleMany', capsules, options));
  }

  /**
   * Returns the contacts of a sphere with all triangles that it touches.
   * @param center - In world units.
   * @param radius - In world units, 0 .. 1e18.
   * @param options - Options. The scale of `transform` must be uniform.
   * @returns One contact per triangle, by ascending number, in new arrays.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const mesh = new TriangleMesh({ positions: [0, 0, 0, 9, 0, 0, 0, 9, 0] });
   * const { triangles, normals, depths } = mesh.collideSphere([1, 1, 0.75], 1);
   * console.log(triangles); // Uint32Array [0]
   * console.log(normals); // Float32Array [0, 0, 1]
   * console.log(depths); // Float32Array [0.25]
   * ```
   */
  collideSphere(center: PointLike, radius: number, options?: MeshOptions): TriangleContacts {
    const state = meshOf(this);
    const method = 'collideSphere';
    const count = queries.findContacts(state, method, center, undefined, radius, options);
    return contacts(state, count);
  }

  /**
   * Returns the contacts of a capsule with all triangles that it touches.
   * @param a - One end of the axis of the capsule.
   * @param b - Other end of the axis of the capsule.
   * @param radius - In world units, 0 .. 1e18.
   * @param options - Options. The scale of `transform` must be uniform.
   * @returns One contact per triangle, by ascending number, in new arrays.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  collideCapsule(
    a: PointLike,
    b: PointLike,
    radius: number,
    options?: MeshOptions,
  ): TriangleContacts {
    const state = meshOf(this);
    return contacts(state, queries.findContacts(state, 'collideCapsule', a, b, radius, options));
  }

  /**
   * Returns the pairs of touching triangles of two meshes. The vertices of the other mesh are
   * transformed in double precision.
   * @param other - Other mesh, or this mesh.
   * @param poses - Transform from the other mesh to this mesh, or an object with `transform` (from
   * this mesh to world space) and `otherTransform` (from the other mesh to world space). Default:
   * identity.
   * @returns Pairs of triangle numbers, ascending, in a new array: [this0, other0, this1, other1,
   * …].
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  pairsWith(other: TriangleMesh, poses?: TransformLike | PairOptions): OwnedUint32Array {
    return queries.pairsWith(meshOf(this), otherMeshOf(other, kind), poses);
  }
}

function castBatch<Options extends batches.MeshBatchOptions>({
  ids,
  distances,
  ...rest
}: batches.Entries) {
  const entries = { triangles: ids, fractions: distances, ...rest };
  return entries as TriangleCastBatch & batches.IfMeshNormals<Options>;
}
