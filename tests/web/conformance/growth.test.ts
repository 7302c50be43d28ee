import { init, type SpatialIndex } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { goodBox } from '../support/bad-values.js';
import { type Case, fullCase } from '../support/cases.js';
import { requirePairs, requireSequence, requireSet } from '../support/compare.js';
import { thrownError } from '../support/errors.js';
import { freshPackage, type Package } from '../support/fresh-package.js';
import { representativesInTurns, type Subject, subjectOf } from '../support/subjects.js';
import { latticeBoxes } from '../support/tape.js';

interface Fresh {
  readonly subject: Subject;
  readonly sapwood: Package;
}

async function fresh({ id, dimensions }: Subject): Promise<Fresh> {
  const sapwood = await freshPackage();
  await sapwood.init();
  const entry = sapwood.structures.find((one) => one.id === id)!;
  return { subject: subjectOf(entry, dimensions), sapwood };
}

/** Makes the WASM memory grow: allocates more than its initial size, then frees the allocation. */
function growMemory(subject: Subject): void {
  const other = subject.create();
  other.staging(2 ** 20);
  other.dispose();
}

/**
 * Allocates most of the initial 16 MB. The next growth of the memory detaches the returned view.
 */
function fillMemory({ structures }: Package): Float32Array {
  return structures[0].create({ dimensions: 3 }).staging(2 ** 19);
}

function requireWhole(index: SpatialIndex, one: Case, where: string): void {
  expect(index.validate(), where).toEqual([]);
  requirePairs(index.pairsView().slice(), one.pairs(), () => `${where}: pairs`);
  for (const { query, expected } of one.boxQueries().slice(0, 8)) {
    requireSet(index.queryBox(query), expected, () => `${where}: box [${query}]`);
  }
}

const boxesOf = (count: number, { dimensions }: Subject) =>
  Array(count).fill(goodBox(dimensions)).flat();

beforeAll(() => init());

describe.each(representativesInTurns())('while memory grows, $name', (described) => {
  test('keeps its content and staged values, and throws for a detached staging view', async () => {
    const { subject } = await fresh(described);
    const one = fullCase('uniform', subject.dimensions);
    const index = subject.create();
    index.build(one.boxes);
    const staged = index.staging(one.count);
    staged.set(one.boxes);
    growMemory(subject);
    expect(staged).toHaveLength(0);
    requireWhole(index, one, 'after growth');
    for (const method of ['build', 'update'] as const) {
      const { code, message } = thrownError(() => index[method](), method);
      expect(code).toBe('invalid-argument');
      expect(message).toMatch(`${method}: the last view from staging() is detached`);
    }
    requireWhole(index, one, 'after rejected calls');
    expect(index.staging(one.count)).toEqual(Float32Array.from(one.boxes));
    index.update();
    requireWhole(index, one, 'after an update from the same memory');
    index.staging(one.count);
    index.build();
    requireWhole(index, one, 'after a build from the same memory');
  });

  test('rejects a detached view instead of reading it as an empty list', async () => {
    const { subject } = await fresh(described);
    const index = subject.create();
    const view = index.staging(4);
    view.set(latticeBoxes(5, 4, subject.dimensions));
    growMemory(subject);
    expect(thrownError(() => index.build(view), 'build').code).toBe('invalid-argument');
    expect(index.size).toBe(0);
  });

  test('builds from a view of WASM memory', async () => {
    const { subject } = await fresh(described);
    const stride = 2 * subject.dimensions;
    const boxes = latticeBoxes(6, 2 ** 17, subject.dimensions);
    const index = subject.create();
    const view = index.staging(2 ** 17);
    view.set(boxes);
    const other = subject.create();
    other.build(view);
    expect(other.size).toBe(2 ** 17);
    requireSequence(other.box(1), boxes.subarray(stride, 2 * stride), () => 'box 1');
  });

  test('returns results that are larger than the initial memory', async () => {
    const { subject } = await fresh(described);
    // the list of pairs is larger than 16 MB, and the result of the batch is more than twice as
    // large
    const count = 2_100;
    const index = subject.create();
    index.build(boxesOf(count, subject));
    const pairs = index.pairs();
    expect(pairs).toHaveLength(count * (count - 1));
    const degree = new Uint32Array(count);
    for (const id of pairs) degree[id]++;
    expect(degree.every((times) => times === count - 1)).toBe(true);
    expect(index.queryBoxMany(boxesOf(4_200, subject)).ids).toHaveLength(4_200 * count);
  });

  test.each([
    ['ids', 'Int32Array'],
    ['distances', 'Float32Array'],
  ])('names the array of the caller that its growth detaches: %s', async (name, kind) => {
    const { subject, sapwood } = await fresh(described);
    const index = subject.create();
    index.build(boxesOf(2_000, subject));
    const { buffer } = fillMemory(sapwood);
    const place = (one: string) => [one === name ? buffer : new ArrayBuffer(16), 0, 4] as const;
    const ids = new Int32Array(...place('ids'));
    const distances = new Float32Array(...place('distances'));
    const { message } = thrownError(() => index.nearestAllInto(1_000, ids, distances), name);
    expect(message).toBe(`${name}: this ${kind} is detached; pass an array that is not detached`);
  });

  test.runIf(described.has('serialize'))(
    'reads bytes that are longer than the memory left',
    async () => {
      const original = described.create();
      original.build(latticeBoxes(7, 2 ** 18, described.dimensions));
      const bytes = original.serialize();
      const { sapwood } = await fresh(described);
      const probe = fillMemory(sapwood);
      const copy = sapwood.deserialize(bytes);
      expect(probe, 'memory has grown').toHaveLength(0);
      expect(copy.size).toBe(2 ** 18);
      requireSequence(copy.box(9), original.box(9), () => 'box 9');
      original.dispose();
    },
  );
});

type WorldMethod = (world: InstanceType<Package['World']>) => unknown;

// the first query of a world builds its index and allocates memory
test.each<[string, WorldMethod]>([
  ['castBox', (world) => world.castBox([-5, 0, 0, -4, 1, 1], [9, 0, 0])?.id],
  ['castSphere', (world) => world.castSphere([-5, 0.5, 0.5], 1, [9, 0, 0])?.id],
  ['raycast', (world) => world.raycast([-5, 0.5, 0.5], [1, 0, 0])?.id],
  ['nearest', (world) => world.nearest([0, 0, 0], 1).ids[0]],
  ['queryCapsule', (world) => world.queryCapsule([-5, 0, 0], [5, 0, 0], 1)[0]],
])('%s finds a body while it makes memory grow', async (_name, method) => {
  const { init: start, World } = await freshPackage();
  await start();
  const world = new World();
  world.add([0, 0, 0, 1, 1, 1]);
  for (let i = 1; i < 50_000; i++) {
    world.add([2 * i, 50, 50, 2 * i + 1, 51, 51]);
    if (i % 1000 === 0 && i > 25_000) expect(method(world), `${i} bodies`).toBe(0);
  }
  world.dispose();
});
