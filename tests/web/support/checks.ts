/** Runs a list of checks as tests of every subject. */

import { init } from 'sapwood/all';
import { beforeAll, describe, test } from 'vitest';
import type { Subject } from './subjects.js';

export interface Check {
  /** Name of the test. It can begin with the ids of the tested requirements in brackets. */
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
