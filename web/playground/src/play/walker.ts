/** Converts player input into motion of a `Mover`: velocity, gravity and jumps. */

import type { MoveResult, Mover, MoverColliders } from 'sapwood/3d/mesh';

/** Meters per second. */
const SPEED = 6;
const JUMP_SPEED = 7.5;
/** Meters per second². */
const GRAVITY = 20;
/**
 * Rates per second at which the velocity approaches the requested velocity: GRIP on the ground,
 * AIR_GRIP in the air.
 */
const GRIP = 14;
const AIR_GRIP = 3;
/** Seconds after leaving the ground during which a jump is possible. */
const LATE_JUMP = 0.1;

/** Player input for one step. The length of the vector `direction` is between 0 and 1. */
export interface MotionInput {
  readonly direction: Float64Array;
  jump: boolean;
}

/** Axis 1 points up. */
export class Walker {
  readonly velocity: Float64Array;
  readonly #displacement: Float64Array;
  #inAir = 0;

  constructor(readonly mover: Mover) {
    this.velocity = new Float64Array(mover.dimensions);
    this.#displacement = new Float64Array(mover.dimensions);
  }

  place(position: ArrayLike<number>): void {
    this.mover.position = position;
    this.velocity.fill(0);
  }

  step(
    seconds: number,
    input: MotionInput,
    colliders: MoverColliders | readonly MoverColliders[],
  ): MoveResult {
    const { mover, velocity } = this;
    const grip = Math.min((mover.grounded ? GRIP : AIR_GRIP) * seconds, 1);
    this.#inAir = mover.grounded ? 0 : this.#inAir + seconds;
    const jumps = input.jump && this.#inAir <= LATE_JUMP;
    if (jumps) this.#inAir = LATE_JUMP + 1;
    for (let axis = 0; axis < velocity.length; axis += 1) {
      if (axis === 1) continue;
      velocity[axis] += (SPEED * input.direction[axis] - velocity[axis]) * grip;
    }
    if (jumps) velocity[1] = JUMP_SPEED;
    else velocity[1] -= GRAVITY * seconds;
    for (let axis = 0; axis < velocity.length; axis += 1) {
      this.#displacement[axis] = velocity[axis] * seconds;
    }
    const result = mover.move(this.#displacement, colliders);
    this.#reduceVelocity(seconds, result);
    return result;
  }

  /**
   * Reduces the velocity to the actual velocity of the step, because obstacles may have stopped the
   * player. The motion of a platform that carries the player is excluded.
   */
  #reduceVelocity(seconds: number, { carried, displacement, grounded }: MoveResult): void {
    const { velocity } = this;
    for (let axis = 0; axis < velocity.length; axis += 1) {
      const moved = (displacement[axis] - carried[axis]) / seconds;
      const isSlower = Math.abs(moved) < Math.abs(velocity[axis]) || moved * velocity[axis] < 0;
      if (axis === 1 && grounded) velocity[1] = Math.min(velocity[1], 0);
      if (axis === 1 ? isSlower && velocity[1] > 0 : isSlower) velocity[axis] = moved;
      if (axis === 1 && grounded) velocity[1] = 0;
    }
  }
}
