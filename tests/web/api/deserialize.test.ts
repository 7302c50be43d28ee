/** The method `deserialize` of a class, and its error messages for invalid bytes. */

import {
  DynamicTree,
  deserialize,
  init,
  type SpatialIndex,
  structures,
  WideTree,
} from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { thrownError } from '../support/errors.js';
import { allSubjects, classOf } from '../support/subjects.js';

interface Readable {
  readonly kind: { readonly className: string };
  deserialize(bytes: Uint8Array | ArrayBuffer): SpatialIndex;
}

const VERSION_AT = 4;

beforeAll(() => init());

function bytesOf(index: SpatialIndex): Uint8Array {
  const box = Array.from({ length: 2 * index.dimensions }, (_, i) => i);
  index.build([...box, ...box.map((side) => side + 100)]);
  const bytes = index.serialize();
  index.dispose();
  return bytes;
}

describe.each(allSubjects())('$name', (subject) => {
  const Class = classOf(subject.id) as unknown as Readable;

  test('deserialize of its class accepts its bytes', () => {
    const bytes = bytesOf(subject.create());
    for (const form of [bytes, bytes.slice().buffer]) {
      const copy = Class.deserialize(form as ArrayBuffer);
      expect(copy).toBeInstanceOf(Class);
      expect(copy.dimensions).toBe(subject.dimensions);
      expect(copy.size).toBe(2);
      copy.dispose();
    }
  });

  test('deserialize of another class throws an error that names both structures', () => {
    const other = structures.find(({ id }) => id !== subject.id)?.id as string;
    const Other = classOf(other) as unknown as Readable;
    const { code, message } = thrownError(
      () => Other.deserialize(bytesOf(subject.create())),
      subject.name,
    );
    expect(code).toBe('bad-data');
    expect(message).toBe(`deserialize: expected bytes of a ${other}, got bytes of a ${subject.id}`);
  });
});

test('deserialize of a class returns that type', () => {
  const tree: WideTree = WideTree.deserialize(bytesOf(new WideTree({ build: 'quality' })));
  expect(tree.options).toEqual({ build: 'quality' });
  tree.rebuild();
  tree.dispose();
  const moving: DynamicTree = DynamicTree.deserialize(bytesOf(new DynamicTree({ margin: 2 })));
  expect(moving.options.margin).toBe(2);
  moving.dispose();
});

test('deserialize of a subclass returns an instance of the subclass', () => {
  class Level extends WideTree {
    readonly name = 'forest';
  }
  const level: Level = Level.deserialize(bytesOf(new WideTree({ dimensions: 2 })));
  expect(level).toBeInstanceOf(Level);
  expect(level.name).toBe('forest');
  expect(level.dimensions).toBe(2);
  level.dispose();
});

describe('the message reports', () => {
  const bytes = () => bytesOf(new DynamicTree());
  const calls = [deserialize, (given: Uint8Array) => DynamicTree.deserialize(given)];
  const messageOf = (given: Uint8Array) => {
    const [one, other] = calls.map((call) => thrownError(() => call(given), 'deserialize'));
    expect(one.code).toBe('bad-data');
    expect(other.message).toBe(one.message);
    return one.message;
  };

  test('the expected and the actual number of bytes', () => {
    const whole = bytes();
    for (const length of [16, 17, 39, 40, 41, 100, whole.length - 1]) {
      expect(messageOf(whole.slice(0, length))).toBe(
        `deserialize: expected ${whole.length} bytes, the length in the header, got ${length} bytes`,
      );
    }
    expect(messageOf(Uint8Array.from([...whole, 0]))).toBe(
      `deserialize: expected ${whole.length} bytes, the length in the header, got ${whole.length + 1} bytes`,
    );
    for (const length of [0, 1, 4, 15]) {
      expect(messageOf(whole.slice(0, length))).toBe(
        `deserialize: expected at least 40 bytes, got ${length} bytes`,
      );
    }
  });

  test.each([2, 4, 0, 0xffffffff])('format %d of the bytes', (version) => {
    const other = bytes();
    const format = new DataView(other.buffer);
    const known = format.getUint32(VERSION_AT, true);
    format.setUint32(VERSION_AT, version, true);
    expect(messageOf(other)).toBe(
      `deserialize: expected format ${known}, got format ${version}; read these bytes with the version of sapwood that wrote them`,
    );
  });

  test('bytes that serialize() did not write', () => {
    expect(messageOf(new Uint8Array(64).fill(7))).toBe(
      'deserialize: serialize() did not write these bytes',
    );
    const json = new TextEncoder().encode('{"boxes": []}');
    expect(messageOf(json)).toBe('deserialize: serialize() did not write these bytes');
  });

  test('damage of one bit', () => {
    const damaged = bytes();
    damaged[damaged.length - 3] ^= 4;
    expect(messageOf(damaged)).toBe('deserialize: these bytes are damaged');
  });
});
