/// <reference lib="esnext.disposable" preserve="true" />

import { expected } from '../errors.js';
import type { BoxLike, Dimensions, PointLike, RayLike, SphereLike } from '../inputs.js';
import type { ContactBuffer } from '../methods/contacts.js';
import type { NodeDump } from '../methods/inspect.js';
import type { ConvexLike } from '../methods/volumes.js';
import type { OwnedFloat32Array, OwnedUint8Array, OwnedUint32Array } from '../owned.js';
import type { MeshOptions } from './arguments.js';
import type { GeometryLike, IndicesLike, PositionsLike } from './attributes.js';
import * as batches from './batches.js';
import * as content from './content.js';
import { disposeMesh, live, type MeshKind, type MeshState } from './mesh-state.js';
import * as queries from './queries.js';

/** Vertices and primitives of a mesh, and how to build its tree. All input is copied. */
export type MeshSource = MeshArrays | MeshGeometry;

/** Method of building the tree of a mesh. */
export type MeshBuild = 'fast' | 'quality';

/** Vertices and primitives of a mesh as arrays or attributes. */
export interface MeshArrays {
  /** Positions of the vertices. */
  readonly positions: PositionsLike;
  /** Vertex numbers, `dimensions` per primitive. Default: consecutive vertices form primitives. */
  readonly indices?: IndicesLike | null | undefined;
  /**
   * `'fast'` sorts primitives along a Hilbert curve. `'quality'` splits primitives by the
   * surface-area heuristic: builds take several times as long, and queries are faster. Default:
   * `'fast'`.
   */
  readonly build?: MeshBuild | undefined;
}

/** Vertices and primitives of a mesh as a geometry of three.js. */
export interface MeshGeometry {
  /**
   * Geometry, such as `BufferGeometry` of three.js: attribute `position` and index. Groups, draw
   * range and morph targets are ignored.
   */
  readonly geometry: GeometryLike;
  /** Method of building the tree, as in `MeshArrays`. Default: `'fast'`. */
  readonly build?: MeshBuild | undefined;
}

/** Returns the state of a mesh. Assigned in a static block of the class. */
export let meshOf: (mesh: MeshBase) => MeshState;
let stateOfOther: (other: unknown, kind: MeshKind) => MeshState;

export { stateOfOther as otherMeshOf };

/**
 * Mesh with a tree over its primitives. Base class of `TriangleMesh` and `SegmentMesh`.
 *
 * Results are exact: they equal the results of testing every primitive in double precision, with
 * the positions rounded to float32. Primitives are numbered from 0 in the order of the input.
 */
export abstract class MeshBase {
  /** Number of dimensions, 2 or 3. */
  readonly dimensions: Dimensions;
  readonly #state: MeshState;

  /** Calls `dispose()`, for `using mesh = …`. Defined if the host supports `Symbol.dispose`. */
  declare readonly [Symbol.dispose]: () => void;

  static {
    meshOf = (mesh) => {
      try {
        return mesh.#state;
      } catch {
        throw expected('invalid-argument', 'this', 'a mesh', mesh, `; ${CALL}`);
      }
    };
    stateOfOther = (other, kind) => {
      if (typeof other === 'object' && other !== null && #state in other) {
        if (other.#state.kind === kind) return other.#state;
      }
      const what = `a ${kind.className} of ${kind.home.entry}`;
      throw expected('invalid-argument', 'other', what, other);
    };
  }

  /**
   * Creates a mesh. Called by `TriangleMesh` and `SegmentMesh`.
   * @param create - Creates the state of the mesh.
   */
  protected constructor(create: (mesh: object) => unknown) {
    const state = create(this) as MeshState;
    this.dimensions = state.dimensions;
    this.#state = state;
  }

  /** Number of primitives. */
  get size(): number {
    const state = meshOf(this);
    return state.calls.sapwood_mesh_size(live(state)) >>> 0;
  }

  /** Number of vertices. */
  get vertexCount(): number {
    const state = meshOf(this);
    return state.calls.sapwood_mesh_vertex_count(live(state)) >>> 0;
  }

  /** Bytes of WASM memory that the mesh uses, its vertices included. */
  get byteLength(): number {
    const state = meshOf(this);
    return state.calls.sapwood_mesh_byte_length(live(state));
  }

  /**
   * Bounds of all primitives: `2 * dimensions` numbers, minimum corner first, in a new array.
   * Without primitives, minima are Infinity and maxima -Infinity.
   */
  get bounds(): OwnedFloat32Array {
    return content.boundsOf(meshOf(this));
  }

  /**
   * Returns the nodes of the tree as arrays, for example to draw them. The items of a node are
   * primitive numbers.
   * @returns Nodes in new arrays, parents before their children.
   * @throws SapwoodError `disposed`, `out-of-memory`
   */
  nodes(): NodeDump {
    return content.nodesOf(meshOf(this));
  }

  /**
   * Moves all vertices and refits the tree, which is much faster than a build. Queries become
   * slower if primitives move far relative to each other. In this case, create a new mesh.
   * @param positions - New positions of all vertices.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  update(positions: PositionsLike): void {
    content.update(meshOf(this), positions);
  }

  /**
   * Moves some vertices and refits the boxes of their primitives.
   * @param first - First vertex that moved.
   * @param count - Number of vertices that moved.
   * @param positions - Positions of all vertices. Only the positions of the moved vertices are
   * read.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  updateRange(first: number, count: number, positions: PositionsLike): void {
    content.update(meshOf(this), positions, content.rangeOf(first, count));
  }

  /**
   * Returns whether a ray hits the mesh, for example for shadows and lines of sight. Faster than
   * `raycast`.
   * @param origin - Start in world units.
   * @param direction - Finite, not zero, of any length.
   * @param options - Options, or the maximum distance.
   * @returns True if the ray hits a primitive.
   * @throws SapwoodError `invalid-argument`, `disposed`
   */
  intersectsRay(origin: PointLike, direction: PointLike, options?: queries.MeshRayLimit): boolean;
  /**
   * Returns whether a ray hits the mesh.
   * @param ray - Object such as `Ray` of three.js.
   * @param options - Options, or the maximum distance.
   * @returns True if the ray hits a primitive.
   * @throws SapwoodError `invalid-argument`, `disposed`
   */
  intersectsRay(ray: RayLike, options?: queries.MeshRayLimit): boolean;
  intersectsRay(
    origin: PointLike | RayLike,
    direction?: PointLike | queries.MeshRayLimit,
    options?: queries.MeshRayLimit,
  ): boolean {
    return queries.intersectsRay(meshOf(this), origin, direction, options);
  }

  /**
   * Returns whether a point is inside a closed mesh or on its surface. For an open mesh, returns
   * whether a ray from the point along the first axis of the mesh crosses an odd number of
   * primitives.
   * @param point - In world units.
   * @param options - Options. `transform` is the pose of the mesh.
   * @returns True if the point is inside.
   * @throws SapwoodError `invalid-argument`, `disposed`
   */
  contains(point: PointLike, options?: MeshOptions): boolean {
    return queries.contains(meshOf(this), point, options);
  }

  /**
   * Runs `contains` for each point.
   * @param points - `dimensions` numbers per point.
   * @param options - Options. `transform` is the pose of the mesh.
   * @returns 1 or 0 for each point, in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  containsMany(points: ArrayLike<number>, options?: MeshOptions): OwnedUint8Array {
    return batches.containsMany(meshOf(this), points, options);
  }

  /**
   * Returns the primitives that touch a box.
   * @param box - `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param options - Options. The scale of `transform` may be non-uniform.
   * @returns Numbers of the primitives, unordered, in a new array.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryBox(box: BoxLike, options?: MeshOptions): OwnedUint32Array {
    return queries.queryBox(meshOf(this), box, options);
  }

  /**
   * Returns the primitives at most `radius` away from a point.
   * @param center - In world units.
   * @param radius - In world units, 0 .. 1e18.
   * @param options - Options. The scale of `transform` must be uniform.
   * @returns Numbers of the primitives, unordered, in a new array.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  querySphere(center: PointLike, radius: number, options?: MeshOptions): OwnedUint32Array;
  /**
   * Returns the primitives that touch a sphere.
   * @param sphere - Object such as `Sphere` of three.js.
   * @param options - Options. The scale of `transform` must be uniform.
   * @returns Numbers of the primitives, unordered, in a new array.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  querySphere(sphere: SphereLike, options?: MeshOptions): OwnedUint32Array;
  querySphere(
    center: PointLike | SphereLike,
    radius?: number | MeshOptions,
    options?: MeshOptions,
  ): OwnedUint32Array {
    return queries.querySphere(meshOf(this), center, radius, options);
  }

  /**
   * Returns the primitives at most `radius` away from a segment.
   * @param a - One end of the segment.
   * @param b - Other end of the segment.
   * @param radius - In world units, 0 .. 1e18.
   * @param options - Options. The scale of `transform` must be uniform.
   * @returns Numbers of the primitives, unordered, in a new array.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  queryCapsule(
    a: PointLike,
    b: PointLike,
    radius: number,
    options?: MeshOptions,
  ): OwnedUint32Array {
    return queries.queryCapsule(meshOf(this), a, b, radius, options);
  }

  /**
   * Returns the primitives that touch a segment.
   * @param a - One end of the segment.
   * @param b - Other end of the segment.
   * @param options - Options. The scale of `transform` may be non-uniform.
   * @returns Numbers of the primitives, unordered, in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  querySegment(a: PointLike, b: PointLike, options?: MeshOptions): OwnedUint32Array {
    return queries.querySegment(meshOf(this), a, b, options);
  }

  /**
   * Returns the primitives that are partly or completely inside a convex region.
   * @param planes - 1 to 32 planes, as objects or flat numbers. A point p is inside if `normal · p
   * + constant >= 0` for all of them.
   * @param options - Options. The scale of `transform` may be non-uniform.
   * @returns Numbers of the primitives, unordered, in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  queryConvex(planes: ConvexLike, options?: MeshOptions): OwnedUint32Array {
    return queries.queryConvex(meshOf(this), planes, options);
  }

  /**
   * Returns whether a box touches the mesh. Stops at the first primitive that touches the box.
   * @param box - `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param options - Options. The scale of `transform` may be non-uniform.
   * @returns True if the box touches the mesh.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`
   */
  overlaps(box: BoxLike, options?: MeshOptions): boolean {
    return queries.overlaps(meshOf(this), box, options);
  }

  /**
   * Returns whether a sphere touches the mesh. Stops at the first primitive that touches the
   * sphere.
   * @param center - In world units.
   * @param radius - In world units, 0 .. 1e18.
   * @param options - Options. The scale of `transform` must be uniform.
   * @returns True if the sphere touches the mesh.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`
   */
  overlapsSphere(center: PointLike, radius: number, options?: MeshOptions): boolean;
  /**
   * Returns whether a sphere touches the mesh.
   * @param sphere - Object such as `Sphere` of three.js.
   * @param options - Options. The scale of `transform` must be uniform.
   * @returns True if the sphere touches the mesh.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`
   */
  overlapsSphere(sphere: SphereLike, options?: MeshOptions): boolean;
  overlapsSphere(
    center: PointLike | SphereLike,
    radius?: number | MeshOptions,
    options?: MeshOptions,
  ): boolean {
    return queries.overlapsSphere(meshOf(this), center, radius, options);
  }

  /**
   * Returns whether a capsule touches the mesh. Stops at the first primitive that touches the
   * capsule.
   * @param a - One end of the axis of the capsule.
   * @param b - Other end of the axis of the capsule.
   * @param radius - In world units, 0 .. 1e18.
   * @param options - Options. The scale of `transform` must be uniform.
   * @returns True if the capsule touches the mesh.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`
   */
  overlapsCapsule(a: PointLike, b: PointLike, radius: number, options?: MeshOptions): boolean {
    return queries.overlapsCapsule(meshOf(this), a, b, radius, options);
  }

  /**
   * Writes the first contact of a moving sphere with the mesh to a buffer, with depth 0. Allocates
   * nothing.
   * @param center - In world units.
   * @param radius - In world units, 0 .. 1e18.
   * @param displacement - Motion in world units.
   * @param out - Receives the contact; its id is the number of the primitive.
   * @param options - Options. The scale of `transform` must be uniform.
   * @returns Fraction of the displacement at the contact, 0 to 1; Infinity if there is no contact.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  castSphereInto(
    center: PointLike,
    radius: number,
    displacement: PointLike,
    out: ContactBuffer,
    options?: MeshOptions,
  ): number {
    const state = meshOf(this);
    const none = undefined;
    return queries.castInto(state, 'castSphere', center, none, radius, displacement, out, options);
  }

  /**
   * Writes the first contact of a moving capsule with the mesh to a buffer, with depth 0. Allocates
   * nothing.
   * @param a - One end of the axis of the capsule.
   * @param b - Other end of the axis of the capsule.
   * @param radius - In world units, 0 .. 1e18.
   * @param displacement - Motion in world units.
   * @param out - Receives the contact; its id is the number of the primitive.
   * @param options - Options. The scale of `transform` must be uniform.
   * @returns Fraction of the displacement at the contact, 0 to 1; Infinity if there is no contact.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  castCapsuleInto(
    a: PointLike,
    b: PointLike,
    radius: number,
    displacement: PointLike,
    out: ContactBuffer,
    options?: MeshOptions,
  ): number {
    const state = meshOf(this);
    return queries.castInto(state, 'castCapsule', a, b, radius, displacement, out, options);
  }

  /**
   * Writes the contacts between a sphere and all primitives that touch the sphere to a buffer.
   * Allocates nothing.
   * @param center - In world units.
   * @param radius - In world units, 0 .. 1e18.
   * @param out - Receives contacts by ascending primitive, as many as fit. `out.ids` receives
   * primitive numbers.
   * @param options - Options. The scale of `transform` must be uniform.
   * @returns Number of contacts found, which may exceed `out.capacity`.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  collideSphereInto(
    center: PointLike,
    radius: number,
    out: ContactBuffer,
    options?: MeshOptions,
  ): number {
    const state = meshOf(this);
    return queries.collideInto(state, 'collideSphere', center, undefined, radius, out, options);
  }

  /**
   * Writes the contacts between a capsule and all primitives that touch the capsule to a buffer.
   * Allocates nothing.
   * @param a - One end of the axis of the capsule.
   * @param b - Other end of the axis of the capsule.
   * @param radius - In world units, 0 .. 1e18.
   * @param out - Receives contacts by ascending primitive, as many as fit. `out.ids` receives
   * primitive numbers.
   * @param options - Options. The scale of `transform` must be uniform.
   * @returns Number of contacts found, which may exceed `out.capacity`.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  collideCapsuleInto(
    a: PointLike,
    b: PointLike,
    radius: number,
    out: ContactBuffer,
    options?: MeshOptions,
  ): number {
    return queries.collideInto(meshOf(this), 'collideCapsule', a, b, radius, out, options);
  }

  /**
   * Returns the positions, the primitives and the tree as bytes. `deserialize` recomputes the boxes
   * of the tree.
   * @returns Bytes in a new array.
   * @throws SapwoodError `disposed`, `out-of-memory`
   */
  serialize(): OwnedUint8Array {
    return content.serialize(meshOf(this));
  }

  /**
   * Frees the memory of the mesh. Later calls throw `disposed`, except `dispose()`. If an
   * undisposed mesh becomes unreachable, its memory is freed eventually.
   */
  dispose(): void {
    disposeMesh(meshOf(this));
  }
}

const CALL = 'call the method on its object: mesh.raycast(…)';

// Vue, and libraries that use its reactivity, do not wrap objects that have this property
Object.defineProperty(MeshBase.prototype, '__v_skip', { value: true });

if (typeof Symbol.dispose === 'symbol') {
  Object.defineProperty(MeshBase.prototype, Symbol.dispose, {
    value(this: MeshBase) {
      this.dispose();
    },
    configurable: true,
    writable: true,
  });
}
