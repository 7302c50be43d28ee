/**
 * `npm run bench:counters -- --write`: counts the work of every structure and writes the record for
 * `npm test`.
 */

import { init } from 'sapwood/all';
import { defineRun } from '../command/run';
import {
  COUNTERS,
  type Counts,
  countedCases,
  countedContenders,
  countPhases,
  formatCounters,
  prepareCase,
} from './counters';

await init();

async function countAll() {
  const cases: Record<string, Record<string, Record<string, Counts>>> = {};
  const wrong: string[] = [];
  for (const one of await Promise.all(countedCases.map(prepareCase))) {
    cases[one.title] = {};
    for (const contender of countedContenders(one.work.scene.dimensions)) {
      const counts: Record<string, Counts> = {};
      for (const [phase, found] of countPhases(contender, one)) {
        counts[phase] = found.counts;
        wrong.push(
          ...found.wrong.map((text) => `${one.title} ${contender.label} ${phase}: ${text}`),
        );
      }
      cases[one.title][contender.label] = counts;
    }
  }
  return { cases, wrong };
}

export const run = defineRun({
  usage: 'npm run bench:counters -- --write',
  parse: () => null,
  measure: countAll,
  files: ({ cases }) => new Map([[COUNTERS, formatCounters(cases)]]),
  summary: ({ cases }) => `${Object.keys(cases).join(', ')}: counted`,
  faults: ({ wrong }) => wrong,
});
