/** A world rejects invalid input and does not change. */

import type { World } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { requireError } from '../support/errors.js';
import { worldSubjects } from '../support/worlds.js';

beforeAll(() => Promise.all(worldSubjects.map(({ init }) => init())));

const unit = (dimensions: number) =>
  Array.from({ length: 2 * dimensions }, (_, i) => +(i >= dimensions));

describe.each(worldSubjects)('$name', ({ dimensions, create }) => {
  const box = unit(dimensions);
  const world = () => {
    const made = create();
    made.add(box, { object: 'first' });
    made.add(box);
    made.step();
    return made;
  };
  const expectError = (call: (world: World<string>) => unknown, code: never, word: string) => {
    const one = world();
    const before = one.snapshot();
    requireError(() => call(one), code, word, String(call));
    expect(one.snapshot()).toEqual(before);
    one.dispose();
  };
  const anything = (value: unknown) => value as never;

  test.each<[string, (world: World<string>) => unknown, string, string]>([
    [
      'an unknown layer of a body',
      (w) => w.add(box, { layer: anything('ghost') }),
      'invalid-argument',
      'layer',
    ],
    [
      'two layers of a body',
      (w) => w.add(box, anything({ layer: ['static', 'dynamic'] })),
      'invalid-argument',
      'layer',
    ],
    [
      'an unknown layer in a query',
      (w) => w.queryBox(box, { layer: anything(['static', 'ghost']) }),
      'invalid-argument',
      'layer',
    ],
    ['no layer in a query', (w) => w.queryBox(box, { layer: [] }), 'invalid-argument', 'layer'],
    [
      'a mask of more than 32 bits',
      (w) => w.add(box, { mask: 2 ** 32 }),
      'invalid-argument',
      'mask',
    ],
    [
      'a category with a fraction',
      (w) => w.setFilter(0, { category: 1.5 }),
      'invalid-argument',
      'category',
    ],
    ['an inverted box', (w) => w.add([...box].reverse()), 'invalid-box', 'box'],
    [
      'a box of NaN',
      (w) =>
        w.move(
          0,
          box.map(() => Number.NaN),
        ),
      'invalid-box',
      'box',
    ],
    ['an unknown id', (w) => w.move(7, box), 'invalid-id', '7'],
    ['touching an unknown id', (w) => w.touch(9), 'invalid-id', '9'],
    ['touching a list with an unknown id', (w) => w.touch([0, 9]), 'invalid-id', 'ids[1]'],
    [
      'an unknown id among the first `count` ids',
      (w) => w.touch([0, 9, 1], 2),
      'invalid-id',
      'ids[1]',
    ],
    [
      'a fractional id among the first `count` ids',
      (w) => w.touch([0, 0.5, 1], 2),
      'invalid-id',
      'ids[1]',
    ],
    [
      'a count above the length of the list',
      (w) => w.touch([0, 1], 3),
      'invalid-argument',
      'at most 2',
    ],
    [
      'a count above the number of ids',
      (w) => w.touch(new Uint32Array(2), 3),
      'invalid-argument',
      'at most 2',
    ],
    ['a negative number of ids', (w) => w.touch([0, 1], -1), 'invalid-argument', 'count'],
    ['a fractional number of ids', (w) => w.touch([0, 1], 0.5), 'invalid-argument', 'count'],
    ['NaN as the number of ids', (w) => w.touch([0, 1], Number.NaN), 'invalid-argument', 'count'],
    ['a count with a single id', (w) => w.touch(0, 1), 'invalid-argument', 'count'],
    ['an unknown new layer', (w) => w.setLayer(0, anything('ghost')), 'invalid-argument', 'layer'],
    ['several new layers', (w) => w.setLayer(0, anything(['static'])), 'invalid-argument', 'layer'],
    ['no new layer', (w) => w.setLayer(0, anything(undefined)), 'invalid-argument', 'layer'],
    ['setting the layer of an unknown id', (w) => w.setLayer(2, 'static'), 'invalid-id', '2'],
    [
      'setting the object of a fractional id',
      (w) => w.setObject(0.5, 'ghost'),
      'invalid-id',
      '0.5',
    ],
    [
      'a layer in a new filter',
      (w) => w.setFilter(0, anything({ layer: 'static' })),
      'invalid-argument',
      'setLayer',
    ],
    ['removing an unknown id', (w) => w.remove(2), 'invalid-id', '2'],
    ['putting an unknown id to sleep', (w) => w.sleep(2), 'invalid-id', '2'],
    ['waking an unknown id', (w) => w.wake(-1), 'invalid-id', '-1'],
    ['reading the object of an unknown id', (w) => w.object(2), 'invalid-id', '2'],
    ['more boxes than ids', (w) => w.moveMany([0], [...box, ...box]), 'invalid-argument', 'boxes'],
    [
      'a bad box among many',
      (w) => w.moveMany([0, 1], [...box, ...box.map(() => Number.NaN)]),
      'invalid-box',
      'boxes[1]',
    ],
    [
      'an origin of NaN',
      (w) => w.shiftOrigin(box.slice(0, dimensions).map(() => Number.NaN)),
      'invalid-argument',
      'offset',
    ],
    [
      'an origin that moves a body out of range',
      (w) => {
        w.add(box.map((_, i) => (i < dimensions ? -9e17 : 1)));
        const before = w.snapshot();
        try {
          w.shiftOrigin(box.slice(0, dimensions).map(() => 9e17));
        } finally {
          expect(w.snapshot()).toEqual(before);
          w.remove(2);
          w.step();
          w.restore(world().snapshot());
        }
      },
      'invalid-argument',
      'offset',
    ],
    ['bytes that are not a snapshot', (w) => w.restore(new Uint8Array(100)), 'bad-data', 'bytes'],
    ['no bytes', (w) => w.restore(new Uint8Array(0)), 'bad-data', 'bytes'],
    ['a string as bytes', (w) => w.restore(anything('bytes')), 'bad-data', 'bytes'],
    [
      'an array as output of a snapshot',
      (w) => w.snapshotInto(anything([])),
      'invalid-argument',
      'out',
    ],
  ])('%s is rejected', (_, call, code, word) => expectError(call, code as never, word));

  test('a snapshot with any changed byte or of any shorter length is rejected', () => {
    const one = world();
    const bytes = one.snapshot();
    for (let i = 0; i < bytes.length; i++) {
      const damaged = bytes.slice();
      damaged[i] ^= 4;
      requireError(() => one.restore(damaged), 'bad-data', 'bytes', `byte ${i}`);
      requireError(() => one.restore(bytes.slice(0, i)), 'bad-data', 'bytes', `length ${i}`);
    }
    expect(one.snapshot()).toEqual(bytes);
    one.dispose();
  });

  test('an error names bounds of NaN, which can be corrected', () => {
    const one = world();
    one.bounds[2 * dimensions] = Number.NaN;
    one.touch([0, 1]);
    const point = box.slice(0, dimensions);
    for (const call of [
      () => one.step(),
      () => one.snapshot(),
      () => one.queryBox(box),
      () => one.raycast(point, box.slice(dimensions)),
      () => one.shiftOrigin(point),
    ]) {
      requireError(call, 'invalid-box', 'body 1', String(call));
    }
    expect([...one.pairs]).toEqual([0, 1]);
    one.bounds[2 * dimensions] = 0.5;
    expect([one.step(), one.ends.length]).toEqual([1, 0]);
    one.dispose();
  });

  test('a change inside forEachInBox throws, a query does not', () => {
    const one = world();
    const inside = (call: () => unknown) => () => one.forEachInBox(box, call);
    for (const call of [
      () => one.step(),
      () => one.add(box),
      () => one.touch(0),
      () => one.touch([0, 1], 1),
      () => one.touchAll(),
      () => one.setLayer(0, 'static'),
      () => one.sleep(0),
      () => one.restore(new Uint8Array(0)),
      () => one.shiftOrigin(box.slice(0, dimensions)),
      () => one.remove(0),
    ]) {
      requireError(inside(call), 'reentrant', 'callbacks', String(call));
    }
    const found: number[] = [];
    one.forEachInBox(box, (id) => found.push(id, ...one.queryBox(box, { layer: 'dynamic' })));
    expect(found).toEqual([0, 0, 1, 1, 0, 1]);
    one.dispose();
  });

  test('a change inside a callback throws, and options work without callbacks', () => {
    const one = world();
    const point = box.slice(0, dimensions);
    const direction = box.slice(dimensions);
    const change = () => one.step();
    for (const call of [
      () => one.raycast(point, direction, { hit: change }),
      () => one.castBox(box, direction, { hit: change }),
      () => one.castSphere(point, 1, direction, { hit: change }),
      () => one.nearest(point, 1, { distance: change }),
    ]) {
      requireError(call, 'reentrant', 'callbacks', String(call));
    }
    const filter = { layer: 'dynamic' } as const;
    const maxDistance = 5;
    expect(one.raycast(point, direction, { maxDistance, filter })).toEqual(
      one.raycast(point, direction, maxDistance, filter),
    );
    expect(one.castBox(box, direction, { filter })).toEqual(one.castBox(box, direction, filter));
    expect(one.castBox(box, direction, { filter: { layer: 'sensor' } })).toBeNull();
    expect(one.nearest(point, 2, { filter })).toEqual(one.nearest(point, 2, undefined, filter));
    one.dispose();
  });

  test('every call throws after dispose', () => {
    const one = world();
    one.dispose();
    one.dispose();
    for (const call of [
      () => one.step(),
      () => one.bounds,
      () => one.pairs,
      () => one.queryBox(box),
      () => one.snapshot(),
      () => one.touch(0),
      () => one.touch([], 0),
      () => one.touchAll(),
      () => one.setLayer(0, 'static'),
      () => one.restore(new Uint8Array(0), { object: () => 'a' }),
      () => one.object(0),
    ]) {
      requireError(call, 'disposed', 'World', String(call));
    }
  });

  test('memory growth detaches bounds but not pairs', () => {
    const one = world();
    const [bounds, pairs] = [one.bounds, one.pairs];
    while (bounds.length !== 0) for (let i = 0; i < 20_000; i++) one.add(box.map((v) => v + 3 * i));
    expect([...pairs]).toEqual([0, 1]);
    expect(one.pairs).toBe(pairs);
    expect([...one.bounds.subarray(0, 2 * dimensions)]).toEqual(box);
    one.dispose();
  });
});

test('layers require a world, and broadphase requires a known structure', async () => {
  const { DynamicTree, World } = await import('sapwood/2d');
  const tree = new DynamicTree();
  requireError(
    () => tree.queryBox([0, 0, 1, 1], { layer: 'static' }),
    'invalid-argument',
    'layer',
    'tree',
  );
  requireError(
    () => tree.insert([0, 0, 1, 1], { layer: 'static' } as never),
    'invalid-argument',
    'layer',
    'tree',
  );
  tree.dispose();
  requireError(
    () => new World({ broadphase: 'quadtree' as 'auto' }),
    'unsupported',
    'sapwood/all',
    'game',
  );
  requireError(
    () => new World({ broadphase: 'ghost' as 'auto' }),
    'invalid-argument',
    'broadphase',
    'game',
  );
  requireError(() => new World({ budget: -1 }), 'invalid-argument', 'budget', 'game');
  requireError(() => new World({ dimensions: 3 as 2 }), 'invalid-argument', 'dimensions', 'game');
});
