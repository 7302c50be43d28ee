/**
 * A suite is a list of checks, so that the same checks run as tests over the registry and as trials over
 * deliberately broken indices.
 */

import { init } from 'sapwood/all';
import { beforeAll, describe, test } from 'vitest';
import type { Subject } from './subjects.js';

export interface Check {
  /** A sentence; mission rows in brackets. */
  readonly name: string;
  /** Throws when the subject does not hold it. */
  readonly run: () => void;
}

export type Suite = (subject: Subject) => Check[];

/** Runs the suite's checks on each subject as tests. */
export function describeSuite(title: string, suite: Suite, subjects: readonly Subject[]): void {
  beforeAll(() => init());
  describe(title, () => {
    for (const subject of subjects) {
      describe(subject.name, () => {
        for (const { name, run } of suite(subject)) test(name, run);
      });
    }
  });
}

/** Runs all checks and gives the names of those that fail. */
export function failedChecks(checks: readonly Check[]): string[] {
  return checks.filter(({ run }) => throws(run)).map(({ name }) => name);
}

function throws(run: () => void): boolean {
  try {
    run();
    return false;
  } catch {
    return true;
  }
}
