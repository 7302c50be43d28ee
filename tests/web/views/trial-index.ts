/** An index of a random trial, and a model of its items and staging memory. */

import type { SpatialIndex } from 'sapwood/all';
import type { Mulberry32 } from 'scenes';
import {
  require,
  requireSequence,
  requireSet,
  requireValid,
  sortedPairs,
} from '../support/compare.js';
import { Model } from '../support/model.js';
import { attempt, requireErrorCode, requireOutcome } from './attempt.js';
import { boxesOfPoints, readBoxes } from './boxes.js';
import type { View } from './hostile-writes.js';
import type { IndexMaker } from './makers.js';
import { Arguments, argumentsOf, arraysIn, callMethod, viewMethods } from './view-methods.js';
import { bitsOf, type KeptView, type Owner, Shadow, type ViewPool } from './view-pool.js';

export interface Setting {
  readonly random: Mulberry32;
  readonly pool: ViewPool;
  /** Returns another index of the same dimensions, or undefined if the trial has none. */
  other?(subject: TrialIndex): SpatialIndex | undefined;
}

type Staging = (count: number, options?: { capacity: number }) => Float32Array;

/** Also works for views that had no elements. */
export function isDetached(view: View): boolean {
  try {
    view.indexOf(0);
    return false;
  } catch {
    return true;
  }
}

const MAX_ITEMS = 48;

export class TrialIndex {
  readonly owner: Owner;
  readonly model: Model;
  index: SpatialIndex;
  /** Expected content of the last view that `staging` or `stagingPoints` returned. */
  staged: Shadow | undefined;
  private stagesPoints = false;
  /** Boxes of an unfinished build in several steps; undefined if no build is running. */
  private begun: Float32Array | undefined;
  private pairsBefore = new Set<string>();

  constructor(
    readonly maker: IndexMaker,
    index: SpatialIndex = maker.create(),
  ) {
    this.owner = { name: maker.name };
    this.index = index;
    this.model = new Model(maker.dimensions);
  }

  get stride(): number {
    return 2 * this.maker.dimensions;
  }
  get isDynamic(): boolean {
    return this.maker.has('dynamic');
  }

  // --- staging memory

  stage({ random, pool }: Setting): void {
    this.forgetStaging(pool);
    const points = random.below(4) === 0;
    const count = random.below(2) === 0 ? this.model.size : random.below(MAX_ITEMS);
    const options = random.below(3) === 0 ? { capacity: count + random.below(64) } : undefined;
    const method = points ? this.index.stagingPoints : this.index.staging;
    const view = (method as Staging).call(this.index, count, options);
    const numbers = points ? this.maker.dimensions : this.stride;
    require(view.length === count * numbers, () => `${count} boxes: ${view.length} numbers`);
    pool.add(view, this.owner, random);
    this.staged = new Shadow(this.owner);
    this.staged.setView(view);
    this.staged.bits = bitsOf(view).slice();
    pool.shadows.add(this.staged);
    this.stagesPoints = points;
  }

  fill({ random, pool }: Setting): void {
    const view = this.staged?.view;
    if (view === undefined || view.length === 0) return;
    const args = new Arguments(this.maker.dimensions, random);
    const count = view.length / (this.stagesPoints ? this.maker.dimensions : this.stride);
    view.set(this.stagesPoints ? args.points(count) : args.boxes(count));
    pool.noteWriteOf(this.owner, view);
  }

  private forgetStaging(pool: ViewPool): void {
    if (this.staged !== undefined) pool.shadows.delete(this.staged);
    this.staged = undefined;
  }

  /**
   * Builds or updates from staging memory. The call must fail if the last staging view is detached.
   */
  takeStaged({ random }: Setting): void {
    const { staged, stagesPoints, maker, index } = this;
    const points = random.below(4) === 0 ? !stagesPoints : stagesPoints;
    const updates = random.below(2) === 0;
    const call = () => {
      if (points) return updates ? index.updatePoints() : index.buildPoints();
      return updates ? index.update() : index.build();
    };
    if (staged === undefined || points !== stagesPoints || staged.isDetached) {
      requireErrorCode(call, 'invalid-argument');
      return;
    }
    staged.compare();
    const boxes = points ? boxesOfPoints(staged.floats, maker.dimensions) : staged.floats;
    const count = boxes.length / this.stride;
    if (updates && count !== this.model.size) {
      requireErrorCode(call, 'invalid-argument');
      return;
    }
    // a call with zero staged boxes may fail with `invalid-argument`
    if (count === 0 && attempt(call).code === 'invalid-argument') return;
    const isValid = readBoxes(boxes, count, maker.dimensions);
    if (count > 0) requireOutcome(isValid ? undefined : 'invalid-box', call);
    if (isValid) this.replace(updates, boxes);
  }

  private replace(updates: boolean, boxes: Float32Array): void {
    if (updates) this.model.update(boxes);
    else this.model.build(boxes);
    if (!updates) this.begun = undefined;
  }

  // --- builds and updates from arrays

  private numbers({ random, pool }: Setting): KeptView {
    const kept = random.below(3) === 0 ? pool.pick(random) : undefined;
    if (kept !== undefined) return kept;
    const count = random.below(2) === 0 ? this.model.size : random.below(MAX_ITEMS);
    const view = new Arguments(this.maker.dimensions, random).boxes(count);
    return { view, owner: this.owner, length: view.length };
  }

  /**
   * Returns the boxes that the package should read from a view, or the code of the expected error.
   */
  private read({ view }: KeptView): Float32Array | string {
    if (isDetached(view) || view.length % this.stride !== 0) return 'invalid-argument';
    const boxes = Float32Array.from(view);
    const isValid = readBoxes(boxes, boxes.length / this.stride, this.maker.dimensions);
    return isValid ? boxes : 'invalid-box';
  }

  takeArray(setting: Setting): void {
    const kept = this.numbers(setting);
    const updates = setting.random.below(2) === 0;
    const boxes = this.read(kept);
    const { index } = this;
    const call = () => (updates ? index.update(kept.view) : index.build(kept.view));
    const fits = !updates || kept.view.length === this.model.size * this.stride;
    if (boxes === 'invalid-argument' || !fits) {
      requireErrorCode(call, 'invalid-argument');
      return;
    }
    // the package copies the argument to the staging memory, even if it rejects the argument
    this.forgetStaging(setting.pool);
    if (typeof boxes === 'string') requireErrorCode(call, boxes);
    else {
      call();
      this.replace(updates, boxes);
    }
  }

  insert({ random }: Setting): void {
    if (!this.isDynamic || this.begun !== undefined || this.model.size > MAX_ITEMS) return;
    const box = new Arguments(this.maker.dimensions, random).box();
    const id = this.index.insert(box);
    requireSequence([id], [this.model.insert(box)], () => 'id of an insert');
  }

  insertMany(setting: Setting): void {
    if (!this.isDynamic || this.begun !== undefined || this.model.size > MAX_ITEMS) return;
    const kept = this.numbers(setting);
    if (kept.view.length > 1000) return;
    const boxes = this.read(kept);
    const call = () => this.index.insertMany(kept.view);
    if (typeof boxes === 'string') {
      requireErrorCode(call, boxes);
      return;
    }
    const ids = call();
    require(ids.length === boxes.length / this.stride, () => `${ids.length} ids`);
    ids.forEach((id, i) => {
      const box = boxes.subarray(i * this.stride, (i + 1) * this.stride);
      requireSequence([id], [this.model.insert(box)], () => 'id of insertMany');
    });
  }

  private liveId(random: Mulberry32): number | undefined {
    const ids = this.model.ids();
    return ids.length === 0 ? undefined : ids[random.below(ids.length)];
  }

  remove({ random }: Setting): void {
    const id = this.liveId(random);
    if (id === undefined || !this.isDynamic || this.begun !== undefined) return;
    this.index.remove(id);
    this.model.remove(id);
  }

  move({ random }: Setting): void {
    const id = this.liveId(random);
    if (id === undefined || !this.isDynamic || this.begun !== undefined) return;
    const box = new Arguments(this.maker.dimensions, random).box();
    this.index.move(id, box);
    this.model.move(id, box);
  }

  /** Calls moveMany with valid ids, or with a view from the pool as the ids. */
  moveMany({ random, pool }: Setting): void {
    const kept = pool.pick(random);
    if (!this.isDynamic || this.begun !== undefined || kept === undefined) return;
    const { view } = kept;
    if (view.length > 1000) return;
    const ids = random.below(2) === 0 ? this.model.ids() : view;
    const boxes = new Arguments(this.maker.dimensions, random).boxes(ids.length);
    const isValid = !isDetached(ids) && [...ids].every((id) => this.model.has(id));
    const { code } = attempt(() => this.index.moveMany(ids, boxes));
    require((code === undefined) === isValid, () => `moveMany: ${code ?? 'succeeded'}`);
    if (!isValid) return;
    [...ids].forEach((id, i) => {
      this.model.move(id, boxes.subarray(i * this.stride, (i + 1) * this.stride));
    });
  }

  clear(): void {
    this.index.clear();
    this.model.clear();
    this.begun = undefined;
  }

  shrink(): void {
    this.index.shrink();
  }

  // --- methods of some structures

  /**
   * Runs a step of a build in several steps. For other structures, runs maintenance such as
   * `refit`.
   */
  progress({ random, pool }: Setting): void {
    const { index } = this;
    if (!('beginBuild' in index)) {
      this.maintain(random);
      return;
    }
    if (this.begun === undefined && random.below(2) === 0) this.beginStaged();
    if (this.begun === undefined) {
      const boxes = new Arguments(this.maker.dimensions, random).boxes(random.below(MAX_ITEMS));
      this.forgetStaging(pool);
      callMethod(index, 'beginBuild', [boxes]);
      this.begun = boxes;
    }
    const step = callMethod(index, 'stepBuild', [1 + random.below(60)]) as { done: boolean };
    if (step.done) this.replace(false, this.begun);
  }

  /** Begins a build in several steps from the boxes in staging memory, which the index copies. */
  private beginStaged(): void {
    const { staged } = this;
    const begin = () => callMethod(this.index, 'beginBuild', []);
    if (staged === undefined || this.stagesPoints || staged.isDetached) {
      requireErrorCode(begin, 'invalid-argument');
      return;
    }
    const count = staged.length / this.stride;
    if (!readBoxes(staged.floats, count, this.maker.dimensions))
      requireErrorCode(begin, 'invalid-box');
    else {
      begin();
      this.begun = staged.floats.slice();
    }
  }

  private maintain(random: Mulberry32): void {
    const { index } = this;
    if ('commit' in index) {
      for (let i = random.below(4); i > 0; i -= 1)
        callMethod(index, 'step', [1 + random.below(90)]);
      if (random.below(3) === 0) callMethod(index, 'commit', []);
      return;
    }
    for (const method of ['refit', 'rebuild']) {
      const { code } = attempt(() => callMethod(index, method, []));
      require(code === undefined || code === 'unsupported', () => `${method}: ${code}`);
    }
  }

  // --- results

  /**
   * Calls a method that returns views. Compares its result with the result of the method that
   * returns arrays.
   */
  takeViews({ random, pool, other }: Setting): void {
    const methods = viewMethods(this.index);
    const name = methods[random.below(methods.length)];
    const args = new Arguments(this.maker.dimensions, random, other?.(this));
    const [plain, values] = argumentsOf(name, args);
    const seen = attempt(() => callMethod(this.index, name, values));
    const views = seen.code === undefined ? arraysIn(seen.value) : [];
    const copies = views.map((view) => view.slice());
    const arrays = attempt(() => arraysIn(callMethod(this.index, plain, values)));
    require(seen.code === arrays.code, () => `${name}: ${seen.code}, ${plain}: ${arrays.code}`);
    arrays.value?.forEach((array, i) => {
      requireSequence(copies[i], array, () => `${name} and ${plain}`);
    });
    for (const view of views) pool.add(view, { name: `${name} of ${this.maker.name}` }, random);
  }

  /**
   * Passes a view of WASM memory as the output array of a query. It is staging memory of any index,
   * or a query result.
   */
  fillOutput({ random, pool }: Setting, inside: () => void): void {
    const kept = pool.pickTarget(random);
    if (kept === undefined) return;
    const { view, owner } = kept;
    const box = new Arguments(this.maker.dimensions, random).box();
    if (view instanceof Uint32Array && isDetached(view)) {
      requireErrorCode(() => this.index.queryBoxInto(box, view), 'invalid-argument');
    }
    if (isDetached(view) || view.BYTES_PER_ELEMENT !== 4) return;
    const length = random.below(view.length + 1);
    const out = new Uint32Array(view.buffer, view.byteOffset + 4 * (view.length - length), length);
    const some = (id: number) => {
      inside();
      return id % 2 === 0;
    };
    const accept = random.below(2) === 0 ? undefined : some;
    const found = attempt(() => this.index.queryBoxInto(box, out, accept));
    // the callback may have made the memory grow, which detaches the output array
    if (found.code !== undefined) {
      require(found.code === 'invalid-argument' && isDetached(out), () => String(found.code));
      return;
    }
    if (isDetached(out)) return;
    pool.noteWriteOf(owner, out);
    const all = this.model.queryBox(box);
    const expected = accept === undefined ? all : all.filter((id) => id % 2 === 0);
    require(found.value === expected.length, () => `queryBoxInto: ${found.value}`);
    if (found.value <= length) requireSet(out.slice(0, found.value), expected, () => 'out');
  }

  /** Passes two views of WASM memory as output arrays of a query. They may overlap. */
  fillBoth({ random, pool }: Setting): void {
    const [one, other] = [pool.pickTarget(random), pool.pickTarget(random)];
    if (one === undefined || other === undefined || !this.maker.has('nearest')) return;
    if (one.view.BYTES_PER_ELEMENT !== 4 || other.view.BYTES_PER_ELEMENT !== 4) return;
    const gone = isDetached(one.view) || isDetached(other.view);
    if (gone) return;
    const ids = new Int32Array(one.view.buffer, one.view.byteOffset, one.view.length);
    const distances = new Float32Array(other.view.buffer, other.view.byteOffset, other.view.length);
    const k = random.below(4);
    const { value, code } = attempt(() => this.index.nearestAllInto(k, ids, distances));
    if (code !== undefined) {
      const isAnyDetached = isDetached(ids) || isDetached(distances);
      require(code === 'invalid-argument' && isAnyDetached, () => `nearestAllInto: ${code}`);
    } else require(value === k * this.model.size, () => `nearestAllInto: ${value}`);
    if (!isDetached(ids)) pool.noteWriteOf(one.owner, ids);
    if (!isDetached(distances)) pool.noteWriteOf(other.owner, distances);
  }

  queryBoxOfView({ random, pool }: Setting): void {
    const kept = pool.pick(random);
    if (kept === undefined || kept.view.length < this.stride) return;
    const at = random.below(kept.view.length - this.stride + 1);
    const view = kept.view.subarray(at, at + this.stride);
    const box = Float32Array.from(view);
    const isBox = readBoxes(box, 1, this.maker.dimensions);
    const found = requireOutcome(isBox ? undefined : 'invalid-box', () =>
      this.index.queryBox(view),
    );
    if (found !== undefined) requireSet(found, this.model.queryBox(box), () => 'box of a view');
  }

  /** Replaces the index by a deserialized copy. The serialized bytes may be in staging memory. */
  reload({ random, pool }: Setting): void {
    if (!this.maker.has('serialize') || this.begun !== undefined) return;
    const kept = pool.pick(random);
    if (kept !== undefined && random.below(4) === 0) {
      const { view } = kept;
      if (view.length > 0) {
        const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
        requireErrorCode(() => this.maker.deserialize(bytes), 'bad-data');
      }
    }
    let bytes: Uint8Array = this.index.serialize();
    const view = this.staged?.view;
    if (view !== undefined && view.byteLength >= bytes.length) {
      const place = new Uint8Array(view.buffer, view.byteOffset, bytes.length);
      place.set(bytes);
      pool.noteWriteOf(this.owner, view);
      bytes = place;
    }
    const loaded = this.maker.deserialize(bytes);
    this.dispose(pool);
    this.index = loaded;
    this.pairsBefore.clear();
  }

  /**
   * Applies the pairs that began and ended to the pairs of the last call. Compares the result with
   * the pairs of the model.
   */
  followPairs(): void {
    const { value, code } = attempt(() => this.index.updatePairs());
    if (value === undefined) {
      require(code === 'unsupported', () => `updatePairs: ${code}`);
      return;
    }
    const names = (flat: ArrayLike<number>) =>
      Array.from({ length: flat.length / 2 }, (_, i) => `${flat[2 * i]} ${flat[2 * i + 1]}`);
    for (const pair of names(value.ends)) this.pairsBefore.delete(pair);
    for (const pair of names(value.begins)) this.pairsBefore.add(pair);
    const expected = names(this.model.pairs());
    const same = expected.length === this.pairsBefore.size;
    require(same && expected.every((pair) => this.pairsBefore.has(pair)), () => {
      return `updatePairs: ${[...this.pairsBefore]}, expected ${expected}`;
    });
  }

  // --- callbacks

  /** Runs queries with callbacks that call `inside`. Compares the results with the model. */
  callBack({ random }: Setting, inside: () => void): void {
    const args = new Arguments(this.maker.dimensions, random);
    const { index, model } = this;
    const box = args.box();
    const kind = random.below(4);
    const some = (id: number) => id % 3 !== 0;
    if (kind === 0) {
      const found: number[] = [];
      index.forEachInBox(box, (id) => {
        inside();
        found.push(id);
      });
      requireSet(Uint32Array.from(found), model.queryBox(box), () => 'forEachInBox');
    } else if (kind === 1) {
      const accept = (id: number) => {
        inside();
        return some(id);
      };
      const found = index.queryBox(box, accept);
      requireSet(found, model.queryBox(box).filter(some), () => 'accept');
    } else if (kind === 2 && this.maker.has('nearest')) {
      const distance = (id: number) => {
        inside();
        // the option `distance` requires distances that are not smaller than the distance to the
        // box
        return 1e19 * (1 + id);
      };
      const found = index.nearest(args.point(), 3, { distance });
      requireSequence(found.ids, model.ids().slice(0, 3), () => 'nearest with distances');
    } else {
      const hit = () => {
        inside();
        return false as const;
      };
      require(index.castBox(box, args.direction(), { hit }) === null, () => 'castBox hit nothing');
    }
  }

  changeInside({ random }: Setting): void {
    const box = new Arguments(this.maker.dimensions, random).box();
    const changes = [
      () => this.index.staging(3),
      () => this.index.stagingPoints(3),
      () => this.index.dispose(),
      () => this.index.clear(),
      () => this.index.shrink(),
      () => this.index.build(box),
      () => this.index.build(),
    ];
    const change = changes[random.below(changes.length)];
    this.index.forEachInBox(box, () => requireErrorCode(change, 'reentrant'));
  }

  // --- checks

  check({ random }: Setting): void {
    const { index, model } = this;
    const args = new Arguments(this.maker.dimensions, random);
    requireSequence(index.ids(), model.ids(), () => 'ids');
    for (const id of model.ids()) requireSequence(index.box(id), model.box(id), () => `box ${id}`);
    const box = args.box();
    requireSet(index.queryBox(box), model.queryBox(box), () => 'queryBox');
    requireSequence(sortedPairs(index.pairs()), model.pairs(), () => 'pairs');
    if (this.maker.has('nearest')) {
      const point = args.point();
      requireSequence(index.nearest(point, 3).ids, model.nearest(point, 3), () => 'nearest');
    }
    if (this.maker.validates) requireValid(index.validate(), () => 'validate');
  }

  dispose(pool: ViewPool): void {
    this.forgetStaging(pool);
    this.index.dispose();
    requireErrorCode(() => this.index.staging(1), 'disposed');
  }

  /** Removes the references of the trial, so that the garbage collector frees the index. */
  drop(pool: ViewPool): void {
    this.forgetStaging(pool);
  }
}
