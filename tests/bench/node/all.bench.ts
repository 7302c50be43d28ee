/**
 * The benchmark: one `bench` for each phase of each case. Vitest schedules, filters and reports
 * failures. The samples are taken by sampling.ts, because Vitest measures one contender after the
 * other. Each `bench` body runs once.
 *
 * The report is written after each case, so that an interrupted run keeps its results.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatReport, isFault, labelOf, type Report, type Row, SCHEMA } from 'measuring/schema';
import { init } from 'sapwood/all';
import { bench, describe } from 'vitest';
import { pick } from '../command/arguments';
import { progressLine } from '../report/table';
import { type Case, casesOf } from './cases';
import { contendersOf } from './contenders';
import { completed, describeEnvironment } from './environment';
import { Expectations } from './expectations';
import { measure } from './measure';
import { phases } from './phases';
import { requestFromEnvironment, samplingPlans } from './request';
import { createWorkload, type Workload } from './workload';

const ONCE = { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 };

await init();

const request = requestFromEnvironment();
const plan = samplingPlans[request.preset];
const chosenPhases = pick('phase', phases, request.phases);
const file = fileURLToPath(new URL(`../results/${request.output}.json`, import.meta.url));
const card = describeEnvironment({ ...plan, preset: request.preset });
const rows: Row[] = [];

function write(): void {
  const environment = completed(card);
  const titles = chosenPhases.map(({ id, title }) => ({ id, title }));
  const report: Report = { schema: SCHEMA, environment, phases: titles, rows };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, formatReport(report));
}

function benchCase(one: Case): void {
  const contenders = contendersOf(request, one.definition.dimensions);
  // created by the first phase of the case, and released after its last phase
  let inputs: { work: Workload; expected: Expectations } | undefined;
  const prepare = async () => {
    const work = await createWorkload(one);
    return { work, expected: new Expectations(work) };
  };
  for (const phase of chosenPhases) {
    bench(
      phase.id,
      async () => {
        inputs ??= await prepare();
        const found = await measure(contenders, { phase, plan, ...inputs });
        rows.push(...found);
        console.log(progressLine(found));
        if (phase !== chosenPhases.at(-1)) return;
        inputs = undefined;
        write();
      },
      ONCE,
    );
  }
}

for (const one of casesOf(request)) {
  describe(`${one.definition.id} n=${one.n}`, () => benchCase(one));
}

describe('results', () => {
  bench(
    'are correct',
    async () => {
      const faults = rows.filter(isFault);
      if (faults.length === 0) return;
      const lines = faults.map(
        (row) => `${row.scene} n=${row.n} ${row.phase} ${labelOf(row)}: ${row.status}: ${row.note}`,
      );
      throw new Error(
        `${faults.length} of ${rows.length} rows have no valid result\n${lines.join('\n')}`,
      );
    },
    ONCE,
  );
});
