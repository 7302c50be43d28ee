/** The Bench page: a run ends with complete tables and correct results. */

import { collectPairs, createMotion, generateScene, pairsHash, sceneDefinition } from 'scenes';
import { expect, test } from 'vitest';
import { BenchPage, type BenchResult, type Choice } from './support/bench-page.js';
import { usePlayground } from './support/playground-page.js';
import { isFull, longTest } from './support/volume.js';

const opened = usePlayground();

const CONTENDERS = ['sapwood:wide-tree', ...(isFull ? ['plain-sweep'] : []), 'rbush'];
const planar = ['rbush'];
const SIZES = isFull ? [300, 1000] : [1000];
/**
 * Dimensions of the run. The short run of the tests measures only 3D, because other tests of Bench
 * measure 2D.
 */
const DIMENSIONS: readonly (2 | 3)[] = isFull ? [2, 3] : [3];
const PHASES = ['frame', 'pairs', ...(isFull ? ['build'] : [])];

/** Configuration of a reduced quick run, which takes a few seconds. */
const small: Choice = {
  preset: 'quick',
  ...{ scenes: ['uniform'], dims: DIMENSIONS, n: [SIZES[0], 1000], sizes: SIZES.length, seed: 1 },
  ...{ phases: PHASES, who: CONTENDERS },
};

interface Golden {
  readonly count: number;
  readonly hash: string;
}

const resultOf = (pairs: ArrayLike<number>): Golden => ({
  count: pairs.length / 2,
  hash: pairsHash(pairs),
});

/**
 * Number of frames before the workload reverses the motion. The page compares results after the
 * last of these frames.
 */
const FRAMES = 4;

/**
 * Returns the expected pairs of the scene before and after its motion, computed by the package
 * `scenes`.
 */
function expectedResults(dimensions: 2 | 3, n: number): { pairs: Golden; frame: Golden } {
  const scene = generateScene(sceneDefinition(`uniform-${dimensions}d`), { count: n, seed: 1 });
  const pairs = resultOf(collectPairs({ dimensions, boxes: scene.boxes }));
  const motion = createMotion(scene, { kind: 'walk' });
  for (let frame = 0; frame < FRAMES; frame++) motion.step();
  return { pairs, frame: resultOf(collectPairs({ dimensions, boxes: motion.boxes })) };
}

function inCell(results: readonly BenchResult[], cell: Partial<BenchResult>): BenchResult[] {
  return results.filter((result) =>
    Object.entries(cell).every(([key, value]) => result[key as keyof BenchResult] === value),
  );
}

const quick = opened.perFile(async () => {
  const bench = await opened.as(BenchPage);
  await bench.run(small);
  return bench;
});

test('a quick run ends with a complete and correct table', async () => {
  const { stage, results, plan, done, leftMs } = await (await quick()).state();
  expect({ stage, done, leftMs }).toEqual({ stage: 'done', done: plan.measurements, leftMs: 0 });
  expect(results).toHaveLength(
    DIMENSIONS.length * PHASES.length * SIZES.length * CONTENDERS.length,
  );
  for (const dimensions of DIMENSIONS) {
    for (const n of SIZES) {
      const correct = expectedResults(dimensions, n);
      for (const phase of ['pairs', 'frame'] as const) {
        for (const result of inCell(results, { dimensions, n, phase })) {
          const { contender, expected, found, status } = result;
          const cannot = dimensions === 3 && planar.includes(contender);
          expect({ contender, status }).toEqual({
            contender,
            status: cannot ? 'unsupported' : 'ok',
          });
          if (cannot) continue;
          const right = { expected: correct[phase], found: correct[phase] };
          expect({ expected, found }, contender).toEqual(right);
        }
      }
    }
  }
  expect(expectedResults(3, 1000).pairs.count).toBe(sceneDefinition('uniform-3d').golden?.pairs);
});

function formatted(ms: number): string {
  if (ms >= 99.95) return Math.round(ms).toLocaleString('en');
  return String(Number(ms.toPrecision(3)));
}

longTest('the tables show every result of the run, and nothing else', async () => {
  const bench = await quick();
  const { results } = await bench.state();
  for (const dimensions of [2, 3] as const) {
    await bench.place('uniform', dimensions);
    for (const [chart, phase] of [
      ['frame', 'frame'],
      ['frame', 'pairs'],
      ['build', 'build'],
    ] as const) {
      if (chart === 'frame') await bench.view(chart, phase);
      const { heads, rows } = await bench.table(chart);
      expect(heads).toEqual(['Contender', 'n = 300', 'n = 1,000']);
      const shown = rows.map(({ contender }) => contender);
      expect(new Set(shown).size).toBe(shown.length);
      for (const contender of CONTENDERS) {
        const row = rows.find((one) => one.contender === contender);
        const own = SIZES.map(
          (n) => inCell(results, { dimensions, n, phase, contender })[0] as BenchResult,
        );
        if (own.every(({ status }) => status === 'unsupported') && !row) continue;
        expect(
          row?.cells.map(({ status }) => status),
          contender,
        ).toEqual(own.map(({ status }) => status));
        for (const [i, { ms }] of own.entries()) {
          if (ms) expect(row?.cells[i].value).toBe(formatted(ms.median));
        }
      }
    }
  }
});

test('times are plausible: quartiles are in order, there are enough samples, and no time is zero', async () => {
  const { results } = await (await quick()).state();
  for (const { contender, ms, samples, sampleCount, status } of results) {
    if (status !== 'ok' || !ms) continue;
    expect(samples.length, contender).toBe(sampleCount);
    expect(sampleCount).toBeGreaterThanOrEqual(3);
    expect(ms.min).toBeGreaterThan(0);
    expect(ms.min).toBeLessThanOrEqual(ms.p25);
    expect(ms.p25).toBeLessThanOrEqual(ms.median);
    expect(ms.median).toBeLessThanOrEqual(ms.p75);
    expect(Number(Math.min(...samples).toPrecision(5))).toBe(ms.min);
  }
});
