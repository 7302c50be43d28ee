/**
 * `npm run bench -- claims`: writes the record of claims about time, docs/claims.md and the
 * playground list.
 */

import { init } from 'sapwood/all';
import { defineRun } from '../command/run';
import { withCard } from '../node/environment';
import { readFile } from '../report/document';
import { readFacts } from './facts';
import { PAGE, renderPage } from './page';
import { type ClaimTimings, formatTimings, measureTimings, RECORD, readTimings } from './timings';

await init();

const pagesOf = (timings: ClaimTimings) => renderPage({ ...readFacts(), timings });

export const run = defineRun({
  usage: 'npm run bench -- claims',
  parse: () => null,
  measure: () =>
    withCard<ClaimTimings>({ preset: 'claims', rounds: 1, sampleMs: 0 }, measureTimings),
  recorded: () => readTimings(readFile(RECORD)),
  files: (timings) => new Map([[RECORD, formatTimings(timings)], ...pagesOf(timings)]),
  summary: (timings) => pagesOf(timings).get(PAGE) ?? '',
});
