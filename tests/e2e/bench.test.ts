/** The Bench page: a run from its first measurement to its tables, and what may go wrong on the way. */

import { collectPairs, createMotion, generateScene, pairsHash, sceneDefinition } from 'scenes';
import { describe, expect, test } from 'vitest';
import { BenchPage, type BenchResult, type Choice } from './support/bench-page.js';
import { countOn, countsOf } from './support/page-counts.js';
import { usePlayground, wide } from './support/playground-page.js';
import { isFull, longTest } from './support/volume.js';

const opened = usePlayground();

const CONTENDERS = ['sapwood:wide-tree', ...(isFull ? ['plain-sweep'] : []), 'rbush'];
/** Those that know two dimensions only. */
const planar = ['rbush'];
const SIZES = isFull ? [300, 1000] : [1000];
const PHASES = ['frame', 'pairs', ...(isFull ? ['build'] : [])];

/** A reduced quick run: a few seconds. */
const small: Choice = {
  preset: 'quick',
  ...{ scenes: ['uniform'], dims: [2, 3], n: [SIZES[0], 1000], sizes: SIZES.length, seed: 1 },
  ...{ phases: PHASES, who: CONTENDERS },
};
/** Seconds: long enough to be interrupted. */
const long: Choice = { ...small, preset: 'full', n: [1000, 5000], sizes: 4 };

interface Answer {
  readonly count: number;
  readonly hash: string;
}

const answerOf = (pairs: ArrayLike<number>): Answer => ({
  count: pairs.length / 2,
  hash: pairsHash(pairs),
});

/** Frames until the walk of the workload turns round, which is where answers are compared. */
const FRAMES = 4;

/** All pairs of the still scene, and after its walk: from the scenes' own sweep. */
function truthOf(dimensions: 2 | 3, n: number): { pairs: Answer; frame: Answer } {
  const scene = generateScene(sceneDefinition(`uniform-${dimensions}d`), { count: n, seed: 1 });
  const pairs = answerOf(collectPairs({ dimensions, boxes: scene.boxes }));
  const motion = createMotion(scene, { kind: 'walk' });
  for (let frame = 0; frame < FRAMES; frame++) motion.step();
  return { pairs, frame: answerOf(collectPairs({ dimensions, boxes: motion.boxes })) };
}

function inCell(results: readonly BenchResult[], cell: Partial<BenchResult>): BenchResult[] {
  return results.filter((result) =>
    Object.entries(cell).every(([key, value]) => result[key as keyof BenchResult] === value),
  );
}

const quick = opened.keep(async () => {
  const bench = await opened.as(BenchPage);
  await bench.run(small);
  return bench;
});

test('a quick run ends with a complete and correct table', async () => {
  const { stage, results, plan, done, leftMs } = await (await quick()).state();
  expect({ stage, done, leftMs }).toEqual({ stage: 'done', done: plan.measurements, leftMs: 0 });
  expect(results).toHaveLength(2 * PHASES.length * SIZES.length * CONTENDERS.length);
  for (const dimensions of [2, 3] as const) {
    for (const n of SIZES) {
      const truth = truthOf(dimensions, n);
      for (const phase of ['pairs', 'frame'] as const) {
        for (const result of inCell(results, { dimensions, n, phase })) {
          const { contender, expected, found, status } = result;
          const cannot = dimensions === 3 && planar.includes(contender);
          expect({ contender, status }).toEqual({
            contender,
            status: cannot ? 'unsupported' : 'ok',
          });
          if (cannot) continue;
          const right = { expected: truth[phase], found: truth[phase] };
          expect({ expected, found }, contender).toEqual(right);
        }
      }
    }
  }
  // the golden of the scene file, by whoever made it
  expect(truthOf(3, 1000).pairs.count).toBe(sceneDefinition('uniform-3d').golden?.pairs);
});

/** As the page writes milliseconds. */
function written(ms: number): string {
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
          if (ms) expect(row?.cells[i].value).toBe(written(ms.median));
        }
      }
    }
  }
});

test('times are plausible: quartiles in order, enough samples, none of zero', async () => {
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

/** Presses Cancel: what the page says in the same task, how many results there were, and whether Workers are left. */
function cancelled({ page }: BenchPage) {
  return page.evaluate(() => {
    const before = window.benchPage?.state()?.done ?? 0;
    document.querySelector<HTMLButtonElement>('.run-cancel')?.click();
    const { stage } = window.benchPage?.state() ?? {};
    return { stage, before, workers: window.counts?.workers };
  });
}

const atOnce = { stage: 'cancelled', workers: 0 };

async function counted(): Promise<BenchPage> {
  const bench = await opened.fresh(wide, BenchPage);
  await countOn(bench.page);
  return bench;
}

describe('cancelling', () => {
  longTest('ends the run and its Workers at once, and keeps what was measured', async () => {
    const bench = await counted();
    await bench.choose(long);
    await bench.start();
    await bench.page.waitForFunction(() => (window.benchPage?.state()?.done ?? 0) >= 3);
    const { before, ...now } = await cancelled(bench);
    expect(now).toEqual(atOnce);
    const { results, done } = await bench.ended();
    expect(done).toBe(before);
    expect(results.some(({ ms }) => ms !== null)).toBe(true);
    expect((await bench.table('frame')).rows.length).toBeGreaterThan(0);
    expect(await bench.page.locator('#environment').innerText()).toMatch(
      /Not all of it was measured: \d+ of [\d,]+ results/,
    );
    // nobody is there who could go on behind the page's back
    expect((await countsOf(bench.page)).workers).toBe(0);
    // and another run can be started, and ended by a key
    await bench.start();
    expect(await bench.hasEnded()).toBe(false);
    await bench.page.waitForFunction(() => window.benchPage?.state()?.stage === 'running');
    await bench.page.keyboard.press('Escape');
    expect((await bench.ended()).stage).toBe('cancelled');
    expect((await countsOf(bench.page)).workers).toBe(0);
  });

  longTest(
    'takes no longer while the browser weighs memory, and the page says that it does',
    async () => {
      const bench = await counted();
      await bench.page.addInitScript(() => {
        const measureUserAgentSpecificMemory = () => new Promise(() => {});
        Object.assign(performance, { measureUserAgentSpecificMemory });
      });
      const who = ['sapwood:wide-tree', 'rbush'];
      await bench.choose({ ...small, dims: [2], phases: ['memory'], n: [300, 300], sizes: 1, who });
      await bench.start();
      await bench.page.locator('.run-current', { hasText: /Weighing .*garbage/ }).waitFor();
      expect(await cancelled(bench)).toMatchObject(atOnce);
      const { results } = await bench.ended();
      const own = results.find(({ contender }) => contender === 'sapwood:wide-tree');
      expect(own?.bytes).toBeGreaterThan(0);
      // the next one does not wait for the last one's scales
      await bench.start();
      expect(await bench.hasEnded()).toBe(false);
    },
  );

  longTest('takes no longer in the middle of a call that never ends', async () => {
    const bench = await counted();
    const who = ['control-hangs'];
    await bench.choose({ ...small, preset: 'full', dims: [2], phases: ['pairs'], who });
    await bench.start();
    await bench.page.locator('.run-current', { hasText: 'never answers' }).waitFor();
    expect(await cancelled(bench)).toMatchObject(atOnce);
  });

  longTest('takes no longer while scenes are made and answers are found', async () => {
    const bench = await counted();
    const phases = ['rays'];
    const many = { preset: 'full', n: [200_000, 200_000], sizes: 1, dims: [3] } as const;
    await bench.choose({ ...small, ...many, phases, who: ['sapwood:wide-tree'] });
    await bench.start();
    await bench.page.waitForFunction(() => window.benchPage?.state()?.stage === 'running');
    expect(await cancelled(bench)).toMatchObject(atOnce);
    expect((await bench.ended()).results).toEqual([]);
  });
});

describe('those who misbehave', () => {
  const among = (control: string, phases: readonly string[] = ['pairs']): Choice => ({
    ...small,
    ...{
      n: [300, 1000],
      sizes: 2,
      dims: [2],
      phases,
      who: ['sapwood:wide-tree', 'rbush', control],
    },
  });

  test('a wrong answer is shown as wrong, never as a time', async () => {
    const bench = await opened.as(BenchPage);
    const { stage, results } = await bench.run(among('control-wrong', ['pairs', 'frame']));
    expect(stage).toBe('done');
    for (const { contender, expected, found, ms, status } of results) {
      const isWrong = contender === 'control-wrong';
      expect({ contender, status }).toEqual({ contender, status: isWrong ? 'wrong' : 'ok' });
      if (!isWrong) continue;
      expect(ms).toBeNull();
      expect(found?.count).toBe((expected?.count ?? 0) - 1);
    }
    const { rows } = await bench.table('frame');
    const row = rows.find(({ contender }) => contender === 'control-wrong');
    expect(row?.cells.map(({ status, value }) => [status, value])).toEqual([
      ['wrong', 'wrong'],
      ['wrong', 'wrong'],
    ]);
    const flaws = await bench.page.locator('#chart-frame .flaws').innerText();
    expect(flaws).toMatch(/wrong/);
    const csv = await bench.exported('Save CSV');
    const lines = csv.split('\n').filter((line) => line.includes('control-wrong'));
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).toMatch(/wrong/);
    // no line in a picture, and said to be no advice
    expect(await bench.exported(/as SVG$/)).not.toContain('loses the last pair');
    const advice = bench.page.locator('#verdict').getByRole('list', { name: 'Not counted' });
    expect(await advice.innerText()).toBe(
      'Not counted: loses the last pair, wrong at n = 300, 1,000',
    );
    for (const phase of ['frame', 'pairs']) {
      await bench.page.check(`input[name="verdict-phase"][value="${phase}"]`);
      const table = await bench.page.locator('#verdict table').innerText();
      expect(table).not.toContain('loses the last pair');
    }
    const legend = bench.page.locator('#chart-frame .chart-legend button', {
      hasText: 'loses the last',
    });
    expect(await legend.locator('.numeric').innerText()).toBe('wrong');
  });

  longTest('one that runs out of memory is shown as failed, and the run goes on', async () => {
    const bench = await opened.as(BenchPage);
    const { stage, results } = await bench.run(among('control-throws'));
    expect(stage).toBe('done');
    for (const { contender, note, status } of results) {
      const fails = contender === 'control-throws';
      expect({ contender, status }).toEqual({ contender, status: fails ? 'failed' : 'ok' });
      if (fails) expect(note).toMatch(/\w+/);
    }
    const { rows } = await bench.table('frame');
    const row = rows.find(({ contender }) => contender === 'control-throws');
    expect(row?.cells.map(({ value }) => value)).toEqual(['failed', 'failed']);
  });

  test('one that never answers is ended, and the run goes on', async () => {
    const bench = await opened.fresh(wide, BenchPage);
    // of what the page waits for, only the silence of a measuring Worker takes so long: nothing is gained by waiting
    await bench.page.addInitScript(() => {
      const { setTimeout } = window;
      const shorter = (ms = 0) => (ms === 8000 ? 10 : ms);
      Object.assign(window, {
        setTimeout: (work: () => void, ms?: number) => setTimeout(work, shorter(ms)),
      });
    });
    const { stage, results } = await bench.run({
      ...small,
      ...{ dims: [2], phases: ['pairs'], n: [300, 1000], sizes: 2, who: ['control-hangs'] },
    });
    expect(stage).toBe('done');
    expect(results).toHaveLength(2);
    for (const result of results) {
      expect(result).toMatchObject({ contender: 'control-hangs', ms: null });
    }
    expect(results.map(({ note }) => note).join()).toMatch(/no answer within/);
  });

  test('are in no menu', async () => {
    const bench = await opened.as(BenchPage);
    await bench.choose({});
    expect(await bench.page.locator('input[name*="control-"]').count()).toBe(0);
    expect((await bench.configuration()).contenders.join(' ')).not.toContain('control-');
  });
});
