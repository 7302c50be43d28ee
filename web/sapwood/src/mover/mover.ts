import { allModule } from '../entry-modules.js';
import type { EntryPoint } from '../entry-point.js';
import { expected, SapwoodError } from '../errors.js';
import { type FilterLike, type QueryFilter, readQueryFilter } from '../filters.js';
import {
  type Dimensions,
  isObject,
  type PointLike,
  type Reader,
  reading,
  readWith,
  storePosition,
} from '../inputs.js';
import type { Contacts } from '../methods/contacts.js';
import { rejectUnknown } from '../option-names.js';
import { type MoverColliders, readColliders } from './colliders.js';
import { Memory } from './memory.js';
import { Motion } from './motion.js';
import { add, dot } from './planes.js';
import { MAX_MOTION } from './slide.js';
import type { MoverConfig, MoverPredicate } from './touch.js';
import * as MOTION from './touch.js';

/** Filter of a `Mover`, as an object. */
export interface MoverFilter extends Omit<QueryFilter, 'accept'> {
  /** Returns whether an item is solid; see `MoverOptions.filter`. */
  accept?: MoverPredicate | undefined;
}

/** Options of a `Mover`. Lengths are in world units. */
export interface MoverOptions {
  /** Number of dimensions. Default: the largest number that the entry point supports. */
  dimensions?: Dimensions | undefined;
  /** Radius of the capsule, > 0. */
  radius: number;
  /**
   * Total height of the capsule, >= 2 · radius. With the minimum height, the capsule is a sphere.
   */
  height: number;
  /** Up direction and axis of the capsule: a vector of any length except 0. Default: the y axis. */
  up?: PointLike | undefined;
  /** Maximum height of a step that the mover climbs, >= 0. Default: 0.6 · radius. */
  stepHeight?: number | undefined;
  /**
   * Angle of the steepest slope that the mover stands on, in radians, 0 to π / 2. Default: π / 4.
   */
  maxSlope?: number | undefined;
  /** Maximum distance that the mover moves down to stay on the ground. Default: `stepHeight`. */
  snapDistance?: number | undefined;
  /**
   * Maximum penetration, > 0 and <= radius / 2. It must exceed the rounding errors of float32,
   * which are about 1e-6 times the largest coordinate. Default: 0.05 · radius.
   */
  skin?: number | undefined;
  /**
   * Selects solid items: a mask, `{ category, mask, layer }`, or a function of the id and the
   * collider passed to `move`. Only a `World` has layers. Default: all items.
   */
  filter?: number | MoverPredicate | MoverFilter | undefined;
  /**
   * Returns whether an item is a one-way platform, which is solid only for movers that are above it
   * before the displacement. Default: no item.
   */
  oneWay?: MoverPredicate | undefined;
}

/** Ground that a `Mover` stands on. */
export interface MoverGround {
  /** Unit vector away from the ground, `dimensions` numbers. */
  readonly normal: Float64Array;
  /** Id of the item; the number of the primitive for a mesh. */
  readonly id: number;
  /** Number of the primitive for a mesh, id for your own collider, undefined for a box. */
  readonly triangle: number | undefined;
  /** Collider as passed to `move`. */
  readonly collider: MoverColliders;
}

/** Result of `move`, which the next call of the mover overwrites. */
export interface MoveResult {
  /** Motion in this call in world units, including `carried`. */
  readonly displacement: Float64Array;
  /** Part of the motion caused by a moving platform. */
  readonly carried: Float64Array;
  /** True if the mover now stands on walkable ground. */
  readonly grounded: boolean;
  /**
   * Contacts at the new position, for example for `clipVector`. Includes items at distances up to
   * half the skin, with depth 0.
   */
  readonly contacts: Contacts;
}

const OPTION_NAMES =
  'dimensions radius height up stepHeight maxSlope snapDistance skin filter oneWay'.split(' ');
/** Maximum absolute coordinate and length. */
const MAX_MAGNITUDE = 1e18;

class OwnContacts implements Contacts {
  count = 0;
  ids = new Uint32Array(0);
  normals = new Float32Array(0);
  depths = new Float32Array(0);
  points = new Float32Array(0);

  copyFrom({ contacts, dimensions }: Motion): void {
    const { count } = contacts;
    if (count > this.ids.length) {
      this.ids = new Uint32Array(2 * count);
      this.normals = new Float32Array(6 * count);
      this.depths = new Float32Array(2 * count);
      this.points = new Float32Array(6 * count);
    }
    this.count = count;
    for (let i = 0; i < count; i += 1) {
      this.ids[i] = contacts.ids[i];
      this.depths[i] = Math.max(contacts.depths[i], 0);
    }
    for (let i = 0; i < count * dimensions; i += 1) {
      this.normals[i] = contacts.normals[i];
      this.points[i] = contacts.points[i];
    }
  }
}

/** Shared memory of all movers with the same number of dimensions. */
const motions: (Motion | undefined)[] = [];
let isMoving = false;

/** Returns the cosine of an angle in 0 .. π / 2, with identical bits on every host. */
function cosine(angle: number): number {
  let sum = 1;
  let term = 1;
  for (let i = 1; i < 24; i += 2) {
    term *= (-angle * angle) / (i * (i + 1));
    sum += term;
  }
  return sum;
}

const exactReader: Reader<PointLike> = {
  code: 'invalid-argument',
  fill({ exact }, point, dimensions, name) {
    storePosition(point, dimensions, name, exact);
  },
};

function readNumber(name: string, value: unknown, min: number, max: number): number {
  if (typeof value === 'number' && value >= min && value <= max) return value;
  const range =
    max === MAX_MAGNITUDE ? `a finite number >= ${min}` : `a number in ${min} .. ${max}`;
  throw expected('invalid-argument', name, range, value);
}

function readSettings(options: MoverOptions): Float64Array {
  const radius = readNumber('radius', options.radius, 1e-18, MAX_MAGNITUDE);
  const {
    height,
    stepHeight = 0.6 * radius,
    maxSlope = Math.PI / 4,
    skin = 0.05 * radius,
  } = options;
  const { snapDistance = stepHeight } = options;
  const settings = new Float64Array(MOTION.SETTINGS);
  settings[MOTION.RADIUS] = radius;
  settings[MOTION.LENGTH] = readNumber('height', height, 2 * radius, MAX_MAGNITUDE) - 2 * radius;
  settings[MOTION.STEP] = readNumber('stepHeight', stepHeight, 0, MAX_MAGNITUDE);
  settings[MOTION.SNAP] = readNumber('snapDistance', snapDistance, 0, MAX_MAGNITUDE);
  settings[MOTION.COSINE] = cosine(readNumber('maxSlope', maxSlope, 0, Math.PI / 2));
  settings[MOTION.SKIN] = readNumber('skin', skin, 1e-18, radius / 2);
  return settings;
}

function readUp(up: PointLike | undefined, dimensions: Dimensions): Float64Array {
  const unit = new Float64Array(3);
  if (up === undefined) {
    unit[1] = 1;
    return unit;
  }
  storePosition(up, dimensions, 'up', unit);
  const largest = Math.max(...unit.map(Math.abs));
  const scaled = unit.map((value) => value / largest);
  const length = Math.sqrt(dot(scaled, 0, scaled, 3));
  if (!(length > 0)) throw expected('invalid-argument', 'up', 'numbers that are not all 0', up);
  return scaled.map((value) => value / length);
}

interface Parsed {
  readonly dimensions: Dimensions;
  readonly config: MoverConfig;
}

function readOptions(options: MoverOptions, home: EntryPoint): Parsed {
  return reading('invalid-argument', 'Mover options', () => {
    if (!isObject(options)) {
      throw expected('invalid-argument', 'Mover options', 'an object', options);
    }
    rejectUnknown('Mover options', options, OPTION_NAMES);
    const { dimensions = home.dimensions[home.dimensions.length - 1], up, oneWay } = options;
    if (!home.dimensions.includes(dimensions)) {
      throw expected('invalid-argument', 'dimensions', home.dimensions.join(' or '), dimensions);
    }
    if (oneWay !== undefined && typeof oneWay !== 'function') {
      throw expected('invalid-argument', 'oneWay', 'a function', oneWay);
    }
    const settings = readSettings(options);
    const direction = readUp(up, dimensions);
    const { filter, accept } = readQueryFilter(options.filter as FilterLike | undefined);
    const predicate = accept as MoverPredicate | undefined;
    const config = { settings, up: direction, filter: filter.slice(), accept: predicate, oneWay };
    return { dimensions, config };
  });
}

/**
 * Character controller without a physics engine: an upright capsule that collides and slides,
 * climbs steps, stays on the ground, and is carried by moving platforms. A mover never passes
 * through a resting surface, at any speed. A surface that moves into the mover by more than the
 * radius in one frame can pass through it. The same calls have bitwise identical results on every
 * host.
 *
 * A mover has no velocity or gravity; pass the displacement of each frame, including gravity. A
 * call that throws leaves the mover unchanged.
 * @example
 * ```ts
 * const world = new World({ dimensions: 2 });
 * world.add([-50, -1, 50, 0], { layer: 'static' });
 * const mover = new Mover({ dimensions: 2, radius: 0.5, height: 2 });
 * mover.position = [0, 3];
 * mover.move([1, -9], world);
 * console.log(mover.grounded, mover.position[1].toFixed(2)); // true 0.50
 * ```
 */
export class Mover {
  /** Entry point of the class. */
  static readonly home: EntryPoint = allModule;

  /** Number of dimensions, 2 or 3. */
  readonly dimensions: Dimensions;
  readonly #position: Float64Array;
  /** Position after the last `move`. */
  readonly #last: Float64Array;
  readonly #config: MoverConfig;
  readonly #memory: Memory;
  readonly #displacement: Float64Array = new Float64Array(3);
  readonly #result: {
    displacement: Float64Array;
    carried: Float64Array;
    grounded: boolean;
    contacts: OwnContacts;
  };

  /**
   * Creates a mover at the origin. A mover owns no WASM memory, so it has no `dispose()`.
   * @param options - Size of the capsule, and limits of its motion.
   * @throws SapwoodError `invalid-argument`
   */
  constructor(options: MoverOptions) {
    const { dimensions, config } = readOptions(options, new.target.home);
    this.dimensions = dimensions;
    this.#config = config;
    this.#position = new Float64Array(dimensions);
    this.#last = new Float64Array(dimensions);
    this.#memory = new Memory(dimensions);
    this.#result = {
      displacement: new Float64Array(dimensions),
      carried: new Float64Array(dimensions),
      grounded: false,
      contacts: new OwnContacts(),
    };
  }

  /**
   * Center of the lower sphere in world units, `dimensions` numbers. Write to the array, or assign
   * a point, to teleport the mover.
   * @throws SapwoodError `invalid-argument` for an invalid point
   */
  get position(): Float64Array {
    return this.#position;
  }

  /**
   * Teleports the mover.
   * @param point - New center of the lower sphere: `dimensions` numbers, or `{ x, y, z }`.
   */
  set position(point: PointLike) {
    const { exact } = readWith(exactReader, point, this.dimensions, 'position');
    this.#position.set(exact.subarray(0, this.dimensions));
  }

  /** True if the last `move` ended on walkable ground. */
  get grounded(): boolean {
    return this.#memory.ground !== null;
  }

  /** Ground after the last `move`, or null. The next call overwrites the object. */
  get ground(): MoverGround | null {
    return this.#memory.ground;
  }

  /**
   * Moves with the platform that the mover stands on, then by a displacement, and slides along
   * obstacles. Allocates memory only if there are more contacts than in earlier calls, and up to 32
   * bytes per query of a mesh.
   * @param displacement - Requested motion in world units. If there are colliders, its length must
   * be at most 4194304 · radius.
   * @param colliders - Solid objects: a `World`, an index, a mesh or `{ mesh, transform }`, or an
   * array of them.
   * @returns Motion and contacts, which the next call overwrites.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @throws SapwoodError `reentrant` inside a callback of a mover
   */
  move(displacement: PointLike, colliders: MoverColliders | readonly MoverColliders[]): MoveResult {
    if (isMoving) {
      const message = 'move: a mover cannot move inside a callback of a mover';
      throw new SapwoodError('reentrant', message);
    }
    const { dimensions } = this;
    motions[dimensions] ??= new Motion(dimensions);
    const motion = motions[dimensions];
    isMoving = true;
    try {
      const { exact } = readWith(exactReader, displacement, dimensions, 'displacement');
      const by = this.#displacement;
      by.set(exact);
      readWith(exactReader, this.#position, dimensions, 'position');
      motion.position.set(exact);
      motion.slotCount = readColliders(colliders, dimensions, motion.slots);
      const longest = MAX_MOTION * this.#config.settings[MOTION.RADIUS];
      if (motion.slotCount > 0 && by[0] ** 2 + by[1] ** 2 + by[2] ** 2 > longest ** 2) {
        const what = `a length of at most ${MAX_MOTION} · radius`;
        throw expected('invalid-argument', 'displacement', what, displacement);
      }
      motion.begin(this.#config);
      this.#finish(motion, this.#run(motion));
    } finally {
      isMoving = false;
      motion.release();
    }
    return this.#result;
  }

  /** Moves without writing results. Returns the index of the contact with the ground, or -1. */
  #run(motion: Motion): number {
    const { dimensions } = this;
    const { up } = this.#config;
    const { position, target, start } = motion;
    const rise = dot(this.#displacement, 0, up, dimensions);
    let isOld = this.grounded;
    for (let axis = 0; axis < dimensions; axis += 1) isOld &&= position[axis] === this.#last[axis];
    motion.grounded = isOld;
    if (isOld) this.#memory.carry(motion);
    // an upward displacement is a jump, which leaves the ground
    motion.grounded = isOld && !(rise > 1e-3 * this.#config.settings[MOTION.SKIN]);
    start.set(position);
    target.set(position);
    add(target, 1, this.#displacement);
    motion.slide();
    if (!motion.grounded && !(rise > 0)) motion.grounded = motion.ground() >= 0;
    for (let i = 0; i < 4 && motion.grounded && motion.climb(); i += 1) motion.slide();
    if (motion.grounded) motion.snap();
    return rise > 0 && !motion.grounded ? -1 : motion.ground();
  }

  #finish(motion: Motion, ground: number): void {
    const { dimensions } = this;
    const result = this.#result;
    // stores the ground before other state changes, because this call may throw
    this.#memory.storeGround(motion, ground);
    result.contacts.copyFrom(motion);
    for (let axis = 0; axis < dimensions; axis += 1) {
      result.carried[axis] = motion.start[axis] - this.#position[axis];
      result.displacement[axis] = motion.position[axis] - this.#position[axis];
      this.#position[axis] = motion.position[axis];
      this.#last[axis] = motion.position[axis];
    }
    result.grounded = this.grounded;
  }
}
