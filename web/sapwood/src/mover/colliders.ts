/** Colliders of movers: reading the argument, contacts and casts of a capsule. */
import * as BLOCK from '../block.js';
import type { IndexState } from '../core.js';
import { expected } from '../errors.js';
import { stateIn } from '../index-base.js';
import { type Dimensions, isObject, type Reader, readWith } from '../inputs.js';
import { checked, live, searched } from '../state.js';
import { ContactBuffer } from '../verbs/contacts.js';
import * as KIND from '../verbs/volume-kinds.js';

/**
 * Shapes that a `Mover` collides with: a `World`, an index, a mesh, or your own object with these two
 * methods. Each item must be convex. A property `dimensions` is compared with that of the mover.
 */
export interface MoverCollider {
  /**
   * Writes the contacts of a capsule to a buffer; see `collideCapsuleInto` of an index.
   * @param a - One end of the segment: `dimensions` numbers.
   * @param b - Other end of the segment.
   * @param radius - Radius in world units.
   * @param out - Receives the contacts.
   * @param options - `transform` for a mesh with a transform.
   * @returns Number of contacts found.
   */
  collideCapsuleInto(
    a: Float32Array,
    b: Float32Array,
    radius: number,
    out: ContactBuffer,
    options?: object,
  ): number;
  /**
   * Writes the first contact of a moving capsule to a buffer; see `castCapsuleInto` of an index.
   * @param a - One end of the segment: `dimensions` numbers.
   * @param b - Other end of the segment.
   * @param radius - Radius in world units.
   * @param displacement - Motion of the capsule.
   * @param out - Receives one contact.
   * @param options - `transform` for a mesh with a transform.
   * @returns Fraction of the displacement, or Infinity if the capsule touches nothing.
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

/** Matrix as an object, such as `Matrix4` of three.js. */
export interface MatrixObject {
  /** Column-major numbers. */
  readonly elements: ArrayLike<number>;
}

/** Mesh with a transform, so that one mesh can be in several places and can move. */
export interface PosedMesh {
  /** Mesh in its own coordinates. */
  readonly mesh: MoverCollider;
  /**
   * Transform from the coordinates of the mesh to the world: a column-major 4×4 matrix (3×3 in 2D)
   * as 16 (9) numbers or as `Matrix4` (`Matrix3`) of three.js.
   */
  readonly transform: ArrayLike<number> | MatrixObject;
}

/** One collider of a call of `move`. */
export type MoverColliders = MoverCollider | PosedMesh;

/** One collider of the current call. */
export class Slot {
  /** As the caller passed it. */
  entry: MoverColliders | undefined;
  /** State of an index or a world. */
  state: IndexState | undefined;
  /** Mesh or collider of the caller. */
  mesh: MoverCollider | undefined;
  /** Options for the mesh; undefined without a transform. */
  options: { transform: unknown } | undefined;
  readonly #posed: { transform: unknown } = { transform: undefined };

  clear(): void {
    this.entry = undefined;
    this.state = undefined;
    this.mesh = undefined;
    this.#posed.transform = undefined;
  }

  /** Reads a collider at this position of an array, -1 for a single one. */
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
    this.entry = given;
    this.state = state;
    this.mesh = state === undefined ? mesh : undefined;
    this.#posed.transform = posed?.transform;
    this.options = posed?.transform === undefined ? undefined : this.#posed;
  }
}

const nameOf = (i: number) => (i < 0 ? 'colliders' : `colliders[${i}]`);

function isCollider(value: unknown): value is MoverCollider {
  if (!isObject(value)) return false;
  const { collideCapsuleInto, castCapsuleInto } = value as Partial<MoverCollider>;
  return typeof collideCapsuleInto === 'function' && typeof castCapsuleInto === 'function';
}

/** Output of the reader of colliders, and their number. */
let slots: Slot[] = [];
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

/** Reads one collider or an array of them. Returns their number. */
export function readColliders(
  given: MoverColliders | readonly MoverColliders[],
  dimensions: Dimensions,
  out: Slot[],
): number {
  slots = out;
  readWith(collidersReader, given, dimensions, 'colliders');
  return slotCount;
}

function slotAt(i: number): Slot {
  if (i === slots.length) slots.push(new Slot());
  return slots[i];
}

/**
 * Capsule whose contacts are searched. Arrays, because passing a number that is not an integer to a
 * function that is not inlined allocates it.
 */
export class Capsule {
  readonly a: Float32Array;
  readonly b: Float32Array;
  readonly way: Float32Array;
  /** Radius, in an array of one number. */
  readonly radius: Float32Array = new Float32Array(1);
  /** Category, mask and layers of the mover. */
  readonly filter: Int32Array = new Int32Array(3);

  constructor(dimensions: Dimensions) {
    this.a = new Float32Array(dimensions);
    this.b = new Float32Array(dimensions);
    this.way = new Float32Array(dimensions);
  }
}

/** Contacts of the current call, `dimensions` numbers per normal and point. */
export class FoundContacts {
  readonly dimensions: Dimensions;
  count = 0;
  slots: Int32Array;
  ids: Float64Array;
  normals: Float64Array;
  depths: Float64Array;
  points: Float64Array;
  /** Kind of each contact; see `touch.ts`. */
  kinds: Float64Array;
  /** Largest depth of each slot. */
  deepest: Float64Array;
  /** Fraction of the last cast; above 1 if it touched nothing. */
  readonly fraction: Float64Array = new Float64Array(1);
  #buffer: ContactBuffer;

  constructor(dimensions: Dimensions, capacity: number) {
    this.dimensions = dimensions;
    this.slots = new Int32Array(capacity);
    this.ids = new Float64Array(capacity);
    this.normals = new Float64Array(capacity * dimensions);
    this.depths = new Float64Array(capacity);
    this.points = new Float64Array(capacity * dimensions);
    this.kinds = new Float64Array(capacity);
    this.deepest = new Float64Array(capacity);
    this.#buffer = new ContactBuffer(capacity);
  }

  /** Makes room for contacts. Allocates only if there are more than in any call before. */
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

  /** Appends the contacts of a capsule with a collider. */
  collide(slot: Slot, number: number, capsule: Capsule): void {
    const { state, mesh } = slot;
    if (state !== undefined) {
      this.#take(state, number, searchCapsule(state, capsule, false));
      return;
    }
    let found = this.#collideMesh(slot, mesh as MoverCollider, capsule);
    if (found > this.#buffer.capacity) {
      this.#buffer = new ContactBuffer(2 * found);
      found = this.#collideMesh(slot, mesh as MoverCollider, capsule);
    }
    const kept = Math.min(found, this.#buffer.capacity);
    this.reserve(this.count + kept);
    this.#takeBuffer(number, kept);
  }

  #collideMesh(slot: Slot, mesh: MoverCollider, { a, b, radius }: Capsule): number {
    return mesh.collideCapsuleInto(a, b, radius[0], this.#buffer, slot.options);
  }

  /**
   * Casts a capsule and stores its fraction and its contact after the last one, without counting
   * it. Returns true if it touches anything.
   */
  cast(slot: Slot, number: number, capsule: Capsule): boolean {
    const { state, mesh } = slot;
    const { fraction } = this;
    this.reserve(this.count + 1);
    const kept = this.count;
    if (state !== undefined) {
      searchCapsule(state, capsule, true);
      const at = state.core.word(BLOCK.distances) >>> 2;
      fraction[0] = state.core.f32[at];
      if (!(fraction[0] <= 1)) return false;
      this.#take(state, number, 1);
    } else {
      const { a, b, radius, way } = capsule;
      fraction[0] = (mesh as MoverCollider).castCapsuleInto(
        a,
        b,
        radius[0],
        way,
        this.#buffer,
        slot.options,
      );
      if (!(fraction[0] <= 1)) return false;
      this.#takeBuffer(number, 1);
    }
    this.count = kept;
    return true;
  }

  /** Copies contacts from the memory of the core. */
  #take({ core }: IndexState, number: number, found: number): void {
    this.reserve(this.count + found);
    const { dimensions } = this;
    const at = core.word(BLOCK.contacts) >>> 2;
    const id = core.word(BLOCK.ids) >>> 2;
    const { f32, u32 } = core;
    const depths = at + found * dimensions;
    for (let i = 0; i < found; i += 1) {
      const to = this.count;
      this.slots[to] = number;
      this.ids[to] = u32[id + i];
      this.depths[to] = f32[depths + i];
      for (let axis = 0; axis < dimensions; axis += 1) {
        this.normals[to * dimensions + axis] = f32[at + i * dimensions + axis];
        this.points[to * dimensions + axis] = f32[depths + found + i * dimensions + axis];
      }
      this.count += 1;
    }
  }

  /** Copies contacts from the buffer. */
  #takeBuffer(number: number, found: number): void {
    const { dimensions } = this;
    const { ids, normals, depths, points } = this.#buffer;
    for (let i = 0; i < found; i += 1) {
      const to = this.count;
      this.slots[to] = number;
      this.ids[to] = ids[i];
      this.depths[to] = depths[i];
      for (let axis = 0; axis < dimensions; axis += 1) {
        this.normals[to * dimensions + axis] = normals[i * dimensions + axis];
        this.points[to * dimensions + axis] = points[i * dimensions + axis];
      }
      this.count += 1;
    }
  }
}

/** Runs a query of contacts, or a cast, and returns the number of contacts. */
function searchCapsule(state: IndexState, capsule: Capsule, isCast: boolean): number {
  const { a, b, way, radius, filter } = capsule;
  // only a world has layers
  const h = state.world === undefined ? live(state) : searched(state, filter);
  const { core, dimensions } = state;
  const at = core.scratch('move', (3 * dimensions + 1) * 4) >>> 2;
  const { f32 } = core;
  for (let axis = 0; axis < dimensions; axis += 1) {
    f32[at + axis] = a[axis];
    f32[at + dimensions + axis] = b[axis];
    if (isCast) f32[at + 2 * dimensions + 1 + axis] = way[axis];
  }
  f32[at + 2 * dimensions] = radius[0];
  const kind = KIND.CONTACTS + (isCast ? KIND.CAPSULE_CAST : KIND.CAPSULE);
  const found = core.calls.sapwood_query_volumes(h, kind, 1, filter[0], filter[1]);
  return checked('move', found);
}

/** Copies the box of an item. Returns false if there is no such item. */
export function copyBox(state: IndexState, id: number, out: Float64Array): boolean {
  if (state.address === 0) return false;
  if (state.world?.touched === true) state.world.settle();
  const { core, stride } = state;
  if (core.calls.sapwood_has(state.address, id) === 0) return false;
  checked('move', core.calls.sapwood_box(state.address, id));
  const at = core.word(BLOCK.distances) >>> 2;
  for (let i = 0; i < stride; i += 1) out[i] = core.f32[at + i];
  return true;
}

/** Copies a transform. Returns false if the collider has none. */
export function copyTransform(slot: Slot, out: Float64Array): boolean {
  const transform = slot.options?.transform as PosedMesh['transform'] | undefined;
  if (transform === undefined || transform === null) return false;
  const elements = 'elements' in transform ? transform.elements : transform;
  const { length } = elements;
  for (let i = 0; i < length && i < out.length; i += 1) out[i] = elements[i];
  return true;
}
