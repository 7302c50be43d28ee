import { deserialize, init, RTree, structures } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';

beforeAll(() => init());

const optionError = (option: string) =>
  expect.objectContaining({
    code: 'invalid-argument',
    message: expect.stringContaining(option),
  });

test('[RT2] throws for an exhaustive split with more than 8 entries', () => {
  const entry = structures.find(({ id }) => id === 'r-tree')!;
  for (const fanOut of [9, 16, 128]) {
    const options = { split: 'exhaustive', fanOut } as const;
    expect(() => new RTree(options), String(fanOut)).toThrow(optionError('fanOut'));
    expect(() => entry.create(options), String(fanOut)).toThrow(optionError('fanOut'));
    expect(new RTree({ fanOut }).options.fanOut).toBe(fanOut);
  }
});

test('[RT2] an exhaustive split with at most 8 entries is serialized', () => {
  for (const fanOut of [4, 8]) {
    const index = new RTree({ split: 'exhaustive', fanOut, dimensions: 2 });
    index.build([0, 0, 1, 1, 1, 1, 2, 2, 5, 5, 6, 6]);
    expect([...index.pairs()]).toEqual([0, 1]);
    expect(deserialize(index.serialize()).options).toEqual(index.options);
  }
});
