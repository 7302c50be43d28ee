import { deserialize, HashGrid, init, SpatialHash, structures } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';

beforeAll(() => init());

describe.each([
  ['hash-grid', HashGrid],
  ['spatial-hash', SpatialHash],
] as const)('%s', (id, Grid) => {
  test("[GH3] a cell size of 'auto' is a cell size of 0", () => {
    const grid = new Grid({ cellSize: 'auto', dimensions: 2 });
    expect(grid.options.cellSize).toBe(0);
    grid.build([0, 0, 1, 1, 1, 1, 2, 2]);
    expect([...grid.pairs()]).toEqual([0, 1]);
    const entry = structures.find((one) => one.id === id)!;
    expect(entry.create({ cellSize: 'auto' }).options).toEqual(new Grid().options);
  });

  test('[GH3] stats() returns the cell size in use, computed or given', () => {
    const grid = new Grid({ dimensions: 2 });
    expect(grid.stats()).not.toHaveProperty('cellSize');
    grid.build([0, 0, 2, 2, 10, 0, 12, 2, 20, 0, 22, 2]);
    expect(grid.stats().cellSize).toBeGreaterThanOrEqual(5);
    expect(new Grid({ cellSize: 5, dimensions: 2 }).stats().cellSize).toBe(5);
  });

  test('cells have a side for each axis, computed or given', () => {
    const lines = Array.from({ length: 100 }, (_, i) => [0, 4 * i, 50, 4 * i + 1]);
    const grid = new Grid({ dimensions: 2 });
    grid.build(lines.flat());
    const [x, y] = grid.stats().cellSides!;
    expect(x).toBeGreaterThan(4 * y);
    expect(grid.stats().cellSize).toBe(x);
    const given = new Grid({ dimensions: 2, cellSize: [91, 56.25] });
    expect(given.options.cellSize).toEqual([91, 56.25]);
    expect(Object.isFrozen(given.options.cellSize)).toBe(true);
    expect(given.stats()).toMatchObject({ cellSize: 91, cellSides: [91, 56.25] });
    given.build(lines.flat());
    expect(deserialize(given.serialize()).options.cellSize).toEqual([91, 56.25]);
    expect(new Grid({ dimensions: 3, cellSize: [2, 2, 2] }).options.cellSize).toBe(2);
  });

  test('a side of 0 is computed, and the others are used', () => {
    const grid = new Grid({ dimensions: 2, cellSize: [0, 7] });
    expect(grid.stats()).not.toHaveProperty('cellSides');
    grid.build([0, 0, 2, 2, 10, 0, 12, 2, 20, 0, 22, 2]);
    const [x, y] = grid.stats().cellSides!;
    expect(x).toBeGreaterThanOrEqual(5);
    expect(y).toBe(7);
  });

  test('a number of sides that differs from the number of dimensions is rejected', () => {
    expect(() => new Grid({ dimensions: 2, cellSize: [1, 2, 3] })).toThrow(
      'cellSize: expected a number in 0 .. 1000000000000000000, or 2 such numbers',
    );
  });

  test('[GH3] a cell size out of range is rejected', () => {
    for (const cellSize of [[1, -1, 1], [1, 1], -1, Number.NaN, 2e18, Infinity, 'large', null]) {
      const create = () => new Grid({ cellSize: cellSize as number });
      expect(create, String(cellSize)).toThrow(
        expect.objectContaining({
          code: 'invalid-argument',
          message: expect.stringContaining('cellSize'),
        }),
      );
    }
  });
});

test("[GH1] 'morton' lists the cells along Morton's curve and finds what 'hash' finds", () => {
  const at = (x: number, y: number) => [x + 0.25, y + 0.25, x + 0.75, y + 0.75];
  const rows = [3, 2, 1, 0].flatMap((y) => [0, 1, 2, 3].map((x) => at(x, y)));
  const [hash, morton] = (['hash', 'morton'] as const).map((storage) => {
    const grid = new SpatialHash({ dimensions: 2, cellSize: 1, storage });
    grid.build(rows.flat());
    return grid;
  });
  const cellsOf = (grid: SpatialHash) => {
    const { items } = grid.nodes();
    return [...items].map((item) => rows[item].slice(0, 2).map(Math.floor).join(''));
  };
  expect(cellsOf(morton).join(' ')).toBe('00 01 10 11 02 03 12 13 20 21 30 31 22 23 32 33');
  expect(cellsOf(hash)).not.toEqual(cellsOf(morton));
  expect([...morton.queryBox([0, 0, 2, 2])].sort()).toEqual(
    [...hash.queryBox([0, 0, 2, 2])].sort(),
  );
});
