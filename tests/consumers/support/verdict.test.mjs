import assert from 'node:assert/strict';
import test from 'node:test';
import { CONSUMERS } from '../consumers.mjs';
import { isFor, judge } from './verdict.mjs';

const entry = { path: '.', isSeparate: false };
const separate = { path: './all', isSeparate: true };
const worked = { code: 0, log: 'pairs' };
const failed = { code: 1, log: 'HTTP status 404' };
const way = { fails: [{ only: 'separate', says: /404/, names: /remedy/, why: 'a reason' }] };

test('a way that works, or fails as in the list, has no fault', () => {
  assert.equal(judge({}, entry, worked).verdict, 'works');
  assert.equal(judge(way, entry, worked).verdict, 'works');
  const { verdict, why } = judge(way, separate, { code: 1, log: '404: remedy' });
  assert.deepEqual([verdict, why], ['known', 'a reason']);
});

test('a known failure that works is wrong', () => {
  const { verdict, note } = judge(way, separate, worked);
  assert.deepEqual([verdict, note], ['wrong', 'works now: take its failure out of the list']);
});

test('a failure that differs from the list is wrong', () => {
  assert.equal(judge({}, entry, failed).note, 'fails');
  assert.equal(judge(way, entry, failed).note, 'fails');
  assert.equal(judge(way, separate, { code: 1, log: '500' }).note, 'fails in another way');
});

test('an error without the remedy is wrong', () => {
  const { verdict, note } = judge(way, separate, failed);
  assert.deepEqual([verdict, note], ['wrong', 'the error names no remedy']);
});

test('a way is run with the entries of `only` without `skips`', () => {
  assert.equal(isFor({}, entry), true);
  assert.equal(isFor({ skips: ['.'] }, entry), false);
  assert.equal(isFor({ only: 'separate' }, entry), false);
  assert.equal(isFor({ only: 'separate' }, separate), true);
  assert.equal(isFor({ only: '.' }, entry), true);
  assert.equal(isFor({ only: '.' }, separate), false);
});

test('names are unique and versions are exact', () => {
  const names = CONSUMERS.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, tools, ways } of CONSUMERS) {
    assert.equal(new Set(ways.map((one) => one.way)).size, ways.length, name);
    for (const version of Object.values(tools)) assert.match(version, /^\d+\.\d+\.\d+$/, name);
  }
});
