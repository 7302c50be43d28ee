/** Tests of the plans that the Bench page computes from configurations. */

import { workloads } from 'measuring';
import { adapters } from 'peers';
import { structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import {
  type Configuration,
  limits,
  phaseIds,
  presets,
} from '../../../web/playground/src/bench/model';
import {
  conformConfiguration,
  efforts,
  makePlan,
  measuredIn,
  presetConfiguration,
  sizesOf,
  skipReasonOf,
} from '../../../web/playground/src/bench/plan';
import { catalog, cell, small } from './sample-run';

const infoOf = (key: string) => catalog.contenders.find((one) => one.key === key)!;

describe('the catalog', () => {
  test('has every structure, every library and a variant for each other choice of an option', () => {
    const keys = catalog.contenders.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { id } of structures) expect(keys).toContain(`sapwood:${id}`);
    for (const { id } of adapters) expect(keys).toContain(id);
    expect(infoOf('sapwood:wide-tree;build=morton')).toMatchObject({
      variantOf: 'sapwood:wide-tree',
      side: 'sapwood',
    });
    expect(infoOf('sapwood:sweep-and-prune;axis=z').dimensions).toEqual([3]);
  });

  test('shows versions and hides only control contenders', () => {
    for (const info of catalog.contenders) {
      expect(info.hidden).toBe(info.side === 'control');
      if (info.side === 'library') expect(info.version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });

  test('has the supported phases of each contender', () => {
    expect([...infoOf('kdbush').phases]).toEqual(['nearest', 'memory']);
    expect([...infoOf('box-intersect').phases]).toEqual([
      'frame-tenth',
      'frame-half',
      'frame',
      'pairs',
    ]);
    expect(infoOf('flatbush').rebuilds).toBe(true);
    expect(infoOf('jolt').heavy).toBe(true);
    expect([...infoOf('sapwood:dynamic-tree').phases]).toEqual([...phaseIds]);
  });

  test('has a workload for each phase', () => {
    const ids = workloads.map(({ id }) => id);
    for (const id of phaseIds.filter((one) => one !== 'memory')) expect(ids).toContain(id);
  });
});

describe('a preset', () => {
  test.each(presets)('%s is valid and not empty', (preset) => {
    const configuration = presetConfiguration(preset, catalog);
    expect(conformConfiguration(configuration, catalog)).toEqual(configuration);
    const plan = makePlan(configuration, catalog);
    expect(plan.cells.length).toBeGreaterThan(8);
    expect(plan.measurements).toBeGreaterThan(plan.cells.length);
  });

  test('takes about the stated time: 1 minute or 5 minutes', () => {
    const seconds = (preset: 'quick' | 'standard') =>
      makePlan(presetConfiguration(preset, catalog), catalog).estimatedMs / 1000;
    expect(seconds('quick')).toBeGreaterThan(30);
    expect(seconds('quick')).toBeLessThan(65);
    expect(seconds('standard')).toBeGreaterThan(225);
    expect(seconds('standard')).toBeLessThan(375);
  });

  test('takes at least thirty samples, except for the quick preset', () => {
    for (const { rounds, samplingLimits } of [efforts.standard, efforts.full]) {
      expect(rounds * samplingLimits.minSamples!).toBeGreaterThanOrEqual(30);
    }
  });
});

describe('a configuration', () => {
  test('with invalid values becomes a valid configuration', () => {
    const wild = {
      preset: 'slow',
      scenes: ['nowhere'],
      dimensions: [4],
      from: 1e12,
      to: -3,
      sizes: Number.NaN,
      phases: [],
      contenders: ['unknown', 'rbush', 'rbush'],
      seed: 1.5,
    } as unknown as Configuration;
    const sane = conformConfiguration(wild, catalog);
    expect(sane).toMatchObject({ preset: 'quick', contenders: ['rbush'], scenes: ['uniform'] });
    expect([sane.from, sane.to]).toEqual([limits.min, limits.max]);
    expect(conformConfiguration(sane, catalog)).toEqual(sane);
  });

  test('has sizes that are evenly spaced on a logarithmic axis and include both ends', () => {
    const sizes = (from: number, to: number, count: number) =>
      sizesOf({ ...small, from, to, sizes: count });
    expect(sizes(1000, 10_000, 3)).toEqual([1000, 3200, 10_000]);
    expect(sizes(1234, 56_789, 2)).toEqual([1234, 56_789]);
    expect(sizes(500, 500, 1)).toEqual([500]);
    expect(sizes(100, 110, 9)).toEqual([...new Set(sizes(100, 110, 9))]);
  });
});

describe('a plan', () => {
  const plan = makePlan(small, catalog);

  test('has a cell for each phase, scene and size, and counts the contenders that support it', () => {
    expect(plan.cells).toEqual([
      cell(1000),
      cell(10_000),
      cell(1000, 'memory'),
      cell(10_000, 'memory'),
    ]);
    expect(plan.results).toBe(16);
    const able = plan.cells.map((one) => measuredIn(one, plan, catalog).map(({ key }) => key));
    expect(able[0]).toEqual(['sapwood:wide-tree', 'sapwood:wide-tree;build=morton', 'rbush']);
    expect(able[2]).toContain('kdbush');
    expect(plan.measurements).toBe(able.flat().length);
  });

  test('lists what is excluded, with the reason', () => {
    const wide = { ...small, scenes: ['uniform', 'large', 'random'], dimensions: [3] as const };
    const { remarks, cells } = makePlan({ ...wide, phases: ['pairs', 'rays'] }, catalog);
    expect(remarks).toContain('Random, published: only in 2D');
    expect(remarks).toContain('Large boxes: n up to 3,000');
    expect(remarks).toContain('Large boxes: queries are not measured');
    expect(cells.filter(({ scene }) => scene === 'large').map(({ n }) => n)).toEqual([1000]);
  });

  test('excludes large sizes of contenders whose work grows with the square of n', () => {
    const slow = infoOf('sapwood:brute-force');
    expect(skipReasonOf(slow, cell(10_000))).toBeNull();
    expect(skipReasonOf(slow, cell(20_000))?.status).toBe('skipped');
    expect(skipReasonOf(infoOf('rbush'), { ...cell(100), dimensions: 3 })).toEqual({
      status: 'unsupported',
      note: 'not in 3D',
    });
  });
});
