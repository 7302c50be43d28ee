/** Benchmark of scenes: all libraries agree, and the page is rendered from the record. */

import { expect, test } from 'vitest';
import { readFile } from '../report/document';
import { measureCasts } from './casts';
import { makeCrowds, measureCulling } from './crowds';
import { measureFrames } from './frames';
import { randomMatrices, VIEWS } from './instances';
import { PAGE, renderPage } from './page';
import { RECORD, readRecord } from './record';
import { measureSetUp } from './set-up';

test('all libraries draw the same part of the instances', async () => {
  const matrices = randomMatrices(3000);
  const crowds = await makeCrowds(matrices);
  // throws otherwise
  const shares = VIEWS.map((view) => measureCulling(crowds, matrices, view, 3)[0].drawn);
  expect(shares[0]).toBeGreaterThan(0.02);
  expect(shares[1]).toBeGreaterThan(shares[0]);
  expect(shares[2]).toBe(1);
  for (const crowd of crowds) crowd.dispose();
});

test('all instances in view are drawn in Chromium, with and without culling', async () => {
  const rows = await measureFrames(500, 2);
  expect(rows).toHaveLength(4);
  for (const { drawn } of rows) expect(drawn).toBe(500);
});

test('rays have the intersections of three.js', async () => {
  const rows = await measureCasts(0.01);
  for (const { hits } of rows) expect(hits).toBeGreaterThan(0);
});

test('each geometry gets one tree', async () => {
  expect((await measureSetUp(60, 6)).trees).toBe(6);
});

test('the page is rendered from the record', () => {
  expect(readFile(PAGE)).toBe(renderPage(readRecord(readFile(RECORD))));
});
