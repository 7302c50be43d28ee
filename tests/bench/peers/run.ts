/**
 * `npm run bench:peers`: measures Sapwood and other libraries, and writes the record and
 * docs/benchmarks/peers.md.
 */

import { type Cell, workloads } from 'measuring';
import { adapters } from 'peers';
import { init } from 'sapwood/all';
import type { Arguments } from '../command/arguments';
import { defineRun } from '../command/run';
import { withCard } from '../node/environment';
import { readFile } from '../report/document';
import { type Contest, type Measured, measureCell, type Perform, progressLine } from './measure';
import { PAGE, renderPage, targetsTable } from './page';
import { cellsOf, presets } from './plan';
import { bundleWorker, performAlone } from './processes';
import { formatRecord, type PeersRecord, RECORD, readRecord, SCHEMA } from './record';
import { findAll } from './targets';

export interface PeersRequest extends Contest {
  readonly cells: readonly Cell[];
}

const USAGE = `npm run bench:peers -- [arguments]
  --quick       n to 10,000 in about two minutes; without it n to 100,000 in about half an hour
  --workload    only these: ${workloads.map(({ id }) => id).join(', ')}
  --peer        only these: ${adapters.map(({ id }) => id).join(', ')}
  --dimensions  only 2 or only 3
  --n           only the cells of these sizes
  --rounds      number of rounds in a cell; default ${presets.full.rounds}, --quick ${presets.quick.rounds}`;

await init();

function parse(args: Arguments): PeersRequest {
  const preset = args.has('quick') ? 'quick' : 'full';
  const chosen = args.ids('workload', workloads);
  const sizes = args.wholes('n');
  const dimensions = args.dimensions();
  const cells = cellsOf(preset).filter(
    (cell) =>
      dimensions.includes(cell.dimensions) &&
      (chosen.length === 0 || chosen.includes(cell.workload)) &&
      (sizes.length === 0 || sizes.includes(cell.n)),
  );
  if (cells.length === 0) throw new Error('nothing is left to measure: no cell fits all arguments');
  const rounds = args.whole('rounds', presets[preset].rounds);
  return { preset, rounds, cells, peers: args.ids('peer', adapters) };
}

async function measure(request: PeersRequest): Promise<PeersRecord> {
  const { preset, rounds, cells } = request;
  const { samplingLimits, timeoutMs } = presets[preset];
  const worker = await bundleWorker();
  const alone: Perform = (task) => performAlone(worker, task, timeoutMs);
  return withCard({ preset, rounds, sampleMs: samplingLimits.sampleMs }, async () => {
    const measured: Measured[] = [];
    for (const cell of cells) {
      const one = await measureCell(cell, request, alone);
      measured.push(one);
      console.log(progressLine(one));
    }
    return {
      ...{ schema: SCHEMA, preset },
      libraries: adapters.flatMap(({ id, package: name, version }) =>
        name === null ? [] : [{ id, package: name, version }],
      ),
      cells: measured.map(({ cell }) => cell),
      rows: measured.flatMap(({ rows }) => rows),
    };
  });
}

export const run = defineRun({
  usage: USAGE,
  known: { flags: ['quick'], texts: ['workload', 'peer', 'dimensions', 'n', 'rounds'] },
  parse,
  measure,
  recorded: () => readRecord(readFile(RECORD)),
  files: (record) => new Map([[RECORD, formatRecord(record)], ...renderPage(record)]),
  summary: (record) => `${renderPage(record).get(PAGE)}\n${targetsTable(findAll(record))}`,
  faults: ({ rows }) =>
    rows
      .filter(({ status }) => status === 'wrong')
      .map(({ workload, scene, dimensions, n, id, note }) => {
        return `${workload}, ${scene} ${dimensions}D, n = ${n}: ${id} is wrong: ${note}`;
      }),
});
