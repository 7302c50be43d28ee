import {
  boxesHash,
  hex32,
  idSequenceHash,
  idSetHash,
  Mt19937,
  Mulberry32,
  NO_ID,
  oracle,
  pairsHash,
  ResultHash,
} from 'scenes';
import { describe, expect, it } from 'vitest';

describe('the oracle', () => {
  const row = {
    dimensions: 2 as const,
    boxes: Float32Array.of(0, 0, 1, 1, 1, 0, 2, 1, 4, 0, 5, 1, 4, 0, 5, 1),
  };

  it('counts touching boxes as overlapping', () => {
    expect([...oracle.pairs(row)]).toEqual([0, 1, 2, 3]);
    expect([...oracle.queryBox(row, [2, 1, 4, 1])]).toEqual([1, 2, 3]);
    expect([...oracle.queryPoint(row, [1, 1])]).toEqual([0, 1]);
    expect([...oracle.querySphere(row, [3, 0.5, 1])]).toEqual([1, 2, 3]);
    expect([...oracle.querySphere(row, [3, 0.5, 0.999])]).toEqual([]);
  });

  it('measures rays in world units and breaks ties by id', () => {
    expect(oracle.raycast(row, [3, 0.5, 2, 0, Infinity])).toEqual({ id: 2, distance: 1 });
    expect(oracle.raycast(row, [3, 0.5, 2, 0, 0.5])).toBeNull();
    expect(oracle.raycast(row, [0.5, 0.5, -1, 0, 9])).toEqual({ id: 0, distance: 0 });
    expect(oracle.raycast(row, [-3, 1, 3, 0, 9])).toEqual({ id: 0, distance: 3 });
    const all = oracle.raycastAll(row, [-1, 0.5, 0.5, 0, 5]);
    expect([[...all.ids], [...all.distances]]).toEqual([
      [0, 1, 2, 3],
      [1, 2, 5, 5],
    ]);
  });

  it('ranks the nearest by distance, then id, within the distance', () => {
    expect([...oracle.nearest(row, [3, 0.5], 3).ids]).toEqual([1, 2, 3]);
    expect([...oracle.nearest(row, [3, 0.5], 2).ids]).toEqual([1, 2]);
    expect([...oracle.nearest(row, [3.5, 0.5], 9, 0.5).ids]).toEqual([2, 3]);
    expect([...oracle.nearest(row, [3, 0.5], 0).ids]).toEqual([]);
    expect([...oracle.nearest(row, [7, 5], 1).distances]).toEqual([Math.sqrt(20)]);
  });

  it('finds boxes that are not completely outside a plane of the frustum', () => {
    const cubes = {
      dimensions: 3 as const,
      boxes: Float32Array.of(0, 0, 0, 1, 1, 1, 2, 0, 0, 3, 1, 1),
    };
    const everywhere = Array.from({ length: 5 }, () => [0, 0, 0, 0]).flat();
    expect([...oracle.queryFrustum(cubes, [1, 0, 0, -1, ...everywhere])]).toEqual([0, 1]);
    expect([...oracle.queryFrustum(cubes, [1, 0, 0, -1.5, ...everywhere])]).toEqual([1]);
    expect([...oracle.queryFrustum(cubes, [-1, 0, 0, 1.5, ...everywhere])]).toEqual([0]);
  });
});

describe('hashes', () => {
  it('of pairs and sets ignore the order; hashes of sequences depend on it', () => {
    expect(pairsHash([0, 1, 2, 3])).toBe(pairsHash([2, 3, 0, 1]));
    expect(pairsHash([0, 1, 2, 3])).not.toBe(pairsHash([0, 2, 1, 3]));
    expect(idSetHash([5, 7])).toBe(idSetHash([7, 5]));
    expect(idSequenceHash([5, 7])).not.toBe(idSequenceHash([7, 5]));
  });

  it('have the same values in C++ and TypeScript', () => {
    expect(boxesHash(Float32Array.of(0, -0, 1.5))).toBe('e945b73e36525281');
    expect(pairsHash([0, 1, 2, 3])).toBe('c9045a42');
    expect(hex32(idSetHash([5, 7]))).toBe('4a0c6252');
    expect(hex32(idSequenceHash([5, 7]))).toBe('5a6a3ec5');
  });

  it('of results count hits and depend on the order of the queries', () => {
    const [first, second] = [new ResultHash(), new ResultHash()];
    first.addSet([1, 2]);
    first.addId(NO_ID);
    second.addId(-1);
    second.addSet([2, 1]);
    expect([first.results, second.results]).toEqual([2, 2]);
    expect(first.hex).not.toBe(second.hex);
  });
});

describe('generators', () => {
  it('return their reference numbers', () => {
    expect(new Mulberry32(1).next()).toBe(2693262067);
    const large = new Mt19937(5489);
    for (let i = 1; i < 10_000; i++) large.next();
    // the 10,000th value of std::mt19937, according to the C++ standard
    expect(large.next()).toBe(4123659995);
  });
});
