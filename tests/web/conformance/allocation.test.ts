import type { SpatialIndex } from 'sapwood';
import { init } from 'sapwood';
import { beforeAll, describe, expect, test } from 'vitest';
import { fullCase } from '../support/cases.js';
import { representatives, type Subject } from '../support/subjects.js';

const WARM_UP = 20_000;
const CALLS = 100_000;
// one object of 16 bytes a call would be 1.6 MB; what the runner does meanwhile stays below this
const LARGEST_GROWTH = 256 * 1024;

declare const gc: () => void;

beforeAll(() => init());

/** Bytes by which the JavaScript heap has grown after the calls, garbage included. */
function growthOf(call: (i: number) => unknown): number {
  for (let i = 0; i < WARM_UP; i++) call(i);
  gc();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < CALLS; i++) call(i);
  return process.memoryUsage().heapUsed - before;
}

/** The runner's own work may fall into a run: then once more. */
function leastGrowth(call: (i: number) => unknown): number {
  let least = growthOf(call);
  for (let run = 1; run < 3 && least >= LARGEST_GROWTH; run++) {
    least = Math.min(least, growthOf(call));
  }
  return least;
}

const FRAMES = 500;
/** Bytes for one view of the result and what describes the argument. */
const LARGEST_FRAME = 256;

/** Few calls, so that nothing is collected meanwhile: bytes a call, garbage included. */
function bytesPerCall(call: () => unknown): number {
  for (let i = 0; i < 4 * FRAMES; i++) call();
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 4; run++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < FRAMES; i++) call();
    least = Math.min(least, process.memoryUsage().heapUsed - before);
  }
  return least / FRAMES;
}

interface Prepared {
  readonly index: SpatialIndex;
  readonly boxes: Float32Array[];
  readonly points: Float32Array[];
}

function prepared(subject: Subject): Prepared {
  const one = fullCase('uniform', subject.dimensions);
  const index = subject.create();
  index.build(one.boxes.subarray(0, 40 * subject.dimensions));
  const boxes = one.boxAnswers().map(({ query }) => query);
  const points = one.pointAnswers().map(({ query }) => query);
  return { index, boxes, points };
}

/** As three.js has it, also in 2D. */
function cornersOf(box: Float32Array, dimensions: number) {
  const [x, y, z] = box;
  const [right, top, front] = box.subarray(dimensions);
  return { min: { x, y, z }, max: { x: right, y: top, z: front ?? 0 } };
}

describe.each(representatives())('hot calls of $name allocate nothing', (subject) => {
  const out = new Uint32Array(64);

  test('queryBoxInto', () => {
    const { index, boxes } = prepared(subject);
    const growth = leastGrowth((i) => index.queryBoxInto(boxes[i % boxes.length], out));
    expect(growth).toBeLessThan(LARGEST_GROWTH);
    index.dispose();
  });

  test('queryBoxInto of an object with corners', () => {
    const { index, boxes } = prepared(subject);
    const corners = boxes.map((box) => cornersOf(box, subject.dimensions));
    const growth = leastGrowth((i) => index.queryBoxInto(corners[i % corners.length], out));
    expect(growth).toBeLessThan(LARGEST_GROWTH);
    index.dispose();
  });

  test('queryPointInto and querySphereInto', () => {
    const { index, points } = prepared(subject);
    const growth = leastGrowth((i) => {
      const point = points[i % points.length];
      return index.queryPointInto(point, out) + index.querySphereInto(point, 1.5, out);
    });
    expect(growth).toBeLessThan(LARGEST_GROWTH);
    index.dispose();
  });

  test.runIf(subject.has('dynamic'))('move and has', () => {
    const { index, boxes } = prepared(subject);
    const growth = leastGrowth(
      (i) => index.has(i % 7) && index.move(i % 7, boxes[i % boxes.length]),
    );
    expect(growth).toBeLessThan(LARGEST_GROWTH);
    index.dispose();
  });

  test('update of staged boxes', () => {
    const { index } = prepared(subject);
    index
      .staging(index.size)
      .set(fullCase('uniform', subject.dimensions).boxes.subarray(0, 40 * subject.dimensions));
    expect(leastGrowth(() => index.update())).toBeLessThan(LARGEST_GROWTH);
    index.dispose();
  });

  test('a frame by array makes as few objects for many boxes as for one', () => {
    const { boxes } = fullCase('uniform', subject.dimensions);
    const bytesOf = (count: number) => {
      const index = subject.create();
      const mine = boxes.slice(0, 2 * count * subject.dimensions);
      index.build(mine);
      const bytes = bytesPerCall(() => index.update(mine) + index.pairsView().length);
      index.dispose();
      return bytes;
    };
    const few = bytesOf(1);
    expect(few).toBeLessThan(LARGEST_FRAME);
    expect(bytesOf(400)).toBeLessThan(few + 32);
  });

  test('an array a call would be noticed', () => {
    const { index, boxes } = prepared(subject);
    const growth = leastGrowth((i) => index.queryBox(boxes[i % boxes.length]));
    expect(growth).toBeGreaterThan(LARGEST_GROWTH);
    index.dispose();
  });
});
