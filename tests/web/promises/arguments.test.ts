/**
 * Every public function rejects invalid arguments with a SapwoodError and does not change the
 * index. In 2D, all functions of one structure are tested with every kind of value in every
 * argument. In 3D, a third of the kinds is enough, because both dimensions share the checks. Other
 * structures are tested with the methods that only they have. The soak run tests all structures and
 * options.
 */

import * as sapwood from 'sapwood/all';
import { init } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { noOutcome, tryArguments } from '../support/arguments-trial.js';
import { hideStacks } from '../support/errors.js';
import { allSignatures, exempt, publicFunctions } from '../support/public-calls.js';
import { allSubjects, type Subject } from '../support/subjects.js';
import { volume } from '../support/volume.js';

beforeAll(() => init());

const USUAL = 'dynamic-tree';

test('the table of calls contains every public function', () => {
  const classes = Object.keys(exempt).filter((name) => name.startsWith('new '));
  const known = [...Object.keys(allSignatures(sapwood)), ...classes];
  expect(publicFunctions(sapwood).sort()).toEqual(known.sort());
  for (const name of Object.keys(exempt)) expect(publicFunctions(sapwood)).toContain(name);
});

/** Returns whether only some structures have the method. */
const isOwn = (name: string) => name.includes('.') && !/^(SpatialIndex|structures)\./.test(name);
const isIndexMethod = (name: string) => isOwn(name) || name.startsWith('SpatialIndex.');

/**
 * Returns a filter for the functions to test. One structure is tested with all functions in 2D and
 * with all methods of an index in 3D, and the others with their own methods.
 */
function selectionOf({ id, dimensions }: Subject) {
  if (id !== USUAL) return isOwn;
  return dimensions === 3 ? isIndexMethod : () => true;
}

test.each(allSubjects())(
  '$name rejects invalid arguments and does not change',
  async (subject) => {
    const outcome = noOutcome();
    const stride = subject.id === USUAL && subject.dimensions === 3 ? volume(1, 3) : 1;
    const restoreStacks = hideStacks();
    await tryArguments(subject, outcome, selectionOf(subject), stride).finally(restoreStacks);
    expect(outcome.faults).toEqual([]);
    expect(outcome.rejected + outcome.accepted).toBe(outcome.tries);
    if (subject.id === USUAL) expect(outcome.tries * stride).toBeGreaterThan(5_000);
  },
  120_000,
);
