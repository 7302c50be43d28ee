/** Pair events of ids that were given to other items: their pairs end and begin, as those of a `World` do. */

import { deserialize, init, type SpatialIndex, World } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { allSubjects } from '../support/subjects.js';

beforeAll(() => init());

/** A box of edge 2 whose lower corner has this coordinate on every axis. */
const boxAt = (dimensions: number, at: number) => [
  ...Array(dimensions).fill(at),
  ...Array(dimensions).fill(at + 2),
];
const NOTHING = { begins: [], ends: [] };
/** Items 0 and 1 overlap. */
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

  test('a build keeps the items, and a clear removes them', () => {
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

  test('all pairs of a deserialized index begin', () => {
    const index = pair();
    const copy = deserialize(index.serialize());
    index.dispose();
    expect(eventsOf(copy)).toEqual({ begins: [0, 1], ends: [] });
    copy.dispose();
  });
});

test('a World reports the same', () => {
  const world = new World({ dimensions: 2 });
  world.add(boxAt(2, 0));
  world.add(boxAt(2, 1));
  world.step();
  world.remove(1);
  expect(world.add(boxAt(2, 1))).toBe(1);
  world.step();
  expect({ begins: [...world.begins], ends: [...world.ends] }).toEqual(ONE_EACH);
  world.dispose();
});
