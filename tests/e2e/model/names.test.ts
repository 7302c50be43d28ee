/** The Bench page names structures by their titles. */

import { structures } from 'sapwood/all';
import { expect, test } from 'vitest';
import { benchCatalog } from '../../../web/playground/src/bench/catalog.js';
import { titleOfKey } from '../../../web/playground/src/bench/names.js';

test('contenders have unique titles, and no title is an id', () => {
  const ours = benchCatalog().contenders.filter(({ side }) => side === 'sapwood');
  expect(ours.length).toBeGreaterThan(structures.length);
  for (const { key, title } of ours) {
    const id = structures.find((one) => key.split(':')[1]?.split(';')[0] === one.id)?.id ?? key;
    expect(title, key).not.toContain(id);
    expect(title, key).not.toContain('=');
  }
  expect(new Set(ours.map(({ title }) => title)).size).toBe(ours.length);
});

test('a structure has the name of Explore in each dimension', () => {
  for (const { dimensions, id, title } of structures) {
    for (const dim of dimensions) {
      expect(titleOfKey(`sapwood:${id}`, dim)).toBe(`sapwood ${title(dim)}`);
    }
  }
});
