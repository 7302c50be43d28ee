import { init, structures } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { goldenRows, playGoldens } from './golden-tapes.js';

beforeAll(() => init());

test('every structure has its golden tapes', () => {
  const listed = structures.flatMap(({ id, dimensions }) => dimensions.map((d) => `${id} ${d}`));
  expect(goldenRows.map((row) => `${row.structure} ${row.dimensions}`)).toEqual(listed);
});

test.each(goldenRows)(
  'tapes of $structure $dimensions D give the same answers as anywhere',
  (row) => {
    expect(playGoldens(row.structure, row.dimensions)).toEqual(row.hashes);
  },
);
