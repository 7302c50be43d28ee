/** Guided tours and presets: each is something that the page can show, and shows what it is said to show. */

import { structures } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  presetAvailable,
  presetSettings,
  presets,
} from '../../../web/playground/src/model/presets.js';
import type { Side } from '../../../web/playground/src/model/side.js';
import { stopAddress, stopName, tours } from '../../../web/playground/src/model/tours.js';
import { conform } from '../../../web/playground/src/state/conform.js';
import { writeHash } from '../../../web/playground/src/state/hash-codec.js';
import { catalogue, prepare, read, withScene } from './scene.js';

beforeAll(prepare);

type Sides = readonly Side[];

const stuck = (sides: Sides) => sides.map(({ levels }) => levels.stuck.length);
const visits = (sides: Sides) => sides.map(({ queryCounters }) => queryCounters.nodeVisits);
const itemTests = (sides: Sides) => sides.map(({ queryCounters }) => queryCounters.itemTests);
const pairTests = (sides: Sides) => sides.map(({ pairCounters }) => pairCounters.itemTests);
const heights = (sides: Sides) => sides.map(({ index }) => index.stats().height ?? Number.NaN);

/** What the captions claim, by stop. */
const claims: Readonly<Record<string, (sides: Sides) => void>> = {
  'loose.1': (sides) => expect(stuck(sides)[0]).toBeGreaterThan(20),
  'loose.2': (sides) => {
    expect(stuck(sides)[0]).toBeGreaterThan(20);
    expect(stuck(sides)[1]).toBe(0);
  },
  'loose.3': (sides) => {
    expect(itemTests(sides)[1]).toBeLessThan(itemTests(sides)[0]);
    expect(visits(sides)[1]).toBeGreaterThan(visits(sides)[0]);
  },
  'sweep.2': (sides) => expect(pairTests(sides)[0]).toBeGreaterThan(10 * pairTests(sides)[1]),
  'sweep.3': (sides) => expect(pairTests(sides)[0]).toBe(pairTests(sides)[1]),
  'sweep.4': (sides) => {
    expect(pairTests(sides)[0]).toBeGreaterThan(5 * pairTests(sides)[1]);
    // columns stand between the root and the blocks
    expect(heights(sides)).toEqual([1, 2]);
  },
  'margins.3': (sides) => expect(visits(sides)[1]).toBeGreaterThan(1.5 * visits(sides)[0]),
  'balance.2': (sides) => {
    expect(heights(sides)[1]).toBeLessThanOrEqual(13);
    expect(heights(sides)[0]).toBeGreaterThan(16);
  },
  'spheres.2': (sides) => expect(visits(sides)[1]).toBeGreaterThan(visits(sides)[0]),
  'hilbert.2': (sides) => {
    const tests = sides.map(({ queryCounters }) => {
      return queryCounters.nodeVisits + queryCounters.itemTests;
    });
    expect(tests[1]).toBeLessThan(0.8 * tests[0]);
  },
  'grid.3': ([first, second]) =>
    expect(first.index.byteLength).toBeGreaterThan(1.5 * second.index.byteLength),
};

const stops = tours.flatMap((tour) =>
  tour.stops.map((_, stop) => [stopName(tour, stop), stopAddress(tour, stop)] as const),
);

describe('the tours', () => {
  test('are eight, and every claim is about one of their stops', () => {
    expect(tours).toHaveLength(8);
    const names = stops.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(claims)));
  });

  test.each(stops)(
    '%s is an address that works, and its caption is true',
    async (name, address) => {
      const still = `${address}&play=0`;
      await withScene(still, (scene) => {
        expect(scene.notices).toEqual({});
        expect(scene.settings.tour).toBe(name);
        // what moves shows what it is about after a while
        if (read(address).settings.play) scene.step(41);
        scene.expectSound();
        claims[name]?.(scene.session.sides);
      });
    },
  );
});

test.each(presets.map((preset) => [preset.id, preset] as const))(
  'the preset %s is within what there is, whatever was there before',
  async (_id, preset) => {
    expect(presetAvailable(preset, new Set(structures.map(({ id }) => id)))).toBe(true);
    const before = read('v=1&scene=uniform&n=50&structure=octree&node=A0&colour=overlap').settings;
    const { settings, notices } = conform({ ...before, ...presetSettings(preset) }, catalogue());
    expect(notices).toEqual({});
    expect(settings).toMatchObject({ node: null, colour: 'level', step: null });
    await withScene(writeHash({ ...settings, play: false }, catalogue()), (scene) => {
      expect(scene.notices).toEqual({});
      scene.step(2);
      if (!settings.build) scene.expectSound();
    });
  },
);
