/** Settings are formatted as addresses, and addresses are parsed as settings. */

import { structures } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { editedHash, writeHash } from '../../../web/playground/src/state/hash-codec.js';
import { catalog, prepare, read } from './scene.js';

beforeAll(prepare);

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test('parsing and formatting an address returns the same address', () => {
  const random = randomNumbers(20);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)];
  const fractions = (count: number) =>
    Array.from({ length: count }, () => (random() * 1.4 - 0.2).toFixed(pick([1, 4, 7]))).join(',');
  for (let round = 0; round < 400; round++) {
    const hash = [
      `structure=${pick([...structures.map(({ id }) => id), 'none'])}`,
      `dim=${pick([2, 3, 4])}`,
      `scene=${pick(['uniform', 'clustered', 'line', 'grid', 'x-line', 'city', 'zipf', '%E2%98%83'])}`,
      `n=${pick([5, 17, 60.5, 'many', -1])}`,
      `seed=${Math.floor(random() * 2 ** 34)}`,
      `q=${pick(['none', 'box', 'sphere', 'ray', 'nearest', 'all'])}`,
      `show=${pick(['', 'items', 'bodies,pairs', 'leaves,hierarchy,fog', 'details,problems', 'heat'])}`,
      `levels=${pick(['0-', '3-1', '2-9', 'x'])}`,
      `moving=${pick([100, 30, 0, 'x'])}&motion=${pick(['drift', 'swirl', 'still', 'fly'])}`,
      `speed=${pick([0.25, 4, 3])}&policy=${pick(['move', 'rebuild', 'gradual', 'wait'])}`,
      `box=${fractions(6)}&ball=${fractions(4)}&ray=${fractions(pick([6, 2]))}`,
      `with=${pick(['', 'dynamic-tree', 'kd-tree', 'oak'])}&w.margin=${pick([0.1, 2, 'y'])}`,
      `color=${pick(['level', 'overlap', 'visits', 'blue'])}&node=${pick(['A3', 'B7', 'C1', 'A', ''])}`,
      `step=${pick([0, 7, 'x', -3, 1e99])}&tour=${pick(['', 'loose.2', 'moon.1', '..'])}`,
      `work=${pick([1, 500, 'much', 1e12])}&build=${pick(['', 'insert.4', 'split.2', 'x.1'])}`,
      `heat=${pick([7, 99.5, 'x', 1e9])}`,
      `camera=${pick(['', 'x', fractions(3), fractions(6), '0,0,0.00001', '0,0,0,0,0,0'])}`,
      `o.margin=${pick([0, 0.25, 1e30, 'x'])}&play=0`,
    ].join('&');
    const { settings } = read(hash);
    const once = writeHash(settings, catalog());
    const again = read(`${once}&again=1`);
    expect(writeHash(again.settings, catalog()), hash).toBe(once);
    expect(again.settings, hash).toEqual(settings);
    expect(again.notices, hash).toEqual({});
  }
});

test.each([
  ['v=1', { structure: 'dynamic-tree', dim: 3, scene: 'pile', n: 1000, query: 'box' }],
  [
    'v=1&structure=octree&dim=3&scene=straddlers&n=900&with=loose-octree&w.looseness=1.5&play=0',
    { structure: 'octree', other: 'loose-octree', otherOptions: { looseness: 1.5 }, n: 900 },
  ],
  [
    'v=1&structure=kd-tree&dim=2&scene=uniform&q=nearest&k=7&ball=0.5,0.5,0.5,0.2&levels=1-4&step=3&play=0',
    { dim: 2, query: 'nearest', k: 7, shallowest: 1, deepest: 4, step: 3 },
  ],
  [
    'v=1&structure=static-tree&dim=3&scene=clustered&policy=gradual&work=1500&color=overlap&node=A5&play=0',
    { policy: 'gradual', work: 1500, color: 'overlap', node: { view: 0, node: 5 } },
  ],
  [
    'v=1&structure=r-tree&dim=2&scene=grid&build=insert.40&o.fanOut=6&tour=loose.2&speed=4&play=0',
    { build: { mode: 'insert', at: 40 }, options: { fanOut: 6 }, tour: 'loose.2', speed: 4 },
  ],
])('a link of the first version keeps its meaning: %s', (hash, settings) => {
  const snapshot = read(hash);
  expect(snapshot.settings).toMatchObject(settings);
  expect(snapshot.notices).toEqual({});
  expect(snapshot.settings).toMatchObject({ seed: 1, moving: 100 });
});

test.each([
  ['dim=2&scene=uniform&camera=0.25,-0.5,3', [0.25, -0.5, 3]],
  ['dim=3&scene=uniform&camera=0,0,0.1,0.123456,0.5,1', [0, 0, 0.1, 0.1235, 0.5, 1]],
  // invalid cameras: for the wrong number of dimensions, without a visible area, or not finite
  ['dim=3&scene=uniform&camera=0.25,-0.5,3', null],
  ['dim=2&scene=uniform&camera=0,0,0', null],
  ['dim=2&scene=uniform&camera=0,0,-1', null],
  ['dim=3&scene=uniform&camera=1,1,1,0,0,0', null],
  ['dim=2&scene=uniform&camera=0,x,1', null],
  ['dim=2&scene=uniform&camera=0,,1', null],
  ['dim=2&scene=uniform&camera=0,1e9,1', null],
  ['dim=2&scene=uniform', null],
])('the camera of %s is %j', (hash, camera) => {
  const { notices, settings } = read(hash);
  expect(settings.camera).toEqual(camera);
  expect(notices).toEqual({});
});

test('a link from an edited scene reports that edits are missing; the address of the page does not', () => {
  const { notices, settings } = read(editedHash('v=1&dim=2&scene=uniform'));
  expect(notices.scene).toContain('edits by hand');
  expect(read(writeHash(settings, catalog())).notices).toEqual({});
});

test('removed layers and colors of older links are ignored or replaced', () => {
  const { settings, notices } = read(
    'v=1&structure=kd-tree&show=items,leaves,faded,planes,stuck&color=occupancy&play=0',
  );
  expect([...settings.show].sort()).toEqual(['details', 'items', 'problems']);
  expect(settings.color).toBe('level');
  expect(notices).toEqual({});
});
