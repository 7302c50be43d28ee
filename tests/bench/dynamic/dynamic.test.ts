/** The dynamic benchmark: a short run of every world is right for everybody, and the record has all of them. */

import { init, structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { volume } from '../../web/support/volume';
import { readFile } from '../report/document';
import { recordedStructures } from '../report/unmeasured';
import { play } from './play';
import { RECORD, readRecord } from './record';
import { motionKinds } from './worlds';

await init();

describe('the dynamic benchmark', () => {
  const frames = volume(40, 20);
  const brief = { frames, seconds: 60, structures: [] };

  for (const dimensions of [2, 3] as const) {
    test.each(motionKinds)(
      `[G1] $id, ${dimensions}D: everybody has the right pairs in every policy`,
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

  test('what is replaced keeps begins and ends apart: both happen when boxes spawn', async () => {
    const spawn = motionKinds.find(({ id }) => id === 'spawn')!;
    const { world } = await play(spawn, 2, 2000, { ...brief, structures: ['dynamic-tree'] });
    expect(world.begins).toBeGreaterThan(0);
    expect(world.ends).toBeGreaterThan(0);
  });

  test('every structure of the registry is in every world of the record', () => {
    const { worlds, cells, tooSlow } = readRecord(readFile(RECORD));
    for (const { motion, dimensions, n } of worlds) {
      const here = [...cells, ...tooSlow].filter(
        (cell) => cell.motion === motion && cell.dimensions === dimensions && cell.n === n,
      );
      const wanted = recordedStructures.filter(({ id }) => id !== 'brute-force' || n <= 10_000);
      for (const { id } of wanted) expect(here.map(({ structure }) => structure)).toContain(id);
    }
  });
});
