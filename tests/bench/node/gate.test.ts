/**
 * Tests that every phase has correct results for small n, and that every structure does the
 * committed amount of work. After an intended change of the work, `npm run bench:counters --
 * --write` writes the new counts.
 */

import { init } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { readFile } from '../report/document';
import {
  COUNTERS,
  countedCases,
  countedContenders,
  countPhases,
  differences,
  prepareCase,
  readCounters,
} from './counters';

await init();

const committed = readCounters(readFile(COUNTERS));
const cases = await Promise.all(countedCases.map(prepareCase));

for (const one of cases) {
  const contenders = countedContenders(one.work.scene.dimensions);

  describe(one.title, () => {
    test.each(contenders)('$label has correct results and the committed counts', (contender) => {
      const found = [...countPhases(contender, one)];
      const now = Object.fromEntries(found.map(([phase, { counts }]) => [phase, counts]));
      expect(found.length).toBeGreaterThan(0);
      expect(
        found.flatMap(([phase, { wrong }]) => wrong.map((text) => `${phase}: ${text}`)),
      ).toEqual([]);
      expect(differences(committed[one.title]?.[contender.label] ?? {}, now)).toEqual([]);
    });

    test('every committed structure is still counted', () => {
      const labels = contenders.map(({ label }) => label);
      expect(labels).toEqual(expect.arrayContaining(Object.keys(committed[one.title] ?? {})));
    });
  });
}

test('every committed scene is still counted', () => {
  expect(cases.map(({ title }) => title)).toEqual(Object.keys(committed));
});
