import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { phases } from './phases';

const document = readFileSync(new URL('../../../docs/benchmarking.md', import.meta.url), 'utf8');

test('the document lists every phase with the operation that its times refer to', () => {
  const rows = document.split('\n').filter((line) => line.startsWith('| `'));
  for (const { id, operation } of phases) {
    const row = rows.find((line) => line.startsWith(`| \`${id}\` |`));
    expect(row, id).toBeDefined();
    expect(row).toMatch(new RegExp(`\\| ${operation.replace('+', '\\+')} \\|$`));
  }
});

test('phases have unique ids', () => {
  expect(new Set(phases.map(({ id }) => id)).size).toBe(phases.length);
});
