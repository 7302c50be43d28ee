/**
 * Scaling benchmark: in a small run all structures have the same results, and the page lists all of
 * them.
 */

import { init, structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { describeEnvironment } from '../node/environment';
import { Agreement, makeInputs } from './inputs';
import { measureSize } from './measure';
import { measureMemory } from './memory';
import { PAGE, renderPage } from './page';
import { methodIds, SCHEMA, type ScalingRecord } from './record';
import { run } from './run';

await init();

describe('the scaling benchmark', () => {
  const brief = { rounds: 3, sampleMs: 0, limitMs: 10_000 };

  test.each([2, 3] as const)('all structures have the same results, %iD', async (d) => {
    const inputs = makeInputs(d, 300, 40);
    const { scene, cells, excluded } = await measureSize(structures, inputs, brief);
    expect(excluded).toEqual([]);
    expect(cells.map(({ structure }) => structure)).toEqual(structures.map(({ id }) => id));
    expect(scene.pairs).toBeGreaterThan(0);
    expect(scene.hits).toBeGreaterThan(0);
    for (const { ns, structure } of cells) {
      for (const method of methodIds)
        expect(ns[method].median, `${structure} ${method}`).toBeGreaterThan(0);
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
    const { cells, excluded } = await measureSize(structures, inputs, { ...brief, limitMs: 1e-9 });
    expect(cells).toEqual([]);
    expect(excluded.map(({ structure }) => structure)).toEqual(structures.map(({ id }) => id));
  });

  test('bytes and the allocator’s figure are within 1 % and 4 KiB of each other', () => {
    for (const d of [2, 3] as const) {
      const inputs = makeInputs(d, 2000, 40);
      for (const entry of structures) {
        const { build, pairs, churn } = measureMemory(entry, inputs);
        for (const memoryUse of [build, pairs, churn ?? build]) {
          const name = `${entry.id} ${d}D: ${JSON.stringify(memoryUse)}`;
          expect(memoryUse.heap, name).toBeGreaterThanOrEqual(memoryUse.bytes);
          expect(memoryUse.heap, name).toBeLessThanOrEqual(1.01 * memoryUse.bytes + 4096);
        }
      }
    }
  });

  test('the page contains every structure, and a recount returns the same numbers', async () => {
    const inputs = ([2, 3] as const).map((d) => makeInputs(d, 300));
    const measured = [];
    for (const one of inputs) measured.push(await measureSize(structures, one, brief));
    const record: ScalingRecord = {
      ...{ schema: SCHEMA, limitMs: brief.limitMs, excluded: [] },
      environment: describeEnvironment({ preset: 'scaling', ...brief }),
      scenes: measured.map(({ scene }) => scene),
      cells: measured.flatMap(({ cells }) => cells),
      memory: inputs.flatMap((one) => structures.map((entry) => measureMemory(entry, one))),
    };
    expect(run.recount?.(record)).toEqual(record);
    const page = renderPage(record).get(PAGE);
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
    for (const { id } of structures) {
      const rows = page?.match(new RegExp(`^\\| ${id} \\|`, 'gm'));
      // 2D and 3D each have a row of growth, a row of times for each method, and a row of memory
      expect(rows, id).toHaveLength(2 * (1 + methodIds.length + 1));
    }
  });
});
