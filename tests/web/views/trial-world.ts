/** A world of a random trial, and a model of its bodies. */

import type { Layer, World } from 'sapwood/all';
import { require, requireSequence } from '../support/compare.js';
import { WorldModel } from '../support/worlds.js';
import { attempt, requireErrorCode, requireOutcome } from './attempt.js';
import { readBoxes } from './boxes.js';
import type { View } from './hostile-writes.js';
import type { WorldMaker } from './makers.js';
import { isDetached, type Setting } from './trial-index.js';
import { Arguments, argumentsOf, arraysIn, callMethod, viewMethods } from './view-methods.js';
import { bitsOf, type Owner, Shadow, type ViewPool } from './view-pool.js';

const LAYERS: readonly Layer[] = ['dynamic', 'dynamic', 'static', 'sensor'];
const MAX_BODIES = 40;

interface Saved {
  readonly bytes: Uint8Array;
  readonly model: WorldModel;
  readonly end: number;
}

export class TrialWorld {
  readonly owner: Owner;
  readonly world: World;
  private model = new WorldModel();
  /** Expected bounds of the bodies, ordered by id, and the last view of the bounds. */
  private readonly bounds: Shadow;
  /** Ids of bodies whose bounds the world will read in the next query or step. */
  private readonly touched = new Set<number>();
  /** One more than the highest id that was ever in use. */
  private end = 0;
  private saved: Saved[] = [];

  constructor(
    readonly maker: WorldMaker,
    pool: ViewPool,
    private readonly capacity = 0,
  ) {
    this.owner = { name: maker.name };
    this.world = maker.create((capacity > 0 ? { capacity } : {}) as object);
    this.capacity = capacity;
    this.bounds = new Shadow(this.owner);
    this.bounds.comparedWords = 0;
    pool.shadows.add(this.bounds);
  }

  private get stride(): number {
    return 2 * this.maker.dimensions;
  }

  // --- bodies

  add({ random }: Setting): void {
    if (this.model.bodies.size >= MAX_BODIES) return;
    const box = new Arguments(this.maker.dimensions, random).box();
    const layer = LAYERS[random.below(LAYERS.length)];
    const id = this.world.add(box, { layer });
    require(id === this.model.add([...box], layer, 1, 0xffffffff), () => `id ${id} of add`);
    this.setEnd(Math.max(this.end, id + 1));
    this.setBounds(id, box);
  }

  remove({ random }: Setting): void {
    const id = this.liveId(random);
    if (id === undefined) return;
    this.world.remove(id);
    this.model.bodies.delete(id);
    this.setBounds(id, new Float32Array(this.stride));
  }

  move({ random }: Setting): void {
    const id = this.liveId(random);
    if (id === undefined) return;
    const box = new Arguments(this.maker.dimensions, random).box();
    if (random.below(2) === 0) this.world.move(id, box);
    else this.world.moveMany([id], box);
    this.setBounds(id, box);
    this.touched.add(id);
  }

  rest({ random }: Setting): void {
    const id = this.liveId(random);
    if (id === undefined) return;
    if (random.below(2) === 0) this.world.sleep(id);
    else this.world.wake(id);
  }

  setLayer({ random }: Setting): void {
    const id = this.liveId(random);
    if (id === undefined) return;
    const layer = LAYERS[random.below(LAYERS.length)];
    this.world.setLayer(id, layer);
    const body = this.model.bodies.get(id);
    if (body !== undefined) this.model.bodies.set(id, { ...body, layer });
  }

  private liveId(random: Setting['random']): number | undefined {
    const ids = [...this.model.bodies.keys()];
    return ids.length === 0 ? undefined : ids[random.below(ids.length)];
  }

  private setBounds(id: number, box: ArrayLike<number>): void {
    this.makeRoom(id + 1);
    this.bounds.floats.set(box, id * this.stride);
  }

  private setEnd(end: number): void {
    this.end = end;
    this.bounds.comparedWords = end * this.stride;
  }

  private makeRoom(bodies: number): void {
    const { bounds } = this;
    if (bounds.bits.length >= bodies * this.stride) return;
    const larger = new Uint32Array(2 * bodies * this.stride);
    larger.set(bounds.bits);
    bounds.bits = larger;
  }

  private boundsOf(id: number): Float32Array {
    return this.bounds.floats.subarray(id * this.stride, (id + 1) * this.stride);
  }

  // --- bounds

  takeBounds({ random, pool }: Setting): void {
    const view = this.world.bounds;
    const bodies = Math.max(this.end, this.capacity);
    require(view.length === bodies * this.stride, () => `bounds: ${view.length} numbers`);
    this.makeRoom(bodies);
    this.bounds.setView(view);
    this.bounds.compare();
    // the memory after the bounds of the last body has no specified content
    this.bounds.bits.set(
      bitsOf(view).subarray(this.bounds.comparedWords),
      this.bounds.comparedWords,
    );
    pool.add(view, this.owner, random);
  }

  /**
   * Writes the bounds of a body and touches the body. The call must fail if the last view of the
   * bounds does not contain the body.
   */
  touch({ random, pool }: Setting): void {
    const { bounds } = this;
    const id = random.below(8) === 0 ? random.below(60) : this.liveId(random);
    if (id === undefined) return;
    const { view } = bounds;
    if (view.length >= (id + 1) * this.stride && random.below(4) > 0) {
      view.set(new Arguments(this.maker.dimensions, random).box(), id * this.stride);
      pool.noteWriteOf(this.owner, view);
    }
    const call = () => this.world.touch(random.below(2) === 0 ? id : [id, id]);
    const isLive = this.model.bodies.has(id);
    // before the first view of the bounds, all bodies may be touched
    const isShown = bounds.length < 0 || view.length >= (id + 1) * this.stride;
    requireOutcome(isLive ? (isShown ? undefined : 'invalid-argument') : 'invalid-id', call);
    if (isLive && isShown) this.touched.add(id);
  }

  touchAll({ random, pool }: Setting): void {
    const { view, length } = this.bounds;
    // the world reads the bodies in this order
    const ids = [...this.model.bodies.keys()].sort((a, b) => a - b);
    const args = new Arguments(this.maker.dimensions, random);
    for (const id of ids) {
      if (view.length >= (id + 1) * this.stride) view.set(args.box(), id * this.stride);
    }
    if (view.length > 0) pool.noteWriteOf(this.owner, view);
    const areShown = length < 0 || ids.every((id) => view.length >= (id + 1) * this.stride);
    requireOutcome(areShown ? undefined : 'invalid-argument', () => this.world.touchAll());
    if (areShown) for (const id of ids) this.touched.add(id);
  }

  /**
   * Reads the bounds of touched bodies into the model, as the next query of the world does. Returns
   * false if a box is invalid.
   */
  private settle(): boolean {
    const { bodies } = this.model;
    for (const id of this.touched) {
      const isBox = readBoxes(this.boundsOf(id), 1, this.maker.dimensions);
      if (!isBox && bodies.has(id)) return false;
    }
    for (const id of this.touched) {
      const body = bodies.get(id);
      if (body) body.box = [...this.boundsOf(id)];
    }
    this.touched.clear();
    return true;
  }

  /**
   * Calls a function that reads the touched bounds. Checks that it is rejected while one of them is
   * invalid.
   */
  private settled<T>(call: () => T): T | undefined {
    return requireOutcome(this.settle() ? undefined : 'invalid-box', call);
  }

  repairBounds({ random }: Setting): void {
    const args = new Arguments(this.maker.dimensions, random);
    for (const id of this.touched) {
      if (!this.model.bodies.has(id)) continue;
      const box = args.box();
      this.world.move(id, box);
      this.setBounds(id, box);
    }
  }

  // --- steps

  step({ random, pool }: Setting): void {
    const { world, model } = this;
    const count = this.settled(() => world.step());
    if (count === undefined) return;
    model.step();
    const lists = { pairs: model.pairs, begins: model.begins, ends: model.ends };
    for (const [name, expected] of Object.entries(lists)) {
      const list = world[name as keyof typeof lists];
      requireSequence(list, expected, () => name);
      pool.add(list, { name: `${name} of ${this.maker.name}` }, random);
    }
    require(2 * count === model.pairs.length, () => `step: ${count} pairs`);
  }

  changeInEvents(setting: Setting): void {
    const { world, model } = this;
    if (this.settled(() => world.step()) === undefined) return;
    model.step();
    const { pairs, begins } = world;
    const seen: number[] = [];
    for (let i = 0; i < pairs.length; i += 1) {
      if (i % 8 === 0) this.add(setting);
      if (i % 8 === 4) this.remove(setting);
      seen.push(pairs[i]);
    }
    // added bodies have no pairs before the next step
    requireSequence(seen, model.pairs, () => 'pairs in a loop');
    requireSequence(begins, model.begins, () => 'begins after a loop');
  }

  save({ random, pool }: Setting): void {
    const kept = pool.pickTarget(random);
    const { world } = this;
    let bytes: Uint8Array | undefined;
    if (kept !== undefined && !isDetached(kept.view) && random.below(2) === 0) {
      const { buffer, byteOffset, byteLength } = kept.view;
      const out = new Uint8Array(buffer, byteOffset, byteLength);
      if (!this.settle()) {
        requireErrorCode(() => world.snapshotInto(out), 'invalid-box');
        return;
      }
      const { value, code } = attempt(() => world.snapshotInto(out));
      if (value === undefined) {
        require(isDetached(out) && code === 'invalid-argument', () => `snapshotInto: ${code}`);
        return;
      }
      pool.noteWriteOf(kept.owner, kept.view);
      if (value <= out.length) bytes = out.slice(0, value);
    } else bytes = this.settled(() => world.snapshot());
    if (bytes === undefined) return;
    const { model, end } = this;
    this.saved[random.below(4)] = { bytes, model: model.copy(), end };
  }

  restore({ random, pool }: Setting, inside: () => void): void {
    const kept = pool.pick(random);
    if (kept !== undefined && kept.view.length > 0 && random.below(4) === 0) {
      this.restoreAny(kept.view);
      return;
    }
    const saved = this.saved[random.below(4)];
    if (saved !== undefined) this.goBack(saved, random.below(2) === 0 ? inside : undefined);
  }

  private goBack({ bytes, model, end }: Saved, inside?: () => void): void {
    const object = (id: number) => {
      requireErrorCode(() => this.world.restore(bytes), 'reentrant');
      inside?.();
      return id;
    };
    this.world.restore(bytes, inside && { object });
    for (const id of inside ? model.bodies.keys() : []) {
      require(this.world.object(id) === id, () => `object of ${id}`);
    }
    this.model = model.copy();
    this.setEnd(end);
    this.touched.clear();
    this.makeRoom(end);
    this.bounds.bits.fill(0, 0, this.bounds.comparedWords);
    for (const [id, { box }] of model.bodies) this.setBounds(id, box);
  }

  /**
   * Restores the world from a view of WASM memory, into which snapshotInto() may have written a
   * snapshot.
   */
  private restoreAny({ buffer, byteOffset, byteLength }: View): void {
    const { model, end } = this;
    const bytes = this.settled(() => this.world.snapshot());
    if (bytes === undefined) return;
    const any = new Uint8Array(buffer, byteOffset, byteLength);
    const { code } = attempt(() => this.world.restore(any));
    if (code === undefined) this.goBack({ bytes, model, end });
    else require(code === 'bad-data', () => `restore: ${code}`);
  }

  shift({ random }: Setting): void {
    const by = new Arguments(this.maker.dimensions, random).direction();
    if (this.settled(() => this.world.shiftOrigin(by) ?? true) === undefined) return;
    const { dimensions } = this.maker;
    for (const [id, body] of this.model.bodies) {
      body.box = body.box.map((side, i) => Math.fround(side - Math.fround(by[i % dimensions])));
      this.setBounds(id, body.box);
    }
  }

  // --- results

  takeViews({ random, pool }: Setting): void {
    const { world } = this;
    const methods = viewMethods(world);
    const name = methods[random.below(methods.length)];
    const args = new Arguments(this.maker.dimensions, random);
    const [plain, values] = argumentsOf(name, args);
    // a call with rejected arguments does not read the bounds
    const isValid = this.settled(() => world.queryBox(args.box())) !== undefined;
    const seen = attempt(() => callMethod(world, name, values));
    const views = seen.code === undefined ? arraysIn(seen.value) : [];
    // a call with an empty batch does not read the bounds either
    const isRejected = seen.code !== undefined || views.every((view) => view.length < 2);
    require(isValid || isRejected, () => `${name} with invalid bounds`);
    const copies = views.map((view) => view.slice());
    const arrays = attempt(() => arraysIn(callMethod(world, plain, values)));
    require(seen.code === arrays.code, () => `${name}: ${seen.code}, ${plain}: ${arrays.code}`);
    arrays.value?.forEach((array, i) => {
      requireSequence(copies[i], array, () => `${name} and ${plain}`);
    });
    for (const view of views) pool.add(view, { name: `${name} of ${this.maker.name}` }, random);
  }

  callBack({ random }: Setting, inside: () => void): void {
    const { world, model } = this;
    const box = new Arguments(this.maker.dimensions, random).box();
    const found: number[] = [];
    const visit = () =>
      world.forEachInBox(box, (id) => {
        requireErrorCode(() => world.add(box), 'reentrant');
        inside();
        found.push(id);
      });
    if (!this.settle()) requireErrorCode(visit, 'invalid-box');
    else {
      visit();
      requireSequence(found, model.inBox([...box]), () => 'forEachInBox');
    }
  }

  // --- checks

  check({ random }: Setting): void {
    const { world, model } = this;
    require(world.size === model.bodies.size, () => `${world.size} bodies`);
    const box = new Arguments(this.maker.dimensions, random).box();
    const found = this.settled(() => world.queryBox(box));
    if (found === undefined) return;
    requireSequence(found, model.inBox([...box]), () => 'queryBox');
    for (const [id, body] of model.bodies) {
      requireSequence(world.box(id), body.box, () => `box ${id}`);
    }
  }

  dispose(pool: ViewPool): void {
    this.drop(pool);
    this.world.dispose();
    requireErrorCode(() => this.world.bounds, 'disposed');
  }

  drop(pool: ViewPool): void {
    pool.shadows.delete(this.bounds);
  }
}
