// The table of deliberate faults fits the sources: whoever moves code moves its faults.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable } from './table.mjs';

test('every fault of the table has its place in the sources, exactly once', () => {
  const table = readTable();
  assert.ok(table.length > 1000, `${table.length} faults`);
});
