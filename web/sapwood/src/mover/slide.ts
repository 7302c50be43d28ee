/**
 * Motion of a capsule among colliders: collide and slide. The capsule is pushed out of the items that
 * it touches by solving for contact planes, and moves by casts of its core, which is smaller by three
 * quarters of the skin. The core never touches anything, so the capsule cannot pass a surface, and
 * penetrates it by less than the skin.
 */
import type { Dimensions } from '../inputs.js';
import { ALONG_NORMAL, ALONG_UP, Planes } from './planes.js';
import {
  CEILING,
  FIRST_CAPACITY,
  GROUND,
  LEDGE,
  LENGTH,
  RADIUS,
  SKIN,
  STEEP,
  Touch,
  type Walker,
} from './touch.js';

const MAX_ROUNDS = 8;
const MAX_PARTS = 4096;
const MAX_ADVANCES = 64;

/** Capsule that moves toward a target. */
export class Slide extends Touch {
  readonly target: Float64Array = new Float64Array(3);
  /** True if the mover stands on the ground. Ceilings then block it like walls. */
  grounded = false;

  readonly #planes: Planes;
  readonly #from: Float64Array = new Float64Array(3);
  /** Largest depth of each slot before the motion. */
  #depths: Float64Array = new Float64Array(0);
  readonly #best: Float64Array = new Float64Array(1);
  readonly #tolerance: Float64Array = new Float64Array(1);
  /** True if the last motion ended early. */
  #isHit = false;

  constructor(dimensions: Dimensions) {
    super(dimensions);
    this.#planes = new Planes(dimensions, 3 * FIRST_CAPACITY);
  }

  override begin(walker: Walker): void {
    super.begin(walker);
    this.#planes.up = walker.up;
    this.#tolerance[0] = 1e-7 * walker.settings[RADIUS];
    if (this.#depths.length < this.slotCount) this.#depths = new Float64Array(this.slotCount);
  }

  /** Moves toward the target, and along surfaces that are in the way. */
  slide(): void {
    const { settings } = this.walker;
    const { dimensions, position, target } = this;
    const delta = this.delta;
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
      this.advance(isStuck);
      if (isPart && !this.#isHit && parts < MAX_PARTS) {
        parts += 1;
        round -= 1;
      }
    }
  }

  /** Returns whether the axis of the capsule is inside an item, where no cast is possible. */
  #isStuck(): boolean {
    const { settings } = this.walker;
    const { deepest } = this.contacts;
    for (let i = 0; i < this.slotCount; i += 1) {
      if (deepest[i] > settings[RADIUS] - settings[SKIN] / 4) return true;
    }
    return false;
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
    const { up } = this.walker;
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
    const { up } = this.walker;
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
      const isUp = kind === LEDGE && this.climbOf(i) > 0.2;
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
    const { up } = this.walker;
    const { normals, kinds } = contacts;
    const delta = this.delta;
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

  /** Moves by the displacement, up to the first hit. */
  protected advance(isStuck = false): void {
    const { slotCount } = this;
    const { settings } = this.walker;
    const { deepest } = this.contacts;
    this.#best[0] = 1;
    this.#isHit = false;
    for (let i = 0; i < slotCount; i += 1) {
      // the core is smaller where the capsule is deeper in an item
      const core = settings[RADIUS] - 0.75 * settings[SKIN];
      const free = settings[RADIUS] - deepest[i] - settings[SKIN] / 8;
      const radius = Math.min(core, free);
      if (isStuck && radius <= 0) continue;
      this.capsule.radius[0] = Math.max(radius, 0);
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
    const delta = this.delta;
    const best = this.#best;
    const from = this.#from;
    const before = this.#depths;
    from.set(position);
    for (let i = 0; i < this.slotCount; i += 1) before[i] = deepest[i];
    for (let round = 0; round < 4; round += 1) {
      for (let axis = 0; axis < dimensions; axis += 1) {
        position[axis] = from[axis] + best[0] * delta[axis];
      }
      this.isFresh = false;
      this.gather();
      if (round === 3 || !this.#isDeeper()) return;
      best[0] = round === 2 ? 0 : best[0] / 2;
      this.#isHit = true;
    }
  }

  #isDeeper(): boolean {
    const { deepest } = this.contacts;
    const allowed = 0.8 * this.walker.settings[SKIN];
    for (let i = 0; i < this.slotCount; i += 1) {
      if (deepest[i] > allowed && deepest[i] > this.#depths[i]) return true;
    }
    return false;
  }

  /** Casts the capsule against one collider, past the items that do not count. */
  #castAt(number: number): void {
    const { dimensions, contacts, slots } = this;
    const { settings } = this.walker;
    const { radius } = this.capsule;
    const delta = this.delta;
    const slot = slots[number];
    const isSelective = this.isSelective;
    let square = 0;
    for (let axis = 0; axis < dimensions; axis += 1) square += delta[axis] * delta[axis];
    const length = Math.sqrt(square);
    let passed = 0;
    for (let round = 0; round < MAX_ADVANCES; round += 1) {
      this.place(passed);
      if (!contacts.cast(slot, number, this.capsule)) return;
      if (!isSelective || this.allows(contacts.count)) {
        this.#stop(contacts.count, passed, length);
        return;
      }
      passed += (1 - passed) * contacts.fraction[0];
      // conservative advancement: no other item can be touched before its separating plane
      this.place(passed);
      const core = radius[0];
      radius[0] = core + settings[RADIUS];
      const seen = radius[0] - core;
      const first = contacts.count;
      contacts.collide(slot, number, this.capsule);
      radius[0] = core;
      let step = seen;
      let nearest = -1;
      for (let i = first; i < contacts.count; i += 1) {
        if (!this.allows(i)) continue;
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
    const { settings, up } = this.walker;
    const { normals, points, fraction } = contacts;
    const delta = this.delta;
    let approach = 0;
    let lowest = 0;
    let climb = 0;
    let surface = this.capsule.radius[0];
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
}
