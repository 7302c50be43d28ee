/**
 * Frames of indices from the game entry points, such as sapwood/3d, allocate nothing. The modules
 * of these entry points have handwritten glue code.
 */

import {
  ContactBuffer,
  DynamicTree,
  init,
  type SpatialIndex,
  SweepAndPrune,
  WideTree,
} from 'sapwood/3d';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOf, endSampling, FRAMES, LARGEST, WARM_UP } from '../support/allocated.js';
import { fullCase } from '../support/cases.js';

beforeAll(() => init());
afterAll(endSampling);

test.each([
  ['dynamic-tree', () => new DynamicTree({ dimensions: 3 })],
  ['sweep-and-prune', () => new SweepAndPrune({ dimensions: 3 })],
  ['wide-tree', () => new WideTree({ dimensions: 3 })],
] as const)('frames of %s allocate nothing', async (_name, make) => {
  const one = fullCase('uniform', 3);
  const index: SpatialIndex = make();
  index.build(one.boxes.subarray(0, 240));
  index.staging(index.size).set(one.boxes.subarray(0, 240));
  const places = one.boxQueries().map(({ query }) => query);
  const point = one.pointQueries()[0].query;
  const ball = { center: { x: 0, y: 0, z: 0 }, radius: 2 };
  const filter = { category: 3, mask: 5 };
  const out = new Uint32Array(64);
  const contacts = new ContactBuffer(16);
  const frames: Record<string, (i: number) => unknown> = {
    queryBoxInto: () => index.queryBoxInto(places[0], out, filter),
    queryPointInto: () => index.queryPointInto(point, out),
    collideSphereInto: () => index.collideSphereInto(point, 2, contacts, filter),
    querySphereInto: () => index.querySphereInto(ball, out, filter),
    update: () => index.update(),
    move: (i) => (index as DynamicTree).move(i % 7, places[i % places.length]),
    has: (i) => index.has(i % 30),
  };
  for (let i = 0; i < WARM_UP; i++) for (const run of Object.values(frames)) run(i);
  for (const [name, run] of Object.entries(frames)) {
    expect(await bytesOf(FRAMES, run), name).toBeLessThan(LARGEST);
  }
  index.dispose();
});
