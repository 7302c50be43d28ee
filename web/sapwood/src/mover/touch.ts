/**
 * Contacts of a capsule at its position, and their meaning for a mover: ground, ledges, steep slopes,
 * walls and ceilings.
 *
 * All numbers are in typed arrays, because fields and arguments would be allocated.
 */
import type { Dimensions } from '../inputs.js';
import { Capsule, FoundContacts, type MoverColliders, type Slot } from './colliders.js';

/** Places of the settings of a mover. Lengths in world units. */
export const RADIUS = 0;
/** Distance of the centers of the two spheres. */
export const LENGTH = 1;
export const SKIN = 2;
export const STEP = 3;
export const SNAP = 4;
/** Cosine of the steepest walkable slope. */
export const COSINE = 5;
export const SETTINGS = 6;

/** Kinds of contacts. */
export const GROUND = 1;
/** Edge of a walkable surface that is at most the step height above the lowest point. */
export const LEDGE = 2;
export const STEEP = 3;
export const WALL = 4;
export const CEILING = 5;

export const FIRST_CAPACITY = 64;
/** Normals with a smaller part along an axis are perpendicular to it. */
const PERPENDICULAR = 0.02;

/** Selects items: id, and the collider as it was passed to `move`. */
export type MoverPredicate = (id: number, collider: MoverColliders) => boolean;

/** Settings of a mover. */
export interface Walker {
  readonly settings: Float64Array;
  readonly up: Float64Array;
  readonly filter: Int32Array;
  readonly accept: MoverPredicate | undefined;
  readonly oneWay: MoverPredicate | undefined;
}

/** Capsule among colliders. */
export class Touch {
  readonly dimensions: Dimensions;
  readonly slots: Slot[] = [];
  slotCount = 0;
  readonly contacts: FoundContacts;
  /** Center of the lower sphere. */
  readonly position: Float64Array = new Float64Array(3);
  /** Position before the displacement, for one-way platforms. */
  readonly start: Float64Array = new Float64Array(3);
  /** Slot and id of the excluded item: slot -1 excludes nothing, id -1 excludes the whole slot. */
  excludedSlot = -1;
  excludedId = -1;

  protected readonly capsule: Capsule;
  protected readonly delta: Float64Array = new Float64Array(3);
  protected walker!: Walker;
  /** True if the contacts are those of the position. */
  protected isFresh = false;

  constructor(dimensions: Dimensions) {
    this.dimensions = dimensions;
    this.contacts = new FoundContacts(dimensions, FIRST_CAPACITY);
    this.capsule = new Capsule(dimensions);
  }

  begin(walker: Walker): void {
    this.walker = walker;
    this.capsule.filter.set(walker.filter);
    this.contacts.reserve(this.slotCount);
    this.excludedSlot = -1;
    this.excludedId = -1;
    this.isFresh = false;
  }

  /** Keeps nothing of the caller. */
  release(): void {
    for (const slot of this.slots) slot.clear();
  }

  /** Up direction of the mover, a unit vector. */
  get up(): Float64Array {
    return this.walker.up;
  }

  /** Forgets the contacts, after the position or the exclusion changed. */
  changed(): void {
    this.isFresh = false;
  }

  /** Finds the contacts of the position, at most half a skin away. */
  gather(): void {
    if (this.isFresh) return;
    const { contacts, slots, slotCount } = this;
    const { settings } = this.walker;
    const capsule = this.capsule;
    this.place(0);
    capsule.radius[0] = settings[RADIUS] + settings[SKIN] / 2;
    contacts.count = 0;
    contacts.deepest.fill(0, 0, slotCount);
    for (let i = 0; i < slotCount; i += 1) contacts.collide(slots[i], i, capsule);
    // a probe stores one more
    contacts.reserve(contacts.count + 1);
    this.#keepAllowed();
    this.#dropRedundant();
    for (let i = 0; i < contacts.count; i += 1) this.#classify(i);
    this.isFresh = true;
  }

  /** Puts the capsule a fraction of the displacement away from the position. */
  protected place(fraction: number): void {
    const { dimensions, position } = this;
    const { settings, up } = this.walker;
    const { a, b, way } = this.capsule;
    const delta = this.delta;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const at = position[axis] + fraction * delta[axis];
      a[axis] = at;
      b[axis] = at + up[axis] * settings[LENGTH];
      way[axis] = (1 - fraction) * delta[axis];
    }
  }

  /** Returns whether a contact counts: the filter accepts it, and it is on the solid side. */
  protected allows(i: number): boolean {
    const { contacts, slots } = this;
    const { accept, oneWay } = this.walker;
    const number = contacts.slots[i];
    const id = contacts.ids[i];
    if (number === this.excludedSlot && (this.excludedId < 0 || id === this.excludedId)) {
      return false;
    }
    if (accept === undefined && oneWay === undefined) return true;
    const entry = slots[number].entry as MoverColliders;
    if (accept !== undefined && !accept(id, entry)) return false;
    return oneWay === undefined || !oneWay(id, entry) || this.#isAbove(i);
  }

  /** Returns whether the mover was above the surface of a contact at the start. */
  #isAbove(i: number): boolean {
    const { dimensions, contacts, start } = this;
    const { settings, up } = this.walker;
    const { normals, points } = contacts;
    let climb = 0;
    let height = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const normal = normals[i * dimensions + axis];
      climb += normal * up[axis];
      height += normal * (start[axis] - points[i * dimensions + axis]);
    }
    return climb > PERPENDICULAR && height >= settings[RADIUS] - settings[SKIN];
  }

  protected get isSelective(): boolean {
    const { accept, oneWay } = this.walker;
    return accept !== undefined || oneWay !== undefined || this.excludedSlot >= 0;
  }

  #move(from: number, to: number): void {
    if (from === to) return;
    const { dimensions, contacts } = this;
    const { slots, ids, normals, depths, points } = contacts;
    slots[to] = slots[from];
    ids[to] = ids[from];
    depths[to] = depths[from];
    for (let axis = 0; axis < dimensions; axis += 1) {
      normals[to * dimensions + axis] = normals[from * dimensions + axis];
      points[to * dimensions + axis] = points[from * dimensions + axis];
    }
  }

  /** Drops contacts that do not count, and measures depths from the surface of the capsule. */
  #keepAllowed(): void {
    const { contacts } = this;
    const extra = this.capsule.radius[0] - this.walker.settings[RADIUS];
    const all = contacts.count;
    let kept = 0;
    for (let i = 0; i < all; i += 1) {
      if (!this.allows(i)) continue;
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
   * Drops contacts whose point is on the plane of a deeper contact or behind it, such as those with
   * the shared edges of flat surfaces. If such an item is in the way, the next cast finds it.
   */
  #dropRedundant(): void {
    const { dimensions, contacts } = this;
    const { normals, depths, points } = contacts;
    const slack = this.walker.settings[SKIN] / 4;
    const all = contacts.count;
    let kept = 0;
    for (let j = 0; j < all; j += 1) {
      let isRedundant = false;
      for (let i = 0; i < all && !isRedundant; i += 1) {
        // contacts before `kept` have moved, and are in front of j
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

  /** Decides whether a contact is ground, a ledge, a steep slope, a wall or a ceiling. */
  #classify(i: number): void {
    const { dimensions, position, contacts } = this;
    const { settings, up } = this.walker;
    const { normals, points, kinds } = contacts;
    let climb = 0;
    let height = settings[RADIUS];
    for (let axis = 0; axis < dimensions; axis += 1) {
      climb += normals[i * dimensions + axis] * up[axis];
      height += (points[i * dimensions + axis] - position[axis]) * up[axis];
    }
    const isLow = height <= settings[STEP] + settings[SKIN];
    if (climb < -PERPENDICULAR) kinds[i] = CEILING;
    else if (climb <= PERPENDICULAR) kinds[i] = WALL;
    else if (climb >= settings[COSINE]) kinds[i] = isLow || this.#isSlope(i) ? GROUND : STEEP;
    else kinds[i] = isLow && this.#isLedge(i) ? LEDGE : STEEP;
  }

  /** Returns whether a contact with a walkable normal is on a surface, not on an edge. */
  #isSlope(i: number): boolean {
    const { slots, contacts } = this;
    if (slots[contacts.slots[i]].state !== undefined) return this.#facesOf(i) === 1;
    return this.#probe(i, 1);
  }

  /** Returns whether a contact with a steep normal is on the edge of a walkable surface. */
  #isLedge(i: number): boolean {
    const { dimensions, slots, contacts } = this;
    const { settings, up } = this.walker;
    if (slots[contacts.slots[i]].state === undefined) return this.#probe(i, -1);
    if (this.#facesOf(i) === 1) return false;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const part = contacts.normals[i * dimensions + axis];
      const isUsed = part > 1e-3 || part < -1e-3;
      if (isUsed && (part > 0 ? up[axis] : -up[axis]) >= settings[COSINE]) return true;
    }
    return false;
  }

  /** Number of faces of a box that share a contact: 1 on a face, 2 on an edge. */
  #facesOf(i: number): number {
    const { dimensions, contacts } = this;
    let faces = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const part = contacts.normals[i * dimensions + axis];
      if (part > 1e-3 || part < -1e-3) faces += 1;
    }
    return faces;
  }

  /**
   * Returns whether there is a walkable surface beside a contact: `side` 1 for the side of the
   * capsule, -1 for the opposite side. Casts a small sphere down.
   */
  #probe(i: number, side: number): boolean {
    const { dimensions, contacts, slots } = this;
    const { settings, up } = this.walker;
    const { normals, points } = contacts;
    const { a, b, way, radius } = this.capsule;
    const aside = Math.max(settings[SKIN], settings[RADIUS] / 16);
    const cosine = Math.max(settings[COSINE], 0.1);
    const down = aside * (2 + (1.5 * Math.sqrt(1 - cosine * cosine)) / cosine);
    let climb = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      climb += normals[i * dimensions + axis] * up[axis];
    }
    const flat = Math.sqrt(Math.max(1 - climb * climb, 1e-12));
    for (let axis = 0; axis < dimensions; axis += 1) {
      const out = (normals[i * dimensions + axis] - climb * up[axis]) / flat;
      a[axis] = points[i * dimensions + axis] + side * aside * out + aside * up[axis];
      b[axis] = a[axis];
      way[axis] = -down * up[axis];
    }
    radius[0] = aside / 4;
    const number = contacts.slots[i];
    if (!contacts.cast(slots[number], number, this.capsule)) return false;
    let rise = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      rise += contacts.normals[contacts.count * dimensions + axis] * up[axis];
    }
    return contacts.fraction[0] > 0 && rise >= settings[COSINE];
  }

  /** Part of a normal along the up direction. */
  protected climbOf(i: number): number {
    const { dimensions, contacts } = this;
    const { up } = this.walker;
    let climb = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      climb += contacts.normals[i * dimensions + axis] * up[axis];
    }
    return climb;
  }
}
