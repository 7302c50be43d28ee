/**
 * Profile benchmark: all parts of every structure are measured, and the page lists every structure.
 */

import { init, structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { describeEnvironment } from '../node/environment';
import { sameWork } from './filters';
import { Agreement, makeInputs } from './inputs';
import { requireRejected, withInvalidBox } from './invalid-input';
import { profileAll } from './measure';
import { PAGE, renderPage } from './page';
import { SCHEMA } from './record';
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

  test('the page contains every structure', async () => {
    const [flat, space] = await Promise.all(
      ([2, 3] as const).map((d) => profileAll(structures, makeInputs(d, 500, 50), 2)),
    );
    const page = renderPage({
      ...{ schema: SCHEMA, n: 500, queries: 50 },
      environment: describeEnvironment({ preset: 'profile', rounds: 2, sampleMs: 0 }),
      frames: [...flat.frames, ...space.frames],
      batches: [...flat.batches, ...space.batches],
      floors: [flat.floor, space.floor],
    }).get(PAGE)!;
    for (const { id } of structures) {
      // a row in each of four tables: frame and batch, in 2D and in 3D
      expect(page.match(new RegExp(`^\\| ${id} \\|`, 'gm')), id).toHaveLength(4);
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
      const last = withInvalidBox(boxes, 4, 1);
      requireRejected(() => index.update(last));
      expect(() => index.update(last), entry.id).toThrow('boxes[1]');
      expect([...index.box(0)], entry.id).toEqual([0, 0, 1, 1]);
      expect(() => requireRejected(() => index.update(boxes))).toThrow('was accepted');
      expect(() => requireRejected(() => index.update([]))).toThrow('boxes: expected');
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
