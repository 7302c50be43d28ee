/**
 * `npm run bench -- published`: runs the benchmark of a published survey, and writes the record,
 * the page and its charts.
 */

import { init } from 'sapwood/all';
import { defineRun } from '../command/run';
import { withCard } from '../node/environment';
import { readFile } from '../report/document';
import { compareVolumes } from './bounding-volumes';
import { type Case, cases } from './cases';
import { countForms, LARGEST_FORM } from './forms';
import { measureCase, recountCase } from './measure';
import { PAGE, renderPage } from './page';
import {
  type FormCell,
  formatRecord,
  type PublishedRecord,
  RECORD,
  readRecord,
  SCHEMA,
  type Skipped,
  type StructureCell,
  type VolumeCell,
} from './record';

await init();

function measure(): Promise<PublishedRecord> {
  return withCard({ preset: 'published', rounds: 30, sampleMs: 2 }, async () => {
    const forms: FormCell[] = [];
    const structures: StructureCell[] = [];
    const skipped: Skipped[] = [];
    for (const one of cases) {
      if (one.n <= LARGEST_FORM) forms.push(...countForms(one));
      const measured = await measureCase(one);
      structures.push(...measured.cells);
      skipped.push(...measured.skipped);
      console.log(`${one.scene} ${one.n}`);
    }
    return { schema: SCHEMA, forms, structures, skipped, volumes: compareVolumes() };
  });
}

/**
 * Returns the recorded cells of one case. Counts and bytes are computed again, and times are
 * unchanged.
 */
export function recountStructures(record: PublishedRecord, one: Case): StructureCell[] {
  const cells = record.structures.filter(({ scene, n }) => scene === one.scene && n === one.n);
  const counted = recountCase(one, cells);
  return cells.map((cell, i) => ({ ...cell, ...counted[i] }));
}

export function recountVolumes({ volumes }: PublishedRecord): VolumeCell[] {
  const counted = compareVolumes(1);
  return volumes.map(({ nsPerTest }, i) => ({ ...counted[i], nsPerTest }));
}

function recount(record: PublishedRecord): PublishedRecord {
  return {
    ...record,
    forms: cases.flatMap((one) => (one.n <= LARGEST_FORM ? countForms(one) : [])),
    structures: cases.flatMap((one) => recountStructures(record, one)),
    volumes: recountVolumes(record),
  };
}

export const run = defineRun({
  usage: 'npm run bench -- published',
  parse: () => null,
  measure,
  recount,
  recorded: () => readRecord(readFile(RECORD)),
  files: (record) => new Map([[RECORD, formatRecord(record)], ...renderPage(record)]),
  summary: (record) => renderPage(record).get(PAGE) ?? '',
});
