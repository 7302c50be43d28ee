/** Scaling benchmark: small runs of all structures agree, and the record is complete. */

import { init, structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { describeEnvironment } from '../node/environment';
import { Agreement, makeInputs } from './inputs';
import { measureSize } from './measure';
import { measureMemory } from './memory';
import { PAGE, renderPage } from './page';
import { SCHEMA, type ScalingRecord, verbIds } from './record';
import { run } from './run';

await init();

describe('the scaling benchmark', () => {
  const brief = { rounds: 3, sampleMs: 0, limitMs: 10_000 };

  test.each([2, 3] as const)('all structures have the same results, %iD', async (d) => {
    const inputs = makeInputs(d, 300, 40);
    const { scene, cells, left } = await measureSize(structures, inputs, brief);
    expect(left).toEqual([]);
    expect(cells.map(({ structure }) => structure)).toEqual(structures.map(({ id }) => id));
    expect(scene.pairs).toBeGreaterThan(0);
    expect(scene.hits).toBeGreaterThan(0);
    for (const { ns, structure } of cells) {
      for (const verb of verbIds)
        expect(ns[verb].median, `${structure} ${verb}`).toBeGreaterThan(0);
    }
  });

  test('a different result ends the run', () => {
    const agreement = new Agreement(makeInputs(2, 300, 1));
    agreement.require('hits', 'a', 'one');
    expect(() => agreement.require('hits', 'b', 'two')).toThrow('two: hits b, but one has a');
    expect(() => agreement.require('pairs', 'b', 'two')).toThrow('but the reference has');
  });

  test('structures that are too slow are excluded from larger sizes', async () => {
    const inputs = makeInputs(2, 1000, 1);
    const { cells, left } = await measureSize(structures, inputs, { ...brief, limitMs: 1e-9 });
    expect(cells).toEqual([]);
    expect(left.map(({ structure }) => structure)).toEqual(structures.map(({ id }) => id));
  });

  test('bytes and the allocator’s figure are within 1 % and 4 KiB of each other', () => {
    for (const d of [2, 3] as const) {
      const inputs = makeInputs(d, 2000, 40);
      for (const entry of structures) {
        const { build, pairs, churn } = measureMemory(entry, inputs);
        for (const held of [build, pairs, churn ?? build]) {
          const name = `${entry.id} ${d}D: ${JSON.stringify(held)}`;
          expect(held.heap, name).toBeGreaterThanOrEqual(held.bytes);
          expect(held.heap, name).toBeLessThanOrEqual(1.01 * held.bytes + 4096);
        }
      }
    }
  });

  test.each(recorded().scenes.filter(({ n }) => n <= volume(1_000_000, 30_000)))(
    'recorded pairs and hits match the current code: $dimensions D, n = $n',
    (scene) => {
      expect(recountScene(scene)).toEqual(scene);
    },
  );

  // the short volume has every eighth structure, without brute force and cluster split
  test.each(recorded().memory.filter((_, i) => i % volume(1, 8) === volume(0, 3)))(
    'recorded memory matches the current code: $structure, $dimensions D',
    (cell) => {
      const now = recountMemory(cell);
      for (const part of ['build', 'pairs', 'churn'] as const) {
        expect(sameBytes(now[part]?.bytes ?? 0, cell[part]?.bytes ?? 0), part).toBe(true);
        expect(sameBytes(now[part]?.heap ?? 0, cell[part]?.heap ?? 0), part).toBe(true);
      }
    },
  );

  test('every structure of the registry is in the record at every size until it was excluded', () => {
    const { scenes, cells, left, memory } = recorded();
    for (const { dimensions, n } of scenes) {
      const here = <Cell extends Left | ScalingCell>(cell: Cell) => cell.dimensions === dimensions;
      const names = [
        ...cells.filter((cell) => here(cell) && cell.n === n),
        ...left.filter((cell) => here(cell) && cell.n <= n),
      ].map(({ structure }) => structure);
      for (const { id } of recordedStructures) {
        expect(names, `${dimensions}D ${n}`).toContain(id);
      }
    }
    for (const { id, dimensions } of recordedStructures) {
      const measured = memory.filter(({ structure }) => structure === id);
      expect(measured.map((cell) => cell.dimensions)).toEqual([...dimensions]);
    }
  });

  test('the page of a record with few structures and sizes can be rendered', () => {
    const record = recorded();
    const only = <Cell extends { structure: string }>(cells: readonly Cell[]) =>
      cells.filter(({ structure }) => structure === 'dynamic-tree');
    const { cells, memory } = record;
    const page = renderPage({ ...record, cells: only(cells), left: [], memory: only(memory) });
    expect(page.get(PAGE)).not.toMatch(/NaN|undefined|Infinity/);
  });
});
