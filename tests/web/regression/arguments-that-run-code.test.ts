import { DynamicTree, heapInUse, init, type SpatialIndex, structures } from 'sapwood/all';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { thrownError } from '../support/errors.js';

const UNIT = [0, 0, 0, 1, 1, 1];
const FAR = [50, 50, 50, 51, 51, 51];

let index: DynamicTree;
let other: DynamicTree;

beforeAll(() => init());
beforeEach(() => {
  index = new DynamicTree({ margin: 0 });
  index.build([...UNIT, ...FAR]);
  other = new DynamicTree();
  other.build([...FAR, ...UNIT, ...FAR]);
});
afterEach(() => {
  for (const each of [index, other]) each.dispose();
});

/** Calls many methods of another index, with arguments that differ from those of the tests. */
function callElsewhere(): void {
  other.queryBox(FAR, { category: 8, mask: 16 });
  other.querySphere([9, 9, 9], 3, 4);
  other.raycast([9, 9, 9], [0, 1, 0], 5, 2);
  other.queryFrustum(
    Float32Array.from({ length: 24 }, (_, i) => i),
    { eye: [7, 8, 9], limit: 1 },
  );
  other.move(0, [30, 30, 30, 31, 31, 31], [5, 5, 5]);
  other.queryBoxMany([...FAR, ...FAR, ...FAR]);
  other.insert({ min: [9, 9, 9], max: [9, 9, 9] }, { category: 4, mask: 4 });
}

/** Returns a copy of a value whose properties call the package when they are read. */
function calling<T extends object>(value: T): T {
  const copy = Array.isArray(value) ? [] : {};
  for (const [name, part] of Object.entries(value)) {
    const inner = typeof part === 'object' ? calling(part) : part;
    const get = () => {
      callElsewhere();
      return inner;
    };
    Object.defineProperty(copy, name, { get, enumerable: true });
  }
  return copy as T;
}

const BOX = { min: { x: 0, y: 0, z: 0 }, max: { x: 2, y: 3, z: 4 } };
const PLANES = [0, 1, 2].flatMap((axis) =>
  [1, -1].map((sign) => ({ normal: [0, 1, 2].map((i) => (i === axis ? sign : 0)), constant: 3 })),
);

// regression: the inner call overwrote argument registers that the outer call had already filled
describe('an argument that calls the package while it is read', () => {
  test('passes its own box and filter', () => {
    const id = index.insert(calling(BOX), calling({ category: 2, mask: 6 }));
    expect([...index.box(id)]).toEqual([0, 0, 0, 2, 3, 4]);
    index.move(0, calling([1, 1, 1, 2, 2, 2]), calling([1, 0, 0]));
    expect([...index.box(0)]).toEqual([1, 1, 1, 2, 2, 2]);
    expect([...index.queryBox(calling(BOX), calling({ category: 4, mask: 2 }))]).toEqual([id]);
    expect([...index.queryBox(BOX, { category: 4, mask: 1 })]).toEqual([0]);
    index.setFilter(0, calling({ category: 8 }));
    expect([...index.queryBox(BOX, 8)]).toEqual([0]);
  });

  const reads: Record<
    string,
    (index: SpatialIndex, via: <T extends object>(value: T) => T) => unknown
  > = {
    queryBox: (it, via) => it.queryBox(via(BOX), via({ mask: 3 })),
    queryPoint: (it, via) => it.queryPoint(via({ x: 1, y: 1, z: 1 }), via({ mask: 3 })),
    querySphere: (it, via) => it.querySphere(via({ center: { x: 2, y: 2, z: 2 }, radius: 2 })),
    raycast: (it, via) =>
      it.raycast(
        via({ origin: [-1, 0.5, 0.5], direction: { x: 1, y: 0, z: 0 } }),
        9,
        via({ mask: 1 }),
      ),
    raycastAll: (it, via) => it.raycastAll(via([-1, 0.5, 0.5]), via([1, 0, 0])),
    nearest: (it, via) => it.nearest(via({ x: 50, y: 0, z: 0 }), 1, 90, via({ mask: 1 })),
    queryFrustum: (it, via) =>
      it.queryFrustum(
        via({ planes: PLANES }),
        via({ eye: [1, 1, 1], limit: 2, filter: { mask: 1 } }),
      ),
    queryBoxMany: (it, via) => it.queryBoxMany(via([...UNIT, ...FAR])),
    raycastMany: (it, via) => it.raycastMany(via([-1, 0.5, 0.5, 1, 0, 0, 9])),
    nearestMany: (it, via) => it.nearestMany(via([1, 2, 3, 4, 5, 6]), 1),
  };

  test.each(Object.keys(reads))('does not change the result of %s', (method) => {
    const plain = reads[method](index, (value) => value);
    expect(reads[method](index, calling)).toEqual(plain);
  });

  test('passes its own boxes to build, insertMany and moveMany', () => {
    index.build(calling([...FAR, ...UNIT]));
    expect([...index.box(1)]).toEqual(UNIT);
    expect([...index.insertMany(calling([...BOX_NUMBERS]))]).toEqual([2]);
    index.moveMany(calling([2, 0]), calling([...UNIT, ...BOX_NUMBERS]));
    expect([...index.box(0)]).toEqual(BOX_NUMBERS);
    expect(index.validate()).toEqual([]);
  });
});

const BOX_NUMBERS = [0, 0, 0, 2, 3, 4];

function detached<View extends Uint32Array | Float32Array>(view: View): View {
  structuredClone(view.buffer, { transfer: [view.buffer as ArrayBuffer] });
  return view;
}

describe('arrays with misleading types', () => {
  test.each([
    ['detached ids', () => index.moveMany(detached(Uint32Array.of(0)), UNIT)],
    ['a proxy of ids', () => index.moveMany(new Proxy(Uint32Array.of(0), {}), UNIT)],
    ['a proxy of boxes', () => index.build(new Proxy(Float32Array.from(UNIT), {}))],
    ['a detached out', () => index.queryBoxInto(UNIT, detached(new Uint32Array(4)))],
    ['a proxy of an out', () => index.queryBoxInto(UNIT, new Proxy(new Uint32Array(4), {}))],
    [
      'an object with the prototype of an out array',
      () => index.queryBoxInto(UNIT, Object.create(Uint32Array.prototype)),
    ],
  ])('%s: rejected', (name, call) => {
    expect(thrownError(call, name).code).toBe('invalid-argument');
    expect([...index.box(0)]).toEqual(UNIT);
  });

  test('an out array with a false length is filled up to its actual length', () => {
    index.build([...UNIT, ...UNIT, ...UNIT]);
    const out = Object.defineProperty(new Uint32Array(2), 'length', { value: 1000 });
    expect(index.queryBoxInto(UNIT, out)).toBe(3);
    expect(out[1]).toBeLessThan(3);
  });

  test('throws for an out array that is detached while the arguments are read', () => {
    const out = new Uint32Array(4);
    const filter = {
      get mask() {
        detached(out);
        return 1;
      },
    };
    expect(thrownError(() => index.queryBoxInto(UNIT, out, filter), 'out').code).toBe(
      'invalid-argument',
    );
  });

  test('a large length without elements allocates no memory', () => {
    const before = heapInUse();
    expect(thrownError(() => index.build({ length: 2 ** 28 }), 'build').code).toBe('invalid-box');
    expect(thrownError(() => index.moveMany({ length: 2 ** 28 }, []), 'ids').code).toBe(
      'invalid-id',
    );
    expect(heapInUse()).toBe(before);
  });

  test('the error of a getter becomes the cause of the thrown error', () => {
    const own = new Error('of the caller');
    const box = {
      get min(): never {
        throw own;
      },
      max: [1, 1, 1],
    };
    expect(thrownError(() => index.insert(box), 'insert')).toMatchObject({
      code: 'invalid-box',
      cause: own,
    });
  });
});

// nesting is limited, because each level uses several kilobytes of the core's stack, which has no
// overflow check
test.each(structures)('$id: callbacks may be nested at most 64 levels deep', ({ create }) => {
  const index = create({ dimensions: 3 });
  index.build([...UNIT, ...UNIT]);
  let depth = 0;
  const visit = (): void => {
    depth += 1;
    index.forEachInBox(UNIT, visit);
  };
  expect(thrownError(visit, 'nested').code).toBe('reentrant');
  expect(depth).toBe(65);
  expect(index.queryBox(UNIT)).toHaveLength(2);
  index.dispose();
});

// regression: the buffers were freed only after the last index was disposed
test('dispose frees the result buffers of an index while others exist', () => {
  const round = () => {
    const crowd = new DynamicTree();
    crowd.build(Array(1500).fill(UNIT).flat());
    crowd.pairs();
    crowd.queryBoxMany(Array(500).fill(UNIT).flat());
    crowd.nodes();
    crowd.serialize();
    crowd.dispose();
  };
  index.queryBox(UNIT);
  other.dispose();
  const before = heapInUse();
  round();
  expect(heapInUse()).toBeLessThanOrEqual(before);
});
