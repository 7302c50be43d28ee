import { init, type SpatialIndex } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { beforeAll, describe, expect, test } from 'vitest';
import { goodBox } from '../support/bad-values.js';
import { require, requireSequence, sortedPairs } from '../support/compare.js';
import { requireRefusal } from '../support/errors.js';
import { allSubjects, classOf, type Subject, variantSubjects } from '../support/subjects.js';
import { latticeBoxes } from '../support/tape.js';

/** Verbs that only some structures have, beside the contract. */
interface Tuned extends SpatialIndex {
  optimize(budget: number): number;
  rebuild(): void;
}

const ITEMS = 120;
const FRAMES = 80;

beforeAll(() => init());

/** Known by the class, because subjects cannot be made before init(). */
function isTuned({ id }: Subject): boolean {
  return 'optimize' in classOf(id).prototype;
}

/** A frame of a game: moves of all sizes, arrivals, departures, filters, now and then something large. */
function playFrame(index: SpatialIndex, random: Mulberry32, frame: number): void {
  const ids = index.ids();
  const someone = () => ids[random.below(ids.length)];
  for (let i = 0; i < 12; i++)
    index.move(someone(), latticeBoxes(random.next(), 1, index.dimensions));
  for (let i = 0; i < 12; i++) {
    const id = someone();
    index.move(
      id,
      index.box(id).map((value) => value + 0.03),
    );
  }
  if (frame % 3 === 0) index.insert(latticeBoxes(random.next(), 1, index.dimensions));
  if (frame % 4 === 0) index.remove(ids[random.below(ids.length)]);
  if (frame % 5 === 0)
    index.setFilter(index.ids()[0], { category: 1 + random.below(3), mask: random.below(4) });
  if (frame % 7 === 0) (index as Tuned).optimize?.(random.below(50));
  if (frame % 11 === 0) (index as Tuned).rebuild?.();
  if (frame % 13 === 0) index.update(latticeBoxes(random.next(), index.size, index.dimensions));
  if (frame % 29 === 0) index.build(latticeBoxes(random.next(), ITEMS, index.dimensions));
}

/** The same where items come all at once. */
function playBuilds(index: SpatialIndex, random: Mulberry32, frame: number): void {
  const boxes = latticeBoxes(random.next(), index.size, index.dimensions);
  if (frame % 5 === 0) index.build(boxes.slice(0, boxes.length - 2 * index.dimensions));
  else if (frame % 7 === 0) index.build(latticeBoxes(random.next(), ITEMS, index.dimensions));
  else index.update(boxes);
}

const keysOf = (pairs: Uint32Array) =>
  Array.from({ length: pairs.length / 2 }, (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`);

describe('pair changes', () => {
  const subjects = allSubjects();
  const variants = variantSubjects().filter(isTuned);

  test.each([...subjects, ...variants])(
    '[DT11] [DT12] of $name sum to the pairs of every frame',
    (subject) => {
      const index = subject.create();
      index.build(latticeBoxes(1, ITEMS, subject.dimensions));
      const random = new Mulberry32(5);
      const live = new Set<string>();
      for (let frame = 0; frame < FRAMES; frame++) {
        const { begins, ends } = index.updatePairs();
        expect(index.counters().results).toBe((begins.length + ends.length) / 2);
        requireSequence(begins, sortedPairs(begins), () => `frame ${frame}: begins in order`);
        requireSequence(ends, sortedPairs(ends), () => `frame ${frame}: ends in order`);
        for (const key of keysOf(ends))
          require(live.delete(key), () => `frame ${frame}: end ${key}`);
        for (const key of keysOf(begins)) {
          require(!live.has(key), () => `frame ${frame}: begin ${key}`);
          live.add(key);
        }
        const pairs = keysOf(index.pairs());
        const now = new Set(pairs);
        require(now.size === pairs.length, () => `frame ${frame}: a pair comes twice`);
        require(now.size === live.size, () => `frame ${frame}: ${live.size} live`);
        for (const key of now) require(live.has(key), () => `frame ${frame}: ${key} is no pair`);
        if (subject.has('dynamic')) playFrame(index, random, frame);
        else playBuilds(index, random, frame);
      }
      index.dispose();
    },
  );

  test.each(subjects)(
    '[DT11] of $name are none, and cost no test, when nothing moved',
    (subject) => {
      const index = subject.create();
      index.build(latticeBoxes(2, ITEMS, subject.dimensions));
      index.updatePairs();
      const { begins, ends } = index.updatePairs();
      expect([begins.length, ends.length]).toEqual([0, 0]);
      expect(index.counters()).toEqual({ nodeVisits: 0, itemTests: 0, results: 0 });
      index.dispose();
    },
  );

  test.each(subjects.filter(isTuned))('tuning of $name is refused where it must be', (subject) => {
    const index = subject.create() as Tuned;
    const box = goodBox(subject.dimensions);
    index.build([...box, ...box]);
    for (const budget of [-1, 1.5, Number.NaN, '1', null, undefined]) {
      const call = () => index.optimize(budget as number);
      requireRefusal(call, 'invalid-argument', 'budget', `budget ${budget}`);
    }
    const calls = {
      optimize: () => index.optimize(1),
      rebuild: () => index.rebuild(),
      updatePairs: () => index.updatePairs(),
    };
    index.forEachInBox(box, () => {
      for (const [name, call] of Object.entries(calls))
        requireRefusal(call, 'reentrant', name, name);
    });
    index.dispose();
    for (const [name, call] of Object.entries(calls)) requireRefusal(call, 'disposed', '', name);
  });
});
