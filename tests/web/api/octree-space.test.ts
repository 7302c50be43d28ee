import { deserialize, init, LooseOctree, Octree, type SpatialIndex } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';

beforeAll(() => init());

type Spaced = SpatialIndex & { readonly space: Float32Array | undefined };
const classes = [
  ['Octree', Octree],
  ['LooseOctree', LooseOctree],
] as const;

const box = (i: number) => [i, i, i + 1, i + 1];
const space = [0, 0, 300, 300];

function shapeOf(tree: Spaced) {
  const { height, nodes } = tree.stats();
  return { height, nodes };
}

describe.each(classes)('%s', (_, Class) => {
  const created = (options = {}): Spaced => new Class({ dimensions: 2, capacity: 4, ...options });

  test('with a given space, insertion and build put items into the same cells', () => {
    const given = created({ space });
    const built = created({ space });
    for (let i = 0; i < 250; i++) given.insert(box(i));
    built.build(Array.from({ length: 250 }, (_, i) => box(i)).flat());
    expect(shapeOf(given)).toEqual(shapeOf(built));
    expect(new Set(given.queryBox([100, 100, 102, 102]))).toEqual(new Set([99, 100, 101, 102]));
    expect(given.validate()).toEqual([]);
    expect([...given.space!]).toEqual(space);
    expect(created().space).toBeUndefined();
  });

  test('[T39] items outside the space are found', () => {
    const tree = created({ space: [0, 0, 10, 10] });
    for (let i = -50; i < 50; i++) tree.insert(box(i));
    expect([...tree.queryPoint([-29.5, -29.5])]).toEqual([20]);
    expect([...tree.queryPoint([40.5, 40.5])]).toEqual([90]);
    expect(tree.pairs()).toHaveLength(2 * 99);
    expect(tree.validate()).toEqual([]);
  });

  test('the space may be an object and is serialized', () => {
    const tree = created({ space: { min: [0, 0], max: { x: 300, y: 300 } } });
    tree.insert(box(3));
    const again = deserialize(tree.serialize()) as Spaced;
    expect([...again.space!]).toEqual(space);
    again.clear();
    expect([...again.space!]).toEqual(space);
  });

  test.each([
    ['inverted', [10, 0, 0, 10]],
    ['not finite', [0, 0, Number.NaN, 10]],
    ['too short', [0, 0, 10]],
  ])('a space that is %s is rejected', (_, wrong) => {
    expect(() => created({ space: wrong })).toThrow(
      expect.objectContaining({
        code: 'invalid-box',
        message: expect.stringContaining('space'),
      }),
    );
  });
});
