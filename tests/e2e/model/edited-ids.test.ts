/** The ids of the items that moved in the last frame are in ascending order after any edits. */

import { expect, test } from 'vitest';
import type { BoxSource } from '../../../web/playground/src/model/box-source.js';
import { EditedSource } from '../../../web/playground/src/model/edited-source.js';

const COUNT = 8;

/**
 * Returns a source with a row of unit squares. Each step moves all squares except the first one up.
 */
function row(): BoxSource {
  let steps = 0;
  return {
    ...{ dimensions: 2, count: COUNT, sceneBounds: Float32Array.of(0, 0, 2 * COUNT, 1) },
    movedIds: Uint32Array.from({ length: COUNT - 1 }, (_, i) => i + 1),
    ...{ movedCount: COUNT - 1, solids: { kind: 'boxes' } },
    step: () => {
      steps++;
    },
    writeBoxes: (target) => {
      for (let id = 0; id < COUNT; id++) {
        const up = id === 0 ? 0 : steps;
        target.set([2 * id, up, 2 * id + 1, up + 1], 4 * id);
      }
    },
    dispose: () => {},
  };
}

test.each([
  ['nothing', [], 7],
  ['the first item', [0], 7],
  ['an item in the middle', [3], 6],
  ['several items, from the left', [1, 2, 3], 4],
  ['all items except three', [6, 5, 4, 1, 1], 2],
] as const)('the ids of moved items ascend after the user erases %s', (_what, erased, moved) => {
  const source = new EditedSource(row());
  for (const id of erased) source.erase(id);
  const before = Array.from({ length: source.count }, (_, id) => source.box(id).join());
  source.step();
  const expected = before.flatMap((box, id) => (source.box(id).join() === box ? [] : [id]));
  expect([...source.movedIds.subarray(0, source.movedCount)]).toEqual(expected);
  expect(expected).toHaveLength(moved);
});
