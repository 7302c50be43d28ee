/**
 * `npm run bench -- rollback`: measures the frame of a game with rollback, and writes the table in
 * docs/rollback.md.
 */

import { defineRun } from '../command/run';
import { fillPage } from '../report/document';
import { measureRollback, rollbackTable } from './rollback';

const PAGE = 'docs/rollback.md';

export const run = defineRun({
  usage: 'npm run bench -- rollback',
  parse: () => null,
  measure: () => measureRollback(),
  files: (rows) => new Map([[PAGE, fillPage(PAGE, { rollback: rollbackTable(rows) })]]),
  summary: rollbackTable,
});
