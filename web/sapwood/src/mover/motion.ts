/** Ground, snapping to it, and steps. */
import { Slide } from './slide.js';
import { CEILING, GROUND, LEDGE, RADIUS, SKIN, SNAP, STEP } from './touch.js';

/** Motion of a mover. */
export class Motion extends Slide {
  readonly #saved: Float64Array = new Float64Array(3);
  readonly #wanted: Float64Array = new Float64Array(3);

  /** Returns the contact that the mover stands on, -1 for none. */
  ground(): number {
    this.gather();
    const { dimensions, contacts } = this;
    const { up } = this.walker;
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
    const { settings } = this.walker;
    if (!(settings[SNAP] > 0) || this.ground() >= 0) return;
    this.#saved.set(this.position);
    this.#moveUp(-settings[SNAP] - settings[SKIN]);
    if (this.ground() >= 0) return;
    this.position.set(this.#saved);
    this.isFresh = false;
  }

  /** Casts along the up direction. */
  #moveUp(distance: number): void {
    const { dimensions } = this;
    const { up } = this.walker;
    for (let axis = 0; axis < dimensions; axis += 1) this.delta[axis] = distance * up[axis];
    this.gather();
    this.advance();
  }

  /** Height of the first point above the second one. */
  #rise(from: Float64Array, to: Float64Array): number {
    const { dimensions } = this;
    const { up } = this.walker;
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
    const { settings, up } = this.walker;
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
    this.isFresh = false;
    return false;
  }

  /** Returns whether a wall, a ledge or a steep slope is between the mover and its target. */
  #isBlocked(): boolean {
    const { dimensions, contacts, position, target } = this;
    const { settings, up } = this.walker;
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

  #restsOnLedge(): boolean {
    const { kinds, count } = this.contacts;
    for (let i = 0; i < count; i += 1) {
      if (kinds[i] === LEDGE && this.climbOf(i) > 0.4) return true;
    }
    return false;
  }

  /** Returns whether the mover is nearer to its target than before the step. */
  #isAhead(length: number, sink: number): boolean {
    const { dimensions, position } = this;
    const { settings, up } = this.walker;
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
    const { settings, up } = this.walker;
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
