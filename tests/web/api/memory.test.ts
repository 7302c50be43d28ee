import {
  BruteForce,
  DynamicTree,
  deserialize,
  heapInUse,
  init,
  type SpatialIndex,
} from 'sapwood/all';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const UNIT = [0, 0, 0, 1, 1, 1];

let index: DynamicTree;

beforeAll(() => init());
beforeEach(() => {
  index = new DynamicTree({ margin: 0 });
});
afterEach(() => index.dispose());

/** Grows WASM memory, which detaches every view of it. */
function growMemory(): void {
  const view = index.staging(1);
  const hog = new BruteForce();
  for (let count = 1 << 18; view.length > 0; count *= 2) hog.staging(count);
  hog.dispose();
}

function unitBoxes(count: number): Float32Array {
  return Float32Array.from({ length: 6 * count }, (_, i) => UNIT[i % 6] + 2 * Math.floor(i / 6));
}

describe('staging', () => {
  test('build() and update() without arguments take the boxes from the view repeatedly', () => {
    const view = index.staging(2);
    expect(view).toHaveLength(12);
    view.set(unitBoxes(2));
    index.build();
    expect(Array.from(index.box(1))).toEqual([2, 2, 2, 3, 3, 3]);
    view[0] = -5;
    index.update();
    expect(Array.from(index.box(0))).toEqual([-5, 0, 0, 1, 1, 1]);
    view[0] = -6;
    index.update();
    index.build();
    expect(index.box(0)[0]).toBe(-6);
  });

  test('build accepts at most as many boxes as were staged', () => {
    index.staging(3).set(unitBoxes(3));
    index.build(undefined, 2);
    expect(index.size).toBe(2);
    expect(() => index.build(undefined, 4)).toThrow(/count: expected at most 3/);
    expect(index.size).toBe(2);
  });

  test('update needs as many staged boxes as there are items', () => {
    index.build(unitBoxes(3));
    index.staging(2).set(unitBoxes(2));
    expect(() => index.update()).toThrow(/staging: expected 3 boxes/);
  });

  test('build() and update() without arguments throw without a staging view', () => {
    expect(() => index.build()).toThrow(/staging\(\)/);
    expect(() => index.update()).toThrow(/staging\(\)/);
    index.staging(1).set(UNIT);
    index.build(unitBoxes(2));
    expect(() => index.build()).toThrow(/staging\(\)/);
    expect(index.size).toBe(2);
  });

  test('zero boxes can be staged, built and updated', () => {
    index.build(unitBoxes(3));
    expect(index.staging(0)).toHaveLength(0);
    index.build();
    expect(index.size).toBe(0);
    expect(index.update()).toBe(0);
  });

  test('byteLength includes the staging memory', () => {
    const before = index.byteLength;
    index.staging(1000);
    expect(index.byteLength - before).toBeGreaterThanOrEqual(24_000);
  });

  test('throws out-of-memory for too many boxes and does not change the index', () => {
    index.build(unitBoxes(2));
    for (const count of [2 ** 28, 2 ** 31, 2 ** 32, 2 ** 53]) {
      expect(() => index.staging(count)).toThrow(
        expect.objectContaining({ code: 'out-of-memory' }),
      );
    }
    expect(() => index.nearestMany(new Float32Array(3000), 2 ** 30)).toThrow(
      expect.objectContaining({ code: 'out-of-memory' }),
    );
    expect(Array.from(index.ids())).toEqual([0, 1]);
  });
});

describe('growth of WASM memory', () => {
  test('detaches old views; methods of the index still work', () => {
    index.build(unitBoxes(100));
    const bytes = index.serialize();
    const view = index.staging(100);
    growMemory();
    expect(view).toHaveLength(0);
    expect(index.queryPoint([1, 1, 1])).toHaveLength(1);
    expect(Array.from(index.nearest([0, 0, 0], 2).ids)).toEqual([0, 1]);
    expect(index.pairsView()).toHaveLength(0);
    expect(index.nodes().count).toBe(199);
    expect(index.serialize()).toEqual(bytes);
    index.staging(100).set(unitBoxes(100));
    index.build();
    expect(index.size).toBe(100);
  });

  test('throws for a detached view as input', () => {
    index.build(unitBoxes(2));
    const view = index.staging(2);
    growMemory();
    expect(() => index.build(view)).toThrow(/boxes: .*detached/);
    expect(index.size).toBe(2);
  });

  test('later calls do not change returned arrays', () => {
    index.build(unitBoxes(2));
    const kept = [index.queryBox([0, 0, 0, 9, 9, 9]), index.box(1), index.ids()].map((values) => {
      return { values, before: Array.from(values) };
    });
    growMemory();
    index.clear();
    for (const { values, before } of kept) expect(Array.from(values)).toEqual(before);
  });
});

describe('input that is a view of WASM memory', () => {
  test.each([1, 50_000])('a staging view of this or another index builds %i boxes', (count) => {
    const other = new BruteForce();
    const boxes = unitBoxes(count);
    for (const target of [index, other]) {
      const view = other.staging(count);
      view.set(boxes);
      target.build(view);
      expect(Array.from(target.box(count - 1))).toEqual(Array.from(boxes.subarray(-6)));
    }
    other.dispose();
  });

  test('a pairs view can be the ids of moveMany and the output of a query', () => {
    index.build([...UNIT, ...UNIT]);
    index.moveMany(index.pairsView(), [...UNIT, 5, 5, 5, 6, 6, 6]);
    expect(Array.from(index.box(1))).toEqual([5, 5, 5, 6, 6, 6]);
    index.build([...UNIT, ...UNIT]);
    expect(index.queryBoxInto(UNIT, index.pairsView())).toBe(2);
  });
});

describe('an array whose length is shadowed', () => {
  const shadowed = <View extends object>(view: View, value: number): View =>
    Object.defineProperty(view, 'length', { value });

  test.each([0, 6, 600])('is read with its actual length, not %i', (length) => {
    index.build(shadowed(unitBoxes(3), length));
    expect(index.size).toBe(3);
    index.update(shadowed(unitBoxes(3), length));
    expect(Array.from(index.box(2))).toEqual([4, 4, 4, 5, 5, 5]);
  });

  test('of ids causes no write beyond the memory reserved for it', () => {
    index.build(unitBoxes(3));
    expect(() => index.moveMany(shadowed(Uint32Array.of(0, 1, 2), 1), UNIT)).toThrow();
    expect(Array.from(index.box(2))).toEqual([4, 4, 4, 5, 5, 5]);
    expect(index.validate()).toEqual([]);
  });
});

describe('memory is freed', () => {
  test('[dispose] every round leaves the same amount of memory in use', () => {
    const round = () => {
      const temporary = new DynamicTree();
      temporary.build(unitBoxes(1000));
      temporary.pairs();
      deserialize(temporary.serialize()).dispose();
      temporary.dispose();
      return heapInUse();
    };
    const first = round(); // the shared buffers have their final size after this round
    for (let i = 0; i < 5; i += 1) expect(round()).toBe(first);
  });

  test('[finalizer] the memory of an unreachable index is freed after garbage collection', async () => {
    const before = heapInUse();
    const drop = () => {
      for (let i = 0; i < 8; i += 1) new DynamicTree().build(unitBoxes(2000));
    };
    drop();
    expect(heapInUse() - before).toBeGreaterThan(500_000);
    for (let turn = 0; turn < 50 && heapInUse() - before > 100_000; turn += 1) {
      (globalThis as unknown as { gc(): void }).gc();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(heapInUse() - before).toBeLessThan(100_000);
  });
});

test('using calls dispose at the end of its block', () => {
  let kept: SpatialIndex;
  {
    using temporary = new BruteForce();
    temporary.build(UNIT);
    kept = temporary;
  }
  expect(() => kept.size).toThrow(expect.objectContaining({ code: 'disposed' }));
});
