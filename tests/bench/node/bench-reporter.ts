/**
 * Reporter of Vitest that prints only errors. The bench bodies print their results. Vitest's table
 * of operations per second would be meaningless, because each bench body runs once.
 */

import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

export default class BenchReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const errors = [...unhandled];
    for (const module of modules) {
      errors.push(...module.errors());
      for (const test of module.children.allTests()) {
        const { state, errors: found } = test.result();
        if (state === 'failed') errors.push(...(found as readonly SerializedError[]));
      }
    }
    for (const { message, stack } of errors) console.error(`\n${stack || message}`);
  }
}
