/**
 * Moving scene from real input: boxes and balls that rain into a bowl, simulated by the physics
 * engine Rapier.
 *
 * To keep the pile moving, bodies are regularly lifted to random positions above the bowl, and
 * occasionally all bodies are thrown up. Bodies that leave the bowl are lifted, too.
 *
 * The engine's code is about 1 MB. Before it is loaded, a pile falls without the engine
 * (pile-rain.ts) until the first body would touch the bowl. After loading, the engine repeats these
 * frames, so that the result does not depend on the loading time. A pile that starts as a heap
 * (pile-pose.ts) does not move until the engine is loaded.
 */

import type * as Rapier from '@dimforge/rapier3d-compat';

import type { Motion } from './motions.js';
import { type Bowl, makeBowl, type PilePiece } from './pile-bowl.js';
import type { Pose } from './pile-pose.js';
import {
  dropIn,
  freeFrames,
  GRAVITY,
  PILE_BALL,
  RAIN,
  rain,
  SOLVER_ITERATIONS,
  turnAtRandom,
} from './pile-rain.js';
import { Mulberry32 } from './random.js';

export type { PilePiece } from './pile-bowl.js';
export { type Pose, readPose, writePose } from './pile-pose.js';
export { PILE_BALL, PILE_BOX } from './pile-rain.js';

/** Times of a step in milliseconds, measured by the engine. */
export interface EngineTimes {
  readonly step: number;
  /** Time for finding overlapping pairs of boxes, which is part of `step`. */
  readonly broadPhase: number;
}

export interface Pile extends Motion {
  readonly dimensions: 3;
  /** PILE_BOX or PILE_BALL. */
  readonly kinds: Uint8Array;
  /** Three numbers per body. For a ball, all three numbers are the radius. */
  readonly halfExtents: Float32Array;
  /** Three numbers per body, overwritten by each step. */
  readonly positions: Float32Array;
  /** Quaternions x, y, z, w, overwritten by each step. */
  readonly rotations: Float32Array;
  /** Pieces of the bowl, for drawing. */
  readonly container: readonly PilePiece[];
  /** Bounds of the region in which bodies usually are: [min..., max...]. */
  readonly extent: Float32Array;
  /** Times of the last step; null without the engine, or if the pile is not profiled. */
  readonly engineTimes: EngineTimes | null;
  /** Frees the physics world. Later steps have no effect. */
  dispose(): void;
}

export interface PileOptions {
  readonly seed?: number;
  readonly profiled?: boolean;
  /**
   * Pose with which the pile starts. It must be the pose that a pile with the same count and seed
   * has after `QUIET_FRAMES` frames.
   */
  readonly pose?: Pose;
}

/**
 * Number of frames before the first body is lifted. In LIFT_FRAMES frames, each body is lifted
 * about once.
 */
export const QUIET_FRAMES = 300;
const LIFT_FRAMES = 1200;
const ERUPTION_FRAMES = 1500;

/**
 * Writes the half extents of the bounding box of a rotated box: |R| times the half extents of the
 * box, where R is the rotation matrix.
 */
function writeRotatedExtents(
  out: Float32Array,
  { x, y, z, w }: Rapier.Rotation,
  half: Float32Array,
  at: number,
): void {
  const [hx, hy, hz] = [half[at], half[at + 1], half[at + 2]];
  out[0] =
    Math.abs(1 - 2 * (y * y + z * z)) * hx +
    Math.abs(2 * (x * y - w * z)) * hy +
    Math.abs(2 * (x * z + w * y)) * hz;
  out[1] =
    Math.abs(2 * (x * y + w * z)) * hx +
    Math.abs(1 - 2 * (x * x + z * z)) * hy +
    Math.abs(2 * (y * z - w * x)) * hz;
  out[2] =
    Math.abs(2 * (x * z - w * y)) * hx +
    Math.abs(2 * (y * z + w * x)) * hy +
    Math.abs(1 - 2 * (x * x + y * y)) * hz;
}

class RapierPile implements Pile {
  readonly dimensions = 3;
  readonly boxes: Float32Array;
  readonly kinds: Uint8Array;
  readonly halfExtents: Float32Array;
  readonly positions: Float32Array;
  readonly rotations: Float32Array;
  readonly displacements: Float32Array;
  readonly movedIds: Uint32Array;
  readonly container: readonly PilePiece[];
  readonly extent: Float32Array;
  movedCount = 0;
  frame = 0;

  /** Frame number of the start positions: 0, or the frame of the start pose. */
  private readonly firstFrame: number;
  private readonly bowl: Bowl;
  private readonly random: Mulberry32;
  private world: Rapier.World | null = null;
  private disposed = false;
  private readonly bodies: Rapier.RigidBody[] = [];
  // reused for each body, so that frames allocate nothing
  private readonly place = { x: 0, y: 0, z: 0 };
  private readonly turn = { x: 0, y: 0, z: 0, w: 1 };
  private readonly reach = new Float32Array(3);
  /** Start positions. `freeFrames` is the number of frames in which bodies fall without contact. */
  private readonly firstPositions: Float32Array;
  private readonly freeFrames: number;
  private liftsDue = 0;
  private nextLifted = 0;

  constructor(
    readonly count: number,
    private readonly options: PileOptions,
  ) {
    this.random = new Mulberry32(options.seed ?? 1);
    this.bowl = makeBowl(Math.cbrt(count / 1000));
    const drops = rain(count, this.bowl, this.random);
    const { pose } = options;
    const { positions, rotations } = pose ?? drops;
    this.kinds = drops.kinds;
    this.halfExtents = drops.halfExtents;
    this.positions = positions;
    this.rotations = rotations;
    this.boxes = new Float32Array(6 * count);
    this.displacements = new Float32Array(3 * count);
    this.movedIds = new Uint32Array(count);
    this.container = this.bowl.pieces;
    const { rimRadius, height } = this.bowl;
    this.extent = Float32Array.of(-rimRadius, 0, -rimRadius, rimRadius, 2 * height, rimRadius);
    this.firstPositions = positions.slice();
    this.freeFrames = pose ? 0 : freeFrames(this.bowl, positions);
    this.frame = this.firstFrame = pose ? QUIET_FRAMES : 0;
    this.showBodies(0, true);
  }

  step(): Float32Array {
    if (this.disposed) return this.boxes;
    if (!this.world) return this.fall();
    if (this.frame > 0 && this.frame % ERUPTION_FRAMES === 0) this.erupt();
    if (this.frame > QUIET_FRAMES) this.liftSome();
    this.world.step();
    this.frame++;
    this.readBodies(false);
    return this.boxes;
  }

  /** Repeats all previous frames with the engine. From then on, the engine moves the pile. */
  attach(rapier: typeof Rapier): void {
    if (this.disposed) return;
    const world = new rapier.World({ x: 0, y: GRAVITY, z: 0 });
    world.numSolverIterations = SOLVER_ITERATIONS;
    world.profilerEnabled = this.options.profiled === true;
    for (const piece of this.container) this.addPiece(rapier, world, piece);
    for (let i = 0; i < this.count; i++) this.addBody(rapier, world, i);
    for (let { firstFrame: frame } = this; frame < this.frame; frame++) world.step();
    this.world = world;
    // if no frame has passed yet, writes all bodies again, because the engine rounds rotations
    // differently
    if (this.frame === this.firstFrame) this.readBodies(true);
  }

  get engineTimes(): EngineTimes | null {
    const { world } = this;
    if (!world?.profilerEnabled) return null;
    return { step: world.timingStep(), broadPhase: world.timingBroadPhase() };
  }

  dispose(): void {
    this.disposed = true;
    this.bodies.length = 0;
    this.world?.free();
    this.world = null;
  }

  /** Advances by one frame without the engine. Stops before a body would touch an obstacle. */
  private fall(): Float32Array {
    const falls = this.frame < this.freeFrames;
    if (falls) this.frame++;
    this.showBodies(falls ? dropIn(this.frame) : null, false);
    return this.boxes;
  }

  private addPiece(
    rapier: typeof Rapier,
    world: Rapier.World,
    { kind, halfExtents, position, rotation }: PilePiece,
  ): void {
    const [hx, hy, hz] = halfExtents;
    const shape =
      kind === 'box'
        ? rapier.ColliderDesc.cuboid(hx, hy, hz)
        : rapier.ColliderDesc.cylinder(hy, hx);
    const [x, y, z, w] = rotation;
    shape.setTranslation(...position).setRotation({ x, y, z, w });
    world.createCollider(shape.setFriction(0.4));
  }

  private addBody(rapier: typeof Rapier, world: Rapier.World, index: number): void {
    const { firstPositions, halfExtents, kinds, place, rotations, turn } = this;
    const [hx, hy, hz] = halfExtents.subarray(3 * index, 3 * index + 3);
    const shape =
      kinds[index] === PILE_BALL
        ? rapier.ColliderDesc.ball(hx)
        : rapier.ColliderDesc.cuboid(hx, hy, hz);
    const body = world.createRigidBody(rapier.RigidBodyDesc.dynamic());
    world.createCollider(shape.setRestitution(0.2).setFriction(0.5), body);
    this.bodies.push(body);
    [place.x, place.y, place.z] = firstPositions.subarray(3 * index, 3 * index + 3);
    [turn.x, turn.y, turn.z, turn.w] = rotations.subarray(4 * index, 4 * index + 4);
    this.release(body);
  }

  private lift(body: Rapier.RigidBody): void {
    const { random, place } = this;
    const radius = RAIN * this.bowl.rimRadius * Math.sqrt(random.unit());
    const angle = 2 * Math.PI * random.unit();
    place.x = radius * Math.cos(angle);
    place.y = 2.5 * this.bowl.height;
    place.z = radius * Math.sin(angle);
    turnAtRandom(random, this.turn);
    this.release(body);
  }

  private release(body: Rapier.RigidBody): void {
    body.setTranslation(this.place, true);
    body.setRotation(this.turn, true);
    body.setLinvel({ x: 0, y: 0, z: 0 }, true);
    body.setAngvel({ x: 0, y: 0, z: 0 }, true);
  }

  private liftSome(): void {
    this.liftsDue += this.count / LIFT_FRAMES;
    for (; this.liftsDue >= 1; this.liftsDue--) {
      this.lift(this.bodies[this.nextLifted]);
      this.nextLifted = (this.nextLifted + 1) % this.count;
    }
  }

  /** Throws all bodies up. They rotate around the axis of the bowl and fall back into the bowl. */
  private erupt(): void {
    const speed = Math.sqrt(-2 * GRAVITY * this.bowl.height);
    for (let i = 0; i < this.count; i++) {
      const [x, , z] = this.positions.subarray(3 * i, 3 * i + 3);
      const rise = speed * (0.6 + 0.8 * this.random.unit());
      this.bodies[i].setLinvel({ x: -0.3 * x - 0.5 * z, y: rise, z: -0.3 * z + 0.5 * x }, true);
    }
  }

  /**
   * Moves all bodies `drop` units below their start positions. If `drop` is null, no body moves.
   */
  private showBodies(drop: number | null, first: boolean): void {
    const { count, firstPositions, movedIds, place, rotations, turn } = this;
    this.displacements.fill(0);
    this.movedCount = drop === null ? 0 : count;
    for (let i = 0; i < this.movedCount; i++) {
      [place.x, place.y, place.z] = firstPositions.subarray(3 * i, 3 * i + 3);
      [turn.x, turn.y, turn.z, turn.w] = rotations.subarray(4 * i, 4 * i + 4);
      place.y -= drop as number;
      this.writeBody(i, first);
      movedIds[i] = i;
    }
  }

  private readBodies(all: boolean): void {
    this.displacements.fill(0);
    this.movedCount = 0;
    for (let i = 0; i < this.count; i++) {
      const body = this.bodies[i];
      if (!all && body.isSleeping()) continue;
      body.translation(this.place);
      body.rotation(this.turn);
      this.writeBody(i, all);
      this.movedIds[this.movedCount++] = i;
      // a body below the bowl is shown at its position in this frame, and is lifted for the next
      // frame
      if (this.place.y < -this.bowl.height) this.lift(body);
    }
  }

  private writeBody(index: number, first: boolean): void {
    const { place, turn, positions, rotations, halfExtents, displacements, boxes, reach } = this;
    const at = 3 * index;
    if (!first) {
      displacements[at] = place.x - positions[at];
      displacements[at + 1] = place.y - positions[at + 1];
      displacements[at + 2] = place.z - positions[at + 2];
    }
    positions[at] = place.x;
    positions[at + 1] = place.y;
    positions[at + 2] = place.z;
    rotations[4 * index] = turn.x;
    rotations[4 * index + 1] = turn.y;
    rotations[4 * index + 2] = turn.z;
    rotations[4 * index + 3] = turn.w;
    if (this.kinds[index] === PILE_BALL) reach.fill(halfExtents[at]);
    else writeRotatedExtents(reach, turn, halfExtents, at);
    for (let d = 0; d < 3; d++) {
      boxes[2 * at + d] = positions[at + d] - reach[d];
      boxes[2 * at + 3 + d] = positions[at + d] + reach[d];
    }
  }
}

export interface StartedPile {
  readonly pile: Pile;
  /** Resolves when the engine moves the pile. */
  attachEngine(): Promise<void>;
}

export function startPile(count = 1000, options: PileOptions = {}): StartedPile {
  if (!Number.isInteger(count) || count < 1) throw new Error(`pile count ${count}: expected >= 1`);
  const pile = new RapierPile(count, options);
  const attachEngine = async () => {
    const rapier = await import('@dimforge/rapier3d-compat');
    await rapier.init();
    pile.attach(rapier);
  };
  return { pile, attachEngine };
}

export async function createPile(count?: number, options?: PileOptions): Promise<Pile> {
  const { attachEngine, pile } = startPile(count, options);
  await attachEngine();
  return pile;
}
