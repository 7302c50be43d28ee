/**
 * Tests of the dynamic benchmark: short runs of every world have correct pairs, and the record is
 * complete.
 */

import { init, structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { volume } from '../../web/support/volume';
import { sameBytes } from '../report/bytes';
import { readFile } from '../report/document';
import { recordedStructures } from '../report/unmeasured';
import { play, RECORD_INTERVAL } from './play';
import { type DynamicCell, RECORD, readRecord } from './record';
import { recountWorld } from './run';
import { motionKinds } from './worlds';

await init();

const recorded = () => readRecord(readFile(RECORD));

describe('the dynamic benchmark', () => {
  const frames = volume(40, 20);
  const brief = { frames, seconds: 60, structures: [] };

  for (const dimensions of [2, 3] as const) {
    test.each(motionKinds)(
      `[G1] $id, ${dimensions}D: all structures have the correct pairs with every policy`,
      async (kind) => {
        const { world, cells } = await play(kind, dimensions, volume(300, 200), brief);
        expect(world.frames).toBe(frames);
        expect(world.moved).toBeGreaterThan(0);
        expect(world.pairs).toBeGreaterThan(0);
        for (const { id } of structures) {
          const mine = cells.filter(({ structure }) => structure === id);
          expect(mine.map(({ policy }) => policy)).toContain('rebuild');
        }
      },
    );
  }

  test('spawning boxes cause both begins and ends of pairs', async () => {
    const spawn = motionKinds.find(({ id }) => id === 'spawn')!;
    const { world } = await play(spawn, 2, 2000, { ...brief, structures: ['dynamic-tree'] });
    expect(world.begins).toBeGreaterThan(0);
    expect(world.ends).toBeGreaterThan(0);
  });

  /**
   * Returns the counts that do not depend on the number of frames: the height and the area ratio in
   * the first frame, and the first two values of `work`.
   */
  const begun = ({ structure, policy, work, height, areaRatio }: DynamicCell) => ({
    structure,
    policy,
    work: work.slice(0, 2),
    height: height?.[0],
    areaRatio: areaRatio?.[0],
  });

  // a short test run counts only every fifth world, and only worlds with at most 1,000 boxes
  const counted = recorded().worlds.filter(
    ({ n }, i) => n <= volume(100_000, 1000) && i % volume(1, 5) === 0,
  );

  test.each(counted)(
    'recorded counts match the current code: $motion, $dimensions D, n = $n',
    async (world) => {
      const mine = recorded().cells.filter(
        ({ motion, dimensions, n }) =>
          motion === world.motion && dimensions === world.dimensions && n === world.n,
      );
      const frames = volume(world.frames, RECORD_INTERVAL + 1);
      const again = await recountWorld(recorded(), world, frames);
      expect(again.cells.map(begun)).toEqual(mine.map(begun));
      if (frames !== world.frames) return;
      expect(again.world).toEqual(world);
      for (const [i, { bytes, ...counts }] of again.cells.entries()) {
        expect({ bytes: mine[i].bytes, ...counts }).toEqual(mine[i]);
        expect(sameBytes(bytes, mine[i].bytes), `${counts.structure}, bytes`).toBe(true);
      }
    },
  );

  test('every structure of the registry is in every world of the record', () => {
    const { worlds, cells, tooSlow } = recorded();
    for (const { motion, dimensions, n } of worlds) {
      const here = [...cells, ...tooSlow].filter(
        (cell) => cell.motion === motion && cell.dimensions === dimensions && cell.n === n,
      );
      const wanted = recordedStructures.filter(({ id }) => id !== 'brute-force' || n <= 10_000);
      for (const { id } of wanted) expect(here.map(({ structure }) => structure)).toContain(id);
    }
  });
});
