import { structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { allRows, coveringRows, type Factor, type Row } from '../support/covering.js';
import { allSubjects, variantSubjects } from '../support/subjects.js';

const factor = (name: string, count: number): Factor => {
  return { name, values: Array.from({ length: count }, (_, i) => i) };
};

/** Returns each pair of values of different factors as a string. */
function pairsOf(row: Row): string[] {
  const cells = Object.entries(row).map(([name, value]) => `${name}=${value}`);
  cells.sort();
  return cells.flatMap((one, i) => cells.slice(i + 1).map((other) => `${one} ${other}`));
}

const covered = (rows: readonly Row[]) => new Set(rows.flatMap(pairsOf));

describe('covering rows', () => {
  const factors = [factor('a', 4), factor('b', 3), factor('c', 2), factor('d', 3)];

  test('contain every pair of values in less than a quarter of all rows', () => {
    const rows = coveringRows(factors, []);
    expect(covered(rows)).toEqual(covered(allRows(factors)));
    expect(allRows(factors)).toHaveLength(72);
    expect(rows.length).toBeLessThan(18);
  });

  test('are deterministic', () => {
    expect(coveringRows(factors, [])).toEqual(coveringRows(factors, []));
  });

  test('contain only allowed rows and every pair of allowed rows', () => {
    const allowed = ({ a, b }: Row) => !(a === 3 && b === 2);
    const rows = coveringRows(factors, [], allowed);
    expect(rows.filter((row) => !allowed(row))).toEqual([]);
    expect(covered(rows)).toEqual(covered(allRows(factors, allowed)));
  });

  test('contain each value of a single factor except values of the given rows', () => {
    expect(coveringRows([factor('a', 3)], [{ a: 0 }])).toEqual([{ a: 1 }, { a: 2 }]);
    expect(coveringRows([], [])).toEqual([]);
  });
});

describe.each(structures)('subjects of $id', ({ id, dimensions, options }) => {
  const mine = [...allSubjects(), ...variantSubjects()].filter((subject) => subject.id === id);

  test('exist in every dimension and have unique names', () => {
    expect(new Set(mine.map((subject) => subject.dimensions))).toEqual(new Set(dimensions));
    expect(new Set(mine.map(({ name }) => name)).size).toBe(mine.length);
  });

  test.each(options)('have every choice, or both bounds, of $name', ({ name, ...option }) => {
    const values = option.choices ?? [option.min, option.max];
    for (const value of values) {
      if (value === option.default || value === undefined) continue;
      expect(mine.some((subject) => subject.name.includes(` ${name}: ${value}`))).toBe(true);
    }
  });
});
