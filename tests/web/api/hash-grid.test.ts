import { HashGrid, init, structures } from 'sapwood';
import { beforeAll, expect, test } from 'vitest';

beforeAll(() => init());

test("[GH3] a cell size of 'auto' is a cell size of 0", () => {
  const grid = new HashGrid({ cellSize: 'auto', dimensions: 2 });
  expect(grid.options.cellSize).toBe(0);
  grid.build([0, 0, 1, 1, 1, 1, 2, 2]);
  expect([...grid.pairs()]).toEqual([0, 1]);
  const entry = structures.find(({ id }) => id === 'hash-grid')!;
  expect(entry.create({ cellSize: 'auto' }).options).toEqual(new HashGrid().options);
});

test('[GH3] a cell size that is no size is refused', () => {
  for (const cellSize of [-1, Number.NaN, 2e18, Infinity, 'large', null]) {
    const create = () => new HashGrid({ cellSize: cellSize as number });
    expect(create, String(cellSize)).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: expect.stringContaining('cellSize'),
      }),
    );
  }
});
