/** Guided tours and presets: each is something that the page can show, and shows what it is said to show. */

import { structures } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { pairsLostByCorners } from '../../../web/playground/src/features/lost/lost-drawing.js';
import { replacedLine, testsLine } from '../../../web/playground/src/features/tour/live-lines.js';
import {
  presetAvailable,
  presetSettings,
  presets,
} from '../../../web/playground/src/model/presets.js';
import { stopAddress, stopName, tours } from '../../../web/playground/src/model/tours.js';
import type { Side } from '../../../web/playground/src/session/side.js';
import { conform } from '../../../web/playground/src/state/conform.js';
import { writeHash } from '../../../web/playground/src/state/hash-codec.js';
import { catalog, prepare, read, type Scene, withScene } from './scene.js';

beforeAll(prepare);

type Claim = (scene: Scene) => void | Promise<void>;

const visits = ({ queryCounters }: Side) => queryCounters.nodeVisits;
const itemTests = ({ queryCounters }: Side) => queryCounters.itemTests;
const tests = (side: Side) => visits(side) + itemTests(side);
const pairTests = ({ pairCounters }: Side) => pairCounters.itemTests;
const pairVisits = ({ pairCounters }: Side) => pairCounters.nodeVisits;
const height = ({ index }: Side) => index.stats().height ?? Number.NaN;
const stuck = ({ levels }: Side) => levels.stuck.length;
const both = <Value>({ session }: Scene, of: (side: Side) => Value) =>
  session.sides.map(of) as [Value, Value];
/** The second against the first. */
const ratio = (scene: Scene, of: (side: Side) => number) => {
  const [first, second] = both(scene, of);
  return second / first;
};

function within(value: number, least: number, most: number): void {
  expect(value).toBeGreaterThanOrEqual(least);
  expect(value).toBeLessThanOrEqual(most);
}

/** Sides of the boxes, one after the other. */
function widths({ session }: Scene): number[] {
  const { boxes, source } = session;
  const d = source.dimensions;
  return Array.from({ length: source.count * d }, (_, i) => {
    const at = 2 * d * Math.floor(i / d) + (i % d);
    return boxes[at + d] - boxes[at];
  });
}

/** How far the bounds of nodes reach beyond their cells, as a share of the cell. */
function reachShares({ dump }: Side, dimensions: number): number[] {
  const { bounds, cells, count } = dump;
  if (!cells) throw new Error('no cells');
  return Array.from({ length: count }, (_, node) => {
    const at = 2 * dimensions * node;
    return (cells[at] - bounds[at]) / (cells[at + dimensions] - cells[at]);
  });
}

/** Share of its items that a tree puts into leaves fatter than them, and by how much. */
function leafMargins({ session }: Scene, { dump }: Side): number[] {
  const { boxes, source } = session;
  const d = source.dimensions;
  const found: number[] = [];
  for (let node = 0; node < dump.count; node++) {
    if (dump.itemCount[node] !== 1) continue;
    const id = dump.items[dump.firstItem[node]];
    const width = (from: ArrayLike<number>, at: number) => from[at + d] - from[at];
    found.push((width(dump.bounds, 2 * d * node) - width(boxes, 2 * d * id)) / 2);
  }
  return found;
}

/** Steps one frame, in which the boxes that leave their leaves are moved in the tree, and no others. */
function expectEscapedReplaced(scene: Scene): number {
  const { session, side } = scene;
  const d = session.source.dimensions;
  const { bounds, count, firstItem, itemCount, items } = side.index.nodes();
  const leaves = new Map<number, number>();
  for (let node = 0; node < count; node++) {
    if (itemCount[node] === 1) leaves.set(items[firstItem[node]], 2 * d * node);
  }
  scene.step();
  let escaped = 0;
  for (const [id, leaf] of leaves) {
    const box = session.boxes.subarray(2 * d * id, 2 * d * id + 2 * d);
    const isInside = box.every((value, i) =>
      i < d ? value >= bounds[leaf + i] : value <= bounds[leaf + i],
    );
    if (!isInside) escaped++;
  }
  expect(side.replaced).toBe(escaped);
  return escaped;
}

/** Plays the build of a stop to its end. */
function builtAt(stop: number) {
  return withScene(`${stopAddress(tourOf('progressive'), stop)}&play=0`, (scene) => {
    const { gradual, index } = scene.side;
    if (!gradual) throw new Error('no gradual build');
    const work: number[] = [];
    while (gradual.finished === 0) {
      scene.step();
      work.push(gradual.work.at(gradual.work.size - 1));
    }
    const { bounds, items } = index.nodes();
    return { work, total: gradual.total, bounds: [...bounds], items: [...items] };
  });
}

/** Says what is drawn, what a word means or where to look: nothing to count. */
const told = null;

/** What each sentence of each caption claims. */
const claims: Readonly<Record<string, readonly (Claim | typeof told)[]>> = {
  'start.1': [({ side }) => expect(itemTests(side)).toBe(1000)],
  'start.2': [
    told,
    ({ side }) => expect([visits(side), itemTests(side)]).toEqual([75, 39]),
    (scene) => expect(scene.hits).toEqual(scene.bruteForceHits()),
  ],
  'start.3': [told, (scene) => void expectEscapedReplaced(scene)],
  'start.4': [told, told, told],
  'loose.1': [told, (scene) => within(stuck(scene.side) / scene.session.source.count, 0.17, 0.25)],
  'loose.2': [
    ({ session }) => {
      for (const share of reachShares(session.sides[1], 2)) expect(share).toBeCloseTo(0.25, 3);
    },
    (scene) => {
      const [strict, loose] = both(scene, stuck);
      expect([strict > 20, loose]).toEqual([true, 0]);
    },
  ],
  'loose.3': [
    ({ session }) => expect(Math.min(...reachShares(session.sides[1], 2))).toBeGreaterThan(0.1),
    (scene) => {
      expect(ratio(scene, itemTests)).toBeLessThan(0.5);
      within(ratio(scene, visits), 1.35, 1.5);
    },
  ],
  'sweep.1': [
    told,
    ({ side, session }) => within(itemTests(side) / session.source.count, 0.28, 0.37),
  ],
  'sweep.2': [
    ({ session }) => {
      const floor = Array.from(session.boxes).filter((_, i) => i % 6 === 1);
      expect(floor).toHaveLength(6000);
      expect(new Set(floor).size).toBe(1);
    },
    ({ side }) => {
      expect(pairTests(side)).toBe((6000 * 5999) / 2);
      within(pairTests(side), 17.5e6, 18.5e6);
    },
    (scene) => expect(ratio(scene, pairTests)).toBeLessThan(1 / 50),
  ],
  'sweep.3': [(scene) => expect(ratio(scene, pairTests)).toBe(1), told],
  'sweep.4': [
    // columns stand between the root and the blocks
    (scene) => expect(both(scene, height)).toEqual([1, 2]),
    (scene) => expect(ratio(scene, pairTests)).toBeLessThan(1 / 50),
  ],
  'margins.1': [({ side }) => expect(side.replaced).toBe(600)],
  'margins.2': [
    (scene) => {
      for (const margin of leafMargins(scene, scene.session.sides[0])) {
        expect(margin).toBeCloseTo(0, 3);
      }
      const fat = leafMargins(scene, scene.session.sides[1]);
      expect(fat).toHaveLength(600);
      for (const margin of fat) expect(margin).toBeCloseTo(0.5, 3);
    },
    (scene) => expect(ratio(scene, ({ replaced }) => replaced)).toBeLessThan(0.1),
  ],
  'margins.3': [
    (scene) => within(ratio(scene, visits), 1.8, 2.6),
    // half a unit, as before, is a few frames of motion
    ({ session }) => {
      const before = session.boxes.slice();
      session.advance(read(stopAddress(tourOf('margins'), 0)).settings);
      let way = 0;
      for (let i = 0; i < before.length; i += 4) {
        way += Math.hypot(session.boxes[i] - before[i], session.boxes[i + 1] - before[i + 1]);
      }
      within(0.5 / (way / 600), 2, 30);
    },
  ],
  'balance.1': [
    (scene) => expect(scene.side.replaced).toBeGreaterThan(3900),
    ({ side }) => expect(height(side)).toBeGreaterThan(40),
  ],
  'balance.2': [
    ({ session }) => within(height(session.sides[1]), 12, 18),
    (scene) => within(ratio(scene, pairVisits), 0.65, 0.82),
  ],
  'balance.3': [
    told,
    (scene) => {
      expect(ratio(scene, height)).toBeGreaterThan(1);
      within(ratio(scene, pairVisits), 0.55, 0.7);
    },
  ],
  'spheres.1': [
    told,
    ({ session }) => {
      const { count, spheres } = session.sides[1].dump;
      expect(spheres).toHaveLength(4 * count);
    },
  ],
  'spheres.2': [told, (scene) => expect(ratio(scene, visits)).toBeGreaterThan(1.3)],
  'spheres.3': [told, told],
  'progressive.1': [
    told,
    async () => {
      const { total, work } = await builtAt(0);
      expect(Math.max(...work)).toBeLessThanOrEqual(1500);
      expect(total).toBeGreaterThan(10 * 1500);
    },
  ],
  'progressive.2': [
    async ({ side }) => {
      // answers were found to be exact a moment ago
      expect(side.gradual?.state).toBe('building');
      const [before, now] = [await builtAt(0), await builtAt(1)];
      expect(Math.max(...now.work)).toBeLessThanOrEqual(300);
      within(now.work.length / before.work.length, 4.5, 5.5);
      expect(now.bounds).toEqual(before.bounds);
      expect(now.items).toEqual(before.items);
    },
    told,
  ],
  'progressive.3': [
    ({ side }) => {
      const trees = side.dump.parent.filter((parent, node) => node > 0 && parent < 0);
      expect(trees.length).toBeGreaterThanOrEqual(1);
    },
  ],
  'hilbert.1': [
    told,
    ({ side, session }) => {
      const { bounds, count, itemCount } = side.dump;
      const leaves = Array.from({ length: count }, (_, node) => node).filter(
        (n) => itemCount[n] > 0,
      );
      const shape = leaves.map((node) => {
        const [x0, y0, x1, y1] = bounds.subarray(4 * node, 4 * node + 4);
        return [
          (x1 - x0) / (y1 - y0),
          (y1 - y0) / (session.source.home[3] - session.source.home[1]),
        ];
      });
      const mean = (at: number) => shape.reduce((sum, each) => sum + each[at], 0) / shape.length;
      expect(mean(0)).toBeLessThan(0.1);
      expect(mean(1)).toBeGreaterThan(0.8);
    },
  ],
  'hilbert.2': [(scene) => within(ratio(scene, tests), 0.7, 0.8)],
  'hilbert.3': [told, (scene) => expect(ratio(scene, tests)).toBeGreaterThan(1)],
  'grid.1': [
    (scene) => {
      const cell = scene.side.index.stats().cellSize ?? 0;
      const all = widths(scene);
      expect(all.reduce((a, b) => a + b) / all.length).toBeGreaterThan(cell);
    },
    told,
    ({ session, side }) => {
      const { all, lost } = pairsLostByCorners(side.index, session.boxes);
      within(lost / all, 0.085, 0.095);
    },
  ],
  'grid.2': [told, told],
  'grid.3': [
    (scene) => {
      const cell = scene.side.index.stats().cellSize ?? 0;
      expect(Math.min(...widths(scene))).toBeGreaterThan(2 * cell);
      within(1 / ratio(scene, ({ index }) => index.byteLength), 3, 4);
    },
    (scene) => {
      const all = widths(scene);
      const cell = scene.session.sides[1].index.stats().cellSize ?? 0;
      within(cell / (all.reduce((a, b) => a + b) / all.length), 3.5, 4.5);
    },
  ],
  'grid.4': [
    ({ side }) => {
      const { items } = side.dump;
      expect(new Set(items).size).toBe(300);
      expect(items).toHaveLength(300);
    },
    told,
  ],
};

const tourOf = (id: string) => {
  const tour = tours.find((each) => each.id === id);
  if (!tour) throw new Error(`no tour ${id}`);
  return tour;
};

const stops = tours.flatMap((tour) =>
  tour.stops.map((_, stop) => [stopName(tour, stop), stopAddress(tour, stop)] as const),
);

describe('the tours', () => {
  test('are nine, and each of their sentences was looked at', () => {
    expect(tours).toHaveLength(9);
    expect(stops.map(([name]) => name)).toEqual(Object.keys(claims));
    for (const tour of tours) {
      tour.stops.forEach(({ caption }, stop) => {
        const name = stopName(tour, stop);
        const sentences = caption.match(/[^.]+\.(?=\s|$)/g) ?? [];
        expect(claims[name], name).toHaveLength(sentences.length);
        sentences.forEach((sentence, i) => {
          // whoever states a number has it checked
          const counts = /\d| half|third|quarter|fifth|twice|times/.test(sentence);
          if (counts) expect(claims[name][i], `${name}: ${sentence}`).not.toBe(told);
        });
      });
    }
  });

  test.each(stops)(
    '%s is an address that works, and its caption is true',
    async (name, address) => {
      const still = `${address}&play=0`;
      await withScene(still, async (scene) => {
        expect(scene.notices).toEqual({});
        expect(scene.settings.tour).toBe(name);
        // what moves shows what it is about after a while
        if (read(address).settings.play) scene.step(41);
        scene.expectSound();
        for (const claim of claims[name]) await claim?.(scene);
      });
    },
  );
});

describe('the live line of a stop', () => {
  const start = (stop: number) => `${stopAddress(tourOf('start'), stop)}&play=0`;

  test('says that every box is tested without a structure', () =>
    withScene(start(0), ({ side }) => {
      expect(testsLine(side)).toBe('Every one of 1,000 boxes was tested.');
    }));

  test('counts the nodes and boxes that a query tests', () =>
    withScene(start(1), ({ side }) => {
      expect(testsLine(side)).toBe('114 tests instead of 1,000.');
    }));

  test('counts the re-inserted boxes of each frame', () =>
    withScene(start(2), (scene) => {
      const seen = new Set<string>();
      for (let frame = 0; frame < 60; frame++) {
        const replaced = expectEscapedReplaced(scene);
        const line = replacedLine(scene.side);
        expect(line).toBe(`${replaced} of 1,000 boxes were re-inserted this frame.`);
        seen.add(line);
      }
      expect(seen.size).toBeGreaterThan(10);
    }));
});

test.each(presets.map((preset) => [preset.id, preset] as const))(
  'the preset %s is within what there is, whatever was there before',
  async (_id, preset) => {
    expect(presetAvailable(preset, new Set(structures.map(({ id }) => id)))).toBe(true);
    const before = read('v=1&scene=uniform&n=50&structure=octree&node=A0&color=overlap').settings;
    const { settings, notices } = conform({ ...before, ...presetSettings(preset) }, catalog());
    expect(notices).toEqual({});
    expect(settings).toMatchObject({ node: null, color: 'level', step: null });
    await withScene(writeHash({ ...settings, play: false }, catalog()), (scene) => {
      expect(scene.notices).toEqual({});
      scene.step(2);
      if (!settings.build) scene.expectSound();
    });
  },
);
