/**
 * Writes to stale views do not change other memory, in the module of `sapwood/all` and in a module
 * with handwritten glue code.
 */

import * as game from 'sapwood/3d';
import * as all from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { thrownError } from '../support/errors.js';

declare const gc: () => void;

beforeAll(async () => {
  await all.init();
  await game.init();
});

const BOX = [0, 0, 0, 1, 1, 1];
/** Returns a row of boxes that do not touch. */
const row = (count: number) =>
  Float32Array.from({ length: 6 * count }, (_, i) => 3 * Math.floor(i / 6) + (i % 6 < 3 ? 0 : 1));
/** Bit patterns that damage an allocator if they overwrite its data. */
const HARMFUL = [0xffffffff, 0, 0x7fc00000, 1, 0x100000];

/** JavaScript ignores assignments to a detached view. */
function overwrite(view: Float32Array | Uint32Array, length: number): void {
  for (const value of HARMFUL) for (let i = 0; i < length; i++) view[i] = value;
}

describe.each([
  ['sapwood/all', all],
  ['sapwood/3d', game as unknown as typeof all],
] as const)('%s', (_, { World, WideTree, DynamicTree }) => {
  /** Allocates, moves and frees memory, which fails if the data of the allocator is damaged. */
  const exerciseMemory = () => {
    for (let i = 0; i < 40; i++) {
      const index = new DynamicTree();
      index.build(row(10 * i));
      for (let at = 0; at < 20; at++) index.insert(BOX);
      expect(index.pairs()).toHaveLength(i === 0 ? 380 : 420);
      index.dispose();
    }
  };
  const tree = () => {
    const index = new WideTree();
    index.build(row(9));
    return index;
  };

  test.each<[string, (index: all.WideTree) => void]>([
    ['build(boxes)', (index) => index.build(row(9))],
    ['update(boxes)', (index) => index.update(row(9))],
    ['a larger staging()', (index) => index.staging(5000).set(row(5000))],
    ['dispose()', (index) => index.dispose()],
  ])('writing to a staging view after %s changes no other memory', (_name, free) => {
    const [one, other] = [tree(), tree()];
    const view = one.staging(9);
    const { length } = view;
    free(one as all.WideTree);
    overwrite(view, length);
    exerciseMemory();
    expect([...other.queryBox(BOX)]).toEqual([0]);
    expect(other.pairs()).toHaveLength(0);
    one.dispose();
    other.dispose();
  });

  test('writing to old bounds after add() changes no other memory', () => {
    const world = new World();
    world.add(BOX);
    const { bounds } = world;
    const boxes = row(2000);
    for (let i = 1; i < 2000; i++) {
      world.add(boxes.subarray(6 * i, 6 * i + 6));
      bounds[3] = 1.5;
    }
    exerciseMemory();
    expect(world.step()).toBe(0);
    expect(bounds).toHaveLength(0);
    expect(thrownError(() => world.touch(0), 'touch').code).toBe('invalid-argument');
    expect(world.size).toBe(2000);
    world.dispose();
  });

  test('writing to views of indices that the garbage collector frees changes no other memory', async () => {
    const views: Float32Array[] = [];
    const lengths: number[] = [];
    const leave = () => {
      for (let i = 0; i < 20; i++) {
        const index = new WideTree();
        index.build(row(40));
        views.push(index.staging(40));
        const world = new World();
        world.add(BOX);
        views.push(world.bounds);
      }
      for (const view of views) lengths.push(view.length);
    };
    const used = () => all.heapInUse() + game.heapInUse();
    const before = used();
    leave();
    for (let i = 0; i < 50 && used() > before; i++) {
      gc();
      await new Promise((resume) => setTimeout(resume));
      for (const [at, view] of views.entries()) overwrite(view, lengths[at]);
      exerciseMemory();
    }
    expect(views.map((view) => view.length)).toEqual(views.map(() => 0));
  });

  test('a loop over a view that is detached ends with an error of the host', () => {
    const index = tree();
    const view = index.staging(9);
    const read = () => {
      for (const _side of view) index.build(row(9));
    };
    expect(read).toThrow(TypeError);
    index.dispose();
  });

  test('memory of the module cannot be transferred', () => {
    const index = tree();
    const view = index.staging(9);
    const { buffer } = view;
    try {
      // the standard requires an error when WASM memory is transferred; Node copies the buffer
      structuredClone(view, { transfer: [buffer as ArrayBuffer] });
    } catch (error) {
      expect((error as Error).name).toBe('DataCloneError');
    }
    const { transfer } = ArrayBuffer.prototype as { transfer?: () => ArrayBuffer };
    if (transfer !== undefined) expect(() => transfer.call(buffer)).toThrow(TypeError);
    expect(view).toHaveLength(54);
    view.set(row(9));
    index.update();
    expect([...index.queryBox(BOX)]).toEqual([0]);
    index.dispose();
  });

  test('queries that return views do not detach bounds in every frame', () => {
    const world = new World({ capacity: 50 });
    for (let i = 0; i < 40; i++) world.add(BOX);
    const frame = () => {
      world.step();
      world.queryBoxesView(row(9));
      world.raycastsView([-1, 0.5, 0.5, 1, 0, 0, 9]);
      world.nearestManyView([0, 0, 0], 3);
      world.nearestAllView(2);
      world.pairsWithinView(1);
      world.forEachInBox(BOX, () => undefined);
      world.queryBox(BOX);
    };
    // in the first frames, result buffers grow to their final size
    for (let i = 0; i < 8; i++) frame();
    const { bounds } = world;
    for (let i = 0; i < 20; i++) frame();
    expect(bounds).toHaveLength(300);
    expect(world.bounds === bounds).toBe(true);
    world.dispose();
  });

  test('writing to an older result inside a callback does not change other results', () => {
    const world = new World();
    for (let i = 0; i < 9; i++) world.add(row(9).subarray(6 * i, 6 * i + 6));
    const index = tree();
    const everything = [-1, -1, -1, 99, 99, 99];
    for (const target of [world, index]) {
      const { ids } = target.queryBoxesView(everything);
      const pairs = target.pairsWithinView(9);
      const seen: number[] = [];
      target.forEachInBox(everything, (id) => {
        overwrite(ids, 9);
        overwrite(pairs, 40);
        seen.push(id);
      });
      expect(seen.sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }
    world.dispose();
    index.dispose();
  });

  test('throws for an output that is detached in a predicate', () => {
    const [one, other] = [tree(), tree()];
    const view = other.staging(9);
    const out = new Uint32Array(view.buffer as ArrayBuffer, view.byteOffset, 9);
    const accept = () => {
      other.build(row(9));
      return true;
    };
    const { code } = thrownError(() => one.queryBoxInto(BOX, out, accept), 'queryBoxInto');
    expect(code).toBe('invalid-argument');
    one.dispose();
    other.dispose();
  });

  test('views are complete after thousands of other views', () => {
    const indices = Array.from({ length: 4000 }, () => new WideTree());
    const world = new World();
    world.add(BOX);
    for (const index of indices) {
      expect(index.staging(1).length).toBe(6);
      expect(world.bounds.length).toBe(6);
    }
    for (const index of indices) index.dispose();
    world.dispose();
  });

  test('a loop over 1,999,000 events is complete while bodies are added', () => {
    const world = new World();
    for (let i = 0; i < 2000; i++) world.add(BOX);
    expect(world.step()).toBe(1_999_000);
    const { begins } = world;
    let seen = 0;
    for (let i = 0; i < begins.length; i += 2) {
      seen += 1;
      if (i % 64 === 0) world.add([9, 9, 9, 10, 10, 10]);
    }
    expect(seen).toBe(1_999_000);
    world.dispose();
  });
});
