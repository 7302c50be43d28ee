/**
 * `npm run bench -- experiments`: runs the experiments and writes docs/benchmarks/hierarchies.md
 * and its charts.
 */

import { init } from 'sapwood/all';
import { defineRun } from '../command/run';
import { PAGE, renderExperiments } from './page';

await init();

export const run = defineRun({
  usage: 'npm run bench -- experiments',
  parse: () => null,
  measure: renderExperiments,
  files: (pages) => pages,
  summary: (pages) => pages.get(PAGE) ?? '',
});
