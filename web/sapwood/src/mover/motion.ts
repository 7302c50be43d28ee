import { add, dot } from './planes.js';
import { Slide } from './slide.js';
import { CEILING, GROUND, LEDGE, RADIUS, SKIN, SNAP, STEP } from './touch.js';

/** Minimum horizontal displacement that climbs a step, in multiples of `MoverOptions.skin`. */
const MIN_CLIMB = 0.125;
/** Minimum horizontal motion onto a step, in multiples of `MoverOptions.skin`. */
const MIN_FORWARD = 2.5;

/** Motion of a mover: finds ground, snaps to ground, and climbs steps. */
export class Motion extends Slide {
  readonly #saved: Float64Array = new Float64Array(3);
  readonly #savedTarget: Float64Array = new Float64Array(3);
  /** Horizontal part of the displacement during a climb. */
  readonly #ahead: Float64Array = new Float64Array(3);

  /** Returns the index of the contact that the mover stands on, or -1. */
  ground(): number {
    this.gather();
    const { count, kinds } = this.contacts;
    let found = -1;
    let best = -1;
    for (let i = 0; i < count; i += 1) {
      if (kinds[i] !== GROUND && kinds[i] !== LEDGE) continue;
      const climb = this.climbOf(i) + (kinds[i] === GROUND ? 1 : 0);
      if (climb <= best) continue;
      best = climb;
      found = i;
    }
    return found;
  }

  /** Moves down to ground within the snap distance. */
  snap(): void {
    const { settings } = this.config;
    if (!(settings[SNAP] > 0) || this.ground() >= 0) return;
    this.#saved.set(this.position);
    this.#moveUp(-settings[SNAP] - settings[SKIN]);
    if (this.ground() >= 0) return;
    this.position.set(this.#saved);
    this.invalidate();
  }

  /** Moves along the up direction until the first hit. A negative distance moves down. */
  #moveUp(distance: number): void {
    this.delta.fill(0);
    add(this.delta, distance, this.config.up);
    this.gather();
    this.advance();
  }

  /** Returns the height of `to` above `from` along the up direction. */
  #rise(from: Float64Array, to: Float64Array): number {
    const { up } = this.config;
    return dot(to, 0, up, this.dimensions) - dot(from, 0, up, this.dimensions);
  }

  /**
   * Climbs a step toward the target: moves up, forward and down. The forward motion is at least 2.5
   * skins, unless the mover is on the edge of the step. After a climb, the target has the height of
   * the mover. If the forward motion was extended, the target is the position of the mover. If the
   * mover cannot climb, restores position and target, and returns false.
   */
  climb(): boolean {
    const { dimensions, position, target } = this;
    const { settings, up } = this.config;
    if (!(settings[STEP] > 0)) return false;
    this.gather();
    const ahead = this.#ahead;
    ahead.set(target);
    add(ahead, -1, position);
    add(ahead, -dot(ahead, 0, up, dimensions), up);
    if (!this.#isBlocked()) return false;
    const saved = this.#saved;
    const savedTarget = this.#savedTarget;
    saved.set(position);
    savedTarget.set(target);
    const length = Math.sqrt(dot(ahead, 0, ahead, dimensions));
    const isOnEdge = this.#restsOnLedge();
    if (!(length > (isOnEdge ? 1e-4 * settings[RADIUS] : MIN_CLIMB * settings[SKIN]))) return false;
    // extends a motion that is too short for the mover to rest on the edge of the step afterwards
    const forward = isOnEdge ? 1 : Math.max(1, (MIN_FORWARD * settings[SKIN]) / length);
    this.#moveUp(settings[STEP] + settings[SKIN] / 2);
    const raised = this.#rise(saved, position);
    if (raised > 1e-4 * settings[RADIUS]) {
      target.set(position);
      add(target, forward, ahead);
      this.slide();
      // succeeds only if the mover gets closer to the target and lands on ground
      const progress = dot(position, 0, ahead, dimensions) - dot(saved, 0, ahead, dimensions);
      if (progress > 1e-4 * settings[RADIUS] * length && this.#land(raised)) {
        target.set(forward > 1 ? position : savedTarget);
        add(target, this.#rise(target, position), up);
        return true;
      }
    }
    position.set(saved);
    target.set(savedTarget);
    this.invalidate();
    return false;
  }

  /** Returns whether a wall, a ledge or a steep slope blocks the motion `#ahead`. */
  #isBlocked(): boolean {
    const { dimensions, contacts } = this;
    const { normals, kinds } = contacts;
    const tolerance = 1e-4 * this.config.settings[RADIUS];
    for (let i = 0; i < contacts.count; i += 1) {
      if (kinds[i] === GROUND || kinds[i] === CEILING) continue;
      if (-dot(normals, i * dimensions, this.#ahead, dimensions) > tolerance) return true;
    }
    return false;
  }

  /**
   * Returns whether the mover rests on the edge of a walkable surface, from which it can move
   * forward.
   */
  #restsOnLedge(): boolean {
    const { kinds, count } = this.contacts;
    for (let i = 0; i < count; i += 1) {
      if (kinds[i] === LEDGE && this.climbOf(i) > 0.4) return true;
    }
    return false;
  }

  /**
   * Moves down to ground. The ground must be at most the step height plus the skin above the lowest
   * point of the mover at the start of the climb. Returns false if there is no such ground.
   */
  #land(raised: number): boolean {
    const { dimensions, contacts } = this;
    const { settings, up } = this.config;
    this.#moveUp(-raised - settings[SKIN]);
    const found = this.ground();
    if (found < 0) return false;
    const height =
      dot(contacts.points, found * dimensions, up, dimensions) -
      dot(this.#saved, 0, up, dimensions);
    return settings[RADIUS] + height <= settings[STEP] + settings[SKIN];
  }
}
