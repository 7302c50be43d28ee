/** Frames of movers allocate nothing on the JavaScript heap. */

import { init, Mover, World } from 'sapwood/3d';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOf, endSampling, FRAMES, LARGEST, WARM_UP } from '../support/allocated.js';

beforeAll(() => init());
afterAll(endSampling);

test('frames of a mover allocate nothing', async () => {
  const level = new World();
  for (let x = -9; x < 9; x += 1) level.add([x, -1, -9, x + 1, 0.1 * (x & 3), 9]);
  level.add([-9.5, 0, -9, -9, 5, 9]);
  level.add([9, 0, -9, 9.5, 5, 9]);
  const lift = level.add([-2, 0, -20, 2, 1, -12]);
  const crowd = new World();
  const self = crowd.add([0, 0, 0, 1, 2, 1]);
  crowd.add([3, 0, 0, 4, 2, 1]);
  const both = [level, crowd];
  const walker = new Mover({ radius: 0.4, height: 1.8 });
  const chosen = new Mover({
    radius: 0.4,
    height: 1.8,
    filter: (id, collider) => collider === level || id !== self,
    oneWay: (id) => id === 3,
  });
  const rider = new Mover({ radius: 0.4, height: 1.8 });
  rider.position = [0, 1.5, -15];
  const displacements = Array.from({ length: 80 }, (_, i) => [
    i < 40 ? 0.3 : -0.3,
    -0.1,
    0.01 * ((i % 3) - 1),
  ]);
  const down = [0, -0.1, 0];
  const frames: Record<string, (i: number) => unknown> = {
    'walk against walls and steps': (i) => walker.move(displacements[i % 80], level).grounded,
    'walk in a crowd with a filter': (i) => chosen.move(displacements[i % 80], both).contacts.count,
    'ride a platform': (i) => {
      const { bounds } = level;
      bounds[6 * lift + 4] = 1 + 0.01 * (i % 20);
      level.touch(lift);
      return rider.move(down, level).carried;
    },
    'read the ground': () => rider.ground?.id,
  };
  for (let i = 0; i < WARM_UP; i++) for (const run of Object.values(frames)) run(i);
  for (const [name, run] of Object.entries(frames)) {
    // warms up again, because functions that were inlined for other frames may not be optimized yet
    for (let i = 0; i < WARM_UP; i++) run(i);
    expect(await bytesOf(FRAMES, run), name).toBeLessThan(LARGEST);
  }
  level.dispose();
  crowd.dispose();
});
