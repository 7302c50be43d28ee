import assert from 'node:assert/strict';
import test from 'node:test';
import { CONSUMERS } from '../consumers.mjs';
import { appliesTo, judge } from './verdict.mjs';

const entry = { path: '.', isSeparate: false };
const separate = { path: './all', isSeparate: true };
const worked = { code: 0, log: 'pairs' };
const failed = { code: 1, log: 'HTTP status 404' };
const way = {
  fails: [{ only: 'separate', logPattern: /404/, hintPattern: /hint/, why: 'a reason' }],
};

test('a way that works, or fails as in the list, has no fault', () => {
  assert.equal(judge({}, entry, worked).verdict, 'works');
  assert.equal(judge(way, entry, worked).verdict, 'works');
  const { verdict, why } = judge(way, separate, { code: 1, log: '404: hint' });
  assert.deepEqual([verdict, why], ['known', 'a reason']);
});

test('a known failure that works is wrong', () => {
  const { verdict, note } = judge(way, separate, worked);
  assert.deepEqual([verdict, note], ['wrong', 'works now: remove its failure from the list']);
});

test('a failure that differs from the list is wrong', () => {
  assert.equal(judge({}, entry, failed).note, 'fails');
  assert.equal(judge(way, entry, failed).note, 'fails');
  assert.equal(judge(way, separate, { code: 1, log: '500' }).note, 'fails in another way');
});

test('an error without the hint is wrong', () => {
  const { verdict, note } = judge(way, separate, failed);
  assert.deepEqual([verdict, note], ['wrong', 'the error contains no hint']);
});

test('a way is run with the entries of `only` without `skips`', () => {
  assert.equal(appliesTo({}, entry), true);
  assert.equal(appliesTo({ skips: ['.'] }, entry), false);
  assert.equal(appliesTo({ only: 'separate' }, entry), false);
  assert.equal(appliesTo({ only: 'separate' }, separate), true);
  assert.equal(appliesTo({ only: '.' }, entry), true);
  assert.equal(appliesTo({ only: '.' }, separate), false);
});

test('names are unique and versions are exact', () => {
  const names = CONSUMERS.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, tools, ways } of CONSUMERS) {
    assert.equal(new Set(ways.map((one) => one.way)).size, ways.length, name);
    for (const version of Object.values(tools)) assert.match(version, /^\d+\.\d+\.\d+$/, name);
  }
});
