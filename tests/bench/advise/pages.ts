/**
 * Second half of `npm run bench -- advise`. It reads the records and the built package. It writes
 * docs/benchmarks/advise.md, its charts, the table of the playground, and the table "which
 * structure" in README.md and docs.
 */

import { init } from 'sapwood/all';
import { defineRun } from '../command/run';
import { choiceFiles } from './choices-page';
import { PAGE, renderPage } from './page';
import { PLAYGROUND_TABLE, playgroundTable } from './playground';
import { recorded } from './run';

await init();

export const run = defineRun({
  usage: 'npm run bench -- advise',
  parse: () => null,
  measure: recorded,
  recorded,
  files: (records) =>
    new Map([
      ...renderPage(records.advice),
      [PLAYGROUND_TABLE, playgroundTable(records.advice, records.culling)],
      ...choiceFiles(records),
    ]),
  summary: ({ advice }) => renderPage(advice).get(PAGE) ?? '',
});
