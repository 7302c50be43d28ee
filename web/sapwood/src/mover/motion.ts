/**
 * Motion of a capsule among colliders: collide and slide. The capsule is pushed out of what it
 * touches by solving for contact planes, and moves by casts of its core, which is smaller by three
 * quarters of the skin. The core never touches anything, so the capsule cannot pass a surface, and
 * penetrates it by less than the skin.
 *
 * All numbers are in typed arrays, because fields and arguments would be allocated.
 */
import type { Dimensions } from '../inputs.js';
import { Capsule, FoundContacts, type MoverColliders, type Slot } from './colliders.js';
import { ALONG_NORMAL, ALONG_UP, Planes } from './planes.js';

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
const GROUND = 1;
/** Edge of a walkable surface that is at most the step height above the lowest point. */
const LEDGE = 2;
const STEEP = 3;
const WALL = 4;
const CEILING = 5;

const MAX_ROUNDS = 8;
const MAX_PARTS = 4096;
const MAX_ADVANCES = 64;
const FIRST_CAPACITY = 64;
/** Normals with a smaller part along an axis are perpendicular to it. */
const PERPENDICULAR = 0.02;

/** Selects items: id, and the collider as it was passed to `move`. */
export type MoverPredicate = (id: number, collider: MoverColliders) => boolean;

/** What a motion needs to know of a mover. */
export interface Walker {
  readonly settings: Float64Array;
  readonly up: Float64Array;
  readonly filter: Int32Array;
  readonly accept: MoverPredicate | undefined;
  readonly oneWay: MoverPredicate | undefined;
}

export class Motion {
  readonly dimensions: Dimensions;
  readonly slots: Slot[] = [];
  slotCount = 0;
  readonly contacts: FoundContacts;
  /** Center of the lower sphere. */
  readonly position: Float64Array = new Float64Array(3);
  readonly target: Float64Array = new Float64Array(3);
  /** Position before the displacement, for one-way platforms. */
  readonly start: Float64Array = new Float64Array(3);
  /** Whether the mover stands on the ground; ceilings then block it like walls. */
  grounded = false;
  /** Slot and id of the item that does not count, -1 for none and for all ids. */
  excludedSlot = -1;
  excludedId = -1;

  readonly #planes: Planes;
  readonly #capsule: Capsule;
  readonly #delta: Float64Array = new Float64Array(3);
  readonly #saved: Float64Array = new Float64Array(3);
  readonly #wanted: Float64Array = new Float64Array(3);
  readonly #from: Float64Array = new Float64Array(3);
  /** Largest depth of each slot before the motion. */
  #depths: Float64Array = new Float64Array(0);
  readonly #best: Float64Array = new Float64Array(1);
  readonly #tolerance: Float64Array = new Float64Array(1);
  #walker!: Walker;
  /** Whether the contacts are those of the position. */
  #isFresh = false;
  #isHit = false;

  constructor(dimensions: Dimensions) {
    this.dimensions = dimensions;
    this.contacts = new FoundContacts(dimensions, FIRST_CAPACITY);
    this.#planes = new Planes(dimensions, 3 * FIRST_CAPACITY);
    this.#capsule = new Capsule(dimensions);
  }

  begin(walker: Walker): void {
    this.#walker = walker;
    this.#planes.up = walker.up;
    this.#capsule.filter.set(walker.filter);
    this.#tolerance[0] = 1e-7 * walker.settings[RADIUS];
    this.contacts.reserve(this.slotCount);
    if (this.#depths.length < this.slotCount) this.#depths = new Float64Array(this.slotCount);
    this.excludedSlot = -1;
    this.excludedId = -1;
    this.#isFresh = false;
  }

  /** Keeps nothing of the caller. */
  release(): void {
    for (const slot of this.slots) slot.clear();
  }

  /** Up direction of the mover, a unit vector. */
  get up(): Float64Array {
    return this.#walker.up;
  }

  /** Forgets the contacts, after the position or the exclusion changed. */
  changed(): void {
    this.#isFresh = false;
  }

  /** Moves toward the target, and along what is in the way. */
  slide(): void {
    const { settings } = this.#walker;
    const { dimensions, position, target } = this;
    const delta = this.#delta;
    let parts = 0;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      this.gather();
      const isStuck = this.#isStuck();
      for (let axis = 0; axis < dimensions; axis += 1) {
        delta[axis] = isStuck ? 0 : target[axis] - position[axis];
      }
      this.#makePlanes(isStuck);
      if (!isStuck) this.#stopAtSlopes();
      this.#planes.solve(delta, this.#tolerance);
      let square = 0;
      for (let axis = 0; axis < dimensions; axis += 1) square += delta[axis] * delta[axis];
      const length = Math.sqrt(square);
      if (!(length > 1e-5 * settings[RADIUS])) return;
      // so that rounding to float32 is small
      const most = 1024 * settings[RADIUS];
      const isPart = length > most;
      if (isPart) for (let axis = 0; axis < dimensions; axis += 1) delta[axis] *= most / length;
      this.#advance(isStuck);
      if (isPart && !this.#isHit && parts < MAX_PARTS) {
        parts += 1;
        round -= 1;
      }
    }
  }

  /** Whether the axis of the capsule is inside an item, where no cast is possible. */
  #isStuck(): boolean {
    const { settings } = this.#walker;
    const { deepest } = this.contacts;
    for (let i = 0; i < this.slotCount; i += 1) {
      if (deepest[i] > settings[RADIUS] - settings[SKIN] / 4) return true;
    }
    return false;
  }

  /** Finds the contacts of the position, at most half a skin away. */
  gather(): void {
    if (this.#isFresh) return;
    const { contacts, slots, slotCount } = this;
    const { settings } = this.#walker;
    const capsule = this.#capsule;
    this.#place(0);
    capsule.radius[0] = settings[RADIUS] + settings[SKIN] / 2;
    contacts.count = 0;
    contacts.deepest.fill(0, 0, slotCount);
    for (let i = 0; i < slotCount; i += 1) contacts.collide(slots[i], i, capsule);
    // a probe stores one more
    contacts.reserve(contacts.count + 1);
    this.#keepAllowed();
    this.#dropRedundant();
    for (let i = 0; i < contacts.count; i += 1) this.#classify(i);
    this.#isFresh = true;
  }

  /** Puts the capsule a fraction of the displacement away from the position. */
  #place(fraction: number): void {
    const { dimensions, position } = this;
    const { settings, up } = this.#walker;
    const { a, b, way } = this.#capsule;
    const delta = this.#delta;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const at = position[axis] + fraction * delta[axis];
      a[axis] = at;
      b[axis] = at + up[axis] * settings[LENGTH];
      way[axis] = (1 - fraction) * delta[axis];
    }
  }

  /** Whether a contact counts: the filter accepts it, and it is on the solid side. */
  #allows(i: number): boolean {
    const { contacts, slots } = this;
    const { accept, oneWay } = this.#walker;
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

  /** Whether the mover was above the surface of a contact at the start. */
  #isAbove(i: number): boolean {
    const { dimensions, contacts, start } = this;
    const { settings, up } = this.#walker;
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

  get #isSelective(): boolean {
    const { accept, oneWay } = this.#walker;
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
    const extra = this.#capsule.radius[0] - this.#walker.settings[RADIUS];
    const all = contacts.count;
    let kept = 0;
    for (let i = 0; i < all; i += 1) {
      if (!this.#allows(i)) continue;
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
    const slack = this.#walker.settings[SKIN] / 4;
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
    const { settings, up } = this.#walker;
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

  /** Whether a contact with a walkable normal is on a surface, and not on the edge of one. */
  #isSlope(i: number): boolean {
    const { slots, contacts } = this;
    if (slots[contacts.slots[i]].state !== undefined) return this.#facesOf(i) === 1;
    return this.#probe(i, 1);
  }

  /** Whether a contact with a steep normal is on the edge of a walkable surface. */
  #isLedge(i: number): boolean {
    const { dimensions, slots, contacts } = this;
    const { settings, up } = this.#walker;
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
   * Whether there is a walkable surface beside a contact: `side` 1 on the side of the capsule, -1 on
   * the other one. Casts a small sphere down.
   */
  #probe(i: number, side: number): boolean {
    const { dimensions, contacts, slots } = this;
    const { settings, up } = this.#walker;
    const { normals, points } = contacts;
    const { a, b, way, radius } = this.#capsule;
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
    if (!contacts.cast(slots[number], number, this.#capsule)) return false;
    let rise = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      rise += contacts.normals[contacts.count * dimensions + axis] * up[axis];
    }
    return contacts.fraction[0] > 0 && rise >= settings[COSINE];
  }

  #addPlane(i: number, direction: number): void {
    const planes = this.#planes;
    const { dimensions, contacts } = this;
    const at = planes.count * dimensions;
    for (let axis = 0; axis < dimensions; axis += 1) {
      planes.normals[at + axis] = contacts.normals[i * dimensions + axis];
    }
    planes.depths[planes.count] = contacts.depths[i];
    planes.directions[planes.count] = direction;
    planes.count += 1;
  }

  /** Adds a plane along the up direction. */
  #addFloor(i: number): void {
    const planes = this.#planes;
    const { dimensions, contacts } = this;
    const { up } = this.#walker;
    for (let axis = 0; axis < dimensions; axis += 1) {
      planes.normals[planes.count * dimensions + axis] = up[axis];
    }
    planes.depths[planes.count] = Math.min(contacts.depths[i], 0);
    planes.directions[planes.count] = ALONG_NORMAL;
    planes.count += 1;
  }

  /** Adds a wall with the horizontal part of a normal. */
  #addWall(i: number): void {
    const planes = this.#planes;
    const { dimensions, contacts } = this;
    const { up } = this.#walker;
    let climb = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      climb += contacts.normals[i * dimensions + axis] * up[axis];
    }
    const flat = Math.sqrt(Math.max(1 - climb * climb, 0));
    if (flat < 1e-3) return;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const normal = contacts.normals[i * dimensions + axis];
      planes.normals[planes.count * dimensions + axis] = (normal - climb * up[axis]) / flat;
    }
    planes.depths[planes.count] = Math.min(contacts.depths[i], 0) / flat;
    planes.directions[planes.count] = ALONG_NORMAL;
    planes.count += 1;
  }

  /** Part of a normal along the up direction. */
  #climbOf(i: number): number {
    const { dimensions, contacts } = this;
    const { up } = this.#walker;
    let climb = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      climb += contacts.normals[i * dimensions + axis] * up[axis];
    }
    return climb;
  }

  #reservePlanes(): void {
    const most = 3 * this.contacts.count;
    const planes = this.#planes;
    if (most <= planes.depths.length) return;
    planes.normals = new Float64Array(2 * most * this.dimensions);
    planes.depths = new Float64Array(2 * most);
    planes.pushes = new Float64Array(2 * most);
    planes.directions = new Uint8Array(2 * most);
  }

  /** Turns contacts into planes. */
  #makePlanes(isStuck: boolean): void {
    const { contacts } = this;
    this.#reservePlanes();
    this.#planes.count = 0;
    for (let i = 0; i < contacts.count; i += 1) {
      const kind = isStuck ? CEILING : contacts.kinds[i];
      if (kind === GROUND) {
        this.#addPlane(i, ALONG_UP);
        continue;
      }
      const isUp = kind === LEDGE && this.#climbOf(i) > 0.2;
      this.#addPlane(i, isUp ? ALONG_UP : ALONG_NORMAL);
      if (kind === LEDGE) this.#addFloor(i);
      if (kind === LEDGE || kind === STEEP || (kind === CEILING && this.grounded && !isStuck)) {
        this.#addWall(i);
      }
    }
  }

  /**
   * Takes the horizontal motion into steep slopes from the target if it would turn a fall into a
   * climb.
   */
  #stopAtSlopes(): void {
    const { dimensions, contacts, target } = this;
    const { up } = this.#walker;
    const { normals, kinds } = contacts;
    const delta = this.#delta;
    for (let i = 0; i < contacts.count; i += 1) {
      if (kinds[i] !== STEEP) continue;
      let climb = 0;
      let inside = 0;
      let rise = 0;
      for (let axis = 0; axis < dimensions; axis += 1) {
        climb += normals[i * dimensions + axis] * up[axis];
        inside -= normals[i * dimensions + axis] * delta[axis];
        rise += delta[axis] * up[axis];
      }
      if (!(rise < 0) || !(rise + inside * climb > 0.05 * inside)) continue;
      const part = (inside + climb * rise) / (1 - climb * climb);
      for (let axis = 0; axis < dimensions; axis += 1) {
        const by = part * (normals[i * dimensions + axis] - climb * up[axis]);
        delta[axis] += by;
        target[axis] += by;
      }
    }
  }

  /** Whether a wall, a ledge or a steep slope is between the mover and its target. */
  #isBlocked(): boolean {
    const { dimensions, contacts, position, target } = this;
    const { settings, up } = this.#walker;
    const { normals, kinds } = contacts;
    const sink = this.#rise(position, target);
    for (let i = 0; i < contacts.count; i += 1) {
      if (kinds[i] === GROUND || kinds[i] === CEILING) continue;
      let into = 0;
      for (let axis = 0; axis < dimensions; axis += 1) {
        const part = target[axis] - position[axis] - sink * up[axis];
        into -= normals[i * dimensions + axis] * part;
      }
      if (into > 1e-4 * settings[RADIUS]) return true;
    }
    return false;
  }

  /** Moves by the displacement, up to the first hit. */
  #advance(isStuck = false): void {
    const { slotCount } = this;
    const { settings } = this.#walker;
    const { deepest } = this.contacts;
    this.#best[0] = 1;
    this.#isHit = false;
    for (let i = 0; i < slotCount; i += 1) {
      // the core, or what is left of it where the capsule is in contact
      const core = settings[RADIUS] - 0.75 * settings[SKIN];
      const free = settings[RADIUS] - deepest[i] - settings[SKIN] / 8;
      const radius = Math.min(core, free);
      if (isStuck && radius <= 0) continue;
      this.#capsule.radius[0] = Math.max(radius, 0);
      this.#castAt(i);
    }
    this.#settle();
  }

  /**
   * Goes to the end of the motion; only a part of the way if the capsule would be deeper in an item
   * than before. Several items that the core touches at about the same time may do that.
   */
  #settle(): void {
    const { dimensions, position } = this;
    const { deepest } = this.contacts;
    const delta = this.#delta;
    const best = this.#best;
    const from = this.#from;
    const before = this.#depths;
    from.set(position);
    for (let i = 0; i < this.slotCount; i += 1) before[i] = deepest[i];
    for (let round = 0; round < 4; round += 1) {
      for (let axis = 0; axis < dimensions; axis += 1) {
        position[axis] = from[axis] + best[0] * delta[axis];
      }
      this.#isFresh = false;
      this.gather();
      if (round === 3 || !this.#isDeeper()) return;
      best[0] = round === 2 ? 0 : best[0] / 2;
      this.#isHit = true;
    }
  }

  #isDeeper(): boolean {
    const { deepest } = this.contacts;
    const allowed = 0.8 * this.#walker.settings[SKIN];
    for (let i = 0; i < this.slotCount; i += 1) {
      if (deepest[i] > allowed && deepest[i] > this.#depths[i]) return true;
    }
    return false;
  }

  /** Casts the capsule against one collider, past the items that do not count. */
  #castAt(number: number): void {
    const { dimensions, contacts, slots } = this;
    const { settings } = this.#walker;
    const { radius } = this.#capsule;
    const delta = this.#delta;
    const slot = slots[number];
    const isSelective = this.#isSelective;
    let square = 0;
    for (let axis = 0; axis < dimensions; axis += 1) square += delta[axis] * delta[axis];
    const length = Math.sqrt(square);
    let passed = 0;
    for (let round = 0; round < MAX_ADVANCES; round += 1) {
      this.#place(passed);
      if (!contacts.cast(slot, number, this.#capsule)) return;
      if (!isSelective || this.#allows(contacts.count)) {
        this.#stop(contacts.count, passed, length);
        return;
      }
      passed += (1 - passed) * contacts.fraction[0];
      // the hit does not count: advance by what keeps the separating planes of all others
      this.#place(passed);
      const core = radius[0];
      radius[0] = core + settings[RADIUS];
      const seen = radius[0] - core;
      const first = contacts.count;
      contacts.collide(slot, number, this.#capsule);
      radius[0] = core;
      let step = seen;
      let nearest = -1;
      for (let i = first; i < contacts.count; i += 1) {
        if (!this.#allows(i)) continue;
        let approach = 0;
        for (let axis = 0; axis < dimensions; axis += 1) {
          approach -= contacts.normals[i * dimensions + axis] * delta[axis];
        }
        const gap = seen - contacts.depths[i];
        if (approach > 1e-9 * length && gap * length < step * approach) {
          step = Math.max((gap * length) / approach, 0);
          nearest = i;
        }
      }
      contacts.count = first;
      if (nearest >= 0 && step <= settings[SKIN] / 16) {
        contacts.fraction[0] = 0;
        this.#stop(nearest, passed, length);
        return;
      }
      passed += step / length;
      if (!(passed < this.#best[0])) return;
    }
    this.#best[0] = Math.min(this.#best[0], passed);
    this.#isHit = true;
  }

  /** Ends the motion before a contact, a quarter of the skin away from its plane. */
  #stop(i: number, passed: number, length: number): void {
    const { dimensions, contacts, position } = this;
    const { settings, up } = this.#walker;
    const { normals, points, fraction } = contacts;
    const delta = this.#delta;
    let approach = 0;
    let lowest = 0;
    let climb = 0;
    let surface = this.#capsule.radius[0];
    for (let axis = 0; axis < dimensions; axis += 1) {
      const normal = normals[i * dimensions + axis];
      approach -= normal * delta[axis];
      lowest += normal * position[axis];
      climb += normal * up[axis];
      surface += normal * points[i * dimensions + axis];
    }
    if (climb < 0) lowest += climb * settings[LENGTH];
    let end = passed + (1 - passed) * fraction[0];
    // more exact than the float32 of the fraction
    const exact = (lowest - surface) / approach;
    const doubt = Math.abs(exact - end) * length;
    if (fraction[0] > 0 && approach > length / 16 && doubt < settings[RADIUS] / 64) end = exact;
    end -= settings[SKIN] / 4 / Math.max(approach, length / 16);
    if (!(end < this.#best[0])) return;
    this.#best[0] = Math.max(end, 0);
    this.#isHit = true;
  }

  /** Returns the contact that the mover stands on, -1 for none. */
  ground(): number {
    this.gather();
    const { dimensions, contacts } = this;
    const { up } = this.#walker;
    const { count, kinds, normals } = contacts;
    let found = -1;
    let best = -1;
    for (let i = 0; i < count; i += 1) {
      if (kinds[i] !== GROUND && kinds[i] !== LEDGE) continue;
      let climb = kinds[i] === GROUND ? 1 : 0;
      for (let axis = 0; axis < dimensions; axis += 1) {
        climb += normals[i * dimensions + axis] * up[axis];
      }
      if (climb <= best) continue;
      best = climb;
      found = i;
    }
    return found;
  }

  /** Moves down to the ground if there is ground within the snap distance. */
  snap(): void {
    const { settings } = this.#walker;
    if (!(settings[SNAP] > 0) || this.ground() >= 0) return;
    this.#saved.set(this.position);
    this.#moveUp(-settings[SNAP] - settings[SKIN]);
    if (this.ground() >= 0) return;
    this.position.set(this.#saved);
    this.#isFresh = false;
  }

  /** Casts along the up direction. */
  #moveUp(distance: number): void {
    const { dimensions } = this;
    const { up } = this.#walker;
    for (let axis = 0; axis < dimensions; axis += 1) this.#delta[axis] = distance * up[axis];
    this.gather();
    this.#advance();
  }

  /** Height of the first point above the second one. */
  #rise(from: Float64Array, to: Float64Array): number {
    const { dimensions } = this;
    const { up } = this.#walker;
    let height = 0;
    for (let axis = 0; axis < dimensions; axis += 1) height += (to[axis] - from[axis]) * up[axis];
    return height;
  }

  /**
   * Climbs a step that is in the way: up, forward, down. Returns false, at the old position, if
   * there is no step of at most the step height. The target then stays at the height of the mover.
   */
  climb(): boolean {
    const { dimensions, position, target } = this;
    const { settings, up } = this.#walker;
    if (!(settings[STEP] > 0)) return false;
    this.gather();
    if (!this.#isBlocked()) return false;
    const saved = this.#saved;
    const wanted = this.#wanted;
    saved.set(position);
    wanted.set(target);
    const sink = this.#rise(position, target);
    let square = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const part = target[axis] - position[axis] - sink * up[axis];
      square += part * part;
    }
    const length = Math.sqrt(square);
    if (!(length > 1e-4 * settings[RADIUS])) return false;
    // at first far enough to rest on the edge
    const least = this.#restsOnLedge() ? 0 : 2.5 * settings[SKIN];
    const forward = Math.max(1, least / length);
    this.#moveUp(settings[STEP] + settings[SKIN] / 2);
    const raised = this.#rise(saved, position);
    if (raised > 1e-4 * settings[RADIUS]) {
      for (let axis = 0; axis < dimensions; axis += 1) {
        const part = wanted[axis] - saved[axis] - sink * up[axis];
        target[axis] = saved[axis] + forward * part + raised * up[axis];
      }
      this.slide();
      if (this.#isAhead(length, sink) && this.#land(raised)) {
        if (forward > 1) {
          target.set(position);
          return true;
        }
        const height = this.#rise(wanted, position);
        for (let axis = 0; axis < dimensions; axis += 1) {
          target[axis] = wanted[axis] + height * up[axis];
        }
        return true;
      }
    }
    position.set(saved);
    target.set(wanted);
    this.#isFresh = false;
    return false;
  }

  #restsOnLedge(): boolean {
    const { kinds, count } = this.contacts;
    for (let i = 0; i < count; i += 1) {
      if (kinds[i] === LEDGE && this.#climbOf(i) > 0.4) return true;
    }
    return false;
  }

  /** Whether the mover is nearer to where it was to go than before the step. */
  #isAhead(length: number, sink: number): boolean {
    const { dimensions, position } = this;
    const { settings, up } = this.#walker;
    const saved = this.#saved;
    const wanted = this.#wanted;
    let progress = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const part = wanted[axis] - saved[axis] - sink * up[axis];
      progress += (part / length) * (position[axis] - saved[axis]);
    }
    return progress > 1e-4 * settings[RADIUS];
  }

  /** Moves down to ground that is at most the step height above the old ground. */
  #land(raised: number): boolean {
    const { dimensions, contacts } = this;
    const { settings, up } = this.#walker;
    this.#moveUp(-raised - settings[SKIN]);
    const found = this.ground();
    if (found < 0) return false;
    let height = settings[RADIUS];
    for (let axis = 0; axis < dimensions; axis += 1) {
      height += (contacts.points[found * dimensions + axis] - this.#saved[axis]) * up[axis];
    }
    return height <= settings[STEP] + settings[SKIN];
  }
}
