/**
 * The gate: every phase gives the right results at tiny n, and every structure does the committed amount of work.
 *
 * After a change that is meant to alter the work, `npm run bench:counters -- --write` commits the new numbers.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init } from 'sapwood/all';
import { afterAll, describe, expect, test } from 'vitest';
import {
  COUNTERS_SCHEMA,
  type CountersFile,
  type Counts,
  countedCases,
  countedContenders,
  countPhases,
  differences,
  formatCounters,
  prepareCase,
} from './counters';

const PATH = fileURLToPath(new URL('../results/counters.json', import.meta.url));
const writing = process.env.SAPWOOD_COUNTERS === 'write';

function readCommitted(): CountersFile {
  const { schema, cases } = JSON.parse(readFileSync(PATH, 'utf8'));
  if (schema !== COUNTERS_SCHEMA) throw new Error(`counters.json: expected ${COUNTERS_SCHEMA}`);
  return cases;
}

await init();

const committed: CountersFile = writing ? {} : readCommitted();
const counted: Record<string, Record<string, Record<string, Counts>>> = {};

for (const one of await Promise.all(countedCases.map(prepareCase))) {
  const contenders = countedContenders(one.work.scene.dimensions);
  counted[one.title] = {};

  describe(one.title, () => {
    test.each(contenders)('$label: right results, committed work', (contender) => {
      const found = [...countPhases(contender, one)];
      const now = Object.fromEntries(found.map(([phase, { counts }]) => [phase, counts]));
      counted[one.title][contender.label] = now;
      expect(found.length).toBeGreaterThan(0);
      expect(
        found.flatMap(([phase, { wrong }]) => wrong.map((text) => `${phase}: ${text}`)),
      ).toEqual([]);
      if (writing) return;
      expect(differences(committed[one.title]?.[contender.label] ?? {}, now)).toEqual([]);
    });

    test.skipIf(writing)('every committed structure is still counted', () => {
      const labels = contenders.map(({ label }) => label);
      expect(labels).toEqual(expect.arrayContaining(Object.keys(committed[one.title] ?? {})));
    });
  });
}

test.skipIf(writing)('every committed scene is still counted', () => {
  expect(Object.keys(counted)).toEqual(Object.keys(committed));
});

afterAll(() => {
  if (writing) writeFileSync(PATH, formatCounters(counted));
});
