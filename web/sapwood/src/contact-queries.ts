import type { FilterLike } from './filters.js';
import { stateOf } from './index-base.js';
import type { BoxLike, PointLike } from './inputs.js';
import type { BatchOptions, IfNormals } from './methods/batch.js';
import * as casts from './methods/casts.js';
import * as contacts from './methods/contacts.js';
import type { CastFilter } from './methods/narrow.js';
import { RegionQueries } from './region-queries.js';

/** Shape casts and contacts of indices and worlds. Base class of `SpatialQueries`. */
export abstract class ContactQueries extends RegionQueries {
  /**
   * Returns the first item that a moving box touches. If it touches several at once, returns the
   * item with the smallest id.
   * @param box - `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param displacement - Motion in world units.
   * @param options - Filter, or options with `hit` to test your own shapes.
   * @param filter - Filter, if `options` has none. Default: all items.
   * @returns First contact, or null.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([4, 0, 5, 1]);
   * const hit = index.castBox([0, 0, 1, 1], [6, 0]);
   * console.log(hit?.id, hit?.fraction); // 0 0.5
   * console.log(hit?.normal); // [-1, 0]
   * console.log(hit?.point); // [4, 0.5]
   * ```
   */
  castBox(
    box: BoxLike,
    displacement: PointLike,
    options?: CastFilter,
    filter?: FilterLike,
  ): casts.CastHit | null {
    return casts.castBox(stateOf(this), box, displacement, options, filter);
  }

  /**
   * Like `castBox`, but writes the contact to a buffer, with depth 0. Allocates nothing, unless
   * `options` is an object.
   * @param box - `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param displacement - Motion in world units.
   * @param out - Receives the contact, if there is one.
   * @param options - Filter, or options with `hit` to test your own shapes.
   * @param filter - Filter, if `options` has none. Default: all items.
   * @returns Fraction of the displacement at the contact, 0 to 1; Infinity if there is no contact.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `out-of-memory`
   */
  castBoxInto(
    box: BoxLike,
    displacement: PointLike,
    out: contacts.ContactBuffer,
    options?: CastFilter,
    filter?: FilterLike,
  ): number {
    const state = stateOf(this);
    return casts.castBoxInto(state, box, displacement, out, options, filter);
  }

  /**
   * Returns the first item that each moving box touches.
   * @param boxes - `3 * dimensions` numbers per box: box, displacement.
   * @param options - `normals`: true to return normals.
   * @returns First contact of each shape, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([4, 0, 5, 1]);
   * console.log(index.castBoxMany([0, 0, 1, 1, 6, 0]).fractions); // Float32Array [0.5]
   * ```
   */
  castBoxMany<Options extends BatchOptions>(
    boxes: ArrayLike<number>,
    options?: Options,
  ): casts.CastBatch & IfNormals<Options> {
    return casts.castBoxMany(stateOf(this), boxes, options);
  }

  /**
   * Like `castBoxMany`, but returns views.
   * @param boxes - `3 * dimensions` numbers per box: box, displacement.
   * @param options - `normals`: true to return normals.
   * @returns First contact of each shape. Read-only views, valid until the next call on any index.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  castBoxManyView<Options extends BatchOptions>(
    boxes: ArrayLike<number>,
    options?: Options,
  ): casts.CastBatchView & IfNormals<Options> {
    return casts.castBoxMany(stateOf(this), boxes, options, true);
  }

  /**
   * Returns the first item that a moving sphere touches. If it touches several at once, returns the
   * item with the smallest id. The test is exact for the sphere.
   * @param center - `dimensions` numbers or `{ x, y, z }`.
   * @param radius - In world units, finite and >= 0.
   * @param displacement - Motion in world units.
   * @param options - Filter, or options with `hit` to test your own shapes.
   * @param filter - Filter, if `options` has none. Default: all items.
   * @returns First contact, or null.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([4, 0, 5, 1]);
   * const hit = index.castSphere([0, 0.5], 1, [6, 0]);
   * console.log(hit?.id, hit?.fraction); // 0 0.5
   * console.log(hit?.normal); // [-1, 0]
   * console.log(hit?.point); // [4, 0.5]
   * ```
   */
  castSphere(
    center: PointLike,
    radius: number,
    displacement: PointLike,
    options?: CastFilter,
    filter?: FilterLike,
  ): casts.CastHit | null {
    return casts.castSphere(stateOf(this), center, radius, displacement, options, filter);
  }

  /**
   * Like `castSphere`, but writes the contact to a buffer, with depth 0. Allocates nothing, unless
   * `options` is an object.
   * @param center - `dimensions` numbers or `{ x, y, z }`.
   * @param radius - In world units, finite and >= 0.
   * @param displacement - Motion in world units.
   * @param out - Receives the contact, if there is one.
   * @param options - Filter, or options with `hit` to test your own shapes.
   * @param filter - Filter, if `options` has none. Default: all items.
   * @returns Fraction of the displacement at the contact, 0 to 1; Infinity if there is no contact.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  castSphereInto(
    center: PointLike,
    radius: number,
    displacement: PointLike,
    out: contacts.ContactBuffer,
    options?: CastFilter,
    filter?: FilterLike,
  ): number {
    const state = stateOf(this);
    return casts.castSphereInto(state, center, radius, displacement, out, options, filter);
  }

  /**
   * Returns the first item that each moving sphere touches.
   * @param spheres - `2 * dimensions + 1` numbers per sphere: center, radius, displacement.
   * @param options - `normals`: true to return normals.
   * @returns First contact of each shape, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  castSphereMany<Options extends BatchOptions>(
    spheres: ArrayLike<number>,
    options?: Options,
  ): casts.CastBatch & IfNormals<Options> {
    return casts.castSphereMany(stateOf(this), spheres, options);
  }

  /**
   * Like `castSphereMany`, but returns views.
   * @param spheres - `2 * dimensions + 1` numbers per sphere: center, radius, displacement.
   * @param options - `normals`: true to return normals.
   * @returns First contact of each shape. Read-only views, valid until the next call on any index.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  castSphereManyView<Options extends BatchOptions>(
    spheres: ArrayLike<number>,
    options?: Options,
  ): casts.CastBatchView & IfNormals<Options> {
    return casts.castSphereMany(stateOf(this), spheres, options, true);
  }

  /**
   * Returns the first item that a moving capsule touches. If it touches several at once, returns
   * the item with the smallest id. A capsule contains all points at most `radius` away from the
   * segment from `a` to `b`. The test is exact for the capsule.
   * @param a - One end of the segment.
   * @param b - Other end of the segment.
   * @param radius - In world units, finite and >= 0.
   * @param displacement - Motion in world units.
   * @param options - Filter, or options with `hit` to test your own shapes.
   * @param filter - Filter, if `options` has none. Default: all items.
   * @returns First contact, or null.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 9, 1]);
   * const hit = index.castCapsule([2, 5], [2, 7], 1, [0, -6]);
   * console.log(hit?.id, hit?.fraction); // 0 0.5
   * console.log(hit?.normal); // [0, 1]
   * console.log(hit?.point); // [2, 1]
   * ```
   */
  castCapsule(
    a: PointLike,
    b: PointLike,
    radius: number,
    displacement: PointLike,
    options?: CastFilter,
    filter?: FilterLike,
  ): casts.CastHit | null {
    return casts.castCapsule(stateOf(this), a, b, radius, displacement, options, filter);
  }

  /**
   * Like `castCapsule`, but writes the contact to a buffer, with depth 0. Allocates nothing, unless
   * `options` is an object.
   * @param a - One end of the axis of the capsule.
   * @param b - Other end of the axis of the capsule.
   * @param radius - In world units, finite and >= 0.
   * @param displacement - Motion in world units.
   * @param out - Receives the contact, if there is one.
   * @param options - Filter, or options with `hit` to test your own shapes.
   * @param filter - Filter, if `options` has none. Default: all items.
   * @returns Fraction of the displacement at the contact, 0 to 1; Infinity if there is no contact.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 9, 1]);
   * const contacts = new ContactBuffer(1);
   * console.log(index.castCapsuleInto([2, 5], [2, 7], 1, [0, -6], contacts)); // 0.5
   * console.log(contacts.normals[0], contacts.normals[1]); // 0 1
   * ```
   */
  castCapsuleInto(
    a: PointLike,
    b: PointLike,
    radius: number,
    displacement: PointLike,
    out: contacts.ContactBuffer,
    options?: CastFilter,
    filter?: FilterLike,
  ): number {
    const state = stateOf(this);
    return casts.castCapsuleInto(state, a, b, radius, displacement, out, options, filter);
  }

  /**
   * Returns the first item that each moving capsule touches.
   * @param capsules - `3 * dimensions + 1` numbers per capsule: both ends, radius, displacement.
   * @param options - `normals`: true to return normals.
   * @returns First contact of each shape, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 9, 1]);
   * const { normals } = index.castCapsuleMany([2, 5, 2, 7, 1, 0, -6], { normals: true });
   * console.log(normals); // Float32Array [0, 1]
   * ```
   */
  castCapsuleMany<Options extends BatchOptions>(
    capsules: ArrayLike<number>,
    options?: Options,
  ): casts.CastBatch & IfNormals<Options> {
    return casts.castCapsuleMany(stateOf(this), capsules, options);
  }

  /**
   * Like `castCapsuleMany`, but returns views.
   * @param capsules - `3 * dimensions + 1` numbers per capsule: both ends, radius, displacement.
   * @param options - `normals`: true to return normals.
   * @returns First contact of each shape. Read-only views, valid until the next call on any index.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  castCapsuleManyView<Options extends BatchOptions>(
    capsules: ArrayLike<number>,
    options?: Options,
  ): casts.CastBatchView & IfNormals<Options> {
    return casts.castCapsuleMany(stateOf(this), capsules, options, true);
  }

  /**
   * Returns the contacts of a sphere with all items whose box overlaps the sphere.
   * @param center - `dimensions` numbers or `{ x, y, z }`.
   * @param radius - In world units, finite and >= 0.
   * @param filter - Selects items. Default: all.
   * @returns One contact per item, by ascending id, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 2, 2]);
   * const { count, normals, depths, points } = index.collideSphere([1, 2.5], 1);
   * console.log(count, depths[0]); // 1 0.5
   * console.log(normals); // Float32Array [0, 1]
   * console.log(points); // Float32Array [1, 2]
   * ```
   */
  collideSphere(center: PointLike, radius: number, filter?: FilterLike): contacts.Contacts {
    return contacts.collide(stateOf(this), 'collideSphere', center, undefined, radius, filter);
  }

  /**
   * Like `collideSphere`, but writes the contacts to a buffer. Allocates nothing, unless the filter
   * is a function.
   * @param center - `dimensions` numbers or `{ x, y, z }`.
   * @param radius - In world units, finite and >= 0.
   * @param out - Receives contacts by ascending id, as many as fit.
   * @param filter - Selects items. Default: all.
   * @returns Number of contacts found, which may exceed `out.capacity`.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  collideSphereInto(
    center: PointLike,
    radius: number,
    out: contacts.ContactBuffer,
    filter?: FilterLike,
  ): number {
    const state = stateOf(this);
    return contacts.collideInto(state, 'collideSphere', center, undefined, radius, out, filter);
  }

  /**
   * Returns the contacts of a capsule with all items whose box overlaps the capsule.
   * @param a - One end of the axis of the capsule.
   * @param b - Other end of the axis of the capsule.
   * @param radius - In world units, finite and >= 0.
   * @param filter - Selects items. Default: all.
   * @returns One contact per item, by ascending id, in new arrays.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 9, 1]);
   * const { normals, depths } = index.collideCapsule([2, 1.5], [2, 4], 1);
   * console.log(normals); // Float32Array [0, 1]
   * console.log(depths); // Float32Array [0.5]
   * ```
   */
  collideCapsule(
    a: PointLike,
    b: PointLike,
    radius: number,
    filter?: FilterLike,
  ): contacts.Contacts {
    return contacts.collide(stateOf(this), 'collideCapsule', a, b, radius, filter);
  }

  /**
   * Like `collideCapsule`, but writes the contacts to a buffer. Allocates nothing, unless the
   * filter is a function.
   * @param a - One end of the axis of the capsule.
   * @param b - Other end of the axis of the capsule.
   * @param radius - In world units, finite and >= 0.
   * @param out - Receives contacts by ascending id, as many as fit.
   * @param filter - Selects items. Default: all.
   * @returns Number of contacts found, which may exceed `out.capacity`.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  collideCapsuleInto(
    a: PointLike,
    b: PointLike,
    radius: number,
    out: contacts.ContactBuffer,
    filter?: FilterLike,
  ): number {
    return contacts.collideInto(stateOf(this), 'collideCapsule', a, b, radius, out, filter);
  }
}
