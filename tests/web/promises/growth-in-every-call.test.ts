/**
 * Every method has the same result if memory grows in each call of the core. The package must not
 * read or write arrays that memory growth has detached.
 */

import * as usual2d from 'sapwood/2d';
import * as usual3d from 'sapwood/3d';
import type { SpatialIndex, World } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { beforeAll, describe, expect, test } from 'vitest';
import { growingPackage } from '../support/growing-package.js';
import { volume } from '../support/volume.js';
import { Arguments, callMethod, methodNames, plainArguments } from '../views/view-methods.js';

type Entry = typeof usual3d;

const growing: Record<2 | 3, Entry | undefined> = { 2: undefined, 3: undefined };
beforeAll(async () => {
  await Promise.all([usual2d.init(), usual3d.init()]);
  growing[2] = (await growingPackage('2d', () => import('sapwood/2d'))) as unknown as Entry;
  growing[3] = (await growingPackage('3d', () => import('sapwood/3d'))) as Entry;
});

/** Converts a result for comparison: typed arrays become lists, and errors become their code. */
function plain(call: () => unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(call() ?? null, (_, value) => plainValue(value)));
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    return { code };
  }
}

function plainValue(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint32Array, String);
  return value === Infinity ? 'Infinity' : value;
}

type Subject = SpatialIndex | World;
type Change = (subject: never, a: Arguments) => unknown;

const liveId = (subject: Subject, a: Arguments) => subject.ids()[a.random.below(subject.size)];

const changes: Record<string, Change> = {
  build: (index: SpatialIndex, a) => index.build(a.boxes(30)),
  buildPoints: (index: SpatialIndex, a) => index.buildPoints(a.points(30)),
  update: (index: SpatialIndex, a) => index.update(a.boxes(index.size)),
  updatePoints: (index: SpatialIndex, a) => index.updatePoints(a.points(index.size)),
  insert: (index: SpatialIndex, a) => index.insert(a.box(), { category: 3 }),
  insertMany: (index: SpatialIndex, a) => index.insertMany(a.boxes(5)),
  updatePairs: (index: SpatialIndex) => index.updatePairs(),
  serialize: (index: SpatialIndex) => index.serialize(),
  add: (world: World, a) => world.add(a.box(), { layer: 'sensor' }),
  step: (world: World) => [world.step(), world.pairs, world.begins, world.ends],
  touch: (world: World, a) => world.touch([liveId(world, a), liveId(world, a)]),
  snapshot: (world: World) => {
    const bytes = world.snapshot();
    world.restore(bytes, { object: (id: number) => world.queryBox(world.box(id)).length });
    return [bytes, world.layer(world.ids()[0])];
  },
  snapshotInto: (world: World) => {
    const out = new Uint8Array(8192);
    return [world.snapshotInto(out), out];
  },
  shiftOrigin: (world: World, a) => world.shiftOrigin(a.direction()),
  move: (subject: Subject, a) => subject.move(liveId(subject, a), a.box()),
  moveMany: (subject: Subject, a) => {
    return subject.moveMany([liveId(subject, a), liveId(subject, a)], a.boxes(2));
  },
  remove: (subject: Subject, a) => subject.remove(liveId(subject, a)),
  setFilter: (subject: Subject, a) => subject.setFilter(liveId(subject, a), { category: 5 }),
  box: (subject: Subject, a) => [subject.box(liveId(subject, a)), subject.has(1), subject.size],
  counters: (subject: Subject) => [subject.counters(), subject.byteLength],
  overlaps: (subject: Subject, a) => subject.overlaps(a.box(), { mask: 3 }),
  accept: (subject: Subject, a) => {
    const box = a.box();
    return subject.queryBox(box, (id) => subject.queryBox(box).length > id);
  },
  forEachInBox: (subject: Subject, a) => {
    const seen: number[] = [];
    const box = a.box();
    subject.forEachInBox(box, (id) => seen.push(id, subject.queryBox(box).length));
    return seen;
  },
  shapes: (subject: Subject, a) => {
    const narrow = (id: number) => subject.box(id)[0] / 99 + 0.5;
    return [
      subject.raycast(a.point(), a.direction(), { hit: narrow }),
      subject.castBox(a.box(), a.direction(), { hit: narrow }),
      subject.nearest(a.point(), 3, { distance: (id) => 40 + narrow(id) }),
    ];
  },
};

/** Output arrays for methods whose names end in `Into`, by method name without `Into`. */
const outputs: Record<string, () => (Uint32Array | Int32Array | Float32Array)[]> = {
  nearestAll: () => [new Int32Array(200), new Float32Array(200)],
  nearest: () => [new Uint32Array(200), new Float32Array(200)],
  raycastAll: () => [new Uint32Array(200), new Float32Array(200)],
};

/** Calls a method with random arguments. Returns undefined if there are no arguments for it. */
function callOnce(subject: Subject, name: string, a: Arguments): unknown {
  const method = name.replace(/(View|Into)$/, '');
  if (name in changes && name in subject) return plain(() => changes[name](subject as never, a));
  const values = plainArguments(method, a);
  if (values === undefined) return undefined;
  if (!name.endsWith('Into')) return plain(() => callMethod(subject, name, values));
  const out = outputs[method]?.() ?? [new Uint32Array(200)];
  return plain(() => [callMethod(subject, name, [...values, ...out]), out]);
}

const kinds = ['SweepAndPrune', 'WideTree', 'DynamicTree', 'World'] as const;
const cases = kinds.flatMap((kind) =>
  ([2, 3] as const).map((dimensions) => ({ kind, dimensions })),
);

describe.each(cases)('$kind in $dimensions dimensions', ({ kind, dimensions }) => {
  test('every method has the same result with growing memory', () => {
    const usual = (dimensions === 2 ? usual2d : usual3d) as Entry;
    const entries = [usual, growing[dimensions] as Entry];
    const pair = entries.map((entry) => new entry[kind]() as unknown as Subject);
    const others = entries.map(({ WideTree }) => new WideTree() as unknown as SpatialIndex);
    const fill = (subject: Subject, a: Arguments) => {
      if ('build' in subject) subject.build(a.boxes(40));
      else for (let i = 0; i < 40; i++) subject.add(a.box());
    };
    for (const subject of [...pair, ...others]) {
      fill(subject, new Arguments(dimensions, new Mulberry32(1)));
    }
    const own = ['accept', 'shapes'];
    const names = [...methodNames(pair[0]).filter((name) => name !== 'dispose'), ...own];
    const random = new Mulberry32(2);
    const called = new Set<string>();
    for (let i = 0; i < volume(20_000, 800); i++) {
      const name = names[random.below(names.length)];
      const seed = random.next();
      const [expected, found] = pair.map((subject, i) =>
        callOnce(subject, name, new Arguments(dimensions, new Mulberry32(seed), others[i])),
      );
      expect(found, name).toEqual(expected);
      if (expected !== undefined) called.add(name);
      if (pair[0].size < 10)
        for (const each of pair) fill(each, new Arguments(dimensions, new Mulberry32(i)));
    }
    const left = names.filter((name) => /View$|Into$|Many$|^(query|cast|ray|nearest)/.test(name));
    expect(left.filter((name) => !called.has(name))).toEqual([]);
    for (const subject of [...pair, ...others]) subject.dispose();
  });
});
