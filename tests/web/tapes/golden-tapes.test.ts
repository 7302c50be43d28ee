import { init, structures } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { volume } from '../support/volume.js';
import { goldenRows, playGoldens } from './golden-tapes.js';
import { operationOfByte, operations } from './operations.js';
import { unmatchedOperations } from './play-tape.js';

beforeAll(() => init());

test('every structure has its golden tapes', () => {
  const listed = structures.flatMap(({ id, dimensions }) => dimensions.map((d) => `${id} ${d}`));
  expect(goldenRows.map((row) => `${row.structure} ${row.dimensions}`)).toEqual(listed);
});

// a short run plays the tapes of every second set of coordinates: one half in 2D, the other in 3D
const STRIDE = volume(1, 2);

test.each(goldenRows.map((row, turn) => ({ ...row, turn })))(
  'tapes of $structure $dimensions D have the recorded hashes',
  ({ structure, dimensions, hashes, turn }) => {
    const isSelected = (world: number) => (world + turn) % STRIDE === 0;
    const found = playGoldens(structure, dimensions, isSelected);
    expect(found.length).toBeGreaterThan(4);
    expect(found).toEqual(hashes.filter((_, world) => isSelected(world)));
  },
);

test('every operation of the description is played, and its weights fill a byte', () => {
  expect(unmatchedOperations(operations)).toEqual([]);
  expect(operationOfByte.length).toBe(256);
});
