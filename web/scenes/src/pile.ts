/**
 * A real moving input: boxes and balls that rain into a bowl, stepped by the physics engine Rapier.
 *
 * So that the pile never goes dead, a few bodies a frame are lifted back to where they fell from,
 * and now and then all of them are thrown up. Bodies that leave the bowl come back the same way.
 */

import type * as Rapier from '@dimforge/rapier3d-compat';

import type { Motion } from './motions.js';
import { type Bowl, makeBowl, type PilePiece } from './pile-bowl.js';
import { Mulberry32 } from './random.js';

export type { PilePiece } from './pile-bowl.js';

/** Values of `Pile.kinds`. */
export const PILE_BOX = 0;
export const PILE_BALL = 1;

export interface Pile extends Motion {
  readonly dimensions: 3;
  /** PILE_BOX or PILE_BALL. */
  readonly kinds: Uint8Array;
  /** Three per body; of a ball all are the radius. */
  readonly halfExtents: Float32Array;
  /** Three per body, rewritten by each step. */
  readonly positions: Float32Array;
  /** Quaternions x, y, z, w, rewritten by each step. */
  readonly rotations: Float32Array;
  /** The bowl, for drawing. */
  readonly container: readonly PilePiece[];
  /** Where bodies usually are: [min..., max...]. */
  readonly extent: Float32Array;
  /** Frees the physics world; no step may follow. */
  dispose(): void;
}

export interface PileOptions {
  readonly seed?: number;
}

const GRAVITY = -9.81;
/** Half of the engine's default: a sixth less time, and the pile still stands. */
const SOLVER_ITERATIONS = 2;
/** Between bodies of the first rain. */
const SPACING = 1.6;
/** Radius of the rain, in radii of the rim. */
const RAIN = 0.8;
/** Frames before the first body is lifted, and frames in which each body is lifted about once. */
const QUIET_FRAMES = 300;
const LIFT_FRAMES = 1200;
const ERUPTION_FRAMES = 1500;

/** Half extents of the world box of a rotated box: |R| times its own half extents. */
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

/** Middles of the squares inside a circle: one layer of the first rain. */
function cellsInside(radius: number): readonly (readonly [x: number, z: number])[] {
  const cells: [number, number][] = [];
  const most = Math.floor(radius / SPACING);
  for (let i = -most; i <= most; i++) {
    for (let j = -most; j <= most; j++) {
      if (i * i + j * j <= most * most) cells.push([i * SPACING, j * SPACING]);
    }
  }
  return cells;
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

  private readonly bowl: Bowl;
  private readonly random: Mulberry32;
  private readonly world: Rapier.World;
  private readonly bodies: Rapier.RigidBody[] = [];
  // read again for every body, so that a frame leaves no garbage
  private readonly place = { x: 0, y: 0, z: 0 };
  private readonly turn = { x: 0, y: 0, z: 0, w: 1 };
  private readonly reach = new Float32Array(3);
  private readonly rainCells: readonly (readonly [x: number, z: number])[];
  private liftsDue = 0;
  private nextLifted = 0;

  constructor(
    private readonly rapier: typeof Rapier,
    readonly count: number,
    seed: number,
  ) {
    this.boxes = new Float32Array(6 * count);
    this.kinds = new Uint8Array(count);
    this.halfExtents = new Float32Array(3 * count);
    this.positions = new Float32Array(3 * count);
    this.rotations = new Float32Array(4 * count);
    this.displacements = new Float32Array(3 * count);
    this.movedIds = new Uint32Array(count);
    this.random = new Mulberry32(seed);
    this.bowl = makeBowl(Math.cbrt(count / 1000));
    this.container = this.bowl.pieces;
    this.rainCells = cellsInside(RAIN * this.bowl.rimRadius);
    const { rimRadius, height } = this.bowl;
    this.extent = Float32Array.of(-rimRadius, 0, -rimRadius, rimRadius, 2 * height, rimRadius);
    this.world = new rapier.World({ x: 0, y: GRAVITY, z: 0 });
    this.world.numSolverIterations = SOLVER_ITERATIONS;
    for (const piece of this.container) this.addPiece(piece);
    for (let i = 0; i < count; i++) this.addBody(i);
    this.readBodies(true);
  }

  step(): Float32Array {
    if (this.frame > 0 && this.frame % ERUPTION_FRAMES === 0) this.erupt();
    if (this.frame > QUIET_FRAMES) this.liftSome();
    this.world.step();
    this.frame++;
    this.readBodies(false);
    return this.boxes;
  }

  dispose(): void {
    if (this.bodies.length === 0) return;
    this.bodies.length = 0;
    this.world.free();
  }

  private addPiece({ kind, halfExtents, position, rotation }: PilePiece): void {
    const [hx, hy, hz] = halfExtents;
    const shape =
      kind === 'box'
        ? this.rapier.ColliderDesc.cuboid(hx, hy, hz)
        : this.rapier.ColliderDesc.cylinder(hy, hx);
    const [x, y, z, w] = rotation;
    shape.setTranslation(...position).setRotation({ x, y, z, w });
    this.world.createCollider(shape.setFriction(0.4));
  }

  private addBody(index: number): void {
    const { rapier, random, halfExtents } = this;
    const ball = random.unit() < 0.5;
    const half = halfExtents.subarray(3 * index, 3 * index + 3);
    this.kinds[index] = ball ? PILE_BALL : PILE_BOX;
    for (let d = 0; d < 3; d++) half[d] = 0.25 + 0.3 * random.unit();
    if (ball) half.fill(half[0]);
    const shape = ball
      ? rapier.ColliderDesc.ball(half[0])
      : rapier.ColliderDesc.cuboid(half[0], half[1], half[2]);
    const body = this.world.createRigidBody(rapier.RigidBodyDesc.dynamic());
    this.world.createCollider(shape.setRestitution(0.2).setFriction(0.5), body);
    this.bodies.push(body);
    const [x, z] = this.rainCells[index % this.rainCells.length];
    const layer = Math.floor(index / this.rainCells.length);
    this.place.x = x + SPACING * 0.4 * (random.unit() - 0.5);
    this.place.y = this.bowl.height + SPACING * (layer + 1 + random.unit());
    this.place.z = z + SPACING * 0.4 * (random.unit() - 0.5);
    this.release(body);
  }

  /** Lifts a body to some place above the bowl. */
  private lift(body: Rapier.RigidBody): void {
    const { random, place } = this;
    const radius = RAIN * this.bowl.rimRadius * Math.sqrt(random.unit());
    const angle = 2 * Math.PI * random.unit();
    place.x = radius * Math.cos(angle);
    place.y = 2.5 * this.bowl.height;
    place.z = radius * Math.sin(angle);
    this.release(body);
  }

  /** Lets a body fall from `place`, at rest and turned at random. */
  private release(body: Rapier.RigidBody): void {
    const half = Math.PI * this.random.unit();
    const sine = Math.sin(half) / Math.sqrt(3);
    body.setTranslation(this.place, true);
    body.setRotation({ x: sine, y: sine, z: sine, w: Math.cos(half) }, true);
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

  /** Throws all bodies up in a whirl that leads back into the bowl. */
  private erupt(): void {
    const speed = Math.sqrt(-2 * GRAVITY * this.bowl.height);
    for (let i = 0; i < this.count; i++) {
      const [x, , z] = this.positions.subarray(3 * i, 3 * i + 3);
      const rise = speed * (0.6 + 0.8 * this.random.unit());
      this.bodies[i].setLinvel({ x: -0.3 * x - 0.5 * z, y: rise, z: -0.3 * z + 0.5 * x }, true);
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
      // what fell out of the bowl is shown where it is, and falls in again from the next frame on
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

/** A pile of that many bodies; loads the physics engine when first called. */
export async function createPile(count = 1000, { seed = 1 }: PileOptions = {}): Promise<Pile> {
  if (!Number.isInteger(count) || count < 1) throw new Error(`pile count ${count}: expected >= 1`);
  const rapier = await import('@dimforge/rapier3d-compat');
  await rapier.init();
  return new RapierPile(rapier, count, seed);
}
