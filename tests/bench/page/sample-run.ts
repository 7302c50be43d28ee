/** A small run of the Bench page for tests. */

import { benchCatalog } from '../../../web/playground/src/bench/catalog';
import type {
  Cell,
  Configuration,
  PhaseId,
  Result,
  RunState,
  Spread,
} from '../../../web/playground/src/bench/model';
import { makePlan, presetConfiguration } from '../../../web/playground/src/bench/plan';

export const catalog = benchCatalog();

export const small: Configuration = {
  ...presetConfiguration('quick', catalog),
  from: 1000,
  to: 10_000,
  sizes: 2,
  phases: ['frame-tenth', 'memory'],
  contenders: ['sapwood:wide-tree', 'sapwood:wide-tree;build=morton', 'rbush', 'kdbush'],
  seed: 7,
};

export const spread = (median: number, width = 0.1): Spread => ({
  min: median * (1 - width),
  p25: median * (1 - width / 2),
  median,
  p75: median * (1 + width / 2),
});

const place = { scene: 'uniform', dimensions: 2 } as const;

export function cell(n: number, phase: PhaseId = 'frame-tenth'): Cell {
  return { ...place, n, phase };
}

export function timed(contender: string, n: number, median: number, more: Partial<Result> = {}) {
  const samples = [0.9, 0.95, 1, 1.05, 1.1].map((factor) => factor * median);
  return {
    ...cell(n),
    contender,
    status: 'ok',
    ms: { min: samples[0], p25: samples[1], median, p75: samples[3] },
    samples,
    sampleCount: samples.length,
    operations: n,
    calls: 3,
    bytes: null,
    found: { count: 12, hash: '0000abcd' },
    expected: { count: 12, hash: '0000abcd' },
    ...more,
  } satisfies Result;
}

const blank = { ms: null, samples: [], sampleCount: 0, calls: 0, found: null, expected: null };

export const results: readonly Result[] = [
  timed('sapwood:wide-tree', 1000, 0.01),
  timed('sapwood:wide-tree;build=morton', 1000, 0.02, { note: 'a note, with "quotes"' }),
  timed('rbush', 1000, 0.5, {
    ...{ status: 'wrong', ms: null, samples: [], sampleCount: 0 },
    ...{ found: { count: 11, hash: '00001234' }, note: 'found 11, expected 12' },
  }),
  timed('kdbush', 1000, 1, {
    ...blank,
    operations: 0,
    status: 'unsupported',
    note: 'does not support this operation',
  }),
  timed('sapwood:wide-tree', 1000, 0, {
    ...{ ...blank, phase: 'memory', bytes: 123_456, sampleCount: 0 },
  }),
];

export const state: RunState = {
  stage: 'done',
  plan: makePlan(small, catalog),
  done: 8,
  elapsedMs: 1234,
  leftMs: 0,
  current: null,
  results,
  environment: {
    date: '2026-01-02T03:04:05.000Z',
    preset: 'quick',
    package: '0.1.0',
    simd: 'wasm',
    commit: 'abc1234567',
    runtime: 'Chromium 156.0',
    os: 'Linux 6.1',
    cpu: 'x86 64 bit',
    cores: 8,
    calibration: [10, 12],
    querySeed: 7,
    rounds: 1,
    sampleMs: 1,
    browser: {
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
      tickMs: 0.005,
      isolated: true,
      throttled: true,
      dropped: 2,
    },
  },
  marks: { throttled: true, drift: 1.2, dropped: 2 },
  fault: null,
};
