/**
 * Motion of a capsule among colliders, by collide and slide. Contact planes push the capsule out of
 * items. Casts move the core of the capsule, whose radius is smaller by three quarters of the skin.
 * The core stops before items, so the capsule cannot pass through a surface, and penetrates it by
 * less than the skin.
 */
import type { Dimensions } from '../inputs.js';
import { add, dot, Planes } from './planes.js';
import {
  CEILING,
  GROUND,
  LEDGE,
  LENGTH,
  type MoverConfig,
  RADIUS,
  SKIN,
  STEEP,
  Touch,
} from './touch.js';

const MAX_ROUNDS = 8;
/**
 * Maximum length of a part of a motion, in radii. Longer motions are split, to limit rounding
 * errors of float32.
 */
const PART = 1024;
const MAX_PARTS = 4096;
/** Maximum length of a motion with colliders, in radii. */
export const MAX_MOTION = PART * MAX_PARTS;
const MAX_ADVANCES = 64;
/**
 * Square of the sine of the angle below which planes count as parallel. Planes at a smaller angle
 * would push the mover far away.
 */
const PARALLEL = 0.01;

export class Slide extends Touch {
  readonly target: Float64Array = new Float64Array(3);
  /** True if the mover stands on the ground. In this case, ceilings block the mover like walls. */
  grounded = false;

  readonly #planes: Planes;
  readonly #from: Float64Array = new Float64Array(3);
  /** Largest depth of the contacts of each collider before the motion. */
  #depths: Float64Array = new Float64Array(0);
  /**
   * Three numbers: fraction at the first hit, length of the displacement, and fraction at the start
   * of the cast.
   */
  readonly #best: Float64Array = new Float64Array(3);
  /** True if the last motion ended before its full displacement. */
  #isHit = false;

  constructor(dimensions: Dimensions) {
    super(dimensions);
    this.#planes = new Planes(dimensions, PARALLEL);
  }

  override begin(config: MoverConfig): void {
    super.begin(config);
    if (this.#depths.length < this.slotCount) this.#depths = new Float64Array(this.slotCount);
  }

  /** Moves toward the target, and slides along obstacles. */
  slide(): void {
    const { settings } = this.config;
    const { dimensions, position, target } = this;
    const delta = this.delta;
    let parts = 0;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      this.gather();
      const isStuck = this.#isStuck();
      delta.set(target);
      add(delta, -1, position);
      if (isStuck) delta.fill(0);
      this.#makePlanes(isStuck);
      if (!isStuck) this.#stopAtSlopes();
      this.#planes.solve(delta);
      const length = Math.sqrt(dot(delta, 0, delta, dimensions));
      if (!(length > 1e-5 * settings[RADIUS])) return;
      const maxLength = PART * settings[RADIUS];
      const isPart = this.slotCount > 0 && length > maxLength;
      if (isPart) add(delta, maxLength / length - 1, delta);
      this.advance(isStuck);
      if (isPart && !this.#isHit && parts < MAX_PARTS) {
        parts += 1;
        round -= 1;
      }
    }
  }

  /**
   * Returns whether the axis of the capsule is inside an item. In this case, casts are not
   * possible.
   */
  #isStuck(): boolean {
    const { settings } = this.config;
    const { deepest } = this.contacts;
    for (let i = 0; i < this.slotCount; i += 1) {
      if (deepest[i] > settings[RADIUS] - settings[SKIN] / 4) return true;
    }
    return false;
  }

  /**
   * Adds a plane for contact `i`, with the normal at position `at` of `normals`. If this is the
   * normal of the contact, the plane has the depth of the contact. Otherwise, the depth is at most
   * 0, so that the plane only limits the motion.
   */
  #addPlane(i: number, normals: Float64Array, at: number, isUp: boolean): void {
    const planes = this.#planes;
    const { dimensions, contacts } = this;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const to = planes.count * dimensions + axis;
      planes.normals[to] = normals[at + axis];
      planes.directions[to] = isUp ? this.config.up[axis] : normals[at + axis];
    }
    const depth = contacts.depths[i];
    planes.depths[planes.count] = normals === contacts.normals ? depth : Math.min(depth, 0);
    planes.count += 1;
  }

  /** Adds a vertical plane, whose normal is the horizontal part of the normal of a contact. */
  #addWall(i: number): void {
    const length = this.flatten(i);
    if (length < 1e-3) return;
    this.#addPlane(i, this.flat, 0, false);
    this.#planes.depths[this.#planes.count - 1] /= length;
  }

  #makePlanes(isStuck: boolean): void {
    const { contacts } = this;
    // a contact has at most three planes
    this.#planes.reserve(3 * contacts.slots.length);
    this.#planes.count = 0;
    for (let i = 0; i < contacts.count; i += 1) {
      const kind = isStuck ? CEILING : contacts.kinds[i];
      const isUp = kind === GROUND || (kind === LEDGE && this.climbOf(i) > 0.2);
      const at = i * this.dimensions;
      // on ground, corrects along the up direction, so that the mover does not move sideways
      this.#addPlane(i, contacts.normals, at, isUp);
      if (kind === LEDGE) this.#addPlane(i, this.config.up, 0, true);
      if (kind === LEDGE || kind === STEEP || (kind === CEILING && this.grounded && !isStuck)) {
        this.#addWall(i);
      }
    }
  }

  /**
   * Removes the horizontal motion into a steep slope if this motion would turn a fall into a climb.
   */
  #stopAtSlopes(): void {
    const { dimensions, contacts, target } = this;
    const { up } = this.config;
    const { normals, kinds } = contacts;
    const delta = this.delta;
    for (let i = 0; i < contacts.count; i += 1) {
      if (kinds[i] !== STEEP) continue;
      const climb = this.climbOf(i);
      const inside = -dot(normals, i * dimensions, delta, dimensions);
      const rise = dot(delta, 0, up, dimensions);
      if (!(rise < 0) || !(rise + inside * climb > 0.05 * inside)) continue;
      const part = (inside + climb * rise) / this.flatten(i);
      add(delta, part, this.flat);
      add(target, part, this.flat);
    }
  }

  /** Moves by the displacement `delta`, or until the first hit. */
  protected advance(isStuck = false): void {
    const { slotCount } = this;
    const { settings } = this.config;
    const { deepest } = this.contacts;
    this.#best[0] = 1;
    this.#isHit = false;
    for (let i = 0; i < slotCount; i += 1) {
      // casts a smaller core if the capsule is more than 5/8 of the skin deep in an item
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
   * Moves to the end of the motion. Moves less if the capsule would be deeper in an item than
   * before, which can happen if the core reaches several items at once.
   */
  #settle(): void {
    const { position } = this;
    const { deepest } = this.contacts;
    const delta = this.delta;
    const best = this.#best;
    const from = this.#from;
    const before = this.#depths;
    from.set(position);
    for (let i = 0; i < this.slotCount; i += 1) before[i] = deepest[i];
    for (let round = 0; round < 4; round += 1) {
      position.set(from);
      add(position, best[0], delta);
      this.invalidate();
      this.gather();
      if (round === 3 || !this.#isDeeper()) return;
      best[0] = round === 2 ? 0 : best[0] / 2;
      this.#isHit = true;
    }
  }

  #isDeeper(): boolean {
    const { deepest } = this.contacts;
    const allowed = 0.8 * this.config.settings[SKIN];
    for (let i = 0; i < this.slotCount; i += 1) {
      if (deepest[i] > allowed && deepest[i] > this.#depths[i]) return true;
    }
    return false;
  }

  /** Casts against one collider, and ignores items that `isAllowed` rejects. */
  #castAt(number: number): void {
    const { dimensions, contacts, slots } = this;
    const { settings } = this.config;
    const { radius } = this.capsule;
    const delta = this.delta;
    const slot = slots[number];
    const isSelective = this.isSelective;
    const length = Math.sqrt(dot(delta, 0, delta, dimensions));
    this.#best[1] = length;
    let passed = 0;
    for (let round = 0; round < MAX_ADVANCES; round += 1) {
      this.place(passed);
      if (!contacts.cast(slot, number, this.capsule)) return;
      if (!isSelective || this.isAllowed(contacts.count)) {
        this.#best[2] = passed;
        this.#stop(contacts.count);
        return;
      }
      passed += (1 - passed) * contacts.fraction[0];
      // conservative advancement: the capsule cannot touch an item before it reaches the separating
      // plane of this item
      this.place(passed);
      const core = radius[0];
      radius[0] = core + settings[RADIUS];
      const range = radius[0] - core;
      const first = contacts.count;
      contacts.collide(slot, number, this.capsule);
      radius[0] = core;
      let step = range;
      let nearest = -1;
      for (let i = first; i < contacts.count; i += 1) {
        if (!this.isAllowed(i)) continue;
        const approach = -dot(contacts.normals, i * dimensions, delta, dimensions);
        const gap = range - contacts.depths[i];
        if (approach > 1e-9 * length && gap * length < step * approach) {
          step = Math.max((gap * length) / approach, 0);
          nearest = i;
        }
      }
      contacts.count = first;
      if (nearest >= 0 && step <= settings[SKIN] / 16) {
        contacts.fraction[0] = 0;
        this.#best[2] = passed;
        this.#stop(nearest);
        return;
      }
      passed += step / length;
      if (!(passed < this.#best[0])) return;
    }
    this.#best[0] = Math.min(this.#best[0], passed);
    this.#isHit = true;
  }

  /** Ends the motion a quarter of the skin before the plane of a contact. */
  #stop(i: number): void {
    const { dimensions, contacts, position } = this;
    const { settings } = this.config;
    const { normals, points, fraction } = contacts;
    const delta = this.delta;
    const passed = this.#best[2];
    const length = this.#best[1];
    const approach = -dot(normals, i * dimensions, delta, dimensions);
    const climb = this.climbOf(i);
    let lowest = climb < 0 ? climb * settings[LENGTH] : 0;
    let surface = this.capsule.radius[0];
    for (let axis = 0; axis < dimensions; axis += 1) {
      const normal = normals[i * dimensions + axis];
      lowest += normal * position[axis];
      surface += normal * points[i * dimensions + axis];
    }
    let end = passed + (1 - passed) * fraction[0];
    // the distance to the plane is more accurate than the float32 fraction of the cast
    const exact = (lowest - surface) / approach;
    const error = Math.abs(exact - end) * length;
    if (fraction[0] > 0 && approach > length / 16 && error < settings[RADIUS] / 64) end = exact;
    end -= settings[SKIN] / 4 / Math.max(approach, length / 16);
    if (!(end < this.#best[0])) return;
    this.#best[0] = Math.max(end, 0);
    this.#isHit = true;
  }
}
