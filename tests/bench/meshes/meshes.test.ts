/** Benchmark of meshes: both libraries agree, and the page is rendered from the record. */

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
  // throws otherwise
  const { triangles } = measureModel(smallModel(), 1);
  expect(triangles).toBe(2048);
});

test('5 % or more of the queries find something, but not all of them', () => {
  const { dispose, tasks } = subjectFor(smallModel().geometry);
  for (const { count, name, ours } of tasks) {
    if (!name.includes('touches') && !name.includes('any hit')) continue;
    expect(ours(), name).toBeGreaterThan(count / 20);
    expect(ours(), name).toBeLessThan(count);
  }
  dispose();
});

test('all characters stay on the ground', () => {
  expect(() => measureMovers(5, 20, 100)).not.toThrow();
});

test('the page is rendered from the record', () => {
  expect(readFile(PAGE)).toBe(renderPage(readRecord(readFile(RECORD))));
});
