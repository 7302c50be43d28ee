/** Every structure has a guide, and common search words find it. */

import { structures } from 'sapwood/all';
import { expect, test } from 'vitest';
import { structureGuides } from '../../../web/playground/src/model/structure-guide.js';
import { find } from '../../../web/playground/src/panel/finding.js';

test('every structure has a description and a recommendation', () => {
  expect(Object.keys(structureGuides).sort()).toEqual(structures.map(({ id }) => id).sort());
  for (const { description, use } of Object.values(structureGuides)) {
    for (const text of [description, use]) expect(text).toMatch(/^[A-Z].{15,100}\.$/);
  }
});

test.each([
  ['best', 'wide-tree'],
  ['enemies', 'sweep-and-prune'],
  ['culling', 'wide-tree'],
  ['picking', 'wide-tree'],
  ['collision', 'sweep-and-prune'],
])('who looks for “%s” finds %s', (text, id) => {
  const entries = Object.entries(structureGuides).map(
    ([key, { description, use, searchTerms }]) => ({
      key,
      ...{ kind: 'Structure', title: key, sentence: `${description} ${use} ${searchTerms}` },
    }),
  );
  expect(find(entries, text).map(({ key }) => key)).toContain(id);
});
