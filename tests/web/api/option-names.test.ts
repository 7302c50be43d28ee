/** Option objects: unknown names are rejected, and a filter is never ignored. */

import * as game from 'sapwood';
import * as flat from 'sapwood/2d';
import {
  advise,
  DynamicTree,
  HashGrid,
  init,
  initSync,
  KdTree,
  Quadtree,
  ScenePruner,
  type SpatialQueries,
  SphereTree,
  StaticTree,
  strategiesOf,
  WideTree,
  World,
} from 'sapwood/all';
import { Layers } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { requireError } from '../support/errors.js';
import { freshPackage } from '../support/fresh-package.js';
import { allSubjects } from '../support/subjects.js';

beforeAll(async () => {
  await init();
  await game.init();
});

function expectError(call: () => unknown, ...words: string[]): void {
  for (const word of words) requireError(call, 'invalid-argument', word, 'a call');
}

/** Arguments of any type, for calls that the TypeScript declarations forbid. */
type Rest = never[] & [];
const untyped = (value: unknown) => value as never;

interface Indexed {
  readonly name: string;
  readonly dimensions: 2 | 3;
  readonly isWorld: boolean;
  create(): SpatialQueries;
  add(index: SpatialQueries, box: number[], options: object): number;
}

const box3 = (at: number) => [at, 0, 0, at + 1, 1, 1];
const boxOf = (dimensions: number, at: number) =>
  dimensions === 3 ? box3(at) : [at, 0, at + 1, 1];

const indices: Indexed[] = [
  ...allSubjects().map(
    ({ name, dimensions, create }): Indexed => ({
      name,
      dimensions,
      isWorld: false,
      create,
      add: (index, box, options) => (index as WideTree).insert(box, options),
    }),
  ),
  ...([2, 3] as const).flatMap((dimensions) =>
    [World, game.World].map(
      (Class): Indexed => ({
        name: `World ${dimensions}D of ${Class.home.entry}`,
        dimensions,
        isWorld: true,
        create: () => new Class({ dimensions }),
        add: (world, box, options) => (world as World).add(box, options),
      }),
    ),
  ),
];

/** Three boxes with sides of length 1 at x = 0, 2 and 4. Their filter categories are 1, 2 and 4. */
function filled({ create, add, dimensions }: Indexed): SpatialQueries {
  const index = create();
  for (const i of [0, 1, 2]) add(index, boxOf(dimensions, 2 * i), { category: 1 << i });
  return index;
}

const view = (half: number) => [
  ...[1, 0, 0, half, -1, 0, 0, half],
  ...[0, 1, 0, half, 0, -1, 0, half],
  ...[0, 0, 1, half, 0, 0, -1, half],
];

describe.each(indices)('$name', (one) => {
  const { dimensions, isWorld } = one;
  let index: SpatialQueries;
  beforeAll(() => {
    index = filled(one);
  });
  const [origin, direction] = [[-1, 0.5, 0.5].slice(0, dimensions), [3, 0, 0].slice(0, dimensions)];
  const box = boxOf(dimensions, -2);
  const far = direction.map((value) => 4 * value);
  const hit = () => 0;
  const along = (id: number) => 2 * id + 1;

  /** All forms of a filter that accepts category 2, as an argument and as an option. */
  const filtered = (options: object): Rest[] => {
    const layered = isWorld ? [[{ ...options, mask: 2, layer: ['dynamic'] }]] : [];
    return [
      [{ ...options, filter: 2 }],
      [{ ...options, filter: { mask: 2 } }],
      [{ ...options, mask: 2 }],
      [{ ...options, mask: 2, filter: undefined }],
      [options, 2],
      [options, { mask: 2 }],
      [{ ...options, filter: undefined }, 2],
      ...layered,
    ].map((rest) => rest as Rest);
  };

  test('rays accept a filter as an argument and as an option', () => {
    for (const options of [
      {},
      { maxDistance: 9 },
      { hit: along },
      { hit: along, maxDistance: 9 },
    ]) {
      for (const rest of filtered(options)) {
        const normal = [-1, 0, 0].slice(0, dimensions);
        const expected = { id: 1, distance: 3, normal };
        expect(index.raycast(origin, direction, ...rest)).toEqual(expected);
        expect(index.raycast({ origin, direction }, ...rest)).toEqual(expected);
        const all = index.raycastAll(origin, direction, ...rest);
        expect([[...all.ids], [...all.distances]]).toEqual([[1], [3]]);
        expect(index.raycastAll({ origin, direction }, ...rest)).toEqual(all);
      }
    }
    expect(index.raycast(origin, direction, { maxDistance: 2 }, { mask: 2 })).toBeNull();
    expect(index.raycast(new Float64Array(origin), new Float32Array(direction), {}, 4)?.id).toBe(2);
  });

  test('raycastAll reports the shapes that its callback hits, by distance, then id', () => {
    const shapes = (id: number) => (id === 1 ? false : 8 - id);
    const hits = index.raycastAll(origin, direction, { hit: shapes });
    expect([[...hits.ids], [...hits.distances]]).toEqual([
      [2, 0],
      [6, 8],
    ]);
    const odd = { hit: along, accept: (id: number) => id !== 1 };
    expect([...index.raycastAll(origin, direction, odd).ids]).toEqual([0, 2]);
    expect([...index.raycastAll(origin, direction, { hit: along, maxDistance: 3 }).ids]).toEqual([
      0, 1,
    ]);
  });

  test('casts accept a filter as an argument and as an option', () => {
    for (const options of [{}, { hit: () => 0.25 }]) {
      for (const rest of filtered(options)) {
        expect(index.castBox(box, far, ...rest)?.id).toBe(1);
        expect(index.castSphere(origin, 0.25, far, ...rest)?.id).toBe(1);
        expect(index.castCapsule(origin, origin, 0.25, far, ...rest)?.id).toBe(1);
      }
    }
    expect(index.castBox(box, far, 2)?.id).toBe(1);
    expect(index.castBox(box, far, undefined, 2)?.id).toBe(1);
    expectError(() => index.castBox(box, far, 2, 2), 'filter');
  });

  test('nearest accepts a filter as an argument and as an option', () => {
    for (const options of [{}, { maxDistance: 9 }, { distance: along }]) {
      for (const rest of filtered(options)) {
        expect([...index.nearest(origin, 3, ...rest).ids]).toEqual([1]);
      }
    }
  });

  test('throws for two filters', () => {
    const both = [
      [{ hit, mask: 2 }, 2],
      [{ hit, filter: 2 }, 2],
      [{ hit, filter: 2, mask: 2 }],
      [{ filter: 2 }, { mask: 2 }],
      [{ category: 2 }, { mask: 2 }],
    ].map((rest) => rest as Rest);
    for (const rest of both) {
      expectError(() => index.raycast(origin, direction, ...rest), 'filter');
      expectError(() => index.raycast({ origin, direction }, ...rest), 'filter');
      expectError(() => index.raycastAll(origin, direction, ...rest), 'filter');
      expectError(() => index.castBox(box, direction, ...rest), 'filter');
      expectError(() => index.castSphere(origin, 1, direction, ...rest), 'filter');
      expectError(() => index.castCapsule(origin, origin, 1, direction, ...rest), 'filter');
    }
    expectError(() => index.nearest(origin, 1, { mask: 2 }, 2), 'filter');
  });

  test('throws for unknown option names', () => {
    expectError(() => index.queryBox(box, untyped({ maks: 2 })), 'maks', 'mask');
    expectError(() => index.queryBox(box, untyped({ maskk: 2 })), 'maskk', 'did you mean mask?');
    expectError(() => index.queryBoxInto(box, new Uint32Array(2), untyped({ maks: 2 })), 'maks');
    expectError(() => index.queryPoint(origin, untyped({ filter: 2 })), 'filter');
    expectError(() => index.querySphere(origin, 1, untyped({ radius: 2 })), 'radius');
    expectError(
      () => index.queryConvex([...direction, 1], untyped({ Mask: 2 })),
      'Mask',
      'did you mean mask?',
    );
    expectError(() => index.queryCapsule(origin, direction, 1, untyped({ bits: 2 })), 'bits');
    expectError(() => index.querySegment(origin, direction, untyped({ groups: 2 })), 'groups');
    expectError(() => index.overlaps(box, untyped({ categories: 2 })), 'categories', 'category');
    expectError(
      () => index.forEachInBox(box, () => 0, untyped({ accepts: 2 })),
      'accepts',
      'accept',
    );
    expectError(
      () => index.raycast(origin, direction, untyped({ maxDistance: 9, near: 1 })),
      'near',
    );
    expectError(
      () => index.raycast(origin, direction, untyped({ maxDistanse: 9 })),
      'did you mean maxDistance?',
    );
    expectError(() => index.raycast(origin, direction, 9, untyped({ hit })), 'hit');
    expectError(() => index.raycastAll({ origin, direction }, untyped({ far: 9 })), 'far');
    expectError(() => index.raycast(origin, direction, untyped({ distance: () => 1 })), 'distance');
    expectError(() => index.castBox(box, direction, untyped({ maxDistance: 1 })), 'maxDistance');
    expectError(
      () => index.castSphere(origin, 1, direction, untyped({ hits: hit })),
      'hits',
      'hit',
    );
    expectError(
      () => index.castCapsule(origin, direction, 1, direction, untyped({ hits: hit })),
      'hits',
      'hit',
    );
    expectError(() => index.castBoxMany([], untyped({ normal: true })), 'normal', 'normals');
    expectError(() => index.raycastMany([], untyped({ points: true })), 'points');
    expectError(() => index.nearest(origin, 1, untyped({ hit })), 'hit', 'distance');
    expectError(
      () => index.nearest(origin, 1, untyped({ maxdistance: 3 })),
      'did you mean maxDistance?',
    );
    expectError(() => index.setFilter(0, untyped({ maks: 2 })), 'maks', 'mask');
    expectError(() => index.setFilter(0, untyped({ layer: 'static' })), 'layer', 'setLayer');
    expect(index.size).toBe(3);
  });

  test('insert throws for unknown options', () => {
    const add = (options: object) => () => one.add(index, box, options);
    expectError(add({ isStatic: true }), 'isStatic', 'layer');
    expectError(add({ maks: 1 }), 'did you mean mask?');
    if (isWorld) {
      expectError(add({ objekt: {} }), 'did you mean object?');
      const world = index as World;
      expectError(
        () => world.restore(world.snapshot(), untyped({ objects: 1 })),
        'did you mean object?',
      );
    }
    if (!isWorld) expectError(add({ object: {} }), 'object');
    expect(index.size).toBe(3);
  });

  test('only own enumerable option names are checked', () => {
    class Bits {
      get mask() {
        return 2;
      }
      get name() {
        return 'bits';
      }
    }
    const hidden = Object.defineProperty({ mask: 2 }, 'note', { value: 1 });
    const inherited = Object.assign(Object.create({ note: 1 }), { mask: 2 });
    const symbol = { mask: 2, [Symbol('note')]: 1 };
    const layers = new Layers();
    layers.set(1);
    for (const filter of [new Bits(), hidden, inherited, symbol, layers]) {
      expect(index.raycast(origin, direction, 9, filter)?.id).toBe(1);
      expect(index.raycast(origin, direction, { filter })?.id).toBe(1);
      expect(index.raycast(origin, direction, filter)?.id).toBe(1);
    }
    class Extra extends Bits {
      team = 1;
    }
    expectError(() => index.raycast(origin, direction, 9, new Extra()), 'team');
    expectError(() => index.queryBox(box, untyped([2])), 'filter');
    expectError(() => index.queryBox(box, untyped([])), 'filter');
    expectError(() => index.queryBox(box, untyped(new Uint8Array(2))), 'filter');
  });

  test('k defaults to 1, and Infinity returns all items', () => {
    expect([...index.nearest(origin).ids]).toEqual([0]);
    expect([...index.nearest(origin, undefined, 9).ids]).toEqual([0]);
    expect([...index.nearest(origin, Infinity).ids]).toEqual([0, 1, 2]);
    expect([...index.nearest(origin, Infinity, { maxDistance: 4 }).ids]).toEqual([0, 1]);
    expect([...index.nearest(origin, Infinity, { distance: (id: number) => -id + 3 }).ids]).toEqual(
      [2, 1, 0],
    );
    expect([...index.nearestMany([...origin, ...far]).ids]).toEqual([0, 2]);
    expect([...index.nearestMany(origin, Infinity).ids]).toEqual([0, 1, 2]);
    expect([...index.nearestAll().ids]).toEqual([1, 0, 1]);
    expect([...index.nearestAll(Infinity).ids]).toEqual([1, 2, 0, 2, 1, 0]);
  });

  test.runIf(dimensions === 3)(
    'frustum queries accept a filter as an argument and as an option',
    () => {
      const eye = [0, 0, 0];
      for (const options of [{}, { limit: Infinity }, { eye }, { eye, limit: 9 }]) {
        for (const rest of filtered(options)) {
          expect([...index.queryFrustum(view(9), ...rest)]).toEqual([1]);
          const out = new Uint32Array(3);
          expect(index.queryFrustumInto(view(9), out, ...rest)).toBe(1);
          expect([...out]).toEqual([1, 0, 0]);
        }
      }
      expect([...index.queryFrustum(view(9), undefined, 2)]).toEqual([1]);
      expect(index.queryFrustum(view(9), { limit: Infinity }).length).toBe(3);
      expectError(() => index.queryFrustum(view(9), untyped({ limt: 2 })), 'did you mean limit?');
      expectError(() => index.queryFrustum(view(9), { mask: 2 }, 2), 'filter');
      expectError(() => index.queryFrustum(view(9), { mask: 2, filter: 2 }), 'filter');
      expectError(() => index.queryFrustum(view(9), untyped({ layers: 2 })), 'did you mean layer?');
    },
  );
});

describe('options of other functions', () => {
  test('cull accepts a filter as an argument and as an option', () => {
    const tree = new SphereTree();
    for (const i of [0, 1, 2]) tree.insert(box3(2 * i), { category: 1 << i });
    for (const rest of [
      [{ mask: 2 }],
      [{}, 2],
      [undefined, 2],
      [{ filter: 2 }],
    ] as unknown as Rest[]) {
      expect([...tree.cull(view(9), ...rest).ids]).toEqual([1]);
      expect(tree.cullInto(view(9), new Uint32Array(4), ...rest)).toBe(1);
    }
    expectError(() => tree.cull(view(9), { mask: 2 }, 2), 'filter');
    expectError(() => tree.cull(view(9), { orders: 'any' } as never), 'did you mean order?');
  });

  test.each<[string, () => unknown, string[]]>([
    ['HashGrid', () => new HashGrid({ cellsize: 1 } as never), ['did you mean cellSize?']],
    ['StaticTree', () => new StaticTree({ leafLimt: 1 } as never), ['did you mean leafLimit?']],
    ['ScenePruner', () => new ScenePruner({ budget: 1 } as never), ['budget', 'rebuildBudget']],
    ['Quadtree', () => new Quadtree({ spaces: 1 } as never), ['did you mean space?']],
    ['KdTree', () => new KdTree({ dimension: 2 } as never), ['did you mean dimensions?']],
    ['WideTree', () => new WideTree({ bild: 'quality' } as never), ['did you mean build?']],
    ['World', () => new World({ broadPhase: 'auto' } as never), ['did you mean broadphase?']],
    ['game World', () => new game.World({ budgets: 1 } as never), ['did you mean budget?']],
    ['initSync', () => initSync({ wasn: 1 } as never), ['did you mean wasm?']],
    ['advise', () => advise({ box: [] } as never), ['did you mean boxes?']],
    [
      'rebuild',
      () => strategiesOf(new DynamicTree()).rebuild({ bottomupBelow: 1 } as never),
      ['did you mean bottomUpBelow?'],
    ],
  ])('%s rejects unknown options', (_, call, words) => expectError(call, ...words));

  test('init rejects unknown options before and after the module is loaded', async () => {
    const fresh = await freshPackage();
    await expect(fresh.init({ wams: 1 } as never)).rejects.toThrow('did you mean wasm?');
    await fresh.init();
    await expect(fresh.init({ wams: 1 } as never)).rejects.toThrow('did you mean wasm?');
    expect(() => flat.initSync({ url: 1 } as never)).toThrow('unknown option url');
    await expect(game.init({ dimension: 2 } as never)).rejects.toThrow('did you mean dimensions?');
  });

  test('a long name is truncated in the message', () => {
    const tree = new WideTree();
    const long = 'mask'.repeat(100_000);
    expectError(() => tree.queryBox(box3(0), { [long]: 1 } as never), 'maskmask');
    tree.dispose();
  });
});
