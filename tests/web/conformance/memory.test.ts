/**
 * WASM memory of an index: `byteLength` is close to the allocated memory, `dispose()` frees all of
 * it, and a failed allocation does not change the index.
 */

import { deserialize, heapInUse, type SpatialIndex } from 'sapwood/all';
import { generateScene, sceneDefinition } from 'scenes';
import { goodBox, goodPoint } from '../support/bad-values.js';
import { type Check, describeSuite } from '../support/checks.js';
import { require } from '../support/compare.js';
import { requireError } from '../support/errors.js';
import { allMethods, supports } from '../support/methods.js';
import { stateOf } from '../support/state.js';
import { inOneDimension, type Subject } from '../support/subjects.js';
import { latticeBoxes } from '../support/tape.js';
import { volume } from '../support/volume.js';

const CYCLES = volume(200, 10);
// block sizes of the allocator vary slightly between rounds; a leak would add up
const ROUNDING = 64;

/**
 * Methods that require one box or point per item. Their sample calls pass three boxes or points, so
 * the index must have three items.
 */
const NEEDS_THREE_ITEMS = new Set<string>(['update', 'updatePoints']);

function useEveryMethod(subject: Subject, boxes: Float32Array): void {
  const index = subject.create();
  const other = subject.create();
  index.staging(boxes.length / (2 * subject.dimensions)).set(boxes);
  index.build();
  other.build(boxes.subarray(0, 6 * subject.dimensions));
  for (const method of allMethods(subject.dimensions)) {
    index.build(boxes);
    if (supports(method, subject) && !NEEDS_THREE_ITEMS.has(method.name)) method.call(index, other);
  }
  index.dispose();
  other.dispose();
}

/**
 * Calls every method repeatedly; no run after the first may leave allocated memory. The allocator
 * and the glue code keep some memory of the first run.
 */
function checkBaseline(subject: Subject): void {
  const boxes = latticeBoxes(1, 60, subject.dimensions);
  useEveryMethod(subject, boxes);
  const baseline = heapInUse();
  for (let cycle = 0; cycle < CYCLES; cycle++) useEveryMethod(subject, boxes);
  const left = heapInUse() - baseline;
  require(left <= ROUNDING, () => `${left} bytes left after ${CYCLES} cycles`);
}

function checkFailedCalls(subject: Subject): void {
  const bytes = subject.create().serialize();
  const damaged = bytes.slice();
  damaged[damaged.length - 1] ^= 1;
  const nonsense = () => {
    requireError(() => deserialize(damaged), 'bad-data', '', 'damaged bytes');
    const index = subject.create();
    const bad = [...goodBox(subject.dimensions), ...goodBox(subject.dimensions).fill(Number.NaN)];
    requireError(() => index.build(bad), 'invalid-box', 'boxes[1]', 'a bad box');
    index.dispose();
  };
  nonsense();
  const baseline = heapInUse();
  for (let cycle = 0; cycle < CYCLES; cycle++) nonsense();
  const left = heapInUse() - baseline;
  require(left <= ROUNDING, () => `${left} bytes left after ${CYCLES} rejected calls`);
}

const STAGES: readonly [name: string, run: (index: SpatialIndex, boxes: Float32Array) => void][] = [
  ['a build', (index, boxes) => index.build(boxes)],
  [
    'pairs and queries',
    (index, boxes) => {
      index.pairsView();
      index.queryBoxMany(boxes.subarray(0, 100 * 2 * index.dimensions));
    },
  ],
  ['an update', (index, boxes) => void index.update(boxes.map((value) => value + 0.25))],
  ['churn of a tenth', churn],
];

/** Replaces every tenth item, then runs a query, which does the deferred work. */
function churn(index: SpatialIndex, boxes: Float32Array): void {
  const stride = 2 * index.dimensions;
  const pending: number[] = [];
  for (let at = 0; at < boxes.length; at += 10 * stride) {
    index.remove(at / stride);
    pending.push(...boxes.subarray(at, at + stride));
  }
  index.insertMany(pending);
  index.pairsView();
}

/**
 * The allocated memory is at least `byteLength`, and at most 1 % and 4 KiB more, for block headers
 * and rounding.
 */
function checkStages(subject: Subject): void {
  const scene = generateScene(sceneDefinition(`uniform-${subject.dimensions}d`), { count: 5000 });
  const stages = STAGES.filter(([, run]) => run !== churn || subject.has('dynamic'));
  // a first index makes the shared buffers grow to their final size
  const warm = subject.create();
  for (const [, run] of stages) run(warm, scene.boxes);
  const before = heapInUse();
  const index = subject.create();
  for (const [name, run] of stages) {
    run(index, scene.boxes);
    const held = heapInUse() - before;
    const { byteLength } = index;
    const isClose = byteLength <= held && held <= byteLength * 1.01 + 4096;
    require(isClose, () =>
      `after ${name}: byteLength is ${byteLength}, the heap has grown by ${held}`);
  }
  index.dispose();
  warm.dispose();
}

function checkByteLength(subject: Subject): void {
  const index = subject.create();
  const stride = 2 * subject.dimensions;
  const empty = index.byteLength;
  index.build(latticeBoxes(3, 100, subject.dimensions));
  const small = index.byteLength;
  index.build(latticeBoxes(3, 10_000, subject.dimensions));
  const large = index.byteLength;
  require(empty > 0 && empty < small, () => `${empty} bytes empty, ${small} with 100 boxes`);
  require(large >= small + 9_900 * stride * 4, () => `${large} bytes with 10,000 boxes`);
  const view = index.staging(50_000);
  const staged = index.byteLength - large;
  require(staged >= view.byteLength, () => `staging of ${view.byteLength} bytes counts ${staged}`);
  index.build(latticeBoxes(3, 10_000, subject.dimensions));
  require(index.byteLength === large, () => `${index.byteLength} bytes once staging is void`);
  index.dispose();
}

function checkCleared(subject: Subject): void {
  const index = subject.create();
  index.build(latticeBoxes(4, 5_000, subject.dimensions));
  const full = index.byteLength;
  for (let i = 0; i < 3; i++) {
    index.clear();
    require(index.byteLength <= full, () => `${index.byteLength} bytes cleared, ${full} before`);
    index.build(latticeBoxes(4, 5_000, subject.dimensions));
    require(index.byteLength === full, () => `${index.byteLength} bytes rebuilt, ${full} before`);
  }
  const before = heapInUse();
  index.dispose();
  const back = before - heapInUse();
  require(back >= full, () => `dispose freed ${back} of ${full} bytes`);
}

function checkExcess(subject: Subject): void {
  const index = subject.create();
  index.build(latticeBoxes(6, 40, subject.dimensions));
  const before = stateOf(index);
  const points = Array(1000).fill(goodPoint(subject.dimensions)).flat();
  const calls: [string, () => unknown][] = [
    ['nearestMany', () => index.nearestMany(points, 2 ** 31)],
    ['staging', () => index.staging(2 ** 27 + 1)],
    ['staging', () => index.staging(2 ** 32)],
    ['staging', () => index.staging(2 ** 52)],
  ];
  for (const [method, call] of calls) {
    requireError(call, 'out-of-memory', method, method);
    require(stateOf(index) === before, () => `${method}: the index has changed`);
  }
  const all = index.nearest(goodPoint(subject.dimensions), 2 ** 40).ids;
  require(all.length === 40, () => `nearest finds ${all.length} of 40 for a huge k`);
  index.dispose();
}

function memoryChecks(subject: Subject): Check[] {
  const check = (name: string, look: (subject: Subject) => void): Check => ({
    name,
    run: () => look(subject),
  });
  return [
    check(`${CYCLES} created and disposed indices leave no memory allocated`, checkBaseline),
    check(`${CYCLES} failing calls leave no memory allocated`, checkFailedCalls),
    check('byteLength is within 1 % and 4 KiB of the growth of the heap', checkStages),
    check('byteLength grows with the items and includes staging memory', checkByteLength),
    check(
      'clear() and a second build allocate no more memory, and dispose() frees all of it',
      checkCleared,
    ),
    check('sizes above the memory limit throw and leave the index unchanged', checkExcess),
  ];
}

describeSuite('memory', memoryChecks, inOneDimension());
