/**
 * Arguments from outside are refused with a SapwoodError, and the index is as it was: every public function, every
 * place, every kind of value on one structure in 2D, a third of the kinds in 3D, since what refuses them is the same; the
 * verbs that only some structures have on those. The soak tries all structures and options.
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

test('the table of calls holds every public function', () => {
  const classes = Object.keys(exempt).filter((name) => name.startsWith('new '));
  const known = [...Object.keys(allSignatures(sapwood)), ...classes];
  expect(publicFunctions(sapwood).sort()).toEqual(known.sort());
  for (const name of Object.keys(exempt)) expect(publicFunctions(sapwood)).toContain(name);
});

/** A verb of some structure's own. */
const isOwn = (name: string) => name.includes('.') && !/^(SpatialIndex|structures)\./.test(name);
const isVerb = (name: string) => isOwn(name) || name.startsWith('SpatialIndex.');

/** The functions of the module on one subject, the verbs of all indices on one a dimension, others on their own. */
function wantedOf({ id, dimensions }: Subject) {
  if (id !== USUAL) return isOwn;
  return dimensions === 3 ? isVerb : () => true;
}

test.each(allSubjects())(
  '$name refuses what it cannot take',
  async (subject) => {
    const outcome = noOutcome();
    const stride = subject.id === USUAL && subject.dimensions === 3 ? volume(1, 3) : 1;
    const callOff = hideStacks();
    await tryArguments(subject, outcome, wantedOf(subject), stride).finally(callOff);
    expect(outcome.faults).toEqual([]);
    expect(outcome.refused + outcome.taken).toBe(outcome.tries);
    if (subject.id === USUAL) expect(outcome.tries * stride).toBeGreaterThan(5_000);
  },
  120_000,
);
