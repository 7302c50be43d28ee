import { deserialize, init, Quadtree, structures } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';

beforeAll(() => init());

// the seven boxes of the published figure, whose tree has leaves of capacity 2
const figure = [
  [303, 39, 364, 168],
  [145, 39, 207, 102],
  [339, 81, 465, 126],
  [382, 226, 442, 257],
  [58, 106, 120, 165],
  [346, 280, 409, 347],
  [277, 230, 330, 361],
].flat();
const figureSpace = [13, 9, 485, 416];

function leavesOf(tree: Quadtree): string[] {
  const { count, kind, firstItem, itemCount, items } = tree.nodes();
  const leaves = Array.from({ length: count }, (_, i) => i).filter((i) => kind[i] === 1);
  return leaves
    .map((i) => String(items.slice(firstItem[i], firstItem[i] + itemCount[i]).sort()))
    .sort();
}

test('[QT1] a given space is divided, independent of the extent of the items', () => {
  const given = new Quadtree({ dimensions: 2, capacity: 2, space: figureSpace });
  const free = new Quadtree({ dimensions: 2, capacity: 2 });
  for (const tree of [given, free]) tree.build(figure);
  expect(leavesOf(given)).toEqual(['0,2', '1,4', '3,5', '5', '5,6', '5,6']);
  given.pairs();
  expect(given.counters().itemTests).toBe(5);
  const wide = new Quadtree({ dimensions: 2, capacity: 2, space: [0, 0, 4000, 4000] });
  wide.build(figure);
  expect(wide.stats().height! - free.stats().height!).toBeGreaterThanOrEqual(3);
  expect([...given.space!]).toEqual(figureSpace);
  expect(free.space).toBeUndefined();
});

test('[QT1] the registry accepts a space as an object, and the space is serialized', () => {
  const entry = structures.find(({ id }) => id === 'quadtree')!;
  const space = { min: [13, 9], max: { x: 485, y: 416 } };
  const options = { dimensions: 2, capacity: 2, space } as const;
  const tree = entry.create(options) as Quadtree;
  tree.build(figure);
  const again = deserialize(tree.serialize()) as Quadtree;
  expect([...again.space!]).toEqual(figureSpace);
  expect(leavesOf(again)).toEqual(leavesOf(tree));
  tree.clear();
  expect([...tree.space!]).toEqual(figureSpace);
});

test('[QT1] Quadtree.published has capacity 5, minimum side 50 and space 800 x 600', () => {
  const tree = new Quadtree(Quadtree.published);
  expect(tree.dimensions).toBe(2);
  expect(tree.options).toEqual({ capacity: 5, minSide: 50 });
  expect([...tree.space!]).toEqual([0, 0, 800, 600]);
  // six boxes at the same position: cells are divided while both sides exceed 50, so the smallest
  // cell is 50 x 37.5
  tree.build(Array.from({ length: 6 }, () => [60, 60, 61, 61]).flat());
  expect(tree.stats().height).toBe(4);
  const { bounds, kind } = tree.nodes();
  expect([...kind].filter((one) => one === 1)).toHaveLength(1);
  expect([...bounds.slice(0, 4)]).toEqual([60, 60, 61, 61]);
});

test('[QT3] items outside the space are found', () => {
  const tree = new Quadtree({ ...Quadtree.published, capacity: 1 });
  tree.build([-500, -500, -400, -400, 10, 10, 900, 20, 899, 0, 2000, 2000]);
  expect([...tree.pairs()]).toEqual([1, 2]);
  expect([...tree.queryPoint([-450, -450])]).toEqual([0]);
  expect(tree.validate()).toEqual([]);
});

test.each([
  ['inverted', [10, 0, 0, 10]],
  ['not finite', [0, 0, Number.NaN, 10]],
  ['too short', [0, 0, 10]],
  ['null', null],
  ['a word', 'all'],
])('[QT1] a space that is %s is rejected', (_, space) => {
  const create = () => new Quadtree({ dimensions: 2, space: space as never });
  expect(create).toThrow(
    expect.objectContaining({
      code: 'invalid-box',
      message: expect.stringContaining('space'),
    }),
  );
});

test('[QT1] other structures reject the option space', () => {
  const entry = structures.find(({ id }) => id === 'kd-tree')!;
  expect(() => entry.create({ space: figureSpace } as never)).toThrow(/space/);
});
