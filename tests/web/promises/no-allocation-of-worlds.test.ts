/** Frames of worlds allocate nothing on the JavaScript heap. */

import { ContactBuffer, init, World } from 'sapwood/3d';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOf, endSampling, FRAMES, LARGEST, WARM_UP } from '../support/allocated.js';
import { fullCase } from '../support/cases.js';

beforeAll(() => init());
afterAll(endSampling);

test('frames of a world allocate nothing', async () => {
  const one = fullCase('uniform', 3);
  const world = new World();
  const places = one.boxQueries().map(({ query }) => query);
  for (let i = 0; i < 60; i++) {
    world.add(one.boxes.subarray(6 * i, 6 * i + 6), { layer: i % 3 === 0 ? 'static' : 'dynamic' });
  }
  const point = one.pointQueries()[0].query;
  const filter = { mask: 5, layer: ['static', 'sensor'] } as const;
  const [out, bytes] = [new Uint32Array(64), new Uint8Array(100_000)];
  const contacts = new ContactBuffer(16);
  const frames: Record<string, (i: number) => unknown> = {
    'bounds, touch and step': (i) => {
      const { bounds } = world;
      const by = i % 2 === 0 ? 0.5 : -0.5;
      for (const id of [5, 8]) {
        bounds[6 * id] += by;
        bounds[6 * id + 3] += by;
      }
      world.touch(5);
      world.touch(8);
      return world.step() + world.pairs.length + world.begins.length + world.ends.length;
    },
    move: (i) => world.move(1 + (i % 2), places[i % places.length]),
    'sleep and wake': (i) => (i % 2 === 0 ? world.sleep(4) : world.wake(4)),
    'setLayer and setObject': (i) => {
      world.setLayer(7, i % 2 === 0 ? 'static' : 'sensor');
      world.setObject(7, point);
    },
    touchAll: () => world.touchAll(),
    snapshotInto: () => world.snapshotInto(bytes),
    queryBoxInto: () => world.queryBoxInto(places[0], out, filter),
    queryPointInto: () => world.queryPointInto(point, out),
    collideCapsuleInto: () => world.collideCapsuleInto(point, point, 2, contacts, filter),
  };
  for (let i = 0; i < WARM_UP; i++) for (const run of Object.values(frames)) run(i);
  for (const [name, run] of Object.entries(frames)) {
    expect(await bytesOf(FRAMES, run), name).toBeLessThan(LARGEST);
  }
  const ids = Uint32Array.from({ length: 40 }, (_, i) => i);
  const bytesOfCount = await bytesOf(FRAMES, (i) => world.touch(ids, i % 41));
  expect(bytesOfCount / FRAMES, 'the first ids of an array').toBeLessThan(64);
  const bytesOfTouch = await bytesOf(FRAMES, () => world.touch(ids));
  expect(bytesOfTouch / FRAMES, 'a list is walked, whatever its length').toBeLessThan(64);
  world.dispose();
});
