import { init, type SpatialIndex, structures } from 'sapwood/all';
import { sceneDefinition } from 'scenes';
import { expect, test } from 'vitest';
import type { Contender } from './contenders';
import { Expectations } from './expectations';
import { measure } from './measure';
import { phases } from './phases';
import { createWorkload } from './workload';

await init();

const plan = { rounds: 4, sampleMs: 0.05, warmUpMs: 0, budgetMs: 50, slowestCallMs: 1000 };
const bruteForce = structures.find(({ id }) => id === 'brute-force')!;
const sound: Contender = { entry: bruteForce, options: {}, label: 'sound' };

function broken(breakIt: (index: SpatialIndex) => object, changes: object = {}): Contender {
  const create: typeof bruteForce.create = (options) => {
    const index = bruteForce.create(options);
    return Object.assign(index, breakIt(index));
  };
  return { entry: { ...bruteForce, create, ...changes }, options: {}, label: 'broken' };
}

async function run(
  contenders: readonly Contender[],
  phaseId: string,
  scene = 'uniform-2d',
  n = 200,
) {
  const work = await createWorkload({ definition: sceneDefinition(scene), n }, 50);
  const phase = phases.find(({ id }) => id === phaseId)!;
  return measure(contenders, { phase, work, expected: new Expectations(work), plan });
}

test('a correct structure has quartiles, work and passed checks', async () => {
  const [row] = await run([sound], 'pairs');
  expect(row).toMatchObject({ status: 'ok', scene: 'uniform-2d', n: 200, operations: 200 });
  expect(row.samples).toBe(4);
  expect(row.ns!.min).toBeGreaterThan(0);
  expect(row.ns!.p25).toBeLessThanOrEqual(row.ns!.median);
  expect(row.ns!.median).toBeLessThanOrEqual(row.ns!.p75);
  expect(row.work!.itemTests).toBe((200 * 199) / 2);
  expect(row.checks).toHaveLength(1);
});

test.each([
  ['pairs', (index: SpatialIndex) => ({ pairs: () => bruteForcePairs(index).slice(2) })],
  ['update-motion', () => ({ update: () => 0 })],
  ['move-many', () => ({ moveMany: () => 0 })],
  ['insert-remove', () => ({ remove: () => {} })],
  ['frame-rebuild', (index: SpatialIndex) => ({ pairs: () => bruteForcePairs(index).fill(0) })],
  ['query-boxes', (index: SpatialIndex) => ({ queryBoxMany: lastHitLost(index) })],
  ['query-box-into', () => ({ queryBoxInto: () => 0 })],
  ['raycasts', () => ({ raycastMany: noHits })],
  ['nearest-many', () => ({ nearestMany: noHits })],
])('%s: a wrong result has no time', async (phase, breakIt) => {
  const [good, bad] = await run([sound, broken(breakIt)], phase);
  expect(good.status).toBe('ok');
  expect(bad.status).toBe('wrong');
  expect(bad.ns).toBeNull();
  expect(bad.note).toMatch(
    /hash [0-9a-f]{8}, expected [0-9a-f]{8} \((golden|oracle|brute-force)\)/,
  );
});

function bruteForcePairs(index: SpatialIndex): Uint32Array {
  return Object.getPrototypeOf(index).pairs.call(index);
}

function lastHitLost(index: SpatialIndex) {
  return (boxes: Float32Array) => {
    const batch = Object.getPrototypeOf(index).queryBoxMany.call(index, boxes);
    const last = batch.offsets.length - 1;
    return { ...batch, offsets: batch.offsets.fill(batch.offsets[last] - 1, last) };
  };
}

function noHits(queries: Float32Array) {
  return { ids: new Int32Array(queries.length * 8).fill(-1) };
}

test('a structure that throws before or during timing is marked as failed, and the others continue', async () => {
  const refuses = broken(() => ({
    build() {
      throw new Error('no room');
    },
  }));
  let calls = 0;
  const tires = broken(() => ({
    pairsView() {
      if (++calls > 3) throw new Error('tired');
    },
  }));
  const rows = await run([refuses, sound, tires], 'pairs');
  expect(rows.map(({ status }) => status)).toEqual(['failed', 'ok', 'failed']);
  expect(rows.map(({ note }) => note)).toEqual(['no room', undefined, 'tired']);
});

test('the row of an unsupported phase has the reason', async () => {
  const rayless = broken(() => ({}), { capabilities: new Set(['box']) });
  const [unsupported] = await run([rayless], 'raycasts');
  expect(unsupported).toMatchObject({ status: 'unsupported', note: "no capability 'ray'" });
  const [large] = await run([sound], 'query-boxes-large', 'drift-2d');
  expect(large.status).toBe('skipped');
  const [dense] = await run([sound], 'pairs', 'identical-3d', 400);
  expect(dense).toMatchObject({ status: 'skipped', note: /more than 100 pairs/ });
});

test('brute force is not measured in scenes with more than 10,000 boxes', async () => {
  const [row] = await run([sound], 'build', 'uniform-2d', 10_001);
  expect(row).toMatchObject({ status: 'skipped', note: /up to n = 10,000 only/ });
});
