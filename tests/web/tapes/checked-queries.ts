/**
 * Queries that run on an index and on its model and compare the results. Base class of
 * `CheckedIndex`.
 */

import {
  deserialize,
  type ItemFilter,
  SapwoodError,
  type SpatialIndex,
  structures,
} from 'sapwood/all';
import { oracle } from 'scenes';
import { payloadStart, resealed } from '../support/bytes.js';
import {
  require,
  requireDistances,
  requirePairs,
  requireSequence,
  requireSet,
  requireValid,
  sortedPairs,
} from '../support/compare.js';
import { Model } from '../support/model.js';
import type { Need } from './operations.js';
import { TapeHash } from './tape-hash.js';
import type { Damage, Edit } from './tape-reader.js';

/** Options that are missing have their defaults. */
export interface Choice {
  readonly structure: string;
  readonly dimensions: 2 | 3;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface Tally {
  operations: number;
  pairsCompared: number;
  bytesDamaged: number;
}

export function createIndex({ structure, dimensions, options }: Choice): SpatialIndex {
  const entry = structures.find(({ id }) => id === structure);
  if (!entry) throw new Error(`there is no structure ${structure}`);
  return entry.create({ ...options, dimensions });
}

const METHOD_OF: Partial<Record<Need, string>> = {
  optimizable: 'optimize',
  refitting: 'refit',
  progressive: 'beginBuild',
  background: 'commit',
  shiftable: 'shiftOrigin',
  mergeable: 'merge',
};

// after the header: structure, dimensions, number of options and length of the tail, each in one
// word; then the options
const OPTION_COUNT_AT = payloadStart + 8;
const OPTIONS_AT = payloadStart + 16;

/**
 * Returns the byte offset of the data of the index, which follows the structure and its options.
 */
function contentStart(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return OPTIONS_AT + 8 * view.getUint32(OPTION_COUNT_AT, true);
}

export class CheckedQueries {
  readonly model: Model;
  readonly hash = new TapeHash();
  readonly tally: Tally = { operations: 0, pairsCompared: 0, bytesDamaged: 0 };
  protected index: SpatialIndex;

  /** `create` creates the tested index, and the second index of `pairsWith` and `merge`. */
  constructor(
    protected readonly choice: Choice,
    protected readonly create: () => SpatialIndex = () => createIndex(choice),
  ) {
    this.index = create();
    this.model = new Model(choice.dimensions);
  }

  offers(need: Need): boolean {
    if (need === 'nothing') return true;
    if (need === 'frustum') return this.choice.dimensions === 3;
    const method = METHOD_OF[need];
    if (method !== undefined) return method in this.index;
    const entry = structures.find(({ id }) => id === this.index.id)!;
    return entry.capabilities.has(need === 'serializable' ? 'serialize' : 'dynamic');
  }

  queryBox(box: Float32Array, filter?: ItemFilter): void {
    this.tally.operations++;
    const found = this.index.queryBox(box, filter);
    this.note(found);
    requireSet(found, this.model.queryBox(box, filter), () => `queryBox [${box}]`);
  }

  queryBoxUntil(box: Float32Array, limit: number): void {
    this.tally.operations++;
    const found: number[] = [];
    this.index.forEachInBox(box, (id) => {
      found.push(id);
      return found.length < limit;
    });
    this.hash.addAll(found);
    const expected = this.model.queryBox(box);
    const isValid =
      found.length === Math.min(limit, expected.length) &&
      new Set(found).size === found.length &&
      found.every((id) => expected.includes(id));
    require(isValid, () =>
      `forEachInBox [${box}] ended after ${limit}: [${found}] of [${expected}]`);
  }

  queryPoint(point: Float32Array, filter?: ItemFilter): void {
    this.tally.operations++;
    const found = this.index.queryPoint(point, filter);
    this.note(found);
    requireSet(found, this.model.queryPoint(point, filter), () => `queryPoint [${point}]`);
  }

  querySphere(center: Float32Array, radius: number, filter?: ItemFilter): void {
    this.tally.operations++;
    const found = this.index.querySphere(center, radius, filter);
    this.note(found);
    const expected = this.model.querySphere([...center, radius], filter);
    requireSet(found, expected, () => `querySphere [${center}] ${radius}`);
  }

  queryFrustum(
    planes: Float32Array,
    eye: Float32Array,
    maxCount: number,
    filter?: ItemFilter,
  ): void {
    this.tally.operations++;
    const visible = this.model.queryFrustum(planes, filter);
    for (const ordered of [false, true]) {
      for (const limit of [maxCount, undefined]) {
        const from = ordered ? { eye } : {};
        const found = this.index.queryFrustum(planes, { ...from, limit, filter });
        this.note(found);
        const where = () => `queryFrustum [${planes}] from [${ordered ? eye : ''}], limit ${limit}`;
        if (ordered) {
          requireSequence(found, this.frontToBack(visible, eye).subarray(0, limit), where);
        } else if (limit === undefined || limit >= visible.length) {
          requireSet(found, visible, where);
        } else {
          const isValid = found.length === limit && new Set(found).size === limit;
          require(isValid && found.every((id) => visible.includes(id)), where);
        }
      }
    }
  }

  private frontToBack(ids: Uint32Array, eye: Float32Array): Uint32Array {
    const distance = (id: number) => oracle.squaredDistance(this.model, id, eye);
    return ids.slice().sort((a, b) => distance(a) - distance(b) || a - b);
  }

  raycast(origin: Float32Array, direction: Float32Array, reach: number, filter?: ItemFilter): void {
    this.tally.operations++;
    const ray = [...origin, ...direction, reach];
    const expected = this.model.rayHits(ray, filter);
    const where = () => `ray [${ray}]`;
    const all = this.index.raycastAll(origin, direction, reach, filter);
    this.note(all.ids, all.distances);
    requireSequence(all.ids, expected.ids, where);
    requireDistances(all.distances, expected.distances, where);
    const first = this.index.raycast(origin, direction, reach, filter);
    const [ids, distances] = first ? [[first.id], [first.distance]] : [[], []];
    this.note(ids, distances);
    requireSequence(ids, expected.ids.subarray(0, 1), where);
    requireDistances(Float32Array.from(distances), expected.distances.subarray(0, 1), where);
  }

  nearest(point: Float32Array, k: number, reach: number, filter?: ItemFilter): void {
    this.tally.operations++;
    const found = this.index.nearest(point, k, reach, filter);
    this.note(found.ids, found.distances);
    const expected = this.model.nearestHits(point, k, reach, filter);
    const where = () => `${k} nearest [${point}] within ${reach}`;
    requireSequence(found.ids, expected.ids, where);
    requireDistances(found.distances, expected.distances, where);
  }

  queryBoxes(boxes: Float32Array): void {
    this.tally.operations++;
    const stride = 2 * this.model.dimensions;
    const { offsets, ids } = this.index.queryBoxMany(boxes);
    for (let i = 0; i * stride < boxes.length; i++) {
      const box = boxes.subarray(i * stride, (i + 1) * stride);
      const found = ids.slice(offsets[i], offsets[i + 1]);
      requireSet(found, this.model.queryBox(box), () => `queryBoxMany, [${box}]`);
    }
  }

  raycasts(rays: Float32Array): void {
    this.tally.operations++;
    const stride = 2 * this.model.dimensions + 1;
    const { ids, distances } = this.index.raycastMany(rays);
    ids.forEach((id, i) => {
      const ray = rays.subarray(i * stride, (i + 1) * stride);
      const expected = this.model.rayHits(ray);
      const where = () => `raycastMany, [${ray}]`;
      requireSequence([id], [expected.ids[0] ?? -1], where);
      const distance = Math.fround(expected.distances[0] ?? Infinity);
      requireSequence([distances[i]], [distance], where);
    });
  }

  nearestMany(points: Float32Array, k: number): void {
    this.tally.operations++;
    const { dimensions } = this.model;
    const { ids, distances } = this.index.nearestMany(points, k);
    for (let i = 0; i * dimensions < points.length; i++) {
      const point = points.subarray(i * dimensions, (i + 1) * dimensions);
      const expected = this.model.nearestHits(point, k);
      const where = () => `nearestMany [${point}], ${k}`;
      for (let j = 0; j < k; j++) {
        requireSequence([ids[i * k + j]], [expected.ids[j] ?? -1], where);
        const distance = Math.fround(expected.distances[j] ?? Infinity);
        requireSequence([distances[i * k + j]], [distance], where);
      }
    }
  }

  pairs(): void {
    this.tally.operations++;
    const found = this.index.pairs();
    this.note(found);
    const expected = this.model.pairs();
    this.tally.pairsCompared += expected.length / 2;
    requirePairs(found, expected, () => 'pairs');
  }

  /**
   * Compares the pairs with a second index of `boxes`, in which every third item has the filter.
   */
  pairsWith(boxes: Float32Array, filter?: ItemFilter): void {
    this.tally.operations++;
    const [other, there] = this.partner(boxes, filter);
    const found = this.index.pairsWith(other);
    other.dispose();
    const expected = this.model.pairsWith(there);
    this.tally.pairsCompared += expected.length / 2;
    requireSequence(sortedPairs(found), expected, () => 'pairsWith');
  }

  protected partner(boxes: Float32Array, filter?: ItemFilter): [SpatialIndex, Model] {
    const other = this.create();
    const model = new Model(this.choice.dimensions);
    other.build(boxes);
    model.build(boxes);
    for (let id = 0; id < model.size && this.offers('dynamic'); id += 3) {
      other.setFilter(id, filter ?? {});
      model.setFilter(id, filter ?? {});
    }
    return [other, model];
  }

  /** Requires that no invariant is broken after all deferred updates. */
  validate(): void {
    this.tally.operations++;
    requireValid(this.index.validate(), () => 'validate');
  }

  content(): void {
    this.tally.operations++;
    const ids = this.model.ids();
    this.hash.addAll(ids);
    this.checkIds();
    for (const id of ids) {
      requireSequence(this.index.box(id), this.model.box(id), () => `box(${id})`);
    }
  }

  /**
   * Checks the size and the ids, which must be correct after every step, even before deferred
   * updates.
   */
  checkIds(): void {
    const ids = this.model.ids();
    requireSequence([this.index.size], [ids.length], () => 'size');
    requireSequence(this.index.ids(), ids, () => 'ids');
  }

  nodes(): void {
    this.tally.operations++;
    const { bounds, level, parent, itemCount, items } = this.index.nodes();
    this.hash.addNumbers(bounds);
    for (const list of [level, parent, itemCount, items]) this.hash.addAll(list);
  }

  /** Deserializes damaged bytes. They must be rejected or give a valid index. */
  loadDamaged(damage: Damage): void {
    this.tally.operations++;
    const original = this.index.serialize();
    let bytes: Uint8Array = original.slice();
    for (const edit of damage.edits) bytes = damageBytes(bytes, edit);
    if (damage.resealed) bytes = resealed(bytes);
    this.tally.bytesDamaged += bytes.length;
    const other = loaded(bytes);
    if (bytes.length === original.length) this.hash.add(other ? 1 : 0);
    if (!other) return;
    const same = bytes.every((byte, i) => byte === original[i]);
    require(damage.resealed || same, () => 'a wrong checksum was accepted');
    requireUsable(other);
    other.dispose();
  }

  finish(): void {
    this.validate();
    this.content();
    this.pairs();
  }

  dispose(): void {
    this.index.dispose();
  }

  protected noteBytes(bytes: Uint8Array): void {
    this.hash.addBytes(bytes.subarray(contentStart(bytes)));
  }

  private note(ids: ArrayLike<number>, distances: ArrayLike<number> = []): void {
    this.hash.add(ids.length);
    this.hash.addAll(ids);
    const { nodeVisits, itemTests, results } = this.index.counters();
    this.hash.addAll([nodeVisits, itemTests, results]);
    this.hash.addNumbers(distances);
  }
}

const BOUNDARY_WORDS = [0, 1, 2, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x7fc00000];

/** Applies one edit to the data after the options and returns the bytes. */
function damageBytes(bytes: Uint8Array, edit: Edit): Uint8Array {
  const start = contentStart(bytes);
  const length = bytes.length - start;
  if (length <= 0) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number) => (at + 4 <= bytes.length ? view.getUint32(at, true) : 0);
  const put = (at: number, value: number) => {
    if (at + 4 <= bytes.length) view.setUint32(at, value, true);
  };
  const at = start + (edit.at % length);
  const aligned = at - ((at - start) % 4);
  const from = edit.from % length;
  if (edit.kind === 0) bytes[at] = edit.value;
  if (edit.kind === 1) bytes[at] ^= 1 << (edit.value % 8);
  if (edit.kind === 2) put(aligned, BOUNDARY_WORDS[edit.value % 8]);
  if (edit.kind === 3) put(aligned, word(start + from - (from % 4)));
  return edit.kind === 4 ? bytes.slice(0, at) : bytes;
}

function loaded(bytes: Uint8Array): SpatialIndex | undefined {
  try {
    return deserialize(bytes);
  } catch (error) {
    if (error instanceof SapwoodError && error.code === 'bad-data') return undefined;
    throw error;
  }
}

/**
 * Requires that an index from damaged bytes is valid and that queries and changes work. The index
 * may have other items than the original.
 */
function requireUsable(index: SpatialIndex): void {
  const where = () => 'the index from damaged bytes';
  requireValid(index.validate(), where);
  const live = index.ids();
  requireSequence([index.size], [live.length], where);
  const zero = new Float32Array(index.dimensions);
  const found = index.nearest(zero, 2 ** 31).ids;
  require(found.every((id) => index.has(id)), where);
  index.raycastAll(
    zero,
    zero.map((_, axis) => axis + 1),
  );
  index.pairs();
  index.nodes();
  for (const id of live) index.remove(id);
  requireSequence([index.size], [0], where);
  index.insert(new Float32Array(2 * index.dimensions));
  requireValid(index.validate(), where);
}
