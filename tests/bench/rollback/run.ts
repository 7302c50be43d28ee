/** `npm run bench -- rollback`: the frame of a game that rolls back; writes its table into docs/rollback.md. */

import { defineRun } from '../command/run';
import { readFile, replaceBetween } from '../report/document';
import { measureRollback, rollbackTable } from './rollback';

const PAGE = 'docs/rollback.md';
const MARKERS = ['<!-- rollback: begin -->', '<!-- rollback: end -->'] as const;

export const run = defineRun({
  usage: 'npm run bench -- rollback',
  parse: () => null,
  measure: () => measureRollback(),
  files: (rows) => new Map([[PAGE, replaceBetween(readFile(PAGE), MARKERS, rollbackTable(rows))]]),
  summary: rollbackTable,
});
