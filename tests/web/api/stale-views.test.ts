/**
 * Returned views: a view is either valid or detached, and the package reports writes to a detached
 * view.
 */

import * as game from 'sapwood/3d';
import * as all from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { thrownError } from '../support/errors.js';

beforeAll(async () => {
  await all.init();
  await game.init();
});

const BOX = [0, 0, 0, 1, 1, 1];
/** Returns a row of boxes that do not touch. */
const row = (count: number) =>
  Float32Array.from({ length: 6 * count }, (_, i) => 3 * Math.floor(i / 6) + (i % 6 < 3 ? 0 : 1));

// Emscripten generates the glue code of sapwood/all, and that of sapwood/3d is handwritten
describe.each([
  ['sapwood/all', () => ({ World: all.World, WideTree: all.WideTree })],
  ['sapwood/3d', () => ({ World: game.World, WideTree: game.WideTree })],
] as const)('%s', (_, entry) => {
  const tree = (count = 0) => {
    const made = new (entry().WideTree)();
    if (count > 0) made.build(row(count));
    return made;
  };
  const world = (count: number, options = {}) => {
    const made = new (entry().World)(options);
    for (let i = 0; i < count; i++) made.add(row(count).subarray(6 * i, 6 * i + 6));
    return made;
  };

  test.each<[string, (index: all.WideTree) => void]>([
    ['build(boxes)', (index) => index.build(row(4))],
    ['update(boxes) and build(boxes)', (index) => [index.update(row(9)), index.build(row(9))]],
    ['a larger staging', (index) => index.staging(100_000)],
    ['stagingPoints', (index) => index.stagingPoints(9)],
    ['dispose', (index) => index.dispose()],
  ])('a staging view is detached by %s', (_name, free) => {
    const index = tree(9);
    const view = index.staging(9);
    expect(view).toHaveLength(54);
    free(index as all.WideTree);
    expect(view).toHaveLength(0);
    index.dispose();
  });

  test('update() without boxes throws after update(boxes) has used the staging memory', () => {
    const index = tree(9);
    const view = index.staging(9);
    index.update(row(9));
    view.fill(7);
    expect(thrownError(() => index.update(), 'update').code).toBe('invalid-argument');
    expect(index.box(1)).toEqual(row(2).slice(6));
    index.dispose();
  });

  test('a staging view does not move within its capacity', () => {
    const index = tree();
    const first = index.staging(2, { capacity: 50 });
    const second = index.staging(50);
    first.set(row(2));
    expect(second.subarray(0, 12)).toEqual(row(2));
    expect(second.byteOffset).toBe(first.byteOffset);
    const third = index.staging(51);
    // the allocator may extend the memory block in place; otherwise the old views are detached
    const isValid = first.byteOffset === third.byteOffset;
    expect([first.length, second.length]).toEqual(isValid ? [12, 300] : [0, 0]);
    index.dispose();
  });

  test.each([
    [{ capacity: -1 }, 'options.capacity: expected an integer >= 0, got -1'],
    [{ capacity: 1.5 }, 'options.capacity: expected an integer >= 0, got 1.5'],
    [8, 'options: expected an object, got 8'],
    [{ capacitiy: 8 }, 'unknown option capacitiy; did you mean capacity?'],
  ])('staging rejects the options %o', (options, message) => {
    const index = tree();
    const view = index.staging(3);
    view.set(row(3));
    expect(thrownError(() => index.staging(3, options as never), 'staging').message).toMatch(
      message,
    );
    expect(view).toHaveLength(18);
    index.build();
    expect(index.size).toBe(3);
    index.dispose();
  });

  test('staging fewer points reuses the memory, and more points detach the view', () => {
    const index = tree();
    const five = index.stagingPoints(5);
    five.set([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]);
    const three = index.stagingPoints(3);
    expect(three.byteOffset).toBe(five.byteOffset);
    five[0] = 9;
    index.buildPoints();
    expect([index.size, index.box(0)[0], index.box(2)[0]]).toEqual([3, 9, 2]);
    const { code } = thrownError(
      () => index.stagingPoints(1, { capacity: 2 ** 26 }),
      'stagingPoints',
    );
    expect(code).toBe('out-of-memory');
    index.buildPoints();
    expect(index.size).toBe(3);
    index.stagingPoints(6);
    expect(five).toHaveLength(0);
    index.dispose();
  });

  test('views of results are detached when their memory is freed', () => {
    const index = tree();
    index.build(Array(40).fill(BOX).flat());
    const { offsets, ids } = index.queryBoxManyView(Array(30).fill(BOX).flat());
    const pairs = index.pairsView();
    const { distances } = index.nearestManyView([0, 0, 0], 4);
    index.dispose();
    expect([offsets, ids, pairs, distances].map((view) => view.length)).toEqual([0, 0, 0, 0]);
  });

  test('a view of results is detached when a longer result moves the buffer', () => {
    const index = tree();
    index.build(Array(20).fill(BOX).flat());
    const view = index.pairsView();
    const large = tree();
    large.build(Array(900).fill(BOX).flat());
    expect(large.pairs()).toHaveLength(900 * 899);
    expect(view).toHaveLength(0);
    index.dispose();
    large.dispose();
  });

  test('bounds are detached when the world reallocates its bodies', () => {
    const one = world(2);
    const { bounds } = one;
    while (bounds.length > 0) one.add(BOX);
    bounds[0] = 5;
    expect(one.box(0)).toEqual(row(1));
    const { message } = thrownError(() => one.touch(0), 'touch');
    expect(message).toMatch('touch: the view from world.bounds is detached;');
    one.bounds[0] = -5;
    one.touch(0);
    expect(one.box(0)[0]).toBe(-5);
    one.dispose();
  });

  test('touch throws for a body that the last bounds do not contain and changes no body', () => {
    const one = world(3);
    one.remove(2);
    const { bounds } = one;
    const id = one.add(BOX);
    expect(id).toBe(2);
    const beyond = one.add(BOX);
    if (bounds.length > 0) bounds[0] = -9;
    expect(thrownError(() => one.touch([0, beyond]), 'touch').code).toBe('invalid-argument');
    expect(one.box(0)).toEqual(row(1));
    expect(thrownError(() => one.touch(beyond + 1), 'touch').code).toBe('invalid-id');
    expect(one.box(0)).toEqual(row(1));
    one.dispose();
  });

  test('touch throws if the last bounds were read before the first body was added', () => {
    const one = new (entry().World)();
    expect(one.bounds).toHaveLength(0);
    one.add(BOX);
    expect(thrownError(() => one.touch(0), 'touch').message).toMatch(
      'the view from world.bounds is too short for body 0',
    );
    one.dispose();
  });

  test('touch is allowed before bounds are read', () => {
    const one = world(2);
    one.touch(1);
    expect(one.step()).toBe(0);
    one.dispose();
  });

  test('bounds do not move within the capacity of the world', () => {
    const one = new (entry().World)({ capacity: 500 });
    const { bounds } = one;
    expect(bounds).toHaveLength(3000);
    for (let i = 0; i < 500; i++) one.add(BOX);
    expect(one.bounds).toBe(bounds);
    bounds[6 * 499] = -2;
    one.touch(499);
    expect(one.box(499)[0]).toBe(-2);
    expect(one.options.capacity).toBe(500);
    one.dispose();
  });

  test.each([-1, 1.5, 2 ** 31, '8', Number.NaN])('a world rejects the capacity %o', (capacity) => {
    const { code } = thrownError(() => new (entry().World)({ capacity } as never), 'World');
    expect(code).toBe('invalid-argument');
  });

  test('a loop over begins is not affected by bodies that it adds and removes', () => {
    const one = new (entry().World)();
    for (let i = 0; i < 300; i++) one.add(BOX);
    one.step();
    const { begins, pairs } = one;
    let seen = 0;
    for (let i = 0; i < begins.length; i += 2) {
      seen += 1;
      one.add([9 + i, 0, 0, 10 + i, 1, 1]);
      if (i % 200 === 0) one.remove(i / 200);
    }
    expect(seen).toBe((300 * 299) / 2);
    expect(one.begins).toBe(begins);
    expect(one.pairs).toBe(pairs);
    one.dispose();
    expect(begins[1]).toBe(1);
  });

  test('writing to the lists of a world does not affect later steps', () => {
    const one = new (entry().World)();
    for (let i = 0; i < 30; i++) one.add(BOX);
    const expected = one.step();
    for (let frame = 0; frame < 50; frame++) {
      for (const list of [one.pairs, one.begins, one.ends]) list.fill(0xffffffff);
      one.move(0, frame % 2 === 0 ? [9, 9, 9, 10, 10, 10] : BOX);
      const apart = frame % 2 === 0 ? 29 : 0;
      expect(one.step()).toBe(expected - apart);
      expect(one.pairs).toHaveLength(2 * (expected - apart));
      expect([one.begins.length, one.ends.length]).toEqual(apart > 0 ? [0, 58] : [58, 0]);
      expect(Math.max(...one.pairs)).toBe(29);
    }
    one.dispose();
  });

  test('the lists of a world have small buffers of their own, which may be transferred', () => {
    const one = new (entry().World)();
    one.add(BOX);
    one.add(BOX);
    one.step();
    expect(structuredClone(one.pairs).buffer.byteLength).toBeLessThan(8192);
    const { pairs } = one;
    structuredClone(pairs, { transfer: [pairs.buffer as ArrayBuffer] });
    expect(pairs).toHaveLength(0);
    expect([...one.pairs]).toEqual([0, 1]);
    one.touch(0);
    one.step();
    expect([...one.pairs]).toEqual([0, 1]);
    structuredClone(one.pairs, { transfer: [one.pairs.buffer as ArrayBuffer] });
    one.remove(0);
    expect(one.step()).toBe(0);
    expect(one.pairs).toHaveLength(0);
    one.dispose();
  });
});
