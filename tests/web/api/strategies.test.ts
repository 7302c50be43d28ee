import {
  type BoxLike,
  type Dimensions,
  DynamicTree,
  init,
  StaticTree,
  strategiesOf,
} from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { beforeAll, describe, expect, test } from 'vitest';
import { sortedPairs } from '../support/compare.js';
import { requireError } from '../support/errors.js';
import { latticeBoxes } from '../support/tape.js';

beforeAll(() => init());

const asText = (pairs: Uint32Array) => Array.from(sortedPairs(pairs));

describe.each([2, 3] as Dimensions[])('strategies of the dynamic tree, %dD', (dimensions) => {
  const boxes = (seed: number, count: number) => latticeBoxes(seed, count, dimensions);
  const built = (count: number, seed = 1) => {
    const index = new DynamicTree({ dimensions });
    index.build(boxes(seed, count));
    return index;
  };

  test('[DT11] updatePairsAwake() queries awake items only and returns the changes of updatePairs()', () => {
    const index = built(100);
    const same = built(100);
    const lab = strategiesOf(index);
    lab.updatePairsAwake();
    same.updatePairs();
    lab.updatePairsAwake();
    expect(lab.pairWork().queries).toBe(100);
    for (const id of index.ids()) lab.sleep(id);
    lab.updatePairsAwake();
    expect(lab.pairWork().queries).toBe(0);
    lab.wake(7);
    expect([lab.isAwake(7), lab.isAwake(8)]).toEqual([true, false]);
    lab.updatePairsAwake();
    expect(lab.pairWork().queries).toBe(1);
    const random = new Mulberry32(3);
    for (let frame = 0; frame < 30; frame++) {
      for (let i = 0; i < 10; i++) {
        const id = random.below(100);
        const box = boxes(random.next(), 1);
        for (const each of [index, same]) each.move(id, box);
      }
      const changes = lab.updatePairsAwake();
      const expected = same.updatePairs();
      expect(changes).toEqual(expected);
    }
    index.dispose();
    same.dispose();
  });

  test('[DT16] enlarge raises the cost of the tree, rebuildEnlarged lowers it and keeps the pairs', () => {
    const index = built(300);
    const lab = strategiesOf(index);
    const fresh = index.stats().sah!;
    expect(lab.rebuildEnlarged()).toBe(0);
    const random = new Mulberry32(5);
    for (let i = 0; i < 40; i++) lab.enlarge(random.below(300), boxes(random.next(), 1));
    expect(index.stats().sah).toBeGreaterThan(1.2 * fresh);
    const expected = asText(index.pairs());
    const rebuilt = lab.rebuildEnlarged();
    expect(rebuilt).toBeGreaterThan(10);
    expect(rebuilt).toBeLessThan(299);
    expect(index.stats().sah).toBeLessThan(1.2 * fresh);
    expect(asText(index.pairs())).toEqual(expected);
    expect(index.validate()).toEqual([]);
    expect(lab.enlarge(3, index.box(3))).toBe(false);
    index.dispose();
  });

  test('[DT16] reinsert and optimize return their work and keep the pairs', () => {
    const index = built(200);
    const expected = asText(index.pairs());
    expect(strategiesOf(index).reinsert(50)).toBe(50);
    const spent = index.optimize(100);
    expect(spent > 0 && spent <= 100).toBe(true);
    expect(asText(index.pairs())).toEqual(expected);
    expect(index.validate()).toEqual([]);
    index.dispose();
  });

  test.each([0, Number.POSITIVE_INFINITY])(
    '[DT16] rebuild with subtrees of up to %d from below keeps ids and pairs',
    (bottomUpBelow) => {
      const index = built(300);
      index.remove(17);
      const expected = asText(index.pairs());
      expect(strategiesOf(index).rebuild({ bottomUpBelow })).toBe(298);
      expect(asText(index.pairs())).toEqual(expected);
      expect(index.validate()).toEqual([]);
      index.dispose();
    },
  );

  test('[DT16] insertion by Manhattan distance makes a different tree with the same pairs', () => {
    const index = new DynamicTree({ dimensions, insertion: 'manhattan' });
    const other = new DynamicTree({ dimensions });
    for (const each of [index, other]) each.insertMany(boxes(9, 200));
    expect(asText(index.pairs())).toEqual(asText(other.pairs()));
    expect(index.nodes()).not.toEqual(other.nodes());
    expect(index.options.insertion).toBe('manhattan');
    index.dispose();
    other.dispose();
  });

  test('throws for bad arguments and does not change the index', () => {
    const index = built(20);
    const lab = strategiesOf(index);
    const before = index.nodes();
    for (const bad of [20, -1, 1.5, '1' as never, undefined as never]) {
      for (const call of [lab.sleep, lab.wake, lab.isAwake])
        requireError(() => call(bad), 'invalid-id', 'id', String(bad));
      requireError(() => lab.enlarge(bad, boxes(1, 1)), 'invalid-id', 'id', String(bad));
    }
    for (const bad of [[1, 2], null, [Number.NaN, 0, 0, 1, 1, 1]] as unknown as BoxLike[])
      requireError(() => lab.enlarge(1, bad), 'invalid-box', 'box', String(bad));
    for (const bad of [-1, 1.5, Number.NaN, '5' as never])
      requireError(
        () => lab.rebuild({ bottomUpBelow: bad }),
        'invalid-argument',
        'bottomUpBelow',
        String(bad),
      );
    expect(index.nodes()).toEqual(before);
    index.dispose();
    requireError(() => lab.sleep(1), 'disposed', 'disposed', 'sleep');
    requireError(() => lab.pairWork(), 'disposed', 'disposed', 'pairWork');
  });
});

test('strategiesOf throws for structures other than the dynamic tree', () => {
  const other = new StaticTree();
  for (const bad of [other, {}, null, 7] as unknown as DynamicTree[])
    requireError(() => strategiesOf(bad), 'invalid-argument', 'DynamicTree', String(bad));
  other.dispose();
});
