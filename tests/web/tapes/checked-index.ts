/**
 * An index and its model. Every method runs on both and throws if the results differ.
 *
 * Tapes (byte sequences that encode operations) call these methods. Arguments are plain numbers and
 * arrays, so that a failing tape can be printed as code.
 */

import { deserialize, type ItemFilter, SapwoodError, type SpatialIndex } from 'sapwood/all';
import { require, requireSequence, sortedPairs } from '../support/compare.js';
import { CheckedQueries } from './checked-queries.js';

const LARGEST = Math.fround(1e18);

/** Methods that only some structures have. */
interface Tuned extends SpatialIndex {
  optimize(budget: number): number;
  rebuild(): void;
  refit(): number;
  beginBuild(boxes: Float32Array): void;
  stepBuild(limit: number): { done: boolean; work: number };
  readonly building: boolean;
  step(budget: number): { state: string; work: number };
  commit(): boolean;
  shiftOrigin(by: Float32Array): void;
  merge(other: SpatialIndex): Uint32Array;
}

const STATES = ['idle', 'copying', 'building', 'mapping', 'refitting', 'settling', 'finished'];

export class CheckedIndex extends CheckedQueries {
  private begun: Float32Array = new Float32Array(0);
  /** Pairs after the last `updatePairs()`, as "a b". */
  private reportedPairs: ReadonlySet<string> = new Set();
  /** Ids of items that were removed since the last `updatePairs()`. */
  private readonly removed = new Set<number>();

  build(boxes: Float32Array): void {
    this.tally.operations++;
    this.index.build(boxes);
    this.built(boxes);
  }

  /** Through staging memory. */
  buildStaged(boxes: Float32Array): void {
    this.tally.operations++;
    this.index.staging(boxes.length / this.stride).set(boxes);
    this.index.build();
    this.built(boxes);
  }

  private built(boxes: Float32Array): void {
    this.replaceModel(boxes);
    this.begun = new Float32Array(0);
  }

  private replaceModel(boxes: Float32Array): void {
    this.noteRemovedFrom(boxes.length / this.stride);
    this.model.build(boxes);
  }

  private noteRemovedFrom(first: number): void {
    for (const id of this.model.ids()) if (id >= first) this.removed.add(id);
  }

  update(boxes: Float32Array): void {
    this.tally.operations++;
    this.updated(this.index.update(boxes), boxes);
  }

  /** Through staging memory. */
  updateStaged(boxes: Float32Array): void {
    this.tally.operations++;
    this.index.staging(boxes.length / this.stride).set(boxes);
    this.updated(this.index.update(), boxes);
  }

  private updated(changed: number, boxes: Float32Array): void {
    require(changed <= this.model.size, () => `update changed ${changed} items`);
    this.hash.add(changed);
    this.model.update(boxes);
  }

  clear(): void {
    this.tally.operations++;
    this.index.clear();
    this.built(new Float32Array(0));
  }

  insert(box: Float32Array, filter?: ItemFilter): void {
    this.tally.operations++;
    const id = this.index.insert(box, filter);
    requireSequence([id], [this.model.insert(box, filter)], () => 'id of the inserted item');
    this.hash.add(id);
  }

  insertMany(boxes: Float32Array): void {
    this.tally.operations++;
    const ids = this.index.insertMany(boxes);
    const expected = this.each(boxes, (box) => this.model.insert(box));
    requireSequence(ids, expected, () => 'ids of the inserted items');
    this.hash.addAll(ids);
  }

  remove(id: number): void {
    this.tally.operations++;
    this.index.remove(id);
    this.model.remove(id);
    this.removed.add(id);
  }

  move(id: number, box: Float32Array, by?: Float32Array): void {
    this.tally.operations++;
    this.hash.add(this.index.move(id, box, by) ? 1 : 0);
    this.model.move(id, box);
  }

  moveMany(ids: readonly number[], boxes: Float32Array): void {
    this.tally.operations++;
    this.hash.add(this.index.moveMany(ids, boxes));
    this.each(boxes, (box, i) => this.model.move(ids[i], box));
  }

  setFilter(id: number, filter?: ItemFilter): void {
    this.tally.operations++;
    this.index.setFilter(id, filter ?? {});
    this.model.setFilter(id, filter ?? {});
  }

  optimize(budget: number): void {
    this.tally.operations++;
    this.hash.add(this.tuned.optimize(budget));
  }

  rebuild(): void {
    this.tally.operations++;
    this.tuned.rebuild();
  }

  refit(): void {
    this.tally.operations++;
    this.hash.add(this.tuned.refit());
  }

  beginBuild(boxes: Float32Array): void {
    this.tally.operations++;
    this.tuned.beginBuild(boxes);
    this.begun = boxes;
  }

  stepBuild(limit: number): void {
    if (!this.tuned.building) return;
    this.tally.operations++;
    const { done, work } = this.tuned.stepBuild(limit);
    require(work <= limit, () => `stepBuild(${limit}) worked ${work}`);
    this.hash.addAll([work, done ? 1 : 0]);
    if (done) this.replaceModel(this.begun);
  }

  step(budget: number): void {
    this.tally.operations++;
    const { state, work } = this.tuned.step(budget);
    require(work <= budget, () => `step(${budget}) worked ${work}`);
    this.hash.addAll([work, STATES.indexOf(state)]);
  }

  commit(): void {
    this.tally.operations++;
    this.hash.add(this.tuned.commit() ? 1 : 0);
  }

  shiftOrigin(by: Float32Array): void {
    this.tally.operations++;
    const { dimensions } = this.model;
    const boxes = [...this.model.ids()].flatMap((id) =>
      Array.from(this.model.box(id), (value, i) =>
        // a side at the largest coordinate means infinity and does not move when the origin is
        // shifted
        value === (i < dimensions ? -LARGEST : LARGEST)
          ? value
          : Math.fround(value - by[i % dimensions]),
      ),
    );
    const stays = boxes.every((value) => Math.abs(value) <= LARGEST);
    this.hash.add(stays ? 1 : 0);
    requireSequence([this.shifts(by)], [stays ? 1 : 0], () => `shiftOrigin [${by}]`);
    if (stays) this.model.update(boxes);
  }

  private shifts(by: Float32Array): number {
    try {
      this.tuned.shiftOrigin(by);
      return 1;
    } catch (error) {
      if (error instanceof SapwoodError && error.code === 'invalid-argument') return 0;
      throw error;
    }
  }

  /** Merges an index of the boxes, in which every third item has the filter. */
  merge(boxes: Float32Array, filter?: ItemFilter): void {
    this.tally.operations++;
    const [other] = this.partner(boxes, filter);
    const ids = this.tuned.merge(other);
    other.dispose();
    const expected = this.each(boxes, (box, i) =>
      this.model.insert(box, i % 3 === 0 ? filter : undefined),
    );
    requireSequence(ids, expected, () => 'ids of the merged items');
    this.hash.addAll(ids);
  }

  /**
   * Requires exactly the events between the pairs of the last call and the current pairs. If an id
   * was reused for another item, its old pairs end, and the pairs of the new item begin.
   */
  updatePairs(): void {
    this.tally.operations++;
    const { begins, ends } = this.index.updatePairs();
    for (const list of [begins, ends]) {
      this.hash.add(list.length / 2);
      this.hash.addAll(list);
    }
    const pairs = this.model.pairs();
    const now = new Set(keysOf(sortedPairs(pairs)));
    this.tally.pairsCompared += now.size;
    requireKeys(ends, this.missingIn(this.reportedPairs, now), 'end');
    requireKeys(begins, this.missingIn(now, this.reportedPairs), 'begin');
    this.reportedPairs = now;
    this.removed.clear();
  }

  private missingIn(from: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
    return [...from].filter((pair) => !other.has(pair) || this.isRenewed(pair));
  }

  /**
   * Returns whether one of the two items was removed since the last `updatePairs()`, so that its id
   * may now belong to another item.
   */
  private isRenewed(pair: string): boolean {
    return pair.split(' ').some((id) => this.removed.has(Number(id)));
  }

  /** Replaces the index by a deserialized copy, which has not reported any pairs. */
  saveAndLoad(): void {
    this.tally.operations++;
    const bytes = this.index.serialize();
    this.noteBytes(bytes);
    this.index.dispose();
    this.index = deserialize(bytes);
    this.reportedPairs = new Set();
    this.removed.clear();
    this.begun = new Float32Array(0);
  }

  /** Does nothing, because only C++ tests can make allocations fail. */
  refuseMemory(_skip: number, _kind: number): void {}

  private get tuned(): Tuned {
    return this.index as Tuned;
  }

  private get stride(): number {
    return 2 * this.model.dimensions;
  }

  private each<T>(boxes: Float32Array, call: (box: Float32Array, i: number) => T): T[] {
    return Array.from({ length: boxes.length / this.stride }, (_, i) =>
      call(boxes.subarray(i * this.stride, (i + 1) * this.stride), i),
    );
  }
}

function keysOf(pairs: Uint32Array): string[] {
  return Array.from({ length: pairs.length / 2 }, (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`);
}

function requireKeys(events: Uint32Array, expected: readonly string[], what: string): void {
  const given = keysOf(events);
  require(given.join() === expected.join(), () => {
    return `these pairs ${what}: ${given.join(', ')} instead of ${expected.join(', ')}`;
  });
}
