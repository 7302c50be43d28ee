/**
 * Tests of the names of contenders, of the random order, and of control contenders that fail on
 * purpose.
 */

import {
  adapterOf,
  compareResults,
  controls,
  inputOf,
  makeScene,
  perform,
  rays,
  type Subject,
  shuffled,
  stepOf,
  subjectKey,
  subjectOf,
  workloadOf,
  workloads,
  workScenes,
} from 'measuring';
import { adapters } from 'peers';
import { init, structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';

await init();

describe('a key', () => {
  test('identifies every contender and parses to the same contender', () => {
    const subjects: Subject[] = [
      ...structures.map(({ id }) => ({ side: 'sapwood', id, options: {} }) as const),
      { side: 'sapwood', id: 'wide-tree', options: { build: 'morton', leaf: 4, fast: true } },
      ...adapters.map(({ id }) => subjectOf(id)),
      ...controls.map(({ id }) => ({ side: 'control', id, options: {} }) as const),
    ];
    for (const subject of subjects) expect(subjectOf(subjectKey(subject))).toEqual(subject);
  });

  test('of an unknown contender throws', () => {
    expect(() => adapterOf(subjectOf('unknown'))).toThrow("no adapter 'unknown'");
    expect(() => adapterOf(subjectOf('sapwood:nothing'))).toThrow('nothing is not in the registry');
  });
});

describe('a random order', () => {
  const items = Array.from({ length: 40 }, (_, i) => i);

  test('is determined by the seed and keeps all items', () => {
    expect(shuffled(items, 5)).toEqual(shuffled(items, 5));
    expect(shuffled(items, 5)).not.toEqual(shuffled(items, 6));
    expect(shuffled(items, 5)).not.toEqual(items);
    expect([...shuffled(items, 5)].sort((a, b) => a - b)).toEqual(items);
  });

  test('has each item first with about equal frequency', () => {
    const firsts = Array.from(
      { length: 4000 },
      (_, seed) => shuffled(['a', 'b', 'c', 'd'], seed)[0],
    );
    for (const name of ['a', 'b', 'c', 'd']) {
      const share = firsts.filter((first) => first === name).length / firsts.length;
      expect(share).toBeGreaterThan(0.2);
      expect(share).toBeLessThan(0.3);
    }
  });
});

describe('a control', () => {
  const input = inputOf({ workload: 'pairs', scene: 'uniform', dimensions: 3, n: 200 }, 10);
  const expected = workloadOf('pairs').expected(input);
  const run = (id: string) =>
    perform({
      subject: { side: 'control', id, options: {} },
      workload: 'pairs',
      input,
      samplingLimits: { warmUpMs: 0, sampleMs: 0, limitMs: 100 },
    });

  test('that omits a pair is wrong', async () => {
    const outcome = await run('control-wrong');
    expect(outcome.kind).toBe('measured');
    if (outcome.kind !== 'measured') return;
    expect(outcome.result.count).toBe(expected.count - 1);
    expect(compareResults(outcome.result, expected, input).right).toBe(false);
  });

  test('that runs out of memory fails with a message', async () => {
    expect(await run('control-throws')).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/array buffer/i),
    });
  });
});

describe('a scene of the list', () => {
  test.each(workScenes.map((scene) => [scene.id, scene] as const))(
    '%s is generated in all its dimensions from any seed',
    (id, { dimensions }) => {
      for (const axes of dimensions) {
        const scene = makeScene(id, axes, 300);
        expect(scene.count).toBe(300);
        expect(stepOf(scene)).toBeGreaterThan(0);
        expect(makeScene(id, axes, 300)).toEqual(scene);
        if (id.endsWith('-line')) continue;
        expect(makeScene(id, axes, 300, 99).boxes).not.toEqual(scene.boxes);
      }
    },
  );

  test('that is dense has rays from outside, and a shorter list of rays is a prefix of a longer list', () => {
    const scene = makeScene('clustered', 2, 2000);
    const many = rays(scene, 60);
    expect(many).toHaveLength(60 * 5);
    expect(rays(scene, 30)).toEqual(many.slice(0, 30 * 5));
  });

  test('can move every tenth, every second or each box', () => {
    const moved = ['frame-tenth', 'frame-half', 'frame'].map((workload) => {
      const { changes } = inputOf({ workload, scene: 'uniform', dimensions: 2, n: 100 }, 1);
      return changes[0].ids.length;
    });
    expect(moved).toEqual([10, 50, 100]);
    expect(workloads.map(({ id }) => id)).toContain('frame-half');
  });
});
