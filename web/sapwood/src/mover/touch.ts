/**
 * Contacts of a capsule at its position, classified as ground, ledges, steep slopes, walls and
 * ceilings.
 *
 * All numbers are in typed arrays, because V8 allocates memory for fractional fields and arguments.
 */
import type { IndexState } from '../core.js';
import type { Dimensions } from '../inputs.js';
import {
  Capsule,
  type ColliderSlot,
  copyBox,
  FoundContacts,
  type MoverColliders,
} from './colliders.js';

import { dot } from './planes.js';

/** Indices of the settings of a mover. Lengths are in world units. */
export const RADIUS = 0;
/** Distance between the centers of the two spheres of the capsule. */
export const LENGTH = 1;
export const SKIN = 2;
export const STEP = 3;
export const SNAP = 4;
/** Cosine of the steepest walkable slope. */
export const COSINE = 5;
export const SETTINGS = 6;

/** Kinds of contacts. */
export const GROUND = 1;
/** Edge of a walkable surface at most the step height above the lowest point of the mover. */
export const LEDGE = 2;
export const STEEP = 3;
export const WALL = 4;
export const CEILING = 5;

export const FIRST_CAPACITY = 64;
/**
 * A normal counts as perpendicular to the up axis if its component along this axis is at most this
 * value.
 */
const PERPENDICULAR = 0.02;
/**
 * Minimum component of a contact normal that counts as nonzero. A contact with a box has one such
 * component at a face, and several at an edge or a corner.
 */
const EDGE = 1e-3;

/**
 * Function that returns whether an item is selected, by its id and the collider passed to `move`.
 */
export type MoverPredicate = (id: number, collider: MoverColliders) => boolean;

/** Options of a mover, with defaults and computed values. */
export interface MoverConfig {
  readonly settings: Float64Array;
  readonly up: Float64Array;
  readonly filter: Int32Array;
  readonly accept: MoverPredicate | undefined;
  readonly oneWay: MoverPredicate | undefined;
}

export class Touch {
  readonly dimensions: Dimensions;
  readonly slots: ColliderSlot[] = [];
  slotCount = 0;
  readonly contacts: FoundContacts;
  /** Center of the lower sphere. */
  readonly position: Float64Array = new Float64Array(3);
  /** Position before the displacement, for one-way platforms. */
  readonly start: Float64Array = new Float64Array(3);
  /**
   * Collider and id of the excluded item. Collider -1 excludes no item, and id -1 excludes all
   * items of the collider.
   */
  excludedSlot = -1;
  excludedId = -1;

  protected readonly capsule: Capsule;
  readonly delta: Float64Array = new Float64Array(3);
  protected readonly flat: Float64Array = new Float64Array(3);
  config!: MoverConfig;
  readonly #box: Float64Array = new Float64Array(6);
  /** True if `contacts` are valid for the current position. */
  #isFresh = false;

  constructor(dimensions: Dimensions) {
    this.dimensions = dimensions;
    this.contacts = new FoundContacts(dimensions, FIRST_CAPACITY);
    this.capsule = new Capsule(dimensions);
  }

  begin(config: MoverConfig): void {
    this.config = config;
    this.capsule.filter.set(config.filter);
    this.contacts.reserve(this.slotCount);
    this.excludedSlot = -1;
    // resets the displacement, because a failed call may have left numbers that are not finite
    this.delta.fill(0);
    this.invalidate();
  }

  /** Releases references to objects of the caller. */
  release(): void {
    for (const slot of this.slots) slot.clear();
  }

  /** Marks the contacts as outdated, after the position or the exclusion changed. */
  invalidate(): void {
    this.#isFresh = false;
  }

  /** Finds and classifies the contacts at distances up to half the skin. */
  gather(): void {
    if (this.#isFresh) return;
    const { contacts } = this;
    this.#search();
    // reserves one more contact, because a cast stores its contact after the last counted one
    contacts.reserve(contacts.count + 1);
    this.#removeRejected();
    this.#removeRedundant();
    for (let i = 0; i < contacts.count; i += 1) this.#classify(i);
    this.#isFresh = true;
  }

  #search(): void {
    const { contacts, slots, slotCount, capsule } = this;
    const { settings } = this.config;
    this.invalidate();
    this.place(0);
    capsule.radius[0] = settings[RADIUS] + settings[SKIN] / 2;
    contacts.count = 0;
    contacts.deepest.fill(0, 0, slotCount);
    for (let i = 0; i < slotCount; i += 1) contacts.collide(slots[i], i, capsule);
  }

  /** Returns whether the capsule touches an item with the box `box` in the collider `number`. */
  touchesBox(number: number, box: Float64Array): boolean {
    const { contacts } = this;
    const state = this.slots[number].state as IndexState;
    this.#search();
    for (let i = 0; i < contacts.count; i += 1) {
      if (contacts.slots[i] !== number) continue;
      let isSame = copyBox(state, contacts.ids[i], this.#box);
      for (let k = 0; k < state.stride; k += 1) isSame &&= this.#box[k] === box[k];
      if (isSame) return true;
    }
    return false;
  }

  /** Places the capsule at a fraction of the displacement `delta`. */
  protected place(fraction: number): void {
    const { dimensions, position } = this;
    const { settings, up } = this.config;
    const { a, b, displacement } = this.capsule;
    const delta = this.delta;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const at = position[axis] + fraction * delta[axis];
      a[axis] = at;
      b[axis] = at + up[axis] * settings[LENGTH];
      displacement[axis] = (1 - fraction) * delta[axis];
    }
  }

  /**
   * Returns whether the filter accepts the item of a contact, and the mover is on the solid side of
   * the item.
   */
  protected isAllowed(i: number): boolean {
    const { contacts, slots } = this;
    const { accept, oneWay } = this.config;
    const number = contacts.slots[i];
    const id = contacts.ids[i];
    if (number === this.excludedSlot && (this.excludedId < 0 || id === this.excludedId)) {
      return false;
    }
    const entry = slots[number].entry as MoverColliders;
    if (accept !== undefined && !accept(id, entry)) return false;
    return oneWay === undefined || !oneWay(id, entry) || this.#isAbove(i);
  }

  /** Returns whether the mover was above the surface of a contact before the displacement. */
  #isAbove(i: number): boolean {
    const { dimensions, contacts, start } = this;
    const { settings } = this.config;
    const { normals, points } = contacts;
    let height = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const at = i * dimensions + axis;
      height += normals[at] * (start[axis] - points[at]);
    }
    return this.climbOf(i) > PERPENDICULAR && height >= settings[RADIUS] - settings[SKIN];
  }

  protected get isSelective(): boolean {
    const { accept, oneWay } = this.config;
    return accept !== undefined || oneWay !== undefined || this.excludedSlot >= 0;
  }

  #move(from: number, to: number): void {
    if (from === to) return;
    const { dimensions, contacts } = this;
    const { slots, ids, normals, depths, points } = contacts;
    slots[to] = slots[from];
    ids[to] = ids[from];
    depths[to] = depths[from];
    const [start, end] = [from * dimensions, (from + 1) * dimensions];
    normals.copyWithin(to * dimensions, start, end);
    points.copyWithin(to * dimensions, start, end);
  }

  /**
   * Removes contacts that `isAllowed` rejects, and makes depths relative to the surface of the
   * capsule.
   */
  #removeRejected(): void {
    const { contacts } = this;
    const extra = this.capsule.radius[0] - this.config.settings[RADIUS];
    const all = contacts.count;
    let kept = 0;
    for (let i = 0; i < all; i += 1) {
      if (!this.isAllowed(i)) continue;
      this.#move(i, kept);
      contacts.depths[kept] -= extra;
      const number = contacts.slots[kept];
      if (contacts.depths[kept] > contacts.deepest[number]) {
        contacts.deepest[number] = contacts.depths[kept];
      }
      kept += 1;
    }
    contacts.count = kept;
  }

  /**
   * Removes contacts on or behind the plane of a deeper contact, for example at shared edges of
   * flat surfaces. If a removed contact is an obstacle, the next cast finds it.
   */
  #removeRedundant(): void {
    const { dimensions, contacts } = this;
    const { normals, depths, points } = contacts;
    const slack = this.config.settings[SKIN] / 4;
    const all = contacts.count;
    let kept = 0;
    for (let j = 0; j < all; j += 1) {
      let isRedundant = false;
      for (let i = 0; i < all && !isRedundant; i += 1) {
        // skips the contacts from `kept` to j - 1, which were moved or removed
        if (i === j || (i >= kept && i < j)) continue;
        const isDeeper = i < kept ? depths[i] >= depths[j] : depths[i] > depths[j];
        if (!isDeeper) continue;
        let height = 0;
        let cosine = 0;
        for (let axis = 0; axis < dimensions; axis += 1) {
          const normal = normals[i * dimensions + axis];
          height += normal * (points[j * dimensions + axis] - points[i * dimensions + axis]);
          cosine += normal * normals[j * dimensions + axis];
        }
        isRedundant = height <= slack && cosine > 0;
      }
      if (isRedundant) continue;
      this.#move(j, kept);
      kept += 1;
    }
    contacts.count = kept;
  }

  #classify(i: number): void {
    const { dimensions, position, contacts } = this;
    const { settings, up } = this.config;
    const { points, kinds } = contacts;
    const climb = this.climbOf(i);
    const height = dot(points, i * dimensions, up, dimensions) - dot(position, 0, up, dimensions);
    const isLow = settings[RADIUS] + height <= settings[STEP] + settings[SKIN];
    if (climb < -PERPENDICULAR) kinds[i] = CEILING;
    else if (climb <= PERPENDICULAR) kinds[i] = WALL;
    else if (climb >= settings[COSINE]) kinds[i] = isLow || this.#isSlope(i) ? GROUND : STEEP;
    else kinds[i] = isLow && this.#isLedge(i) ? LEDGE : STEEP;
  }

  /** Returns whether a contact with a walkable normal is on a surface, not on an edge. */
  #isSlope(i: number): boolean {
    const { dimensions, slots, contacts } = this;
    if (slots[contacts.slots[i]].state === undefined) return this.#probe(i, 1);
    let faces = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      if (Math.abs(contacts.normals[i * dimensions + axis]) > EDGE) faces += 1;
    }
    return faces === 1;
  }

  /** Returns whether a contact with a steep normal is on the edge of a walkable surface. */
  #isLedge(i: number): boolean {
    const { dimensions, slots, contacts } = this;
    const { settings, up } = this.config;
    if (slots[contacts.slots[i]].state === undefined) return this.#probe(i, -1);
    for (let axis = 0; axis < dimensions; axis += 1) {
      const part = contacts.normals[i * dimensions + axis];
      if (Math.abs(part) > EDGE && Math.sign(part) * up[axis] >= settings[COSINE]) return true;
    }
    return false;
  }

  /**
   * Casts a small sphere down next to a contact, on the side of the capsule (`side` is 1) or on the
   * opposite side (-1). Returns whether the sphere hits a walkable surface.
   */
  #probe(i: number, side: number): boolean {
    const { dimensions, contacts, slots } = this;
    const { settings, up } = this.config;
    const { points } = contacts;
    const { a, b, displacement, radius } = this.capsule;
    const aside = Math.max(settings[SKIN], settings[RADIUS] / 16);
    const cosine = Math.max(settings[COSINE], 0.1);
    const down = aside * (2 + (1.5 * Math.sqrt(1 - cosine * cosine)) / cosine);
    this.flatten(i);
    for (let axis = 0; axis < dimensions; axis += 1) {
      const out = side * this.flat[axis] + up[axis];
      a[axis] = points[i * dimensions + axis] + aside * out;
      b[axis] = a[axis];
      displacement[axis] = -down * up[axis];
    }
    radius[0] = aside / 4;
    const number = contacts.slots[i];
    if (!contacts.cast(slots[number], number, this.capsule)) return false;
    return contacts.fraction[0] > 0 && this.climbOf(contacts.count) >= settings[COSINE];
  }

  /**
   * Writes the normalized horizontal part of a contact normal to `flat`. Returns the length of the
   * horizontal part.
   */
  protected flatten(i: number): number {
    const { dimensions, contacts, flat } = this;
    const climb = this.climbOf(i);
    const length = Math.sqrt(Math.max(1 - climb * climb, 1e-12));
    for (let axis = 0; axis < dimensions; axis += 1) {
      flat[axis] =
        (contacts.normals[i * dimensions + axis] - climb * this.config.up[axis]) / length;
    }
    return length;
  }

  /** Returns the component of a contact normal along the up direction. */
  protected climbOf(i: number): number {
    const { dimensions, contacts } = this;
    return dot(contacts.normals, i * dimensions, this.config.up, dimensions);
  }
}
