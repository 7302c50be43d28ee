/** A suite is a list of checks, which run as tests over the registry and as trials over broken indices. */

import { init } from 'sapwood/all';
import { beforeAll, describe, test } from 'vitest';
import type { Subject } from './subjects.js';

export interface Check {
  /** A sentence, with requirement ids in brackets. */
  readonly name: string;
  /** Throws if the subject fails the check. */
  readonly run: () => void;
}

export type Suite = (subject: Subject) => Check[];

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

/** Runs all checks and returns the names of those that fail. */
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
