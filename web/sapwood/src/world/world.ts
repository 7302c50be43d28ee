import * as BLOCK from '../block.js';
import { copyIds, readIds } from '../bulk.js';
import type { Core } from '../core.js';
import type { EntryPoint } from '../entry-point.js';
import { expected, SapwoodError } from '../errors.js';
import { type ItemFilter, LAYER_FORM, LAYERS, type Layer } from '../filters.js';
import { type StructureId, structureIds } from '../generated/structure-ids.js';
import { laboratory } from '../home.js';
import {
  type BoxLike,
  boxValueError,
  goneOut,
  KEEPS_RANGE,
  type PointLike,
  partOf,
  readCount,
  readId,
  readPoint,
} from '../inputs.js';
import { type IndexOptions, integer, type StructureKind } from '../options.js';
import type { OwnedUint8Array, OwnedUint32Array } from '../owned.js';
import { STATUS_CODES, type WorldCalls } from '../raw.js';
import { SpatialQueries, stateOf } from '../spatial-queries.js';
import { type IndexState, live, refused, writable } from '../state.js';
import * as content from '../verbs/content.js';
import { isGone, trueLength, viewKind } from '../views.js';
import { PairList } from './pair-list.js';
import { type RestoreOptions, restore } from './rollback.js';
import { ByteCopier, WORLD_BLOCK, worldCalls } from './world-calls.js';

export type { RestoreOptions } from './rollback.js';

/** What a world stands on. None of it changes what is found. */
export interface WorldOptions extends IndexOptions {
  /**
   * Id of the structure that finds the pairs; `'auto'` (when left out) tries several now and then,
   * by counted work, and keeps the best. `sapwood`, `sapwood/2d` and `sapwood/3d` have
   * `'sweep-and-prune'`, `'wide-tree'` and `'dynamic-tree'`.
   */
  broadphase?: 'auto' | StructureId;
  /**
   * Upkeep in a step at most, in bodies that are taken from one index to another; no limit when left
   * out. Bodies beyond it that were put to sleep are tested until their turn comes.
   */
  budget?: number;
  /**
   * Bodies to reserve memory for: `bounds` has room for as many from the start, and stays in place
   * until there are more. An integer; 0 when left out.
   */
  capacity?: number;
}

/** What a body is; all of it may be left out. */
export interface BodyOptions<T = unknown> extends ItemFilter {
  /**
   * `'dynamic'` when left out. `'static'` bodies do not meet each other. A `'sensor'` meets what a
   * dynamic body meets; it is there for queries to leave out and for you to tell.
   */
  layer?: Layer;
  /** Anything of yours; `world.object(id)` returns it. */
  object?: T;
}

const kind: StructureKind = {
  id: 'world',
  className: 'World',
  titles: { 2: 'World', 3: 'World' },
  dimensions: [2, 3],
  capabilities: new Set(['dynamic', 'box', 'point', 'sphere', 'frustum', 'ray', 'nearest']),
  options: [
    {
      // The structure that finds the pairs; auto tries several and keeps the best.
      name: 'broadphase',
      kind: 'choice',
      default: 'auto',
      choices: ['auto', ...structureIds],
    },
    {
      // Upkeep in a step at most, in bodies that are taken from one index to another.
      name: 'budget',
      kind: 'number',
      default: Infinity,
      min: 0,
      max: Infinity,
    },
    // Bodies to reserve memory for.
    integer('capacity', 0, 0, 2 ** 27),
  ],
};

/**
 * Bodies that come, go, move, sleep and meet: what a game asks of a physics engine that needs no
 * physics.
 *
 * Two bodies meet when their boxes overlap (touching counts), each one's category is in the other's
 * mask, and not both are static. `step()` finds the pairs that meet and which of them began and ended
 * since the last step. All queries of an index are here, ids ascending; they see the present boxes,
 * and a filter may name layers. Nothing that is found depends on the broad phase.
 *
 * Errors are those of an index, and leave the world as it was.
 */
export class World<T = unknown> extends SpatialQueries {
  /** Id, titles and options, as structures have them. */
  static readonly kind: StructureKind = kind;
  /** The modules that worlds of a class are made in; each entry point says its own. */
  static override readonly home: EntryPoint = laboratory;

  readonly #core: Core;
  readonly #calls: WorldCalls;
  /** Word index of what the world tells. */
  readonly #block: number;
  readonly #capacity: number;
  readonly #pairs: PairList;
  readonly #begins: PairList;
  readonly #ends: PairList;
  readonly #copier: ByteCopier;
  /** What `bounds` returned last. */
  #bounds: Float32Array | undefined;
  /** By id; the object of a removed body stays until its id is used again. */
  readonly #objects: (T | undefined)[] = [];

  /**
   * Makes an empty world; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `unsupported` for a
   * broad phase that only `sapwood/all` has, `out-of-memory`.
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
    state.world = { facetBytes: this.#word(WORLD_BLOCK.facetBytes), settle: () => this.#settle() };
  }

  /** Adds a body, awake, and returns its id, the smallest free one. */
  add(box: BoxLike, options?: BodyOptions<T>): number {
    const object = options === undefined ? undefined : partOf(options, 'object');
    const id = content.insert(stateOf(this), box, options);
    this.#objects[id] = object;
    return id;
  }

  /** Removes a body; its pairs end with the next step, and its id becomes free. */
  remove(id: number): void {
    content.remove(stateOf(this), id);
  }

  /**
   * The object of a live body, as `add`, `setObject` or `restore` set it; `undefined` without one.
   */
  object(id: number): T | undefined {
    this.layer(id);
    return this.#objects[id];
  }

  /** Replaces the object of a live body. */
  setObject(id: number, object: T | undefined): void {
    writable(stateOf(this), 'setObject');
    this.layer(id);
    this.#objects[id] = object;
  }

  /** The layer of a body. */
  layer(id: number): Layer {
    const h = live(stateOf(this));
    const answer = this.#calls.sapwood_world_layer(h, readId(id, 'id'));
    if (answer < 0) throw content.refusedId('layer', answer, id);
    return LAYERS[answer];
  }

  /**
   * Moves a body to another layer and wakes it. The next step ends its pairs with static bodies when
   * it becomes static, and begins them when it no longer is.
   */
  setLayer(id: number, layer: Layer): void {
    const h = writable(stateOf(this), 'setLayer');
    const number = LAYERS.indexOf(layer);
    if (number < 0) throw expected('invalid-argument', 'layer', LAYER_FORM, layer);
    const answer = this.#calls.sapwood_world_set_layer(h, readId(id, 'id'), number);
    if (answer < 0) throw content.refusedId('setLayer', answer, id);
  }

  /**
   * The boxes of all bodies as a view of WASM memory: the `2 * dimensions` numbers of body `id` begin
   * at `id * 2 * dimensions`. Write there, then call `touch`. Infinite sides become ±1e18 there.
   *
   * The view is valid until memory grows, more bodies are added than `capacity`, or the world is
   * disposed. Then it is detached: its length is 0, and what you write to it is lost. `touch` throws
   * `invalid-argument` when the last view is detached or does not reach the body, so read `bounds`
   * in each frame: it returns the same array while that is valid.
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

  /** Refuses to read bounds of a body that the last view does not show: what was written is lost. */
  #demandCurrentBounds(id: number): void {
    const view = this.#bounds;
    const { address, stride } = stateOf(this);
    if (view === undefined || (id + 1) * stride <= trueLength(view)) return;
    // the core refuses an id that is not live
    if (this.#core.calls.sapwood_has(address, id) === 0) return;
    const fault = isGone(view) ? 'is detached' : `ends before body ${id}`;
    throw new SapwoodError(
      'invalid-argument',
      `touch: the last view from bounds ${fault}; read bounds again and write to the view that it returns`,
    );
  }

  /**
   * Says that `bounds` of a body, or of several, were written. They are read by the next call that
   * needs them; it refuses invalid ones with `invalid-box`, names the body, and changes nothing.
   * With `count` only the first ids of the array are read.
   */
  touch(ids: number | ArrayLike<number>, count?: number): void {
    const state = stateOf(this);
    if (typeof ids === 'number') {
      const h = writable(state, 'touch');
      if (count !== undefined)
        throw expected('invalid-argument', 'count', 'undefined for one id', count);
      const id = readId(ids, 'id');
      this.#demandCurrentBounds(id);
      const answer = this.#calls.sapwood_world_touch(h, id);
      if (answer < 0) throw content.refusedId('touch', answer, id);
      return;
    }
    writable(state, 'touch');
    const wanted = count === undefined ? undefined : readCount(count, 'count');
    const touched = readIds(ids, wanted);
    const length = wanted ?? trueLength(touched);
    const h = writable(state, 'touch');
    for (let i = 0; i < length; i += 1) this.#demandCurrentBounds(touched[i]);
    copyIds(this.#core, touched, length, this.#core.scratch('touch', length * 4));
    const answer = this.#calls.sapwood_world_touch_many(h, length);
    if (answer >= 0) return;
    const position = this.#core.word(BLOCK.fault);
    throw expected('invalid-id', `ids[${position}]`, 'the id of a live body', touched[position]);
  }

  /** Says that the bounds of all bodies were written; the last view of them must show all bodies. */
  touchAll(): void {
    const h = writable(stateOf(this), 'touchAll');
    const view = this.#bounds;
    const end = view === undefined ? 0 : this.#word(WORLD_BLOCK.bodies);
    const shown = view === undefined ? 0 : trueLength(view) / stateOf(this).stride;
    for (let id = shown; id < end; id += 1) this.#demandCurrentBounds(id);
    this.#calls.sapwood_world_touch_all(h);
  }

  /** Gives a body a new box; a sleeping one wakes up when it is another one. */
  move(id: number, box: BoxLike): void {
    content.move(stateOf(this), id, box);
  }

  /** Moves body ids[i] to flat box i, all or none. */
  moveMany(ids: ArrayLike<number>, boxes: ArrayLike<number>): void {
    content.moveMany(stateOf(this), ids, boxes);
  }

  /**
   * Puts a body to sleep: from the next step on it costs nothing, others still meet and find it. It
   * wakes when its box or filter changes. Static bodies rest anyway.
   */
  sleep(id: number): void {
    rest(stateOf(this), 'sleep', id, 1);
  }

  /** Wakes a body up. */
  wake(id: number): void {
    rest(stateOf(this), 'wake', id, 0);
  }

  /**
   * Finds the pairs that meet, and what began and ended since the last step. Returns the number of
   * pairs. A change inside `forEachInBox` is a `reentrant` error, and so is this.
   */
  step(): number {
    const h = writable(stateOf(this), 'step');
    const answer = this.#calls.sapwood_world_step(h);
    if (answer < 0) throw this.#refused('step', answer);
    this.#invalidatePairs();
    return answer;
  }

  #invalidatePairs(): void {
    this.#pairs.invalidate();
    this.#begins.invalidate();
    this.#ends.invalidate();
  }

  /**
   * The pairs that meet, as of the last step: [a0, b0, a1, b1, …] with a < b, ascending. The array
   * keeps its content until the next `step` or `restore`, which reuse its buffer: copy what you need
   * for longer. Adding and removing bodies does not change it.
   */
  get pairs(): OwnedUint32Array {
    live(stateOf(this));
    return this.#pairs.get();
  }

  /** Those of the pairs that began with the last step; an array like `pairs`. */
  get begins(): OwnedUint32Array {
    live(stateOf(this));
    return this.#begins.get();
  }

  /**
   * The pairs that ended with the last step; an array like `pairs`. Removed bodies are named, too. A
   * pair that ends and begins in one step is one whose id was given to a new body.
   */
  get ends(): OwnedUint32Array {
    live(stateOf(this));
    return this.#ends.get();
  }

  /** Id of the structure that finds the pairs now. */
  get broadphase(): StructureId {
    const h = live(stateOf(this));
    return structureIds[this.#calls.sapwood_world_kind(h) - 1];
  }

  /**
   * The bodies, their ids, the free ids and the pairs of the last step as bytes: a world that is
   * restored from them goes on exactly as this one. Objects are not in it.
   */
  snapshot(): OwnedUint8Array {
    const h = live(stateOf(this));
    const count = this.#save('snapshot', h);
    const start = this.#word(WORLD_BLOCK.snapshot);
    return this.#core.u8.slice(start, start + count);
  }

  /**
   * Like `snapshot`, without allocation: fills the beginning of `out` when that is long enough, else
   * nothing. Returns the number of bytes of the snapshot.
   */
  snapshotInto(out: Uint8Array): number {
    const h = live(stateOf(this));
    if (viewKind(out) !== 'Uint8Array') {
      throw expected('invalid-argument', 'out', 'a Uint8Array', out);
    }
    const count = this.#save('snapshotInto', h);
    if (trueLength(out) === 0 && isGone(out)) throw goneOut('out', 'Uint8Array');
    if (trueLength(out) >= count) this.#copier.copy(out, this.#word(WORLD_BLOCK.snapshot), count);
    return count;
  }

  #save(verb: string, h: number): number {
    const count = this.#calls.sapwood_world_save(h);
    if (count < 0) throw this.#refused(verb, count);
    this.#core.refresh();
    return count;
  }

  /**
   * Goes back to a snapshot of a world of the same dimensions. There are no events until the next
   * step. The array may be longer than the snapshot, which is at its beginning.
   *
   * A snapshot holds no objects. With `object` in the options, each body gets what the function returns.
   * Without it, a body keeps its object if it was the last one with its id in this world. Otherwise
   * its object is `undefined`, never that of another body.
   *
   * Errors: `bad-data` for bytes that no snapshot wrote, including a single changed bit, and for
   * truncated bytes.
   */
  restore(bytes: Uint8Array | ArrayBuffer, options?: RestoreOptions<T>): void {
    restore(stateOf(this), this.#calls, this.#objects, bytes, options);
    this.#invalidatePairs();
  }

  /**
   * Subtracts a point from all boxes, so that it becomes the origin. They are rounded to float32
   * anew. `invalid-argument` when one would leave the range of coordinates.
   */
  shiftOrigin(offset: PointLike): void {
    writable(stateOf(this), 'shiftOrigin');
    const { point: p } = readPoint(offset, stateOf(this).dimensions, 'offset');
    const h = writable(stateOf(this), 'shiftOrigin');
    const answer = this.#calls.sapwood_world_shift(h, p[0], p[1], p[2]);
    if (STATUS_CODES[-answer] === 'invalid-argument') {
      throw expected('invalid-argument', 'offset', KEEPS_RANGE, offset);
    }
    if (answer < 0) throw this.#refused('shiftOrigin', answer);
  }

  /** Reads what was touched, and names the body whose bounds are invalid. */
  #settle(): void {
    const answer = this.#calls.sapwood_world_settle(stateOf(this).address);
    if (answer < 0) throw this.#refused('bounds', answer);
  }

  #refused(verb: string, answer: number): SapwoodError {
    if (STATUS_CODES[-answer] !== 'invalid-box') return refused(verb, answer);
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

/** Puts a body to sleep, or wakes it. */
function rest(state: IndexState, verb: string, id: number, asleep: number): void {
  const h = writable(state, verb);
  const answer = worldCalls(state.core).sapwood_world_set_asleep(h, readId(id, 'id'), asleep);
  if (answer < 0) throw content.refusedId(verb, answer, id);
}
