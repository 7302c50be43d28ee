/**
 * Examples: the address of every step works, and the numbers and claims of every caption are
 * correct.
 */

import { deserialize, NodeKind, type SpatialIndex } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { pairsLostByCorners } from '../../../web/playground/src/features/lost/lost-drawing.js';
import { captionOf } from '../../../web/playground/src/features/tour/live-numbers.js';
import {
  currentAddress,
  examples,
  isAtStop,
  type Place,
  placeOf,
  showMe,
  stopAddress,
} from '../../../web/playground/src/model/examples.js';
import type { Side } from '../../../web/playground/src/session/side.js';
import { readHash } from '../../../web/playground/src/state/hash-codec.js';
import { catalog, prepare, read, type Scene, withScene } from './scene.js';

beforeAll(prepare);

const FRAMES = 60;

const places = [showMe, ...examples].flatMap((example) =>
  example.stops.flatMap((_, at) =>
    example.dimensions.map((dim) => {
      const name = `${example.id}.${at + 1}`;
      return [`${name} in ${dim}D`, placeOf(name) as Place, dim] as const;
    }),
  ),
);

type Box = readonly number[];

const boxOf = ({ session }: Scene, id: number): Box => {
  const stride = 2 * session.source.dimensions;
  return [...session.boxes.subarray(id * stride, (id + 1) * stride)];
};

function overlap(a: Box, b: Box): boolean {
  const d = a.length / 2;
  for (let axis = 0; axis < d; axis++) {
    if (a[axis] > b[axis + d] || b[axis] > a[axis + d]) return false;
  }
  return true;
}

function* pairsOf(scene: Scene): Generator<readonly [Box, Box]> {
  const all = Array.from({ length: scene.session.source.count }, (_, id) => boxOf(scene, id));
  for (const [i, a] of all.entries()) {
    for (const b of all.slice(i + 1)) if (overlap(a, b)) yield [a, b];
  }
}

function cornerCells([left, low, right, high]: Box, cell: number): string[] {
  const at = (value: number) => Math.floor(value / cell);
  return [left, right].flatMap((x) => [low, high].map((y) => `${at(x)} ${at(y)}`));
}

function pairWork(index: SpatialIndex) {
  const copy = deserialize(index.serialize());
  try {
    copy.pairs();
    return copy.counters();
  } finally {
    copy.dispose();
  }
}

/**
 * Counts boxes that are stored in an inner cell whose width is at least eight times the width of
 * the box.
 */
function stuckBoxes(scene: Scene, { dump }: Side): number {
  const d = scene.session.source.dimensions;
  const width = (values: ArrayLike<number>, at: number) =>
    Math.max(...Array.from({ length: d }, (_, axis) => values[at + axis + d] - values[at + axis]));
  let stuck = 0;
  for (let node = 0; node < dump.count; node++) {
    if (!dump.parent.includes(node)) continue;
    const cell = width(dump.cells ?? dump.bounds, 2 * d * node);
    for (let i = 0; i < dump.itemCount[node]; i++) {
      const id = dump.items[dump.firstItem[node] + i];
      if (cell >= 8 * width(boxOf(scene, id), 0)) stuck++;
    }
  }
  return stuck;
}

/** Returns the bounds of each leaf that contains a single item, by the id of the item. */
function leavesOf({ index }: Side): ReadonlyMap<number, Box> {
  const { bounds, count, firstItem, itemCount, items, kind } = index.nodes();
  const stride = 2 * index.dimensions;
  const leaves = new Map<number, Box>();
  for (let node = 0; node < count; node++) {
    if (kind[node] !== NodeKind.Leaf || itemCount[node] !== 1) continue;
    leaves.set(items[firstItem[node]], [...bounds.subarray(stride * node, stride * (node + 1))]);
  }
  return leaves;
}

interface Past {
  /** Bounds of the leaves of each shown structure before the current frame, by item. */
  readonly leaves: readonly ReadonlyMap<number, Box>[];
  readonly maxWork: number;
}

function escaped(scene: Scene, leaves: ReadonlyMap<number, Box>): number {
  let count = 0;
  for (const [id, leaf] of leaves) {
    const box = boxOf(scene, id);
    const d = box.length / 2;
    const isInside = box.every((value, i) => (i < d ? value >= leaf[i] : value <= leaf[i]));
    if (!isInside) count++;
  }
  return count;
}

/**
 * Functions that compute the numbers of captions independently of the page, by the name of the
 * number.
 */
const recounts: Readonly<
  Record<string, (scene: Scene, side: Side, past: Past, view: number) => number>
> = {
  n: ({ session }) => session.source.count,
  visits: (_, { trace }) => trace?.nodeVisits ?? Number.NaN,
  boxTests: (_, { entry, trace, index }) =>
    entry.id === 'brute-force' ? index.size : (trace?.itemTests ?? Number.NaN),
  tests: (_, { trace }) => (trace ? trace.nodeVisits + trace.itemTests : Number.NaN),
  hits: (scene) => scene.bruteForceHits().length,
  replaced: (scene, _, { leaves }, view) => escaped(scene, leaves[view]),
  stuck: (scene, side) => stuckBoxes(scene, side),
  height: (_, { index }) => Math.max(...index.nodes().level),
  pairs: (scene) => [...pairsOf(scene)].length,
  pairTests: (_, { index }) => pairWork(index).itemTests,
  pairVisits: (_, { index }) => pairWork(index).nodeVisits,
  kib: (_, { index }) => Math.round(index.byteLength / 1024),
  lost: (scene, { index }) => {
    const cell = index.stats().cellSize as number;
    return [...pairsOf(scene)].filter(([a, b]) => {
      const cells = new Set(cornerCells(a, cell));
      return !cornerCells(b, cell).some((one) => cells.has(one));
    }).length;
  },
  inserted: (_, { building }) => building?.dump.items.length ?? Number.NaN,
  maxWork: (_, _side, { maxWork }) => maxWork,
};

function expectTrue(scene: Scene, caption: string, past: Past, note: string): void {
  const { session } = scene;
  const drawn = {
    sides: session.sides.map(({ index }) => ({
      lost: {
        found: index.id === 'spatial-hash' ? pairsLostByCorners(index, session.boxes) : null,
      },
    })),
  };
  const names = [...caption.matchAll(/\{(\w+?)(B?)\}/g)];
  const shown = names.map(([whole]) => captionOf(whole, session, drawn));
  const expected = names.map(([, name, second]) => {
    const view = second ? 1 : 0;
    const value = recounts[name](scene, session.sides[view], past, view);
    return new Intl.NumberFormat('en').format(value);
  });
  expect(shown, note).toEqual(expected);
  expect(captionOf(caption, session, drawn)).not.toMatch(/[{}–]/);
}

test('there are nine examples and an introduction, and captions contain no literal numbers', () => {
  expect(examples).toHaveLength(9);
  for (const { stops } of [showMe, ...examples]) {
    for (const { caption } of stops) {
      expect(caption).toMatch(/^[A-Z].*\.$/);
      // captions call the two views A and B, because phones arrange the views differently
      expect(caption).not.toMatch(/\b(left|right|above|below)\b/);
      const typed = caption.replace(/\{\w+\}|k-d|1,500 units/g, '').match(/\d[\d,]*/g);
      expect(typed, caption).toBeNull();
    }
  }
});

test.each(places)('%s: every number is correct in every frame', async (name, place, dim) => {
  const address = stopAddress(place.example, place.at, dim);
  const { motion, play, build } = read(address).settings;
  const moves = play && build === null && motion !== 'still';
  await withScene(`${address}&play=0`, (scene) => {
    expect(scene.notices).toEqual({});
    expect(isAtStop(scene.settings, place, catalog())).toBe(true);
    if (!build) scene.expectSound(name);
    const { session } = scene;
    const grows = session.sides.some(({ gradual }) => gradual);
    let maxWork = 0;
    for (let frame = 0; frame < (moves || grows || build ? FRAMES : 1); frame++) {
      const leaves = session.sides.map(leavesOf);
      if (build) scene.apply(address.replace(/insert\.\d+/, `insert.${5 * frame}`));
      else if (moves || grows) scene.step();
      for (const { gradual } of session.sides) {
        if (gradual && gradual.work.size > 0) {
          maxWork = Math.max(maxWork, gradual.work.at(gradual.work.size - 1));
        }
      }
      expectTrue(scene, place.stop.caption, { leaves, maxWork }, `${name}, frame ${frame}`);
    }
  });
});

/** Checks of the claims that captions make in words, by the name of the step. */
const claims: Readonly<Record<string, (scene: Scene) => void>> = {
  'show.1': ({ side }) => expect(side.queryCounters.itemTests).toBe(side.index.size),
  'show.2': ({ side }) => {
    const { itemTests, nodeVisits } = side.queryCounters;
    expect(nodeVisits + itemTests).toBeLessThan(side.index.size / 5);
  },
  'show.5': ({ session }) => expect(session.sides[0].hitCount).toBe(session.sides[1].hitCount),
  'loose.2': ({ session }) => {
    const [strict, loose] = session.sides.map(({ levels }) => levels.stuck.length);
    expect([strict > 20, loose]).toEqual([true, 0]);
  },
  'sweep.2': ({ side, session }) => {
    const { count } = session.source;
    expect(side.pairCounters.itemTests).toBe((count * (count - 1)) / 2);
  },
  'sweep.3': ({ side, session }) => {
    const { count } = session.source;
    expect(side.pairCounters.itemTests).toBeLessThan((count * (count - 1)) / 20);
  },
  'sweep.4': ({ session }) => {
    const [one, columns] = session.sides.map(({ pairCounters }) => pairCounters.itemTests);
    expect(columns).toBeLessThan(one / 3);
  },
  'grid.3': ({ session }) => {
    const [small, chosen] = session.sides.map(({ index }) => index.byteLength);
    expect(small).toBeGreaterThan(2 * chosen);
  },
  'margins.2': ({ session }) => {
    const [exact, fat] = session.sides.map(({ replaced }) => replaced);
    expect(fat).toBeLessThan(exact / 5);
  },
  'margins.3': ({ session }) => {
    const [exact, fat] = session.sides.map(({ queryCounters }) => queryCounters.nodeVisits);
    expect(fat).toBeGreaterThan(1.5 * exact);
  },
  'balance.2': ({ session }) => {
    const [none, height] = session.sides.map(({ index }) => index.stats().height ?? 0);
    expect(height).toBeLessThan(none);
  },
  'balance.3': ({ session }) => {
    const [height, area] = session.sides.map(({ pairCounters }) => pairCounters.nodeVisits);
    expect(area).toBeLessThan(height);
  },
  'packing.2': ({ session }) => {
    const [byX, hilbert] = session.sides.map(
      ({ queryCounters: { itemTests, nodeVisits } }) => itemTests + nodeVisits,
    );
    expect(hilbert).toBeLessThan(byX);
  },
  'build.3': ({ side }) => expect(side.gradual?.maxWork).toBeLessThanOrEqual(1500),
};

test.each(Object.keys(claims))('%s: its claims are true', async (name) => {
  const { example, at } = placeOf(name) as Place;
  for (const dim of example.dimensions) {
    await withScene(`${stopAddress(example, at, dim)}&play=0`, (scene) => {
      scene.step(41);
      claims[name](scene);
    });
  }
});

describe('names in addresses', () => {
  const present = (hash: string) => readHash(currentAddress(hash), catalog()).settings;

  test.each([
    ['preset=camera', 'camera.1'],
    ['preset=strict-loose-flat', 'loose.2'],
    ['v=1&tour=start.3', 'show.4'],
    ['v=1&dim=2&scene=uniform&n=1200&structure=packed-r-tree&tour=hilbert.2', 'packing.2'],
    ['v=1&tour=grid.3', 'grid.3'],
  ])('%s opens %s', (hash, name) => {
    const { notices, settings } = readHash(currentAddress(hash), catalog());
    expect(notices).toEqual({});
    expect(settings.tour).toBe(name);
    expect(isAtStop(settings, placeOf(name) as Place, catalog())).toBe(true);
  });

  test.each(['tour=show.9', 'tour=start.9', 'tour=moon.1', 'preset=moon', 'tour=loose.0'])(
    '%s, which does not exist, is removed',
    (name) => {
      const hash = `v=1&structure=octree&dim=2&scene=uniform&n=50&${name}`;
      expect(currentAddress(hash)).toBe(hash.replace(`&${name}`, ''));
      expect(present(hash)).toMatchObject({ tour: null, structure: 'octree', n: 50 });
    },
  );

  test('changed settings are kept together with the name of the step', () => {
    const hash = stopAddress(showMe, 2).replace('n=1000', 'n=700');
    expect(currentAddress(hash)).toBe(hash);
    expect(present(hash)).toMatchObject({ n: 700, tour: 'show.3' });
    const other = present(hash.replace('static-tree', 'octree'));
    expect(isAtStop(other, placeOf('show.3') as Place, catalog())).toBe(false);
  });
});
