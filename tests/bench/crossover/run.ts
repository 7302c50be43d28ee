/**
 * `npm run bench -- crossover`: measures small scenes; writes the record,
 * docs/benchmarks/crossover.md and charts.
 */

import { init } from 'sapwood/all';
import { defineRun } from '../command/run';
import { withCard } from '../node/environment';
import { readFile } from '../report/document';
import { crossoverCases, measureSmall, recountSmall } from './measure';
import { PAGE, renderPage } from './page';
import {
  type CrossoverCell,
  type CrossoverRecord,
  formatRecord,
  RECORD,
  readRecord,
  SCHEMA,
} from './record';

await init();

function measure(): Promise<CrossoverRecord> {
  return withCard({ preset: 'crossover', rounds: 21, sampleMs: 1 }, async () => {
    const cells: CrossoverCell[] = [];
    for (const one of crossoverCases) cells.push(...(await measureSmall(one)));
    return { schema: SCHEMA, cells };
  });
}

export const run = defineRun({
  usage: 'npm run bench -- crossover',
  parse: () => null,
  measure,
  recount: (record) => ({ ...record, cells: recountSmall(record.cells) }),
  recorded: () => readRecord(readFile(RECORD)),
  files: (record) => new Map([[RECORD, formatRecord(record)], ...renderPage(record)]),
  summary: (record) => renderPage(record).get(PAGE) ?? '',
});
