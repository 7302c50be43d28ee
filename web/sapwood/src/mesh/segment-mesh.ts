import type { PointLike, RayLike } from '../inputs.js';
import type { OwnedFloat32Array, OwnedInt32Array, OwnedUint32Array } from '../owned.js';
import type { TransformLike } from '../transform.js';
import type { MeshOptions, PairOptions } from './arguments.js';
import * as batches from './batches.js';
import * as BLOCK from './block.js';
import * as content from './content.js';
import { MeshBase, type MeshSource, meshOf, otherMeshOf } from './mesh-base.js';
import type { MeshKind, MeshState } from './mesh-state.js';
import { segments } from './modules.js';
import * as queries from './queries.js';

const kind: MeshKind = {
  className: 'SegmentMesh',
  dimensions: 2,
  primitive: 'segment',
  home: segments,
};

/** Hit of a ray. */
export interface SegmentRayHit {
  /** Number of the segment. */
  segment: number;
  /** Distance from the origin in world units. */
  distance: number;
  /** Unit normal that points to the side of the ray origin: 2 numbers in a new array. */
  normal: number[];
  /** Weight of the second end at the hit: 0 at the first end, 1 at the second end. */
  u: number;
}

/** Closest point of a mesh. */
export interface SegmentClosestPoint {
  /** Number of the segment. */
  segment: number;
  /** Closest point of the segment: 2 numbers in a new array. */
  point: number[];
  /** Distance from the given point in world units. */
  distance: number;
  /**
   * Unit normal that points to the front: 2 numbers in a new array; zeros if the segment has no
   * length.
   */
  normal: number[];
  /** Weight of the second end at the closest point: 0 at the first end, 1 at the second end. */
  u: number;
}

/** First segment that a moving shape touches. */
export interface SegmentCastHit {
  /** Number of the segment. */
  segment: number;
  /** Fraction of the displacement at the contact, 0 to 1; 0 if the shape starts in contact. */
  fraction: number;
  /** Unit vector from the segment toward the moving shape: 2 numbers in a new array. */
  normal: number[];
  /** Point of the segment at the contact: 2 numbers in a new array. */
  point: number[];
}

/** Contacts of a shape, by ascending segment. The arrays belong to the caller. */
export interface SegmentContacts {
  /** Number of contacts. */
  readonly count: number;
  /** Numbers of the segments. */
  readonly segments: OwnedUint32Array;
  /** Unit vectors from the segment toward the shape, 2 numbers per contact. */
  readonly normals: OwnedFloat32Array;
  /**
   * Depths in world units, >= 0. Moving the shape by normal · depth separates it from the segment.
   */
  readonly depths: OwnedFloat32Array;
  /** Points of the segments, 2 numbers per contact. */
  readonly points: OwnedFloat32Array;
}

/** Hits of a batch of rays, one entry per ray. The arrays belong to the caller. */
export interface SegmentRayBatch {
  /** Numbers of the segments; -1 if there is no hit. */
  segments: OwnedInt32Array;
  /** Distances in world units; Infinity if there is no result. */
  distances: OwnedFloat32Array;
}

/**
 * Results of a batch of closest-point queries, one entry per point. The arrays belong to the
 * caller.
 */
export interface SegmentPointBatch {
  /** Numbers of the segments; -1 if no segment is within the maximum distance. */
  segments: OwnedInt32Array;
  /** Distances in world units; Infinity if there is no result. */
  distances: OwnedFloat32Array;
  /** Closest points, 2 numbers per entry; zeros if there is no result. */
  points: OwnedFloat32Array;
}

/** Contacts of a batch of casts, one entry per cast. The arrays belong to the caller. */
export interface SegmentCastBatch {
  /** Numbers of the segments; -1 if there is no hit. */
  segments: OwnedInt32Array;
  /** Fractions of the displacements at the contacts; Infinity if there is no contact. */
  fractions: OwnedFloat32Array;
}

const rayHit = (state: MeshState): SegmentRayHit => ({
  segment: queries.numberAt(state, BLOCK.PRIMITIVE),
  distance: queries.numberAt(state, BLOCK.DISTANCE),
  normal: queries.vectorAt(state, BLOCK.NORMAL),
  u: queries.numberAt(state, BLOCK.WEIGHTS),
});
const castHit = (state: MeshState): SegmentCastHit => ({
  segment: queries.numberAt(state, BLOCK.PRIMITIVE),
  fraction: queries.numberAt(state, BLOCK.DISTANCE),
  normal: queries.vectorAt(state, BLOCK.NORMAL),
  point: queries.vectorAt(state, BLOCK.POINT),
});
const contacts = (state: MeshState, count: number): SegmentContacts => ({
  count,
  segments: state.core.ids(count),
  ...queries.contactArrays(state, count),
});

/**
 * Segments in 2D with a tree over them, for ray, closest-point, overlap, cast and contact queries.
 * The front of a segment is to the right of its direction, so the normals of a counterclockwise
 * outline point outward.
 * @example
 * ```ts
 * // ground of two segments from right to left, so that the normals point up
 * const mesh = new SegmentMesh({ positions: [4, 0, 2, 0, 0, 1], indices: [0, 1, 1, 2] });
 * const hit = mesh.raycast([3, 5], [0, -1]);
 * console.log(hit?.segment, hit?.distance); // 0 5
 * console.log(hit?.normal); // [0, 1]
 * mesh.dispose();
 * ```
 */
export class SegmentMesh extends MeshBase {
  /**
   * Copies the vertices and builds the tree: O(n) for `'fast'`, O(n log n) for `'quality'`.
   * @param source - `{ positions, indices, build }` or `{ geometry, build }`, with two vertices per
   * segment.
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
   * @throws SapwoodError `bad-data` if the bytes are damaged or are not a serialized `SegmentMesh`
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `out-of-memory`
   */
  static deserialize(bytes: Uint8Array | ArrayBuffer): SegmentMesh {
    return content.deserialize(SegmentMesh, kind, bytes);
  }

  /**
   * Returns the closest hit of a ray. If several segments are hit at this distance, returns the
   * segment with the smallest number. A ray along the line of a segment does not hit this segment.
   * No ray passes between two segments with a common vertex.
   * @param origin - Start in world units.
   * @param direction - Finite, not zero, of any length.
   * @param options - Options, or the maximum distance.
   * @returns First hit, or null.
   * @throws SapwoodError `invalid-argument`, `disposed`
   * @example
   * ```ts
   * const mesh = new SegmentMesh({ positions: [4, 0, 0, 0] });
   * const hit = mesh.raycast([3, 2], [0, -1]);
   * console.log(hit?.segment, hit?.distance, hit?.u); // 0 2 0.25
   * console.log(hit?.normal); // [0, 1]
   * ```
   */
  raycast(
    origin: PointLike,
    direction: PointLike,
    options?: queries.MeshRayLimit,
  ): SegmentRayHit | null;
  /**
   * Returns the closest hit of a ray.
   * @param ray - Object such as `Ray` of three.js.
   * @param options - Options, or the maximum distance.
   * @returns First hit, or null.
   * @throws SapwoodError `invalid-argument`, `disposed`
   */
  raycast(ray: RayLike, options?: queries.MeshRayLimit): SegmentRayHit | null;
  raycast(
    origin: PointLike | RayLike,
    direction?: PointLike | queries.MeshRayLimit,
    options?: queries.MeshRayLimit,
  ): SegmentRayHit | null {
    const state = meshOf(this);
    return queries.findHit(state, origin, direction, options) ? rayHit(state) : null;
  }

  /**
   * Returns all hits of a ray, ordered by distance, then by segment number.
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
  ): SegmentRayHit[];
  /**
   * Returns all hits of a ray, ordered by distance, then by segment number.
   * @param ray - Object such as `Ray` of three.js.
   * @param options - Options, or the maximum distance.
   * @returns Hits in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastAll(ray: RayLike, options?: queries.MeshRayLimit): SegmentRayHit[];
  raycastAll(
    origin: PointLike | RayLike,
    direction?: PointLike | queries.MeshRayLimit,
    options?: queries.MeshRayLimit,
  ): SegmentRayHit[] {
    const numbers = queries.findHits(meshOf(this), origin, direction, options);
    const count = numbers.length / BLOCK.HIT_NUMBERS;
    return Array.from({ length: count }, (_, i) => {
      const [distance, x, y, , u, , segment] = numbers.subarray(i * BLOCK.HIT_NUMBERS);
      return { segment, distance, normal: [x, y], u };
    });
  }

  /**
   * Returns the closest hit, or any hit, of each ray.
   * @param rays - 5 numbers per ray: origin, direction, maximum distance.
   * @param options - `side`, `any`, `transform`, `normals` and `uvs`.
   * @returns One entry per ray, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  raycastMany<Options extends batches.MeshRayBatchOptions>(
    rays: ArrayLike<number>,
    options?: Options,
  ): SegmentRayBatch & batches.IfMeshNormals<Options> & batches.IfMeshWeights<Options> {
    const { ids, ...rest } = batches.raycastMany(meshOf(this), rays, options);
    return { segments: ids, ...rest } as SegmentRayBatch &
      batches.IfMeshNormals<Options> &
      batches.IfMeshWeights<Options>;
  }

  /**
   * Returns the point of the mesh that is closest to a given point. If several segments are equally
   * close, uses the segment with the smallest number.
   * @param point - In world units.
   * @param options - Options, or the maximum distance. The scale of `transform` must be uniform.
   * @returns Closest point, or null if no segment is within the maximum distance.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`
   */
  closestPoint(point: PointLike, options?: queries.ClosestPointLimit): SegmentClosestPoint | null {
    const state = meshOf(this);
    if (!queries.findClosest(state, point, options)) return null;
    return { ...rayHit(state), point: queries.vectorAt(state, BLOCK.POINT) };
  }

  /**
   * Returns the point of the mesh that is closest to each given point.
   * @param points - 2 numbers per point.
   * @param options - `maxDistance`, `transform`, `normals` and `uvs`.
   * @returns One entry per point, in new arrays.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  closestPointMany<Options extends batches.ClosestPointBatchOptions>(
    points: ArrayLike<number>,
    options?: Options,
  ): SegmentPointBatch & batches.IfMeshNormals<Options> & batches.IfMeshWeights<Options> {
    const { ids, ...rest } = batches.closestPointMany(meshOf(this), points, options);
    return { segments: ids, ...rest } as SegmentPointBatch &
      batches.IfMeshNormals<Options> &
      batches.IfMeshWeights<Options>;
  }

  /**
   * Returns the first segment that a moving circle touches. If it touches several at once, returns
   * the segment with the smallest number.
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
  ): SegmentCastHit | null {
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
   * Returns the first segment that a moving capsule touches. If it touches several at once, returns
   * the segment with the smallest number.
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
  ): SegmentCastHit | null {
    const state = meshOf(this);
    const found = queries.findTouch(state, 'castCapsule', a, b, radius, displacement, options);
    return found ? castHit(state) : null;
  }

  /**
   * Returns the first segment that each moving circle touches.
   * @param spheres - 5 numbers per circle: center, radius, displacement.
   * @param options - `transform` and `normals`.
   * @returns One entry per circle, in new arrays.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  castSphereMany<Options extends batches.MeshBatchOptions>(
    spheres: ArrayLike<number>,
    options?: Options,
  ): SegmentCastBatch & batches.IfMeshNormals<Options> {
    return castBatch<Options>(batches.castMany(meshOf(this), 'castSphereMany', spheres, options));
  }

  /**
   * Returns the first segment that each moving capsule touches.
   * @param capsules - 7 numbers per capsule: both ends, radius, displacement.
   * @param options - `transform` and `normals`.
   * @returns One entry per capsule, in new arrays.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  castCapsuleMany<Options extends batches.MeshBatchOptions>(
    capsules: ArrayLike<number>,
    options?: Options,
  ): SegmentCastBatch & batches.IfMeshNormals<Options> {
    return castBatch<Options>(batches.castMany(meshOf(this), 'castCapsuleMany', capsules, options));
  }

  /**
   * Returns the contacts of a circle with all segments that it touches.
   * @param center - In world units.
   * @param radius - In world units, 0 .. 1e18.
   * @param options - Options. The scale of `transform` must be uniform.
   * @returns One contact per segment, by ascending number, in new arrays.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const mesh = new SegmentMesh({ positions: [4, 0, 0, 0] });
   * const { segments, normals, depths } = mesh.collideSphere([1, 0.75], 1);
   * console.log(segments); // Uint32Array [0]
   * console.log(normals); // Float32Array [0, 1]
   * console.log(depths); // Float32Array [0.25]
   * ```
   */
  collideSphere(center: PointLike, radius: number, options?: MeshOptions): SegmentContacts {
    const state = meshOf(this);
    const method = 'collideSphere';
    const count = queries.findContacts(state, method, center, undefined, radius, options);
    return contacts(state, count);
  }

  /**
   * Returns the contacts of a capsule with all segments that it touches.
   * @param a - One end of the axis of the capsule.
   * @param b - Other end of the axis of the capsule.
   * @param radius - In world units, 0 .. 1e18.
   * @param options - Options. The scale of `transform` must be uniform.
   * @returns One contact per segment, by ascending number, in new arrays.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  collideCapsule(
    a: PointLike,
    b: PointLike,
    radius: number,
    options?: MeshOptions,
  ): SegmentContacts {
    const state = meshOf(this);
    return contacts(state, queries.findContacts(state, 'collideCapsule', a, b, radius, options));
  }

  /**
   * Returns the pairs of touching segments of two meshes. The vertices of the other mesh are
   * transformed in double precision.
   * @param other - Other mesh, or this mesh.
   * @param poses - Transform from the other mesh to this mesh, or an object with `transform` (from
   * this mesh to world space) and `otherTransform` (from the other mesh to world space). Default:
   * identity.
   * @returns Pairs of segment numbers, ascending, in a new array: [this0, other0, this1, other1,
   * …].
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  pairsWith(other: SegmentMesh, poses?: TransformLike | PairOptions): OwnedUint32Array {
    return queries.pairsWith(meshOf(this), otherMeshOf(other, kind), poses);
  }
}

function castBatch<Options extends batches.MeshBatchOptions>({
  ids,
  distances,
  ...rest
}: batches.Entries) {
  const entries = { segments: ids, fractions: distances, ...rest };
  return entries as SegmentCastBatch & batches.IfMeshNormals<Options>;
}
