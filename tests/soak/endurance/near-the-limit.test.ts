/** Indices near the memory limit of 3 GB: memory addresses, views and errors. */

import type { SpatialIndex } from 'sapwood/all';
import { expect, test } from 'vitest';
import { freshPackage } from '../../web/support/fresh-package.js';
import { latticeBoxes } from '../../web/support/tape.js';
import { addFigures, seed } from '../support/budget.js';

const COUNT = 800;
/**
 * Number of boxes whose coordinates fill a quarter of the longest array that the package accepts.
 */
const PIECE = Math.floor(2 ** 28 / 24);

function resultsOf(index: SpatialIndex): unknown[] {
  const boxes = latticeBoxes(seed, COUNT, 3);
  const staged = index.staging(COUNT);
  expect(staged).toHaveLength(boxes.length);
  staged.set(boxes);
  index.build();
  index.move(7, boxes.subarray(0, 6));
  index.remove(11);
  const queries = latticeBoxes(seed + 1, 20, 3);
  return [
    index.queryBoxMany(queries),
    index.nearestMany(queries.subarray(0, 60), 3),
    index.raycastAll(queries.subarray(0, 3), [1, 0.5, 0.25]),
    index.pairs(),
    index.nodes(),
    index.serialize(),
    index.ids(),
    index.box(5),
    index.validate(),
  ];
}

test('indices above 2 GB have the results of indices at the beginning of memory', async () => {
  const sapwood = await freshPackage();
  await sapwood.init();
  const low = sapwood.structures.map(({ create }) => create({ dimensions: 3 }));
  const expected = low.map(resultsOf);
  for (const index of low) index.dispose();
  const before = sapwood.heapInUse();
  const fillers: SpatialIndex[] = [];
  for (let full = false; !full; ) {
    const filler = sapwood.structures[0].create({ dimensions: 3 });
    fillers.push(filler);
    try {
      filler.staging(PIECE);
    } catch (error) {
      expect(error).toMatchObject({ code: 'out-of-memory' });
      full = true;
    }
  }
  expect(sapwood.heapInUse()).toBeGreaterThan(2.5 * 2 ** 30);
  // frees the last two indices, so that only their memory is available
  for (const filler of fillers.splice(-2)) filler.dispose();
  sapwood.structures.forEach(({ id, create }, i) => {
    const index = create({ dimensions: 3 });
    expect(resultsOf(index), id).toEqual(expected[i]);
    const { buffer, byteOffset } = index.staging(1);
    expect(buffer.byteLength, id).toBeGreaterThan(2.5 * 2 ** 30);
    expect(byteOffset, id).toBeGreaterThan(2 ** 31);
    index.dispose();
  });
  for (const filler of fillers) filler.dispose();
  expect(sapwood.heapInUse()).toBe(before);
  addFigures({ operations: 2 * 9 * low.length });
});
