/**
 * Pair events of every structure: pairs that begin, pairs that end, and ids that are reused for
 * other items. tests/cpp/conformance/reused_ids_test.cpp and
 * tests/cpp/structures/pair_changes_test.cpp run random frames.
 */

import { deserialize, init, type SpatialIndex } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { goodBox } from '../support/bad-values.js';
import { requireError } from '../support/errors.js';
import { allSubjects, classOf, type Subject } from '../support/subjects.js';

/** Methods that only some structures have. */
interface Tuned extends SpatialIndex {
  optimize(budget: number): number;
  rebuild(): void;
}

beforeAll(() => init());

/** Looks for the method in the class, because an index cannot be created before init(). */
function isTuned({ id }: Subject): boolean {
  return 'optimize' in classOf(id).prototype;
}

const boxAt = (dimensions: number, at: number) => [
  ...Array(dimensions).fill(at),
  ...Array(dimensions).fill(at + 2),
];
const NOTHING = { begins: [], ends: [] };
/** Events of a frame in which the pair of items 0 and 1 both ends and begins. */
const ONE_EACH = { begins: [0, 1], ends: [0, 1] };

function eventsOf(index: SpatialIndex) {
  const { begins, ends } = index.updatePairs();
  return { begins: [...begins], ends: [...ends] };
}

describe.each(allSubjects())('pair events of $name', (subject) => {
  const a = boxAt(subject.dimensions, 0);
  const b = boxAt(subject.dimensions, 1);
  const far = boxAt(subject.dimensions, 50);
  const pair = () => {
    const index = subject.create();
    index.build([...a, ...b]);
    expect(eventsOf(index)).toEqual({ begins: [0, 1], ends: [] });
    return index;
  };

  test.runIf(subject.has('dynamic'))(
    'an id that is reused ends its pairs and begins new ones',
    () => {
      const index = pair();
      index.remove(1);
      expect(index.insert(b)).toBe(1);
      expect(eventsOf(index)).toEqual(ONE_EACH);
      expect(eventsOf(index)).toEqual(NOTHING);
      for (const box of [far, b, far, b]) {
        index.remove(1);
        index.insert(box);
      }
      expect(eventsOf(index)).toEqual(ONE_EACH);
      index.remove(0);
      index.remove(1);
      expect([...index.insertMany([...b, ...a])]).toEqual([0, 1]);
      expect(eventsOf(index)).toEqual(ONE_EACH);
      index.remove(0);
      index.insert(a, { category: 2, mask: 2 });
      expect(eventsOf(index)).toEqual({ begins: [], ends: [0, 1] });
      index.setFilter(0, { category: 3 });
      expect(eventsOf(index)).toEqual({ begins: [0, 1], ends: [] });
      index.setFilter(0, { category: 1 });
      expect(eventsOf(index)).toEqual(NOTHING);
      index.clear();
      index.insertMany([...a, ...b]);
      expect(eventsOf(index)).toEqual(ONE_EACH);
      index.dispose();
    },
  );

  test('a build keeps the pairs of items that stay, and clear() ends all pairs', () => {
    const index = pair();
    index.build([...a, ...b]);
    expect(eventsOf(index)).toEqual(NOTHING);
    index.build(a);
    index.build([...a, ...b]);
    expect(eventsOf(index)).toEqual(ONE_EACH);
    index.clear();
    index.build([...a, ...b]);
    expect(eventsOf(index)).toEqual(ONE_EACH);
    index.dispose();
  });

  test('[DT11] [DT12] updates report the changes in order, and nothing if nothing moved', () => {
    const index = subject.create();
    index.build([...a, ...b, ...far, ...far]);
    expect(eventsOf(index)).toEqual({ begins: [0, 1, 2, 3], ends: [] });
    index.update([...a, ...far, ...b, ...a]);
    expect(eventsOf(index)).toEqual({ begins: [0, 2, 0, 3], ends: [0, 1] });
    expect(index.counters().results).toBe(3);
    expect(eventsOf(index)).toEqual(NOTHING);
    expect(index.counters()).toEqual({ nodeVisits: 0, itemTests: 0, results: 0 });
    index.dispose();
  });

  test('all pairs of a deserialized index begin', () => {
    const index = pair();
    const copy = deserialize(index.serialize());
    index.dispose();
    expect(eventsOf(copy)).toEqual({ begins: [0, 1], ends: [] });
    copy.dispose();
  });
});

test.each(allSubjects().filter(isTuned))('tuning of $name rejects invalid arguments', (subject) => {
  const index = subject.create() as Tuned;
  const box = goodBox(subject.dimensions);
  index.build([...box, ...box]);
  for (const budget of [-1, 1.5, Number.NaN, '1', null, undefined]) {
    const call = () => index.optimize(budget as number);
    requireError(call, 'invalid-argument', 'budget', `budget ${budget}`);
  }
  const calls = {
    optimize: () => index.optimize(1),
    rebuild: () => index.rebuild(),
    updatePairs: () => index.updatePairs(),
  };
  index.forEachInBox(box, () => {
    for (const [name, call] of Object.entries(calls)) requireError(call, 'reentrant', name, name);
  });
  index.dispose();
  for (const [name, call] of Object.entries(calls)) requireError(call, 'disposed', '', name);
});
