import { init } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { faults, spoiled } from '../support/broken.js';
import { type Check, failedChecks } from '../support/checks.js';
import { allSubjects, type Subject } from '../support/subjects.js';
import { badInputChecks } from './bad-input.js';
import { edgeChecks } from './edges.js';
import { filterChecks } from './filters.js';
import { formChecks } from './forms.js';
import { inspectChecks } from './inspect.js';
import { lifecycleChecks } from './lifecycle.js';
import { queryChecks } from './queries.js';
import { serializationChecks } from './serialization.js';
import { tapeChecks } from './tapes.js';

const suites = [
  edgeChecks,
  lifecycleChecks,
  badInputChecks,
  formChecks,
  inspectChecks,
  filterChecks,
  queryChecks,
  serializationChecks,
  tapeChecks,
];

const subject = allSubjects().find(
  ({ id, dimensions }) => id === 'brute-force' && dimensions === 2,
)!;

const allChecks = (tested: Subject): Check[] => suites.flatMap((suite) => suite(tested));

let soundFailures: string[];

beforeAll(async () => {
  await init();
  soundFailures = failedChecks(allChecks(subject));
});

describe('the suites notice an index that', () => {
  test.each(faults)('$name', (fault) => {
    const checks = allChecks(spoiled(subject, fault));
    const telling = checks.filter(({ name }) => !soundFailures.includes(name));
    const first = telling.find((check) => failedChecks([check]).length > 0);
    expect(first?.name).toBeDefined();
  });
});
