// Counts of passed, failed and skipped tests, read from the reports of the three test runners.

export const NONE = { passed: 0, failed: 0, skipped: 0 };

export function sum(counts) {
  return counts.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    NONE,
  );
}

/** Reads a report of GoogleTest (`--gtest_output=json:FILE`). */
export function fromGoogleTest(json) {
  const counts = { ...NONE };
  for (const suite of json.testsuites) {
    for (const test of suite.testsuite) {
      if (test.failures?.length > 0) counts.failed += 1;
      else if (test.status === 'RUN' && test.result === 'COMPLETED') counts.passed += 1;
      else counts.skipped += 1;
    }
  }
  return counts;
}

/**
 * Reads a report of `vitest --reporter=json`. A file that fails to load contains no tests and
 * counts as one failure.
 */
export function fromVitest(json) {
  const unloaded = json.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: json.numPassedTests,
    failed: json.numFailedTests + unloaded.length,
    skipped: json.numPendingTests + json.numTodoTests,
  };
}

/** Reads the output of `node --test --test-reporter=tap`. */
export function fromNodeTest(tap) {
  const count = (name) => Number(tap.match(new RegExp(`^# ${name} (\\d+)$`, 'm'))?.[1] ?? 0);
  return {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped') + count('todo'),
  };
}
