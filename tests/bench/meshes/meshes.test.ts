/** The measurement of meshes: both libraries agree, and the page is that of the record. */

import { init } from 'sapwood/3d/mesh';
import { expect, test } from 'vitest';
import { readFile } from '../report/document';
import { measureModel } from './measure';
import { smallModel } from './models';
import { measureMovers } from './movers';
import { PAGE, renderPage } from './page';
import { RECORD, readRecord } from './record';
import { subjectFor } from './tasks';

await init();

test('both libraries have the same results', () => {
  const { tasks, triangles } = measureModel(smallModel(), 1);
  expect(triangles).toBe(2048);
  expect(tasks.every(({ ours, ratio, theirs }) => ours > 0 && theirs > 0 && ratio > 0)).toBe(true);
});

test('queries find something, but not always', () => {
  const { dispose, tasks } = subjectFor(smallModel().geometry);
  for (const { count, name, ours } of tasks) {
    if (!name.includes('touches') && !name.includes('any hit')) continue;
    expect(ours(), name).toBeGreaterThan(count / 20);
    expect(ours(), name).toBeLessThan(count);
  }
  dispose();
});

test('all characters stay on the ground', () => {
  const rows = measureMovers(5, 20, 100);
  expect(rows.map(({ name }) => name)).toHaveLength(5);
  expect(rows[0].ratio).toBe(1);
});

test('the page is that of the record', () => {
  expect(readFile(PAGE)).toBe(renderPage(readRecord(readFile(RECORD))));
});
