/** Profile: measurement of its parts, and completeness of the record. */

import { init, structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { describeEnvironment } from '../node/environment';
import { sameWork } from './filters';
import { Agreement, makeInputs } from './inputs';
import { profileAll } from './measure';
import { PAGE, renderPage } from './page';
import { SCHEMA } from './record';
import { requireRefused, spoiled } from './refusal';
import { Stopwatch } from './stopwatch';

await init();

describe('the profile', () => {
  test.each([2, 3] as const)(
    'every structure is profiled and agrees with the others, %iD',
    async (d) => {
      const { frames, batches, floor } = await profileAll(structures, makeInputs(d, 500, 50), 2);
      const ids = structures.map(({ id }) => id);
      expect(frames.map(({ structure }) => structure)).toEqual(ids);
      expect(batches.map(({ structure }) => structure)).toEqual(ids);
      expect(floor.pairs).toBeGreaterThan(0);
      expect(floor.hits).toBeGreaterThan(0);
      for (const { whole, copy, calls, structure } of [...frames, ...batches]) {
        expect(Math.min(whole, copy, calls), structure).toBeGreaterThan(0);
      }
    },
  );

  test.each([2, 3] as const)(
    'recorded pairs and hits match the current code, %iD',
    (dimensions) => {
      const { floors, n, queries } = readRecord(readFile(RECORD));
      const inputs = makeInputs(dimensions, n, queries);
      using index = new WideTree({ dimensions });
      index.build(inputs.boxes);
      const floor = floors.find((one) => one.dimensions === dimensions)!;
      expect(index.pairsView().length / 2).toBe(floor.pairs);
      expect(index.queryBoxMany(inputs.queries).ids.length).toBe(floor.hits);
    },
  );

  test('every structure of the registry is in the record, except slow structures', () => {
    const { frames, batches, n, queries } = readRecord(readFile(RECORD));
    for (const dimensions of [2, 3] as const) {
      const wanted = recordedStructures.filter((entry) =>
        isProfiled(entry, { ...makeInputs(dimensions, 10, queries), n }),
      );
      for (const cells of [frames, batches]) {
        const here = cells.filter((cell) => cell.dimensions === dimensions);
        expect(here.map(({ structure }) => structure)).toEqual(wanted.map(({ id }) => id));
      }
    }
    expect(page).not.toMatch(/\| (NaN|undefined|Infinity)/);
  });
});

describe('measuring a part', () => {
  const boxes = Float32Array.of(0, 0, 1, 1, 2, 2, 3, 3);

  test('an invalid box is rejected at its position, and the index is unchanged', () => {
    for (const entry of structures) {
      using index = entry.create({ dimensions: 2 });
      index.build(boxes);
      const last = spoiled(boxes, 4, 1);
      requireRefused(() => index.update(last));
      expect(() => index.update(last), entry.id).toThrow('boxes[1]');
      expect([...index.box(0)], entry.id).toEqual([0, 0, 1, 1]);
      expect(() => requireRefused(() => index.update(boxes))).toThrow('was accepted');
      expect(() => requireRefused(() => index.update([]))).toThrow('boxes: expected');
    }
  });

  test('a stopwatch returns medians and differences of medians', () => {
    const clock = new Stopwatch<'a' | 'b' | 'c'>();
    for (const ms of [1, 9, 2]) clock.note('a', ms);
    clock.note('b', 0.5);
    expect(clock.median('a')).toBe(2);
    expect(clock.without('a', 'b')).toBe(1.5);
    expect(clock.median('c')).toBeNull();
    expect(() => clock.required('c')).toThrow('c was not timed');
  });

  test('searches whose work differs by more than 1 % are different', () => {
    expect(sameWork(1000, 1009)).toBe(true);
    expect(sameWork(1000, 900)).toBe(false);
    expect(sameWork(0, 0)).toBe(true);
  });

  test('a different result ends the run', () => {
    const agreement = new Agreement();
    agreement.requirePairs('pairs', Uint32Array.of(0, 1), 'one');
    expect(() => agreement.requirePairs('pairs', Uint32Array.of(0, 2), 'two')).toThrow(
      'two: pairs',
    );
  });
});
