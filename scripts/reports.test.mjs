import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromGoogleTest, fromNodeTest, fromVitest, sum } from './reports.mjs';

test('reports: GoogleTest counts failed, skipped and completed tests', () => {
  const tests = [
    { status: 'RUN', result: 'COMPLETED' },
    { status: 'RUN', result: 'COMPLETED', failures: [{ failure: 'x' }] },
    { status: 'RUN', result: 'SKIPPED' },
    { status: 'NOTRUN', result: 'SUPPRESSED' },
  ];
  assert.deepEqual(fromGoogleTest({ testsuites: [{ testsuite: tests }] }), {
    passed: 1,
    failed: 1,
    skipped: 2,
  });
});

test('reports: a Vitest file that does not load is a failure', () => {
  const file = { status: 'failed', assertionResults: [] };
  const totals = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 };
  assert.deepEqual(fromVitest({ ...totals, testResults: [file] }), {
    passed: 3,
    failed: 2,
    skipped: 2,
  });
});

test('reports: node counts canceled tests as failed', () => {
  const tap = '# pass 4\n# fail 1\n# cancelled 1\n# skipped 0\n# todo 2\n';
  assert.deepEqual(fromNodeTest(tap), { passed: 4, failed: 2, skipped: 2 });
});

test('reports: sums add up', () => {
  const one = { passed: 1, failed: 2, skipped: 3 };
  assert.deepEqual(sum([one, one]), { passed: 2, failed: 4, skipped: 6 });
});
