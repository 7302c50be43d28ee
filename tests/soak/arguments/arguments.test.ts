/**
 * Calls every public function with every type of invalid value, on all structures, in all
 * dimensions and with all options.
 */

import { init } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { noOutcome, tryArguments } from '../../web/support/arguments-trial.js';
import { allSubjects, variantSubjects } from '../../web/support/subjects.js';
import { addFigures, roundsFor, seed } from '../support/budget.js';

beforeAll(() => init());

test('invalid arguments are rejected and change nothing', async () => {
  const subjects = [...allSubjects(), ...variantSubjects()];
  const outcome = noOutcome();
  await roundsFor(1, async (round) => {
    // functions that are not methods are the same for all subjects, so only the first round tests
    // them
    const usual = round === 0 ? undefined : (name: string) => name.includes('.');
    await tryArguments(subjects[(seed + round) % subjects.length], outcome, usual);
  });
  addFigures({ operations: outcome.tries, faults: outcome.faults.length });
  expect(outcome.faults).toEqual([]);
});
