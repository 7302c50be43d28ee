/**
 * `…Into`, `…View` and `staging` with `update` allocate nothing on the JavaScript heap. V8's
 * profiler counts all allocations in 10,000 frames, even of objects that are collected before the
 * end.
 */

import { ContactBuffer, init, type SpatialIndex } from 'sapwood/all';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesOf, endSampling, FRAMES, LARGEST, WARM_UP } from '../support/allocated.js';
import { fullCase } from '../support/cases.js';
import { allSubjects, representativesInTurns, type Subject } from '../support/subjects.js';

beforeAll(() => init());
afterAll(endSampling);

interface Frame {
  readonly name: string;
  /** True if the call returns a fraction, which V8 allocates unless it inlines the call. */
  readonly returnsFraction?: true;
  readonly run: (i: number) => unknown;
}

const FRACTION_BYTES = 16;
const PLANES = Float32Array.from({ length: 24 }, (_, i) => (i % 4 === 3 ? 4 : i % 5 === 0 ? 1 : 0));
const VIEW = { eye: { x: 0, y: 0, z: 0 }, limit: 8, filter: { mask: 1 } };

function framesOf(subject: Subject, index: SpatialIndex): Frame[] {
  const { dimensions } = subject;
  const one = fullCase('uniform', dimensions);
  const out = new Uint32Array(64);
  const box = one.boxQueries()[0].query;
  const point = one.pointQueries()[0].query;
  const corners = { min: { x: 0, y: 0, z: 0 }, max: { x: 2, y: 2, z: 2 } };
  const ball = { center: { x: 0, y: 0, z: 0 }, radius: 2 };
  const filter = { category: 3, mask: 5 };
  const [signed, far] = [new Int32Array(40), new Float32Array(40)];
  const direction = point.map((value) => value + 1);
  const away = point.map((value) => value - 3);
  const contacts = new ContactBuffer(16);
  const accepting = { mask: 5, accept: (id: number) => id % 2 === 0 };
  const frames: Frame[] = [
    { name: 'queryBoxInto', run: () => index.queryBoxInto(box, out, filter) },
    { name: 'queryBoxInto of corners', run: () => index.queryBoxInto(corners, out, 7) },
    { name: 'queryBoxInto with a predicate', run: () => index.queryBoxInto(box, out, accepting) },
    { name: 'queryPointInto', run: () => index.queryPointInto(point, out) },
    { name: 'querySphereInto', run: () => index.querySphereInto(ball, out, filter) },
    { name: 'queryCapsuleInto', run: () => index.queryCapsuleInto(point, point, 0.5, out) },
    { name: 'collideSphereInto', run: () => index.collideSphereInto(point, 2, contacts, filter) },
    {
      name: 'collideCapsuleInto',
      run: () => index.collideCapsuleInto(point, direction, 2, contacts),
    },
    {
      name: 'castBoxInto',
      returnsFraction: true,
      run: () => index.castBoxInto(box, direction, contacts),
    },
    {
      name: 'castSphereInto',
      returnsFraction: true,
      run: () => index.castSphereInto(away, 0.5, direction, contacts, 7),
    },
    {
      name: 'castCapsuleInto',
      returnsFraction: true,
      run: () => index.castCapsuleInto(away, away, 0.5, direction, contacts),
    },
    { name: 'querySegmentInto', run: () => index.querySegmentInto(point, point, out, 7) },
    { name: 'nearestInto', run: () => index.nearestInto(point, 5, out, far) },
    { name: 'nearestAllInto', run: () => index.nearestAllInto(1, signed, far) },
    { name: 'pairsInto', run: () => index.pairsInto(out) },
    { name: 'update of staged boxes', run: () => index.update() },
  ];
  if (subject.has('dynamic')) {
    const places = one.boxQueries().map(({ query }) => query);
    frames.push({ name: 'move', run: (i) => index.move(i % 7, places[i % places.length]) });
    frames.push({ name: 'has', run: (i) => index.has(i % 30) });
  }
  if (subject.has('ray')) {
    frames.push({
      name: 'raycastAllInto',
      run: () => index.raycastAllInto(point, direction, out, far, 9, filter),
    });
  }
  if (dimensions === 3) {
    frames.push({ name: 'queryFrustumInto', run: () => index.queryFrustumInto(PLANES, out, VIEW) });
  }
  return frames;
}

function staged(subject: Subject): SpatialIndex {
  const index = subject.create();
  index.stagingPoints(40).forEach((_, i, points) => {
    points[i] = i % 7;
  });
  index.buildPoints();
  return index;
}

function prepared(subject: Subject): SpatialIndex {
  const boxes = fullCase('uniform', subject.dimensions).boxes.subarray(0, 40 * subject.dimensions);
  const index = subject.create();
  index.build(boxes);
  index.staging(index.size).set(boxes);
  return index;
}

/**
 * Maximum bytes per frame for the view that a call returns, and for the objects with which the
 * package reads the argument. The maximum does not depend on the number of boxes.
 */
const LARGEST_VIEW_FRAME = 512;

/** Returns the allocated bytes per frame. */
async function viewFrame(subject: Subject, count: number): Promise<number> {
  const index = subject.create();
  const boxes = fullCase('uniform', subject.dimensions).boxes.slice(
    0,
    2 * count * subject.dimensions,
  );
  index.build(boxes);
  const frame = () => index.update(boxes) + index.pairsView().length;
  for (let i = 0; i < 1000; i++) frame();
  const bytes = (await bytesOf(200, frame)) / 200;
  index.dispose();
  return bytes;
}

// some structures represent all, because all structures share the code that could allocate
describe.each(representativesInTurns())('frames of $name', (subject) => {
  test('with array arguments allocate the same for many boxes as for one', async () => {
    const few = await viewFrame(subject, 1);
    expect(few).toBeLessThan(LARGEST_VIEW_FRAME);
    expect(await viewFrame(subject, 400)).toBeLessThan(few + 64);
  });

  test('allocate nothing', async () => {
    const index = prepared(subject);
    const points = staged(subject);
    const updatePoints: Frame = {
      name: 'update of staged points',
      run: () => points.updatePoints(),
    };
    const frames = [...framesOf(subject, index), updatePoints];
    for (let i = 0; i < WARM_UP; i++) for (const { run } of frames) run(i);
    for (const { name, run, returnsFraction } of frames) {
      const maxBytes = LARGEST + (returnsFraction ? FRACTION_BYTES * FRAMES : 0);
      expect(await bytesOf(FRAMES, run), name).toBeLessThan(maxBytes);
    }
    index.dispose();
    points.dispose();
  });
});

test('the sampling detects one small object per frame', async () => {
  const index = prepared(allSubjects()[0]);
  const box = new Float32Array(4);
  const bytes = await bytesOf(FRAMES, () => index.queryBox(box));
  expect(bytes).toBeGreaterThan(2 * LARGEST);
  index.dispose();
});
