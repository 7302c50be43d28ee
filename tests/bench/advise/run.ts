/**
 * First half of `npm run bench -- advise`: measures the costs, and writes the records and the rules
 * of the package. Then the package is built and pages.ts writes the pages.
 */

import { init } from 'sapwood/all';
import { defineRun } from '../command/run';
import { withCard } from '../node/environment';
import { once } from '../node/once';
import { readFile } from '../report/document';
import { learnedCases } from './cases';
import { CHURN_RECORD, type ChurnRecord, formatChurn, measureChurn, readChurn } from './churn';
import {
  CULLING_RECORD,
  type CullingRecord,
  formatCulling,
  measureCulling,
  readCulling,
} from './culling';
import { measureAll, sampling } from './measure';
import { type AdviseRecord, formatRecord, RECORD, readRecord, SCHEMA } from './record';
import { deriveTable, TABLE, tableText } from './rules';

export interface Measured {
  readonly advice: AdviseRecord;
  readonly culling: CullingRecord;
  readonly churn: ChurnRecord;
}

await init();

/** Returns the records, always as the same object, so that rules are derived only once. */
export const recorded = once(
  (): Measured => ({
    advice: readRecord(readFile(RECORD)),
    culling: readCulling(readFile(CULLING_RECORD)),
    churn: readChurn(readFile(CHURN_RECORD)),
  }),
);

async function measure(): Promise<Measured> {
  const advice = await withCard<AdviseRecord>({ preset: 'advise', ...sampling }, async () => {
    return { schema: SCHEMA, ...(await measureAll(learnedCases)) };
  });
  return { advice, culling: await measureCulling(), churn: await measureChurn() };
}

export const run = defineRun({
  usage: 'npm run bench -- advise',
  parse: () => null,
  measure,
  recorded,
  files: ({ advice, culling, churn }) =>
    new Map([
      [RECORD, formatRecord(advice)],
      [CULLING_RECORD, formatCulling(culling)],
      [CHURN_RECORD, formatChurn(churn)],
      [TABLE, tableText(deriveTable(advice))],
    ]),
  summary: ({ advice }) => tableText(deriveTable(advice)),
});
