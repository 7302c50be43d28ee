/**
 * Colliders of movers: reads the arguments of the caller, and finds contacts of a capsule or of a
 * moving capsule.
 */
import * as BLOCK from '../block.js';
import type { IndexState } from '../core.js';
import { expected } from '../errors.js';
import { stateIn } from '../index-base.js';
import { type Dimensions, isObject, type Reader, readWith } from '../inputs.js';
import { ContactBuffer } from '../methods/contacts.js';
import * as KIND from '../methods/volume-kinds.js';
import { checkedResult, flushedLayers, live } from '../state.js';
import type { TransformLike } from '../transform.js';

/**
 * Shapes that a `Mover` collides with: a `World`, an index, a mesh, or your own object with these
 * two methods. Items must be convex. A property `dimensions`, if present, must match the mover.
 *
 * The arguments of both methods are valid only during the call, because the mover reuses them.
 */
export interface MoverCollider {
  /**
   * Writes the contacts of a capsule to a buffer, like `collideCapsuleInto` of an index.
   * @param a - One end of the axis of the capsule: `dimensions` numbers.
   * @param b - Other end of the axis of the capsule.
   * @param radius - Radius in world units.
   * @param out - Receives the contacts.
   * @param options - `{ transform }` if the collider is a `PosedMesh`, otherwise undefined.
   * @returns Number of contacts.
   */
  collideCapsuleInto(
    a: Float32Array,
    b: Float32Array,
    radius: number,
    out: ContactBuffer,
    options?: object,
  ): number;
  /**
   * Writes the first contact of a moving capsule to a buffer, like `castCapsuleInto` of an index.
   * @param a - One end of the axis of the capsule: `dimensions` numbers.
   * @param b - Other end of the axis of the capsule.
   * @param radius - Radius in world units.
   * @param displacement - Motion of the capsule.
   * @param out - Receives one contact.
   * @param options - `{ transform }` if the collider is a `PosedMesh`, otherwise undefined.
   * @returns Fraction of the displacement at the contact; Infinity if there is no contact.
   */
  castCapsuleInto(
    a: Float32Array,
    b: Float32Array,
    radius: number,
    displacement: Float32Array,
    out: ContactBuffer,
    options?: object,
  ): number;
}

/** Mesh with a transform. A mesh can be in several places, and can move. */
export interface PosedMesh {
  /** Mesh in its own coordinates. */
  readonly mesh: MoverCollider;
  /**
   * Transform of the mesh, read in each call. To move the mesh, modify this matrix object rather
   * than passing a new one. The mover recognizes a moving platform by this object, because several
   * platforms may share a mesh.
   */
  readonly transform: TransformLike;
}

/** One collider of a call of `move`. */
export type MoverColliders = MoverCollider | PosedMesh;

type MatrixLike = Partial<ArrayLike<number> & { elements: ArrayLike<number> }>;

export class ColliderSlot {
  /** Argument of the caller. */
  entry: MoverColliders | undefined;
  /** State of the collider if it is an index or a world; otherwise undefined. */
  state: IndexState | undefined;
  mesh: MoverCollider | undefined;
  /** Options with the transform if the collider is a `PosedMesh`; otherwise undefined. */
  options: { transform: unknown } | undefined;
  /** Numbers of the transform, padded with zeros. */
  readonly matrix: Float64Array = new Float64Array(16);
  /** Position in the array of the caller; -1 for a single collider. */
  #at = -1;
  readonly #posed: { transform: unknown } = { transform: undefined };

  /**
   * Object that identifies the collider across calls: the transform of a `PosedMesh`, otherwise the
   * collider.
   */
  get key(): unknown {
    return this.options?.transform ?? this.entry;
  }

  clear(): void {
    this.entry = undefined;
    this.state = undefined;
    this.mesh = undefined;
    this.#posed.transform = undefined;
  }

  /** Reads a collider. `i` is its position in the array of the caller; -1 for a single collider. */
  read(given: MoverColliders, dimensions: Dimensions, i: number): void {
    const state = stateIn(given);
    const posed = state === undefined && isObject(given) && 'mesh' in given ? given : undefined;
    const mesh = posed?.mesh ?? (given as MoverCollider);
    if (state === undefined && !isCollider(mesh)) {
      const what = 'a World, an index, a mesh or { mesh, transform }';
      throw expected('invalid-argument', nameOf(i), what, given);
    }
    const own = (mesh as { dimensions?: number }).dimensions ?? dimensions;
    if (own !== dimensions) {
      throw expected('invalid-argument', `${nameOf(i)}.dimensions`, String(dimensions), own);
    }
    if (state !== undefined) live(state);
    this.#at = i;
    this.entry = given;
    this.state = state;
    this.mesh = state === undefined ? mesh : undefined;
    const transform = posed?.transform as MatrixLike | undefined;
    this.#posed.transform = transform;
    this.options = transform === undefined ? undefined : this.#posed;
    const numbers = transform?.elements ?? transform;
    for (let k = 0; k < 16; k += 1) this.matrix[k] = numbers?.[k] ?? 0;
  }

  /** Throws if a method of the collider did not return a number >= 0. */
  checkResult(method: keyof MoverCollider, result: unknown): void {
    if (typeof result === 'number' && result >= 0) return;
    throw expected('invalid-argument', `${nameOf(this.#at)}.${method}`, 'a result >= 0', result);
  }
}

const nameOf = (i: number) => (i < 0 ? 'colliders' : `colliders[${i}]`);

function isCollider(value: unknown): value is MoverCollider {
  if (!isObject(value)) return false;
  const { collideCapsuleInto, castCapsuleInto } = value as Partial<MoverCollider>;
  return typeof collideCapsuleInto === 'function' && typeof castCapsuleInto === 'function';
}

let slots: ColliderSlot[] = [];
let slotCount = 0;

const collidersReader: Reader<MoverColliders | readonly MoverColliders[]> = {
  code: 'invalid-argument',
  fill(_, given, dimensions) {
    if (!Array.isArray(given)) {
      slotAt(0).read(given as MoverColliders, dimensions, -1);
      slotCount = 1;
      return;
    }
    const { length } = given;
    for (let i = 0; i < length; i += 1) slotAt(i).read(given[i], dimensions, i);
    slotCount = length;
  },
};

/** Reads one collider or an array of colliders. Returns the number of colliders. */
export function readColliders(
  given: MoverColliders | readonly MoverColliders[],
  dimensions: Dimensions,
  out: ColliderSlot[],
): number {
  slots = out;
  readWith(collidersReader, given, dimensions, 'colliders');
  return slotCount;
}

function slotAt(i: number): ColliderSlot {
  if (i === slots.length) slots.push(new ColliderSlot());
  return slots[i];
}

/**
 * Capsule of a query or cast. Its numbers are stored in arrays, because V8 allocates memory for
 * fractional arguments of functions that are not inlined.
 */
export class Capsule {
  readonly a: Float32Array;
  readonly b: Float32Array;
  readonly displacement: Float32Array;
  readonly radius: Float32Array = new Float32Array(1);
  /** Category, mask and layers of the mover. */
  readonly filter: Int32Array = new Int32Array(3);

  constructor(dimensions: Dimensions) {
    this.a = new Float32Array(dimensions);
    this.b = new Float32Array(dimensions);
    this.displacement = new Float32Array(dimensions);
  }
}

/** Contacts of the current call, with `dimensions` numbers per normal and per point. */
export class FoundContacts {
  readonly dimensions: Dimensions;
  count = 0;
  slots: Int32Array = new Int32Array(0);
  ids: Float64Array = new Float64Array(0);
  normals: Float64Array = new Float64Array(0);
  depths: Float64Array = new Float64Array(0);
  points: Float64Array = new Float64Array(0);
  /** Kind of each contact; see touch.ts. */
  kinds: Float64Array = new Float64Array(0);
  /** Largest depth of the contacts of each collider. */
  deepest: Float64Array = new Float64Array(0);
  /** Fraction of the displacement in the last cast; > 1 if there was no contact. */
  readonly fraction: Float64Array = new Float64Array(1);
  #buffer: ContactBuffer;

  constructor(dimensions: Dimensions, capacity: number) {
    this.dimensions = dimensions;
    this.reserve(capacity);
    this.#buffer = new ContactBuffer(capacity);
  }

  /**
   * Reserves memory for `count` contacts. Allocates only if `count` exceeds the current capacity.
   */
  reserve(count: number): void {
    if (count <= this.slots.length) return;
    const capacity = 2 * count;
    const grown = <View extends Float64Array | Int32Array>(view: View, length: number): View => {
      const Kind = view.constructor as new (length: number) => View;
      const made = new Kind(length);
      made.set(view);
      return made;
    };
    const { dimensions } = this;
    this.slots = grown(this.slots, capacity);
    this.ids = grown(this.ids, capacity);
    this.normals = grown(this.normals, capacity * dimensions);
    this.depths = grown(this.depths, capacity);
    this.points = grown(this.points, capacity * dimensions);
    this.kinds = grown(this.kinds, capacity);
    this.deepest = grown(this.deepest, capacity);
  }

  collide(slot: ColliderSlot, number: number, capsule: Capsule): void {
    const { state, mesh } = slot;
    if (state !== undefined) {
      this.#appendFound(state, number, searchCapsule(state, capsule, false));
      return;
    }
    let found = this.#collideMesh(slot, mesh as MoverCollider, capsule);
    if (found > this.#buffer.capacity) {
      this.#buffer = new ContactBuffer(Math.min(2 * found, 2 ** 32));
      found = this.#collideMesh(slot, mesh as MoverCollider, capsule);
    }
    this.#appendBuffer(number, Math.min(found, this.#buffer.capacity));
  }

  #collideMesh(slot: ColliderSlot, mesh: MoverCollider, { a, b, radius }: Capsule): number {
    const found = mesh.collideCapsuleInto(a, b, radius[0], this.#buffer, slot.options);
    slot.checkResult('collideCapsuleInto', found);
    return found;
  }

  /**
   * Casts a capsule. Stores the fraction, and writes the contact after the last counted contact
   * without increasing `count`. Returns whether there is a contact.
   */
  cast(slot: ColliderSlot, number: number, capsule: Capsule): boolean {
    const { state, mesh } = slot;
    const { fraction } = this;
    this.reserve(this.count + 1);
    const kept = this.count;
    if (state !== undefined) {
      searchCapsule(state, capsule, true);
      const at = state.core.word(BLOCK.distances) >>> 2;
      fraction[0] = state.core.f32[at];
      if (!(fraction[0] <= 1)) return false;
      this.#appendFound(state, number, 1);
    } else {
      const { a, b, radius, displacement } = capsule;
      const { options } = slot;
      const buffer = this.#buffer;
      const part = (mesh as MoverCollider).castCapsuleInto(
        a,
        b,
        radius[0],
        displacement,
        buffer,
        options,
      );
      slot.checkResult('castCapsuleInto', part);
      fraction[0] = part;
      if (!(fraction[0] <= 1)) return false;
      this.#appendBuffer(number, 1);
    }
    this.count = kept;
    return true;
  }

  #appendFound({ core }: IndexState, number: number, found: number): void {
    const normals = core.word(BLOCK.contacts) >>> 2;
    const depths = normals + found * this.dimensions;
    const { f32, u32 } = core;
    const ids = core.word(BLOCK.ids) >>> 2;
    this.#append(number, found, u32, ids, f32, normals, f32, depths, f32, depths + found);
  }

  #appendBuffer(number: number, found: number): void {
    const { ids, normals, depths, points } = this.#buffer;
    this.#append(number, found, ids, 0, normals, 0, depths, 0, points, 0);
  }

  /** Appends contacts. The parameter after each array is the position of its first number. */
  #append(
    number: number,
    found: number,
    ids: Uint32Array,
    id: number,
    normals: Float32Array,
    normal: number,
    depths: Float32Array,
    depth: number,
    points: Float32Array,
    point: number,
  ): void {
    this.reserve(this.count + found);
    const { dimensions } = this;
    for (let i = 0; i < found; i += 1) {
      const to = this.count;
      this.slots[to] = number;
      this.ids[to] = ids[id + i];
      this.depths[to] = depths[depth + i];
      for (let axis = 0; axis < dimensions; axis += 1) {
        this.normals[to * dimensions + axis] = normals[normal + i * dimensions + axis];
        this.points[to * dimensions + axis] = points[point + i * dimensions + axis];
      }
      this.count += 1;
    }
  }
}

/** Runs a contact query or a cast, and returns the number of contacts. */
function searchCapsule(state: IndexState, capsule: Capsule, isCast: boolean): number {
  const { a, b, displacement, radius, filter } = capsule;
  // only a world has layers
  const h = state.world === undefined ? live(state) : flushedLayers(state, filter);
  const { core, dimensions } = state;
  const at = core.scratch('move', (3 * dimensions + 1) * 4) >>> 2;
  const { f32 } = core;
  f32.set(a, at);
  f32.set(b, at + dimensions);
  f32.set(radius, at + 2 * dimensions);
  f32.set(displacement, at + 2 * dimensions + 1);
  const kind = KIND.CONTACTS + (isCast ? KIND.CAPSULE_CAST : KIND.CAPSULE);
  const found = core.calls.sapwood_query_volumes(h, kind, 1, filter[0], filter[1]);
  return checkedResult('move', found);
}

/**
 * Copies the box of an item to `out`. Returns false if the index is disposed or the item does not
 * exist.
 */
export function copyBox(state: IndexState, id: number, out: Float64Array): boolean {
  if (state.address === 0) return false;
  if (state.world?.touched === true) state.world.flush();
  const { core, stride } = state;
  if (core.calls.sapwood_box(state.address, id) < 0) return false;
  const at = core.word(BLOCK.distances) >>> 2;
  for (let i = 0; i < stride; i += 1) out[i] = core.f32[at + i];
  return true;
}
