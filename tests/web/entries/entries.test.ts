import * as game from 'sapwood';
import * as game2d from 'sapwood/2d';
import * as hashGrid from 'sapwood/2d/hash-grid';
import * as slim2d from 'sapwood/2d/slim';
import * as game3d from 'sapwood/3d';
import * as everything from 'sapwood/all';
import { type Dimensions, SapwoodError, type SpatialIndex } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Entry, loadedEntries } from './entries.js';

let entries: Entry[];

beforeAll(async () => {
  await everything.init();
  entries = await loadedEntries();
});

/** Returns a row of boxes of which adjacent boxes touch. Box i begins at (i, i) or (i, i, i). */
function row(count: number, dimensions: Dimensions, size = 1): Float32Array {
  const corner = (i: number, by: number) => new Array(dimensions).fill(i + by);
  return Float32Array.from(
    Array.from({ length: count }, (_, i) => [...corner(i, 0), ...corner(i, size)]).flat(),
  );
}

function caught(work: () => unknown): SapwoodError {
  try {
    work();
  } catch (error) {
    if (error instanceof SapwoodError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

function withEach(
  work: (index: SpatialIndex, entry: Entry, dimensions: Dimensions) => void,
  { slim = true } = {},
): void {
  for (const entry of entries.filter(({ name }) => slim || !name.endsWith('/slim'))) {
    for (const Structure of entry.classes) {
      for (const dimensions of entry.dimensions) {
        const index = new Structure({ dimensions });
        index.build(row(20, dimensions));
        work(index, entry, dimensions);
        index.dispose();
      }
    }
  }
}

const sortedPairs = (pairs: Uint32Array) => {
  const list = Array.from(
    { length: pairs.length / 2 },
    (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`,
  );
  return list.sort();
};

test('an index of every entry point is a SpatialIndex with its id and its dimensions', () => {
  let count = 0;
  withEach((index, { name }, dimensions) => {
    expect(index, name).toBeInstanceOf(everything.SpatialIndex);
    expect(index.dimensions).toBe(dimensions);
    expect(index.pairs().length).toBe(2 * 19);
    expect(index.constructor.name.toLowerCase()).toBe(index.id.replaceAll('-', ''));
    count += 1;
  });
  expect(count).toBe(6 + 4 * 3 + 2);
});

describe('dimensions', () => {
  test('are optional in entry points for one dimension, and default to 3 in sapwood', () => {
    const flat = new game2d.DynamicTree();
    const deep = new game3d.DynamicTree();
    const usual = new game.DynamicTree();
    expect([flat.dimensions, deep.dimensions, usual.dimensions]).toEqual([2, 3, 3]);
    for (const index of [flat, deep, usual]) index.dispose();
  });

  test('that an entry point does not have are rejected', () => {
    const error = caught(() => new game2d.WideTree({ dimensions: 3 as 2 }));
    expect(error.code).toBe('invalid-argument');
    expect(error.message).toBe('dimensions: expected 2, got 3');
    expect(caught(() => new game3d.WideTree({ dimensions: 2 as 3 })).message).toContain(
      'expected 3',
    );
  });
});

describe('omitted methods', () => {
  const inspection = ['stats', 'nodes', 'validate'] as const;

  test.each(inspection)('%s() is unsupported, and the message names sapwood/all', (method) => {
    withEach((index, { name }) => {
      const error = caught(() => index[method]());
      expect(error.code).toBe('unsupported');
      expect(error.message).toContain(
        ` of ${name === 'sapwood' ? 'sapwood/' : name.replace('/slim', '')}`,
      );
      expect(error.message).toMatch(/; use sapwood\/all$/);
      // the index is still usable
      expect(index.pairs().length).toBe(2 * 19);
    });
  });

  test('sapwood/3d omits hierarchy maintenance', () => {
    // the method exists at run time, but the declarations of sapwood/3d omit it
    const tree = new game3d.DynamicTree() as unknown as everything.DynamicTree;
    expect(caught(() => tree.optimize(10)).message).toMatch(
      /^optimize: \w+ of sapwood\/3d does not support/,
    );
    const strategies = everything.strategiesOf(tree);
    const rebuild = caught(() => strategies.rebuildEnlarged());
    expect(rebuild.message).toMatch(/^rebuildEnlarged: \w+ of sapwood\/3d does not support/);
    tree.dispose();
  });

  test('game entry points report pair changes; entry points of one structure throw and name sapwood/all', () => {
    const single = new Set(['sapwood/2d/hash-grid', 'sapwood/3d/sphere-tree']);
    let rejected = 0;
    withEach((index, { name }, dimensions) => {
      if (!single.has(name)) {
        const { begins } = index.updatePairs();
        const neighbors = Array.from({ length: 19 }, (_, i) => [i, i + 1]);
        expect([...begins]).toEqual(neighbors.flat());
        index.update(row(20, dimensions, 0.5));
        expect(index.updatePairs()).toEqual({ begins: new Uint32Array(0), ends: begins });
        return;
      }
      rejected += 1;
      const error = caught(() => index.updatePairs());
      expect(error.code).toBe('unsupported');
      expect(error.message).toBe(
        `updatePairs: ${index.constructor.name} of ${name} does not support this; use sapwood/all`,
      );
      expect(index.pairs().length).toBe(2 * 19);
    });
    expect(rejected).toBe(single.size);
  });

  test.each([
    ['WideTree', { build: 'morton' }],
    ['DynamicTree', { insertion: 'manhattan' }],
  ] as const)('each module with %s supports %o, also in serialized bytes', (name, options) => {
    const isIt = ({ kind }: (typeof entries)[0]['classes'][0]) => kind.className === name;
    const having = entries.filter(({ classes }) => classes.some(isIt));
    expect(having.length).toBeGreaterThan(0);
    for (const { classes, dimensions: all, deserialize } of having) {
      const Structure = classes.find(isIt)!;
      const dimensions = all[all.length - 1];
      const whole = everything.structures.find(({ id }) => id === Structure.kind.id)!;
      const index = whole.create({ dimensions, ...options });
      index.build(row(5, dimensions));
      const copy = deserialize(index.serialize());
      expect(copy.options).toEqual(index.options);
      const made = new Structure({ dimensions, ...options });
      made.build(row(5, dimensions));
      expect(made.serialize()).toEqual(index.serialize());
      for (const one of [index, copy, made]) one.dispose();
    }
  });

  test("game entry points and sapwood/all build equal wide trees with build 'quality'", () => {
    for (const [set, dimensions] of [
      [game2d, 2],
      [game3d, 3],
      [game, 3],
    ] as const) {
      const tree = new set.WideTree({ build: 'quality' });
      tree.build(row(200, dimensions));
      const same = new everything.WideTree({ dimensions, build: 'quality' });
      same.build(row(200, dimensions));
      expect(tree.pairs()).toEqual(same.pairs());
      expect(tree.serialize()).toEqual(same.serialize());
      expect(tree.counters()).toEqual(same.counters());
      expect(everything.deserialize(tree.serialize()).options).toEqual({ build: 'quality' });
      tree.dispose();
      same.dispose();
    }
  });

  test('an unknown choice of an option is an invalid argument', () => {
    expect(caught(() => new game2d.WideTree({ build: 'best' } as never)).code).toBe(
      'invalid-argument',
    );
  });

  test('deserialize throws for a structure of another entry point and names the structure', () => {
    const index = new everything.KdTree({ dimensions: 2 });
    const bytes = index.serialize();
    const error = caught(() => game2d.deserialize(bytes));
    expect(error.code).toBe('unsupported');
    expect(error.message).toContain('sapwood/2d does not include kd-tree in 2D; use sapwood/all');
    expect(caught(() => game3d.deserialize(bytes)).code).toBe('unsupported');
    index.dispose();
  });

  test('a class deserializes bytes of its structure in the dimensions of its entry point', () => {
    for (const { name, classes, dimensions } of entries) {
      for (const Structure of classes) {
        const { id } = Structure.kind;
        const written = everything.structures.find((one) => one.id === id)!;
        for (const count of [2, 3] as const) {
          const index = written.create({ dimensions: count });
          index.build(row(3, count));
          const bytes = index.serialize();
          index.dispose();
          if (dimensions.includes(count)) {
            const copy = Structure.deserialize(bytes);
            expect(copy).toBeInstanceOf(Structure);
            expect(copy.size).toBe(3);
            copy.dispose();
          } else {
            const error = caught(() => Structure.deserialize(bytes));
            expect(error.code).toBe('unsupported');
            expect(error.message).toContain(`${name.replace('/slim', '')}`);
            expect(error.message).toContain(`does not include ${id} in ${count}D`);
          }
        }
      }
    }
  });

  test('malformed bytes are bad data in every entry point', () => {
    for (const { deserialize } of entries) {
      for (const length of [0, 39, 40, 200]) {
        expect(caught(() => deserialize(new Uint8Array(length).fill(7))).code).toBe('bad-data');
      }
    }
  });
});

describe('indices of different modules', () => {
  /**
   * `pairsWith` copies the smaller index as a list of boxes. The cases are: this index is smaller,
   * the other index is smaller, and one index is empty.
   */
  test.each([
    [20, 50],
    [50, 20],
    [0, 5],
  ])('pairsWith of %i with %i items returns the pairs of indices of one module', (mine, theirs) => {
    withEach((index, { name }, dimensions) => {
      index.build(row(mine, dimensions));
      const same = new everything.BruteForce({ dimensions });
      same.build(row(mine, dimensions));
      const other = new everything.StaticTree({ dimensions });
      other.build(row(theirs, dimensions, 1.5));
      const expected = sortedPairs(same.pairsWith(other));
      expect(expected.length > 0).toBe(mine > 0);
      expect(sortedPairs(index.pairsWith(other)), name).toEqual(expected);
      const swapped = sortedPairs(other.pairsWith(same));
      expect(sortedPairs(other.pairsWith(index)), name).toEqual(swapped);
      same.dispose();
      other.dispose();
    });
  });

  test('pairsWith respects filters and returns correct ids after removals', () => {
    const here = new game2d.DynamicTree();
    const there = new everything.HashGrid({ dimensions: 2 });
    const same = new everything.DynamicTree({ dimensions: 2 });
    for (const index of [here, same]) {
      index.build(row(30, 2));
      for (const id of [0, 3, 4]) index.remove(id);
      index.setFilter(7, { category: 2 });
      index.setFilter(9, { mask: 4 });
    }
    there.build(row(40, 2, 2));
    there.remove(5);
    there.setFilter(8, { mask: 1 });
    there.setFilter(10, { category: 4 });
    expect(sortedPairs(here.pairsWith(there))).toEqual(sortedPairs(same.pairsWith(there)));
    expect(sortedPairs(there.pairsWith(here))).toEqual(sortedPairs(there.pairsWith(same)));
    expect(here.pairsWith(there).length).toBeGreaterThan(20);
    for (const index of [here, there, same]) index.dispose();
  });

  test('pairsWith respects filters and includes the last item of the smaller index', () => {
    const place = [0, 0, 1, 1];
    const small = new everything.HashGrid({ dimensions: 2 });
    small.build([...place, ...place, ...place]);
    small.setFilter(0, { category: 2, mask: 4 });
    const large = new game2d.DynamicTree();
    large.build(Array.from({ length: 5 }, () => place).flat());
    large.setFilter(3, { category: 4, mask: 2 });
    const pairs = [[0, 3], ...[1, 2].flatMap((id) => [0, 1, 2, 4].map((other) => [id, other]))];
    expect(sortedPairs(small.pairsWith(large))).toEqual(
      sortedPairs(Uint32Array.from(pairs.flat())),
    );
    for (const index of [small, large]) index.dispose();
  });

  test('pairsWith throws for an index of another dimension', () => {
    const here = new game2d.DynamicTree();
    const there = new game3d.DynamicTree();
    expect(caught(() => here.pairsWith(there)).message).toContain(
      'other.dimensions: expected 2, got 3',
    );
    here.dispose();
    there.dispose();
  });

  test('merge throws for an index of another structure', () => {
    const here = new everything.StaticTree({ dimensions: 2 });
    const there = new everything.ScenePruner({ dimensions: 2 });
    expect(caught(() => here.merge(there as never)).code).toBe('invalid-argument');
    here.dispose();
    there.dispose();
  });

  test('bytes of each entry point can be deserialized by sapwood/all, and vice versa', () => {
    withEach((index, { deserialize, name }, dimensions) => {
      const bytes = index.serialize();
      const there = everything.deserialize(bytes);
      expect([there.id, there.dimensions, there.size]).toEqual([index.id, dimensions, 20]);
      expect(there.serialize()).toEqual(bytes);
      expect(there.validate()).toEqual([]);
      const back = deserialize(there.serialize());
      expect(back.constructor, name).toBe(index.constructor);
      expect(back.pairs()).toEqual(index.pairs());
      expect(back.options).toEqual(index.options);
      there.dispose();
      back.dispose();
    });
  });
});

describe('memory', () => {
  test('each module has its own memory and frees it', () => {
    const before = entries.map(({ heapInUse }) => heapInUse());
    const index = new hashGrid.HashGrid();
    index.build(row(10_000, 2));
    index.pairs();
    const during = entries.map(({ heapInUse }) => heapInUse());
    for (const [i, { name }] of entries.entries()) {
      if (name === 'sapwood/2d/hash-grid') expect(during[i]).toBeGreaterThan(before[i] + 100_000);
      else expect(during[i], name).toBe(before[i]);
    }
    index.dispose();
    expect(entries.map(({ heapInUse }) => heapInUse())).toEqual(before);
  });

  test('heapInUse() of sapwood is the sum of both dimensions', () => {
    const sum = game2d.heapInUse() + game3d.heapInUse();
    expect(game.heapInUse()).toBe(sum);
    expect(slim2d.heapInUse()).toBe(game2d.heapInUse());
  });
});

test('equal calls return equal bytes in sapwood/2d and sapwood/all', () => {
  const flat = new game2d.SweepAndPrune();
  const all = new everything.SweepAndPrune({ dimensions: 2 });
  for (const index of [flat, all]) index.build(row(500, 2, 1.7));
  expect(flat.pairs()).toEqual(all.pairs());
  expect(flat.serialize()).toEqual(all.serialize());
  flat.dispose();
  all.dispose();
});
