/** Ground of a mover, and its motion since the last call. */
import type { Dimensions } from '../inputs.js';
import { copyBox, copyTransform, type MoverColliders, type Slot } from './colliders.js';
import type { Motion } from './motion.js';

/** Description of the ground that a mover owns. */
interface OwnGround {
  normal: Float64Array;
  id: number;
  triangle: number | undefined;
  collider: MoverColliders;
}

export class Memory {
  /** Ground of the last call, or null. */
  ground: OwnGround | null = null;
  readonly #own: OwnGround;
  /** Index of the collider in the last call. */
  #number = -1;
  /** Box of the item, or transform of the mesh, in the last call and now. */
  readonly #before: Float64Array = new Float64Array(16);
  readonly #now: Float64Array = new Float64Array(16);
  /** Whether the collider had a transform. */
  #isPosed = false;

  constructor(dimensions: Dimensions) {
    const normal = new Float64Array(dimensions);
    const collider = undefined as unknown as MoverColliders;
    this.#own = { normal, id: 0, triangle: undefined, collider };
  }

  /** Stores the ground, contact `found` of the motion; -1 for none. */
  remember(motion: Motion, found: number): void {
    if (found < 0) {
      this.ground = null;
      return;
    }
    const { dimensions, contacts, slots } = motion;
    const own = this.#own;
    const number = contacts.slots[found];
    const slot = slots[number];
    for (let axis = 0; axis < dimensions; axis += 1) {
      own.normal[axis] = contacts.normals[found * dimensions + axis];
    }
    own.id = contacts.ids[found];
    own.triangle = slot.state === undefined ? own.id : undefined;
    own.collider = slot.entry as MoverColliders;
    this.#number = number;
    this.#isPosed = this.#read(slot, this.#before);
    this.ground = own;
  }

  /** Copies the box or the transform of the ground. Returns false if it has none. */
  #read(slot: Slot, out: Float64Array): boolean {
    if (slot.state !== undefined) return copyBox(slot.state, this.#own.id, out);
    return copyTransform(slot, out);
  }

  /** Returns the collider of the ground in this call, or -1. */
  #find({ slots, slotCount }: Motion): number {
    const { collider } = this.#own;
    for (let i = 0; i < slotCount; i += 1) if (slots[i].entry === collider) return i;
    // a new object for the same mesh
    const number = this.#number;
    const mesh = 'mesh' in collider ? collider.mesh : undefined;
    const isSame = number < slotCount && slots[number].mesh === mesh && mesh !== undefined;
    return isSame ? number : -1;
  }

  /** Moves with the ground, up to what is in the way. */
  carry(motion: Motion): void {
    const number = this.#isPosed ? this.#find(motion) : -1;
    if (number < 0 || !this.#read(motion.slots[number], this.#now)) return;
    const isBox = motion.slots[number].state !== undefined;
    if (isBox) this.#aimWithBox(motion);
    else this.#aimWithTransform(motion);
    let isMoved = false;
    for (let axis = 0; axis < motion.dimensions; axis += 1) {
      isMoved ||= motion.target[axis] !== motion.position[axis];
    }
    if (!isMoved) return;
    motion.start.set(motion.position);
    motion.excludedSlot = number;
    motion.excludedId = isBox ? this.#own.id : -1;
    motion.changed();
    motion.slide();
    motion.excludedSlot = -1;
    motion.changed();
  }

  /** Moves the target with the center of a box, and with its upper side along the up axis. */
  #aimWithBox({ dimensions, position, target, up }: Motion): void {
    const before = this.#before;
    const now = this.#now;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const low = now[axis] - before[axis];
      const high = now[dimensions + axis] - before[dimensions + axis];
      const part = up[axis];
      const by = part > 0.5 ? high : part < -0.5 ? low : (low + high) / 2;
      target[axis] = position[axis] + (Math.abs(by) <= 1e18 ? by : 0);
    }
  }

  /** Moves the target as a point of the mesh. A transform is rigid with a uniform scale. */
  #aimWithTransform({ dimensions, position, target }: Motion): void {
    const before = this.#before;
    const now = this.#now;
    const column = dimensions + 1;
    const origin = dimensions * column;
    let isSame = true;
    for (let i = 0; i < column * column; i += 1) isSame &&= before[i] === now[i];
    target.set(position);
    if (isSame) return;
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
  }
}
