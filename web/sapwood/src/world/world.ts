import * as BLOCK from '../block.js';
import { copyIds, readIds } from '../bulk.js';
import type { Core, IndexState, WorldState } from '../core.js';
import { allModule } from '../entry-modules.js';
import type { EntryPoint } from '../entry-point.js';
import { expected, SapwoodError } from '../errors.js';
import { type ItemFilter, LAYER_FORM, LAYERS, type Layer } from '../filters.js';
import { type StructureId, structureIds } from '../generated/structure-ids.js';
import {
  type BoxLike,
  boxValueError,
  detachedOutput,
  type PointLike,
  partOf,
  readCount,
  readId,
  readPoint,
  VALID_SHIFT,
} from '../inputs.js';
import * as content from '../methods/content.js';
import { type IndexOptions, integer, type StructureKind } from '../options.js';
import type { OwnedUint8Array, OwnedUint32Array } from '../owned.js';
import { STATUS_CODES, type WorldCalls } from '../raw.js';
import { SpatialQueries, stateOf } from '../spatial-queries.js';
import { live, resultError, writable } from '../state.js';
import { isDetached, trueLength, viewKind } from '../views.js';
import { PairList } from './pair-list.js';
import { type RestoreOptions, restore } from './rollback.js';
import { ByteCopier, WORLD_BLOCK, worldCalls } from './world-calls.js';

export type { RestoreOptions } from './rollback.js';

/** Options of a `World`, which do not affect results. */
export interface WorldOptions extends IndexOptions {
  /**
   * Structure that finds the pairs. `'auto'` periodically compares the counted work of several
   * structures and uses the structure with the least work. `sapwood`, `sapwood/2d` and `sapwood/3d`
   * support `'sweep-and-prune'`, `'wide-tree'` and `'dynamic-tree'`. Default: `'auto'`.
   */
  broadphase?: 'auto' | StructureId | undefined;
  /**
   * Maximum number of bodies that a step moves between the internal indices of the world, for
   * example when bodies fall asleep. Later steps move the remaining bodies. Default: Infinity.
   */
  budget?: number | undefined;
  /**
   * Number of bodies to reserve memory for, an integer >= 0. Up to this number of bodies, `bounds`
   * stays at the same address. Default: 0.
   */
  capacity?: number | undefined;
}

/** Options of a body of a `World`. */
export interface BodyOptions<T = unknown> extends ItemFilter {
  /**
   * Layer of the body. Two `'static'` bodies never form a pair. A `'sensor'` forms pairs like a
   * `'dynamic'` body; queries can exclude it. Default: `'dynamic'`.
   */
  layer?: Layer | undefined;
  /** Any value that you want to associate with the body. `world.object(id)` returns it. */
  object?: T | undefined;
}

const kind: StructureKind = {
  id: 'world',
  className: 'World',
  titles: { 2: 'World', 3: 'World' },
  dimensions: [2, 3],
  capabilities: new Set(['dynamic', 'box', 'point', 'sphere', 'frustum', 'ray', 'nearest']),
  options: [
    {
      name: 'broadphase',
      kind: 'choice',
      default: 'auto',
      choices: ['auto', ...structureIds],
    },
    {
      name: 'budget',
      kind: 'number',
      default: Infinity,
      min: 0,
      max: Infinity,
    },
    integer('capacity', 0, 0, 2 ** 27),
  ],
};

/**
 * Set of bodies that can move and sleep. Each body has a box. In each step, a world finds all
 * pairs, and the pairs that began or ended. It supports all queries of an index.
 *
 * Two bodies form a pair if their boxes overlap or touch, at most one of them is static, and the
 * category of each is in the mask of the other. Queries use the current boxes and return ids in
 * ascending order. Their filters can select layers. Results do not depend on the option
 * `broadphase`.
 *
 * Errors are `SapwoodError`s and leave the world unchanged. Methods throw `disposed` after
 * `dispose()`.
 * @example
 * ```ts
 * const world = new World<string>({ dimensions: 2 });
 * const player = world.add([0, 0, 1, 1], { object: 'player' });
 * world.add([4, 0, 5, 1], { layer: 'static', object: 'wall' });
 * world.move(player, [3.5, 0, 4.5, 1]);
 * console.log(world.step()); // 1
 * const [a, b] = world.begins;
 * console.log(world.object(a), world.object(b)); // player wall
 * ```
 */
export class World<T = unknown> extends SpatialQueries {
  /** Metadata of the class. */
  static readonly kind: StructureKind = kind;
  /** Entry point of the class. */
  static override readonly home: EntryPoint = allModule;

  readonly #core: Core;
  readonly #calls: WorldCalls;
  /** Word offset of the result block of this world in WASM memory. */
  readonly #block: number;
  /** Minimum number of boxes in the view that `bounds` returns. */
  #capacity: number;
  readonly #pairs: PairList;
  readonly #begins: PairList;
  readonly #ends: PairList;
  readonly #copier: ByteCopier;
  readonly #state: WorldState;
  #bounds: Float32Array | undefined;
  /** Objects of bodies by id. The object of a removed body remains until its id is used again. */
  readonly #objects: (T | undefined)[] = [];

  /**
   * Creates an empty world. `dispose()` frees its memory.
   * @param options - Dimensions, broad phase, budget and capacity.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `unsupported` for a broad phase that only `sapwood/all` supports
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: WorldOptions = {}) {
    super(kind, options);
    const state = stateOf(this);
    this.#core = state.core;
    this.#calls = worldCalls(state.core);
    this.#block = (this.#calls.sapwood_world_block(state.address) >>> 0) >>> 2;
    this.#capacity = this.options.capacity as number;
    this.#pairs = new PairList(state.core, this.#block + WORLD_BLOCK.pairs);
    this.#begins = new PairList(state.core, this.#block + WORLD_BLOCK.begins);
    this.#ends = new PairList(state.core, this.#block + WORLD_BLOCK.ends);
    this.#copier = new ByteCopier(state.core);
    const layerBytes = this.#word(WORLD_BLOCK.layerBytes);
    this.#state = { layerBytes, touched: false, flush: () => this.#flush() };
    state.world = this.#state;
  }

  /**
   * Adds an awake body with the smallest free id.
   * @param box - `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param options - Layer, category, mask and object.
   * @returns Id of the new body.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `reentrant`,
   * `out-of-memory`
   */
  add(box: BoxLike, options?: BodyOptions<T>): number {
    const object = options === undefined ? undefined : partOf(options, 'object');
    const id = content.insert(stateOf(this), box, options);
    this.#objects[id] = object;
    return id;
  }

  /**
   * Removes a body. Its id becomes free, and its pairs end in the next step.
   * @param id - Id of a body.
   * @throws SapwoodError `invalid-id`, `disposed`, `reentrant`, `out-of-memory`
   */
  remove(id: number): void {
    content.remove(stateOf(this), id);
  }

  /**
   * Returns the object of a body.
   * @param id - Id of a body.
   * @returns Object, or undefined.
   * @throws SapwoodError `invalid-id`, `disposed`
   */
  object(id: number): T | undefined {
    this.layer(id);
    return this.#objects[id];
  }

  /**
   * Replaces the object of a body.
   * @param id - Id of a body.
   * @param object - New object, or undefined.
   * @throws SapwoodError `invalid-id`, `disposed`, `reentrant`
   */
  setObject(id: number, object: T | undefined): void {
    writable(stateOf(this), 'setObject');
    this.layer(id);
    this.#objects[id] = object;
  }

  /**
   * Returns the layer of a body.
   * @param id - Id of a body.
   * @returns `'dynamic'`, `'static'` or `'sensor'`.
   * @throws SapwoodError `invalid-id`, `disposed`
   */
  layer(id: number): Layer {
    const h = live(stateOf(this));
    const result = this.#calls.sapwood_world_layer(h, readId(id, 'id'));
    if (result < 0) throw content.idError('layer', result, id);
    return LAYERS[result];
  }

  /**
   * Moves a body to another layer and wakes it. Its pairs with static bodies end or begin in the
   * next step.
   * @param id - Id of a body.
   * @param layer - New layer.
   * @throws SapwoodError `invalid-id`, `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  setLayer(id: number, layer: Layer): void {
    const h = writable(stateOf(this), 'setLayer');
    const number = LAYERS.indexOf(layer);
    if (number < 0) throw expected('invalid-argument', 'layer', LAYER_FORM, layer);
    const result = this.#calls.sapwood_world_set_layer(h, readId(id, 'id'), number);
    if (result < 0) throw content.idError('setLayer', result, id);
  }

  /**
   * View of the boxes of all bodies in WASM memory. The `2 * dimensions` numbers of body `id` start
   * at `id * 2 * dimensions`. To move a body, write its numbers, then call `touch`. Infinite
   * coordinates are stored as -1e18 and 1e18.
   *
   * The view is detached when WASM memory grows, when there are more bodies than `capacity`, and by
   * `dispose`. A detached view has length 0 and ignores writes. `touch` throws `invalid-argument`
   * if the last view is detached or does not include the body. Therefore, read `bounds` in each
   * frame. It returns the same array while the array is valid.
   * @throws SapwoodError `disposed`
   * @example
   * ```ts
   * const world = new World({ dimensions: 2 });
   * const id = world.add([0, 0, 1, 1]);
   * world.bounds.set([5, 0, 6, 1], id * 4);
   * world.touch(id);
   * console.log(world.box(id)); // Float32Array [5, 0, 6, 1]
   * ```
   */
  get bounds(): Float32Array {
    const h = live(stateOf(this));
    this.#core.refresh();
    const { f32 } = this.#core;
    const address = this.#word(WORLD_BLOCK.bounds);
    const bodies = Math.max(this.#word(WORLD_BLOCK.bodies), this.#capacity);
    const length = bodies * stateOf(this).stride;
    const kept = this.#bounds;
    if (kept?.buffer === f32.buffer && kept.byteOffset === address && kept.length === length) {
      return kept;
    }
    this.#calls.sapwood_world_expose_bounds(h);
    this.#core.refresh();
    this.#bounds = this.#core.f32.subarray(address >>> 2, (address >>> 2) + length);
    return this.#bounds;
  }

  /**
   * Throws if the last view of `bounds` is detached or does not include a touched body, because a
   * box written to such a view is lost.
   */
  #requireCurrentBounds(id: number): void {
    const view = this.#bounds;
    const { address, stride } = stateOf(this);
    if (view === undefined || (id + 1) * stride <= trueLength(view)) return;
    // for ids that are not live, the core returns an error later
    if (this.#core.calls.sapwood_has(address, id) === 0) return;
    const fault = isDetached(view) ? 'is detached' : `is too short for body ${id}`;
    throw new SapwoodError(
      'invalid-argument',
      `touch: the view from world.bounds ${fault}; read world.bounds again and write to the new view`,
    );
  }

  /**
   * Marks bodies whose boxes you wrote to `bounds`. The next call that needs the boxes reads them.
   * If a box is invalid, that call throws `invalid-box` and changes nothing.
   * @param ids - Id of a body, or an array of ids.
   * @param count - Number of ids in the array. Default: all.
   * @throws SapwoodError `invalid-id`, `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  touch(ids: number | ArrayLike<number>, count?: number): void {
    const state = stateOf(this);
    if (typeof ids === 'number') {
      const h = writable(state, 'touch');
      if (count !== undefined)
        throw new SapwoodError('invalid-argument', 'count: leave it out for a single id');
      const id = readId(ids, 'id');
      this.#requireCurrentBounds(id);
      const result = this.#calls.sapwood_world_touch(h, id);
      if (result < 0) throw content.idError('touch', result, id);
      this.#state.touched = true;
      return;
    }
    writable(state, 'touch');
    const givenCount = count === undefined ? undefined : readCount(count, 'count');
    const touched = readIds(ids, givenCount);
    const length = givenCount ?? trueLength(touched);
    const h = writable(state, 'touch');
    for (let i = 0; i < length; i += 1) this.#requireCurrentBounds(touched[i]);
    copyIds(this.#core, touched, length, this.#core.scratch('touch', length * 4));
    const result = this.#calls.sapwood_world_touch_many(h, length);
    if (result >= 0) {
      this.#state.touched = true;
      return;
    }
    const position = this.#core.word(BLOCK.fault);
    throw expected('invalid-id', `ids[${position}]`, 'the id of a live body', touched[position]);
  }

  /**
   * Marks all bodies, like `touch`. The last view of `bounds` must include all bodies.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`
   */
  touchAll(): void {
    const h = writable(stateOf(this), 'touchAll');
    const view = this.#bounds;
    const end = view === undefined ? 0 : this.#word(WORLD_BLOCK.bodies);
    const shown = view === undefined ? 0 : trueLength(view) / stateOf(this).stride;
    for (let id = shown; id < end; id += 1) this.#requireCurrentBounds(id);
    this.#calls.sapwood_world_touch_all(h);
    this.#state.touched = true;
  }

  /**
   * Replaces the box of a body. If the box changes, the body wakes.
   * @param id - Id of a body.
   * @param box - `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @throws SapwoodError `invalid-id`, `invalid-box`, `invalid-argument`, `disposed`, `reentrant`,
   * `out-of-memory`
   */
  move(id: number, box: BoxLike): void {
    content.move(stateOf(this), id, box);
    this.#state.touched = true;
  }

  /**
   * Replaces the box of body `ids[i]` by box i. If an id or a box is invalid, no bodies are moved.
   * @param ids - Ids of bodies.
   * @param boxes - `2 * dimensions` numbers per id.
   * @throws SapwoodError `invalid-id`, `invalid-box`, `invalid-argument`, `disposed`, `reentrant`,
   * `out-of-memory`
   */
  moveMany(ids: ArrayLike<number>, boxes: ArrayLike<number>): void {
    content.moveMany(stateOf(this), ids, boxes);
    this.#state.touched = true;
  }

  /**
   * Puts a body to sleep. From the next step on, the body takes no time in `step()`. It still forms
   * pairs with awake bodies, and queries still find it. It wakes when its box or filter changes.
   * Calls for static bodies have no effect.
   * @param id - Id of a body.
   * @throws SapwoodError `invalid-id`, `disposed`, `reentrant`, `out-of-memory`
   */
  sleep(id: number): void {
    setBodyAsleep(stateOf(this), 'sleep', id, 1);
  }

  /**
   * Wakes a body.
   * @param id - Id of a body.
   * @throws SapwoodError `invalid-id`, `disposed`, `reentrant`, `out-of-memory`
   */
  wake(id: number): void {
    setBodyAsleep(stateOf(this), 'wake', id, 0);
  }

  /**
   * Finds all pairs, and the pairs that began or ended since the last step. Then `pairs`, `begins`
   * and `ends` return these lists.
   * @returns Number of pairs.
   * @throws SapwoodError `invalid-box`, `disposed`, `reentrant`, `out-of-memory`
   */
  step(): number {
    const h = writable(stateOf(this), 'step');
    const result = this.#calls.sapwood_world_step(h);
    if (result < 0) throw this.#worldError('step', result);
    this.#invalidatePairs();
    return result;
  }

  #invalidatePairs(): void {
    this.#pairs.invalidate();
    this.#begins.invalidate();
    this.#ends.invalidate();
  }

  /**
   * Pairs of the last step: [a0, b0, a1, b1, …] with a < b, in ascending order. The array is reused
   * after the next `step` or `restore`; copy it to keep it. It does not change when bodies are
   * added or removed.
   * @throws SapwoodError `disposed`
   */
  get pairs(): OwnedUint32Array {
    live(stateOf(this));
    return this.#pairs.get();
  }

  /**
   * Pairs that began in the last step, in the same form as `pairs`.
   * @throws SapwoodError `disposed`
   */
  get begins(): OwnedUint32Array {
    live(stateOf(this));
    return this.#begins.get();
  }

  /**
   * Pairs that ended in the last step, in the same form as `pairs`. Includes pairs of removed
   * bodies. If a new body gets the id of a removed body, a pair with the same ids can end and begin
   * in one step.
   * @throws SapwoodError `disposed`
   */
  get ends(): OwnedUint32Array {
    live(stateOf(this));
    return this.#ends.get();
  }

  /**
   * Id of the structure that currently finds the pairs.
   * @throws SapwoodError `disposed`
   */
  get broadphase(): StructureId {
    const h = live(stateOf(this));
    return structureIds[this.#calls.sapwood_world_kind(h) - 1];
  }

  /**
   * Returns a snapshot as bytes. It contains the bodies, the free ids and the pairs of the last
   * step, but not the objects. A world that restores the snapshot continues exactly like this
   * world.
   * @returns Bytes in a new array.
   * @throws SapwoodError `disposed`, `invalid-box`, `out-of-memory`
   * @example
   * ```ts
   * const world = new World({ dimensions: 2 });
   * const id = world.add([0, 0, 1, 1]);
   * const bytes = world.snapshot();
   * world.remove(id);
   * world.restore(bytes);
   * console.log(world.has(id)); // true
   * ```
   */
  snapshot(): OwnedUint8Array {
    const h = live(stateOf(this));
    const count = this.#save('snapshot', h);
    const start = this.#word(WORLD_BLOCK.snapshot);
    return this.#core.u8.slice(start, start + count);
  }

  /**
   * Writes a snapshot to the start of an array without allocation. If the snapshot does not fit,
   * the array does not change.
   * @param out - Receives the bytes.
   * @returns Number of bytes of the snapshot.
   * @throws SapwoodError `invalid-argument`, `disposed`, `invalid-box`, `out-of-memory`
   */
  snapshotInto(out: Uint8Array): number {
    const h = live(stateOf(this));
    if (viewKind(out) !== 'Uint8Array') {
      throw expected('invalid-argument', 'out', 'a Uint8Array', out);
    }
    const count = this.#save('snapshotInto', h);
    if (trueLength(out) === 0 && isDetached(out)) throw detachedOutput('out', 'Uint8Array');
    if (trueLength(out) >= count) this.#copier.copy(out, this.#word(WORLD_BLOCK.snapshot), count);
    return count;
  }

  #save(method: string, h: number): number {
    const count = this.#calls.sapwood_world_save(h);
    if (count < 0) throw this.#worldError(method, count);
    this.#core.refresh();
    return count;
  }

  /**
   * Restores a snapshot of a world with the same number of dimensions. `begins` and `ends` are
   * empty until the next step. The array `bytes` can be longer than the snapshot.
   *
   * The option `object` is a function that returns the object of each body. Without this option, a
   * body keeps its object if no other body has used its id since the snapshot. Otherwise its object
   * becomes undefined.
   * @param bytes - Result of `snapshot`.
   * @param options - `object`: function that returns the object of a body.
   * @throws SapwoodError `bad-data` if the bytes are not a snapshot, or are damaged or truncated
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  restore(bytes: Uint8Array | ArrayBuffer, options?: RestoreOptions<T>): void {
    restore(stateOf(this), this.#calls, this.#objects, bytes, options);
    this.#invalidatePairs();
  }

  /**
   * Subtracts `offset` from all boxes, so that this point becomes the origin. The resulting
   * coordinates are rounded to float32.
   * @param offset - New origin in the current coordinates.
   * @throws SapwoodError `invalid-argument` if a coordinate would exceed 1e18
   * @throws SapwoodError `disposed`, `reentrant`, `out-of-memory`
   */
  shiftOrigin(offset: PointLike): void {
    writable(stateOf(this), 'shiftOrigin');
    const { point: p } = readPoint(offset, stateOf(this).dimensions, 'offset');
    const h = writable(stateOf(this), 'shiftOrigin');
    const result = this.#calls.sapwood_world_shift(h, p[0], p[1], p[2]);
    if (STATUS_CODES[-result] === 'invalid-argument') {
      throw expected('invalid-argument', 'offset', VALID_SHIFT, offset);
    }
    if (result < 0) throw this.#worldError('shiftOrigin', result);
  }

  /**
   * Frees memory that bodies and pairs do not need: memory of removed bodies, memory reserved by
   * the option `capacity`, and query results. Other worlds and indices can then use the memory.
   * Detaches views of `bounds`. About 80 bytes remain for each id ever used; `restore` needs them.
   * @throws SapwoodError `disposed`, `reentrant`
   */
  shrink(): void {
    const h = writable(stateOf(this), 'shrink');
    this.#capacity = 0;
    this.#core.calls.sapwood_shrink(h);
  }

  /**
   * Reads the bounds of changed bodies. If bounds are invalid, throws an error that states the id
   * of the body.
   */
  #flush(): void {
    const result = this.#calls.sapwood_world_flush(stateOf(this).address);
    if (result < 0) throw this.#worldError('bounds', result);
    this.#state.touched = false;
  }

  #worldError(method: string, result: number): SapwoodError {
    if (STATUS_CODES[-result] !== 'invalid-box') return resultError(method, result);
    const id = this.#core.word(BLOCK.fault);
    const { stride } = stateOf(this);
    const start = (this.#word(WORLD_BLOCK.bounds) >>> 2) + id * stride;
    const box = this.#core.f32.slice(start, start + stride);
    return boxValueError(box, `bounds of body ${id}`);
  }

  #word(slot: number): number {
    this.#core.refresh();
    return this.#core.u32[this.#block + slot];
  }
}

function setBodyAsleep(state: IndexState, method: string, id: number, asleep: number): void {
  const h = writable(state, method);
  const result = worldCalls(state.core).sapwood_world_set_asleep(h, readId(id, 'id'), asleep);
  if (result < 0) throw content.idError(method, result, id);
}
