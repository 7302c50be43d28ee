/**
 * The rules for pairs, layers and sleeping bodies of a world, each in its own test, and the size of
 * its snapshots.
 */

import { init, World } from 'sapwood/2d';
import { init as init3d, World as World3d } from 'sapwood/3d';
import { beforeAll, expect, test } from 'vitest';

beforeAll(() => Promise.all([init(), init3d()]));

const at = (x: number, y = 0) => [x, y, x + 1, y + 1];

test('static bodies are never tested against each other', () => {
  const world = new World();
  for (let i = 0; i < 1000; i++) world.add(at(0), { layer: 'static' });
  expect(world.step()).toBe(0);
  expect(world.counters()).toEqual({ nodeVisits: 0, itemTests: 0, results: 0 });
  world.add(at(50));
  expect(world.step()).toBe(0);
  expect(world.counters().itemTests).toBeLessThan(8);
  world.dispose();
});

test('a body is where it was moved, without a step or a query in between', () => {
  const world = new World();
  const ids = [world.add(at(0)), world.add(at(3)), world.add(at(20))];
  world.step();
  world.move(0, at(12));
  expect([...world.box(0)]).toEqual(at(12));
  world.moveMany([1], at(30));
  expect([...world.box(1)]).toEqual(at(30));
  world.step();
  world.move(0, at(24));
  expect([...world.nearestAll().ids]).toEqual([2, 0, 0]);
  world.step();
  world.moveMany(ids, [...at(0), ...at(10), ...at(11)]);
  expect([...world.nearestAll().ids]).toEqual([1, 2, 1]);
  world.dispose();
});

test('a step without a change has no work and no events', () => {
  const world = new World();
  world.add(at(0));
  world.add(at(1));
  expect([world.step(), world.begins.length]).toEqual([1, 2]);
  expect([world.step(), world.begins.length, world.ends.length]).toEqual([1, 0, 0]);
  expect(world.counters()).toEqual({ nodeVisits: 0, itemTests: 0, results: 1 });
  world.dispose();
});

test('adding a body with the id of a removed body ends the old pairs and begins new ones', () => {
  const world = new World<string>();
  world.add(at(0), { object: 'old' });
  world.add(at(0.5));
  world.step();
  world.remove(0);
  expect(world.add(at(0), { object: 'new' })).toBe(0);
  expect(world.step()).toBe(1);
  expect([...world.begins]).toEqual([0, 1]);
  expect([...world.ends]).toEqual([0, 1]);
  expect(world.object(0)).toBe('new');
  world.dispose();
});

test('sensors overlap the same bodies as dynamic bodies, and queries can exclude sensors', () => {
  const world = new World();
  const [wall, zone, hero] = [
    world.add(at(0), { layer: 'static' }),
    world.add(at(0), { layer: 'sensor' }),
    world.add(at(0)),
  ];
  world.step();
  expect([...world.pairs]).toEqual([wall, zone, wall, hero, zone, hero]);
  expect(world.raycast([0.5, 0.5], [1, 0])).toMatchObject({ id: wall, distance: 0 });
  const solid = { layer: ['static', 'dynamic'] } as const;
  world.remove(wall);
  expect(world.raycast([0.5, 0.5], [1, 0], 9, solid)).toMatchObject({ id: hero, distance: 0 });
  expect([...world.nearest([0, 0], 5, 9, solid).ids]).toEqual([hero]);
  expect([...world.raycastAll([0.5, 0.5], [1, 0]).ids]).toEqual([zone, hero]);
  world.dispose();
});

test('pairs of static bodies end when a body becomes static and begin when it is not static any more', () => {
  const world = new World();
  const [wall, crate, ball] = [
    world.add(at(0), { layer: 'static' }),
    world.add(at(0.5)),
    world.add(at(1)),
  ];
  world.step();
  expect([...world.pairs]).toEqual([wall, crate, wall, ball, crate, ball]);
  world.setLayer(crate, 'static');
  expect([world.step(), world.layer(crate)]).toEqual([2, 'static']);
  expect([...world.begins, ...world.ends]).toEqual([wall, crate]);
  expect([...world.queryBox(at(0), { layer: 'static' })]).toEqual([wall, crate]);
  // makes the wall a sensor, so that its pair begins
  world.setLayer(wall, 'sensor');
  expect(world.step()).toBe(3);
  expect([...world.begins]).toEqual([wall, crate]);
  expect([...world.queryBox(at(0), { layer: 'sensor' })]).toEqual([wall]);
  // setting the same layer, or changing the layer and restoring it before the step, is not a change
  world.setLayer(wall, 'sensor');
  world.setLayer(crate, 'dynamic');
  world.setLayer(crate, 'static');
  expect(world.step()).toBe(3);
  expect([...world.begins, ...world.ends]).toEqual([]);
  world.dispose();
});

test('setLayer wakes a sleeping body, and a static body never sleeps', () => {
  const world = new World({ broadphase: 'dynamic-tree' });
  const [one, other] = [world.add(at(0)), world.add(at(0.5))];
  world.sleep(one);
  world.step();
  world.step();
  world.setLayer(one, 'static');
  world.setLayer(other, 'static');
  expect(world.step()).toBe(0);
  expect([...world.ends]).toEqual([one, other]);
  world.sleep(one);
  world.setLayer(one, 'dynamic');
  expect(world.step()).toBe(1);
  world.move(other, at(50));
  expect(world.step()).toBe(0);
  world.dispose();
});

test('snapshots contain layers, and a restore sets them', () => {
  const world = new World();
  for (const x of [0, 0.5, 1]) world.add(at(x));
  world.step();
  const bytes = world.snapshot();
  for (const id of [0, 1]) world.setLayer(id, 'static');
  const changed = world.snapshot();
  world.step();
  const frames = [[...world.pairs], [...world.begins], [...world.ends]];
  world.restore(bytes);
  expect([0, 1, 2].map((id) => world.layer(id))).toEqual(['dynamic', 'dynamic', 'dynamic']);
  expect(world.step()).toBe(3);
  world.restore(changed);
  expect([0, 1, 2].map((id) => world.layer(id))).toEqual(['static', 'static', 'dynamic']);
  world.step();
  expect([[...world.pairs], [...world.begins], [...world.ends]]).toEqual(frames);
  world.dispose();
});

test('touch reads the first ids of an array, touchAll all bodies', () => {
  const world = new World();
  for (let i = 0; i < 4; i++) world.add(at(3 * i));
  const write = (x: number) => {
    for (let id = 0; id < 4; id++) world.bounds.set(at(x + 3 * id), 4 * id);
  };
  const places = () => [0, 1, 2, 3].map((id) => world.box(id)[0]);
  world.step();
  const reused = new Uint32Array(10);
  reused.set([2, 1]);
  write(100);
  world.touch(reused, 0);
  world.step();
  expect(places()).toEqual([0, 3, 6, 9]);
  world.touch(reused, 2);
  world.step();
  expect(places()).toEqual([0, 103, 106, 9]);
  // `count` is 1, so the later ids are not read
  world.touch([3, -1, 'none' as never], 1);
  world.step();
  expect(places()).toEqual([0, 103, 106, 109]);
  write(200);
  world.touchAll();
  world.step();
  expect(places()).toEqual([200, 203, 206, 209]);
  world.remove(1);
  write(300);
  world.touchAll();
  world.step();
  expect([...world.box(3)]).toEqual(at(309));
  world.dispose();
});

test('a shift of the origin moves all boxes, and what touched may part by rounding', () => {
  const world = new World();
  world.add([0, 0, 1 + 2 ** -20, 1]);
  world.add([1 + 2 ** -20, 0, 2, 1], { layer: 'static' });
  world.sleep(0);
  world.step();
  world.shiftOrigin([-1000, 5]);
  expect([...world.box(1)]).toEqual([Math.fround(1001 + 2 ** -20), -5, 1002, -4]);
  expect(world.step()).toBe(1);
  world.dispose();
});

test('snapshots of ordinary worlds are at most 48 bytes per body in 2D and 64 in 3D', () => {
  const flat = new World();
  const solid = new World3d();
  for (let i = 0; i < 900; i++) {
    // each body has at least six neighbors and its own filter
    const [x, y] = [i % 30, Math.floor(i / 30)];
    flat.add([x, y, x + 1, y + 1], { category: 2, mask: 3 });
    solid.add([x, y, 0, x + 1, y + 1, 1], { category: 2, mask: 3 });
  }
  for (const [world, maxBytes] of [
    [flat, 48],
    [solid, 64],
  ] as const) {
    expect(world.step()).toBeGreaterThan(3000);
    expect(world.snapshot().length / 900).toBeLessThan(maxBytes);
    const short = new Uint8Array(10).fill(7);
    expect(world.snapshotInto(short)).toBe(world.snapshot().length);
    expect([...short]).toEqual(new Array(10).fill(7));
    world.dispose();
  }
});
