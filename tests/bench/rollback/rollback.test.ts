import { expect, test } from 'vitest';
import { measureRollback, rollbackTable } from './rollback.js';

test('a rollback replays the same events, and its table has a row for each world', async () => {
  const rows = await measureRollback(2);
  expect(rows.map(({ bodies, dimensions }) => [bodies, dimensions])).toEqual([
    [800, 2],
    [800, 3],
    [10_000, 2],
    [10_000, 3],
  ]);
  for (const { pairs, bodies, bytesPerBody, dimensions } of rows) {
    expect(pairs).toBeGreaterThan(bodies / 3);
    expect(bytesPerBody).toBeLessThan(dimensions === 2 ? 48 : 64);
  }
  expect(rollbackTable(rows).split('\n')).toHaveLength(6);
});
