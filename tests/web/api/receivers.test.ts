/**
 * Methods called with an invalid `this`: proxies, plain values, and objects of another copy of the
 * package.
 */

import { beforeAll, expect, test } from 'vitest';
import { freshPackage, type Package } from '../support/fresh-package.js';

let here: Package;
let other: Package;
beforeAll(async () => {
  [here, other] = [await freshPackage(), await freshPackage()];
  await Promise.all([here.init(), other.init()]);
});

const BOXES = [0, 0, 1, 1, 1, 1, 2, 2];

function treeOf({ DynamicTree }: Package) {
  const tree = new DynamicTree({ dimensions: 2 });
  tree.build(BOXES);
  return tree;
}

function thrownBy(call: () => unknown): { code?: string; message: string } {
  try {
    call();
  } catch (error) {
    return error as Error;
  }
  return { message: 'nothing was thrown' };
}

function membersOf(object: object, receiver: unknown): [name: string, call: () => unknown][] {
  const members = new Map<string, () => unknown>();
  let prototype = Object.getPrototypeOf(object);
  for (; prototype !== Object.prototype; prototype = Object.getPrototypeOf(prototype)) {
    const own = Object.getOwnPropertyDescriptors(prototype) as Record<string, PropertyDescriptor>;
    for (const [name, { get, value }] of Object.entries(own)) {
      const call = get ?? value;
      if (typeof call !== 'function' || name === 'constructor' || members.has(name)) continue;
      members.set(name, () => call.call(receiver));
    }
  }
  return [...members];
}

const wrapped = (object: object) => new Proxy(object, {});

test('every member throws for a proxy of its object, and the error names markRaw', () => {
  const objects = here.structures.map(({ create, dimensions }) =>
    create({ dimensions: dimensions[0] }),
  );
  for (const object of [...objects, new here.World()]) {
    for (const [name, call] of membersOf(object, wrapped(object))) {
      const { code, message } = thrownBy(call);
      expect([name, code], message).toEqual([name, 'invalid-argument']);
      expect(message, name).toMatch(/^this: expected an index or a world, got a proxy .*markRaw/);
    }
  }
});

test.each([undefined, null, 5, {}])(
  'a method that is called on %s throws an error with the correct call',
  (self) => {
    const { queryBox } = treeOf(here);
    const { code, message } = thrownBy(() => queryBox.call(self as never, [0, 0, 1, 1]));
    expect(code).toBe('invalid-argument');
    expect(message).toContain('; call the method on its object');
  },
);

test('the error for a proxy as an argument mentions the proxy', () => {
  const tree = treeOf(here);
  const { code, message } = thrownBy(() => tree.pairsWith(wrapped(treeOf(here)) as never));
  expect(code).toBe('invalid-argument');
  expect(message).toMatch(/^other: expected a SpatialIndex, got a proxy of one; .*markRaw/);
});

test('the error for an index of another copy of the package mentions the copy', () => {
  const [tree, foreignTree] = [treeOf(here), treeOf(other)];
  const wrongs = [
    () => tree.pairsWith(foreignTree as never),
    () => here.traceOf(foreignTree as never, {} as never),
    () => here.strategiesOf(foreignTree as never),
    () => new here.StaticTree({ dimensions: 2 }).merge(foreignTree as never),
  ];
  for (const wrong of wrongs) {
    const { code, message } = thrownBy(wrong);
    expect(code).toBe('invalid-argument');
    expect(message).toMatch(/^other: .*, got an index of another copy or version of sapwood; /);
  }
});

test('one copy of the package deserializes the bytes of another copy', () => {
  const moved = here.deserialize(treeOf(other).serialize());
  expect([...moved.pairs()]).toEqual([0, 1]);
  expect(treeOf(here).pairsWith(moved)).toHaveLength(8);
});

test('a method of one copy of the package throws for an object of another copy', () => {
  const { message } = thrownBy(() => treeOf(here).queryBox.call(treeOf(other), [0, 0, 1, 1]));
  expect(message).toMatch(/^this: expected an index or a world, got /);
});

test('an argument whose properties throw causes an error of the package', () => {
  const trap = new Proxy({}, { get: () => expect.unreachable() });
  const { code } = thrownBy(() => treeOf(here).pairsWith(trap as never));
  expect(code).toBe('invalid-argument');
});
