/**
 * `npm run bench -- native`: measures the C++ core, native and as WASM, and native libraries in
 * turns. Writes the record, docs/benchmarks/native.md and its charts. The programs must be built
 * before.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatReport, isFault, labelOf, type Report, readReport } from 'measuring/schema';
import { defineRun } from '../command/run';
import { readFile } from '../report/document';
import { completed, describeMachine } from '../report/machine';
import { PAGE, renderPage } from './page';
import {
  KNOWN,
  type NativeRequest,
  nativePlans,
  parseNative,
  programArguments,
  USAGE,
} from './plan';
import { makeRecord, type Pass, type ProgramReport, RECORD, type Runtime } from './record';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PROGRAM = 'tests/bench/native/sapwood_bench';
// With these flags, the optimizing compiler of V8 compiles the whole module before the program
// starts. Without the flags, V8 would also optimize long-running code, but only after some time.
const NODE_FLAGS = ['--no-liftoff', '--no-wasm-lazy-compilation'];

/** Runs a program once and returns its report. The terminal shows its progress. */
function reportOf(runtime: Runtime, request: NativeRequest): ProgramReport {
  const folder = join(ROOT, 'build', `${runtime}-bench`);
  const program = join(folder, PROGRAM);
  const output = join(folder, 'report.json');
  rmSync(output, { force: true });
  const [command, ...first] =
    runtime === 'wasm' ? [process.execPath, ...NODE_FLAGS, `${program}.js`] : [program];
  const args = [...first, ...programArguments(request, output)];
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if ((status ?? 2) > 1 || !existsSync(output)) throw new Error(`the ${runtime} program failed`);
  return JSON.parse(readFileSync(output, 'utf8')) as ProgramReport;
}

function measure(request: NativeRequest): Report {
  const runtimes = request.wasm ? (['native', 'wasm'] as const) : (['native'] as const);
  const machine = describeMachine();
  const passes: Pass[] = [];
  for (let pass = 0; pass < nativePlans[request.preset].passes; pass++) {
    for (const runtime of runtimes) passes.push({ runtime, report: reportOf(runtime, request) });
  }
  const { version } = JSON.parse(readFile('web/sapwood/package.json')) as { version: string };
  const emscripten = readFile('emsdk-config/version').trim();
  const made = makeRecord(passes, { machine, request, version, emscripten });
  return { ...made, environment: completed(made.environment) };
}

export const run = defineRun({
  usage: USAGE,
  known: KNOWN,
  parse: parseNative,
  measure,
  recorded: () => readReport(JSON.parse(readFile(RECORD))),
  files: (record) => new Map([[RECORD, formatReport(record)], ...renderPage(record)]),
  summary: (record) => renderPage(record).get(PAGE) ?? '',
  faults: ({ rows }) =>
    rows
      .filter(isFault)
      .map((row) => `${labelOf(row)}, ${row.phase}, ${row.scene}: ${row.status} ${row.note ?? ''}`),
});
