import { deserialize, init, type SpatialIndex, structures } from 'sapwood/all';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { thrownError } from '../support/errors.js';
import { stateOf } from '../support/state.js';
import { representativesInTurns, type Subject } from '../support/subjects.js';
import { latticeBoxes } from '../support/tape.js';

// indices that occupy the WASM memory; the host maps no physical memory to pages that were never
// written, so the memory can grow to its limit
const fillers: SpatialIndex[] = [];

beforeAll(() => init());
afterEach(() => release());

function exhaust(): void {
  for (let count = 2 ** 27; count >= 1; ) {
    try {
      const filler = structures[0].create({ dimensions: 3 });
      fillers.push(filler);
      filler.staging(count);
    } catch {
      count = Math.floor(count / 2);
    }
  }
}

function release(): void {
  for (const filler of fillers.splice(0)) filler.dispose();
}

type GrowingCall = [name: string, call: (index: SpatialIndex) => unknown];

function growingCalls(subject: Subject): GrowingCall[] {
  const { dimensions } = subject;
  const boxes = latticeBoxes(1, 40_000, dimensions);
  const points = boxes.subarray(0, 20_000 * dimensions);
  const bytes = built(subject, 20_000).serialize();
  const always: GrowingCall[] = [
    ['build', (index) => index.build(boxes)],
    ['staging', (index) => index.staging(40_000)],
    ['queryBoxMany', (index) => index.queryBoxMany(boxes)],
    ['nearestMany', (index) => index.nearestMany(points, 8)],
    ['deserialize', () => deserialize(bytes)],
    ['create', () => Array.from({ length: 40_000 }, () => subject.create())],
  ];
  if (!subject.has('dynamic')) return always;
  return [...always, ['insertMany', (index) => index.insertMany(boxes)]];
}

function built(subject: Subject, count: number): SpatialIndex {
  const index = subject.create();
  index.build(latticeBoxes(2, count, subject.dimensions));
  return index;
}

function insertUntilFull(index: SpatialIndex, boxes: Float32Array): number[] {
  const stride = 2 * index.dimensions;
  const ids: number[] = [];
  const insertAll = () => {
    for (let at = 0; ; at = (at + stride) % boxes.length) {
      ids.push(index.insert(boxes.subarray(at, at + stride)));
    }
  };
  expect(thrownError(insertAll, 'insert').code).toBe('out-of-memory');
  return ids;
}

describe.each(representativesInTurns())('if allocation fails, $name', (subject) => {
  test('throws out-of-memory and does not change the index', () => {
    const calls = growingCalls(subject);
    const index = built(subject, 50);
    const before = stateOf(index);
    for (const [name, call] of calls) {
      exhaust();
      expect(thrownError(() => call(index), name).code, name).toBe('out-of-memory');
      release();
      expect(stateOf(index), name).toBe(before);
      expect(index.validate(), name).toEqual([]);
    }
    index.dispose();
  });

  test.runIf(subject.has('dynamic'))('inserts that fail half way leave nothing behind', () => {
    const boxes = latticeBoxes(1, 4000, subject.dimensions);
    const index = built(subject, 50);
    const before = index.ids();
    exhaust();
    let failures = 0;
    while (index.size === 50) {
      fillers.pop()?.dispose();
      try {
        index.insertMany(boxes);
      } catch (error) {
        expect(error).toMatchObject({ code: 'out-of-memory' });
        failures++;
        expect(index.ids()).toEqual(before);
      }
    }
    expect(failures).toBeGreaterThan(0);
    expect(index.size).toBe(4050);
    release();
    expect(index.validate()).toEqual([]);
    index.dispose();
  });

  test.runIf(subject.has('dynamic'))('an insert that fails changes nothing', () => {
    const index = built(subject, 50);
    const boxes = latticeBoxes(3, 500, subject.dimensions);
    const before = stateOf(index);
    exhaust();
    const inserted = insertUntilFull(index, boxes);
    release();
    expect(index.size).toBe(50 + inserted.length);
    expect(index.validate()).toEqual([]);
    for (const id of inserted) index.remove(id);
    expect(index.ids()).toEqual(Uint32Array.from({ length: 50 }, (_, id) => id));
    index.build(latticeBoxes(2, 50, subject.dimensions));
    expect(stateOf(index)).toBe(before);
    index.dispose();
  });
});
