/** Stores the ground of a mover between calls, and moves the mover with moving ground. */
import type { Dimensions } from '../inputs.js';
import { type ColliderSlot, copyBox, type MoverColliders } from './colliders.js';
import type { Motion } from './motion.js';
import { LENGTH, RADIUS, SKIN } from './touch.js';

/** Ground of a mover. Each mover reuses one such object. */
interface OwnGround {
  normal: Float64Array;
  id: number;
  triangle: number | undefined;
  collider: MoverColliders;
}

export class Memory {
  ground: OwnGround | null = null;
  readonly #own: OwnGround;
  /** Mesh of the ground; undefined for items of an index. */
  #mesh: ColliderSlot['mesh'];
  /** Key of the collider; see `ColliderSlot.key`. */
  #key: unknown;
  /**
   * Box of the item, or transform of the mesh, in the last call (`#before`) and in this call
   * (`#now`).
   */
  readonly #before: Float64Array = new Float64Array(16);
  readonly #now: Float64Array = new Float64Array(16);
  /** True if `#before` is valid. */
  #isTracked = false;

  constructor(dimensions: Dimensions) {
    const normal = new Float64Array(dimensions);
    this.#own = { normal, id: 0, triangle: undefined, collider: undefined as never };
  }

  /** Stores the contact at index `found` as the ground; -1 if there is no ground. */
  storeGround(motion: Motion, found: number): void {
    const own = this.#own;
    if (found < 0) {
      // releases references to objects of the caller
      own.collider = undefined as never;
      this.ground = null;
      this.#mesh = undefined;
      this.#key = undefined;
      return;
    }
    const { dimensions, contacts, slots } = motion;
    const slot = slots[contacts.slots[found]];
    const id = contacts.ids[found];
    // reads before it changes the ground, because reading may throw
    this.#isTracked = this.#read(slot, id, this.#now);
    this.#before.set(this.#now);
    for (let axis = 0; axis < dimensions; axis += 1) {
      own.normal[axis] = contacts.normals[found * dimensions + axis];
    }
    own.id = id;
    own.triangle = slot.state === undefined ? id : undefined;
    own.collider = slot.entry as MoverColliders;
    this.#mesh = slot.mesh;
    this.#key = slot.key;
    this.ground = own;
  }

  /**
   * Copies the box of an item or the transform of a mesh to `out`. Returns false if there is no box
   * or transform.
   */
  #read(slot: ColliderSlot, id: number, out: Float64Array): boolean {
    if (slot.state !== undefined) return copyBox(slot.state, id, out);
    out.set(slot.matrix);
    return slot.options !== undefined;
  }

  /**
   * Returns the position of the ground in the colliders of this call, or -1. A mesh with a new
   * transform object is accepted if no other collider has this mesh, or if the numbers of the
   * transform are unchanged.
   */
  #find({ slots, slotCount }: Motion): number {
    let same = -1;
    let last = -1;
    let places = 0;
    for (let i = 0; i < slotCount; i += 1) {
      const { key, mesh, matrix } = slots[i];
      if (mesh !== this.#mesh) continue;
      if (key === this.#key) return i;
      if (mesh === undefined) continue;
      places += 1;
      last = i;
      if (this.#isUnchanged(matrix)) same = i;
    }
    return places > 1 ? same : last;
  }

  /** Returns whether a box or transform equals the box or transform of the last call. */
  #isUnchanged(now: Float64Array): boolean {
    for (let i = 0; i < 16; i += 1) if (this.#before[i] !== now[i]) return false;
    return true;
  }

  /** Moves the mover with the ground, and slides along obstacles. */
  carry(motion: Motion): void {
    const number = this.#isTracked ? this.#find(motion) : -1;
    if (number < 0) return;
    const slot = motion.slots[number];
    const { id } = this.#own;
    if (!this.#read(slot, id, this.#now) || this.#isUnchanged(this.#now)) return;
    const isBox = slot.state !== undefined;
    if (isBox ? !this.#aimWithBox(motion) : !this.#aimWithTransform(motion)) return;
    if (isBox && motion.touchesBox(number, this.#before)) return;
    motion.start.set(motion.position);
    motion.excludedSlot = number;
    motion.excludedId = isBox ? id : -1;
    motion.invalidate();
    motion.slide();
    motion.excludedSlot = -1;
    motion.invalidate();
  }

  /**
   * Sets the target of the mover to its position plus the motion of the box center. Returns false
   * if the size of the box changed or the box moved too far, because the box probably belongs to
   * another item.
   */
  #aimWithBox(motion: Motion): boolean {
    const { dimensions, position, target } = motion;
    const before = this.#before;
    const now = this.#now;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const low = now[axis] - before[axis];
      const high = now[dimensions + axis] - before[dimensions + axis];
      if (!(Math.abs(high - low) <= motion.config.settings[SKIN])) return false;
      target[axis] = position[axis] + (low + high) / 2;
    }
    return isInRange(motion);
  }

  /**
   * Sets the target of the mover to its position after moving as if it were a point of the mesh.
   * The scale of the transform must be uniform; mirroring is allowed. Returns false if the target
   * is too far away, because the platform was probably teleported.
   */
  #aimWithTransform(motion: Motion): boolean {
    const { dimensions, position, target } = motion;
    const before = this.#before;
    const now = this.#now;
    const column = dimensions + 1;
    const origin = dimensions * column;
    for (let axis = 0; axis < dimensions; axis += 1) target[axis] = now[origin + axis];
    for (let k = 0; k < dimensions; k += 1) {
      let along = 0;
      let square = 0;
      for (let axis = 0; axis < dimensions; axis += 1) {
        const part = before[k * column + axis];
        along += part * (position[axis] - before[origin + axis]);
        square += part * part;
      }
      for (let axis = 0; axis < dimensions; axis += 1) {
        target[axis] += (along / square) * now[k * column + axis];
      }
    }
    return isInRange(motion);
  }
}

/** Returns whether the distance to the target is at most the height of the mover. */
function isInRange({ position, target, config: { settings } }: Motion): boolean {
  const height = settings[LENGTH] + 2 * settings[RADIUS];
  let squared = 0;
  for (let axis = 0; axis < 3; axis += 1) squared += (target[axis] - position[axis]) ** 2;
  return squared <= height * height;
}
