/**
 * `npm run bench -- advise`, its second half: from the records and the built package, docs/benchmarks/advise.md, its charts
 * and the table that the playground looks into.
 */

import { init } from 'sapwood/all';
import { defineRun } from '../command/run';
import { PAGE, renderPage } from './page';
import { PLAYGROUND_TABLE, playgroundTable } from './playground';
import { recorded } from './run';

await init();

export const run = defineRun({
  usage: 'npm run bench -- advise',
  parse: () => null,
  measure: recorded,
  recorded,
  files: ({ advice, culling }) =>
    new Map([...renderPage(advice), [PLAYGROUND_TABLE, playgroundTable(advice, culling)]]),
  told: ({ advice }) => renderPage(advice).get(PAGE) ?? '',
});
