/**
 * Sixteen indices in hours of simulated frames. The test creates and disposes them at random, with
 * all structures, dimensions and options. It moves their items, runs queries, finds pairs and
 * serializes them. At the end, all memory of WebAssembly and JavaScript must be free.
 */

import { deserialize, heapInUse, init, type SpatialIndex } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { beforeAll, expect, test } from 'vitest';
import { Model } from '../../web/support/model.js';
import { allSubjects, type Subject, variantSubjects } from '../../web/support/subjects.js';
import { latticeBoxes } from '../../web/support/tape.js';
import { addFigures, roundsFor, seed } from '../support/budget.js';

declare const gc: () => void;

const SLOTS = 16;
const MAX_ITEMS = 200;
/** Tolerance for the size of the JavaScript heap in bytes, because of caches of the host. */
const SLACK = 2_000_000;

beforeAll(() => init());

const subjects = [...allSubjects(), ...variantSubjects()];
const sorted = (ids: Uint32Array) => ids.slice().sort();

class TrackedIndex {
  readonly model: Model;

  constructor(
    readonly subject: Subject,
    readonly index: SpatialIndex,
    boxes: Float32Array,
  ) {
    this.model = new Model(subject.dimensions);
    index.build(boxes);
    this.model.build(boxes);
  }
}

class Trial {
  operations = 0;
  pairs = 0;
  private readonly random = new Mulberry32(seed);
  private readonly slots: (TrackedIndex | undefined)[] = Array(SLOTS).fill(undefined);

  /**
   * Uses every structure with every option once, so that memory that the package keeps is already
   * allocated.
   */
  warmUp(): void {
    for (const subject of subjects) {
      const tracked = this.createIndex(subject);
      this.act(tracked);
      this.compare(tracked);
      tracked.index.dispose();
    }
  }

  frame(): void {
    const place = this.random.below(SLOTS);
    const tracked = this.slots[place];
    if (tracked === undefined || this.random.below(12) === 0) {
      tracked?.index.dispose();
      this.slots[place] = this.createIndex(subjects[this.random.below(subjects.length)]);
    } else if (this.random.below(10) === 0) {
      this.slots[place] = this.reload(tracked);
    }
    for (const each of this.slots) if (each !== undefined) this.act(each);
    const looked = this.slots[this.random.below(SLOTS)];
    if (looked !== undefined) this.compare(looked);
    if (this.random.below(50) === 0) this.grow();
  }

  close(): void {
    for (const tracked of this.slots) tracked?.index.dispose();
    this.slots.fill(undefined);
  }

  private boxes(count: number, { dimensions }: Subject): Float32Array {
    return latticeBoxes(this.random.next(), count, dimensions);
  }

  private createIndex(subject: Subject): TrackedIndex {
    const boxes = this.boxes(1 + this.random.below(MAX_ITEMS), subject);
    return new TrackedIndex(subject, subject.create(), boxes);
  }

  private act({ subject, index, model }: TrackedIndex): void {
    const ids = index.ids();
    const box = this.boxes(1, subject);
    const kind = this.random.below(5);
    const id = ids[this.random.below(ids.length)];
    if (kind === 0 || ids.length === 0) {
      expect(index.insert(box)).toBe(model.insert(box));
    } else if (kind === 1 && ids.length > 1) {
      index.remove(id);
      model.remove(id);
    } else if (kind === 2) {
      const boxes = this.boxes(ids.length, subject);
      const view = index.staging(ids.length);
      expect(view).toHaveLength(boxes.length);
      view.set(boxes);
      index.update();
      model.update(boxes);
    } else {
      index.move(id, box);
      model.move(id, box);
    }
    index.queryBoxInto(box, OUT);
    this.operations += 2;
  }

  private compare({ subject, index, model }: TrackedIndex): void {
    const { dimensions } = subject;
    const box = this.boxes(1, subject);
    const point = box.subarray(0, dimensions);
    expect(sorted(index.queryBox(box)), subject.name).toEqual(sorted(model.queryBox(box)));
    expect(index.nearest(point, 4).ids, subject.name).toEqual(model.nearest(point, 4));
    const found = index.pairsView().slice();
    expect(pairKeys(found), subject.name).toEqual(pairKeys(model.pairs()));
    expect(index.validate(), subject.name).toEqual([]);
    this.pairs += found.length / 2;
    this.operations += 4;
  }

  private reload(tracked: TrackedIndex): TrackedIndex {
    const index = deserialize(tracked.index.serialize());
    tracked.index.dispose();
    this.operations += 3;
    return Object.assign(Object.create(TrackedIndex.prototype), { ...tracked, index });
  }

  private grow(): void {
    const [tracked] = this.slots;
    if (tracked === undefined) return;
    const length = 2 * tracked.subject.dimensions;
    const before = tracked.index.staging(1);
    const big = subjects[0].create();
    const room = big.staging(2 ** (16 + this.random.below(4)));
    room[room.length - 1] = 1;
    big.dispose();
    // memory that has grown detaches `before`, whose length is then 0
    expect([0, length]).toContain(before.length);
    expect(tracked.index.staging(1)).toHaveLength(length);
    this.operations += 4;
  }
}

const OUT = new Uint32Array(64);

function pairKeys(pairs: Uint32Array): Float64Array {
  return Float64Array.from({ length: pairs.length / 2 }, (_, i) => {
    return pairs[2 * i] * 2 ** 32 + pairs[2 * i + 1];
  }).sort();
}

function heap(): number {
  gc();
  gc();
  return process.memoryUsage().heapUsed;
}

test('sixteen indices leave no memory in use', async () => {
  const trial = new Trial();
  trial.warmUp();
  await roundsFor(0.2, () => trial.frame());
  const early = heap();
  // the used memory includes headers of free blocks, whose number grows with time
  trial.close();
  const used = heapInUse();
  const frames = await roundsFor(0.5, () => trial.frame());
  const late = heap();
  trial.close();
  addFigures({ operations: trial.operations, pairs: trial.pairs, frames });
  expect(late - early, 'bytes of JavaScript').toBeLessThan(SLACK);
  expect(heapInUse(), 'bytes of WebAssembly').toBe(used);
});
