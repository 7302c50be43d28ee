/**
 * Edits produce changes that keep an index equal to the scene, and undo restores the scene exactly.
 */

import { type SpatialIndex, structures } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BoxSource } from '../../../web/playground/src/model/box-source.js';
import { EditedSource, type IndexChange } from '../../../web/playground/src/model/edited-source.js';
import { prepare } from './scene.js';

beforeAll(prepare);

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns a source with a row of unit squares. Each step moves the squares with even ids up. */
function row(count: number, kind: 'boxes' | 'surface' = 'boxes'): BoxSource {
  let steps = 0;
  return {
    dimensions: 2,
    count,
    sceneBounds: Float32Array.of(0, 0, 2 * count, 1),
    movedIds: Uint32Array.from({ length: Math.ceil(count / 2) }, (_, i) => 2 * i),
    movedCount: Math.ceil(count / 2),
    solids: kind === 'boxes' ? { kind } : { kind, vertices: new Float32Array(0) },
    step: () => {
      steps++;
    },
    writeBoxes: (target) => {
      for (let id = 0; id < count; id++) {
        const up = id % 2 === 0 ? steps : 0;
        target.set([2 * id, up, 2 * id + 1, up + 1], 4 * id);
      }
    },
    dispose: () => {},
  };
}

function boxesOf(source: BoxSource): Float32Array {
  const boxes = new Float32Array(4 * source.count);
  source.writeBoxes(boxes);
  return boxes;
}

function follow(index: SpatialIndex, changes: readonly IndexChange[]): void {
  for (const change of changes) {
    if (change.method === 'insert') index.insert(change.box);
    else if (change.method === 'remove') index.remove(change.id);
    else index.move(change.id, change.box);
  }
}

function expectEqual(index: SpatialIndex, source: EditedSource, note: string): void {
  expect([...index.ids()], note).toEqual(Array.from({ length: source.count }, (_, id) => id));
  const held = [...index.ids()].flatMap((id) => [...index.box(id)]);
  expect(held, note).toEqual([...boxesOf(source)]);
}

test('the changes of edits and of undo keep an index equal to the scene', () => {
  const made = row(60);
  const before = boxesOf(made);
  const source = new EditedSource(made);
  const index = structures[0].create({ dimensions: 2 });
  index.build(before);
  const next = numbers(7);
  for (let stroke = 0; stroke < 40; stroke++) {
    source.beginStroke();
    for (let step = 0; step < 3; step++) {
      const id = Math.floor(next() * source.count);
      const chance = next();
      if (chance < 0.35 || source.count === 0) {
        const [x, y] = [24 * next(), next()];
        follow(index, source.add(Float32Array.of(x, y, x + 1, y + 1)));
      } else if (chance < 0.65) follow(index, source.shift(id, [next(), next()]));
      else follow(index, source.erase(id));
      expectEqual(index, source, `stroke ${stroke}, step ${step}`);
    }
    source.endStroke();
    if (next() < 0.3) follow(index, source.undo());
  }
  const { added, erased, moved } = source.summary;
  expect(Math.min(added, erased, moved)).toBeGreaterThan(0);
  expect(source.count).toBe(60 + added - erased);
  while (!source.isUntouched) {
    follow(index, source.undo());
    expectEqual(index, source, 'undone');
  }
  expect(boxesOf(source)).toEqual(before);
  index.dispose();
});

describe('the edited scene', () => {
  test('keeps moving: shifted items move too, erased items stay erased, added items rest', () => {
    const source = new EditedSource(row(4));
    source.shift(2, [0.5, 0]);
    source.add(Float32Array.of(9, 9, 10, 10));
    source.erase(0);
    source.step();
    // the added item gets the id that the erased item freed
    expect([...boxesOf(source)]).toEqual([9, 9, 10, 10, 2, 0, 3, 1, 4.5, 1, 5.5, 2, 6, 0, 7, 1]);
    expect([...source.movedIds.subarray(0, source.movedCount)]).toEqual([2]);
  });

  test('does not move if it has triangles', () => {
    const source = new EditedSource(row(3, 'surface'));
    const before = boxesOf(source);
    source.step();
    expect(source.frozen).toBe(true);
    expect(source.movedCount).toBe(0);
    expect(boxesOf(source)).toEqual(before);
  });
});

test('a drag of several moves is one change', () => {
  const source = new EditedSource(row(3));
  source.beginStroke();
  for (let i = 1; i <= 5; i++) source.shift(1, [i, 0]);
  source.endStroke();
  source.beginStroke();
  source.endStroke();
  expect(source.shiftOf(1)).toEqual([5, 0]);
  source.undo();
  expect(source.isUntouched).toBe(true);
  expect(source.shiftOf(1)).toEqual([0, 0]);
  expect(source.undo()).toEqual([]);
});

test('the summary counts the present edits, not the actions', () => {
  const source = new EditedSource(row(3));
  for (let i = 0; i < 4; i++) source.add(Float32Array.of(i, 5, i + 1, 6));
  source.shift(0, [1, 1]);
  source.erase(0);
  source.erase(3);
  expect(source.summary).toEqual({ added: 3, moved: 0, erased: 1 });
  expect(source.remaining).toBe(997);
});
