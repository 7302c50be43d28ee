/**
 * Reports of the C++ programs, and the record that is computed from them:
 * tests/bench/results/native.json.
 */

import { quantile } from 'measuring';
import {
  type Check,
  type LibraryInfo,
  labelOf,
  type Quantiles,
  type Report,
  type Row,
  type RowStatus,
  SCHEMA,
} from 'measuring/schema';
import type { Machine } from '../report/machine';
import { type NativeRequest, nativePhases, nativePlans } from './plan';

export const RECORD = 'tests/bench/results/native.json';

export type Runtime = NonNullable<Row['runtime']>;

/** Row that tests/bench/native/report.cpp writes; samples are nanoseconds per call. */
interface ProgramRow extends Pick<Row, 'scene' | 'dimensions' | 'n' | 'seed' | 'phase'> {
  readonly structure: string;
  readonly options: Readonly<Record<string, string>>;
  readonly peer: boolean;
  readonly status: RowStatus;
  readonly note: string;
  readonly operation: string;
  readonly operations: number;
  readonly calls: number;
  readonly cpu: readonly number[];
  readonly wall: readonly number[];
  readonly checks: readonly Check[];
}

export interface ProgramReport {
  readonly program: {
    readonly compiler: string;
    readonly simd: string;
    /** The version is empty if the library was not found. */
    readonly libraries: readonly (LibraryInfo & { readonly version: string })[];
  };
  readonly rows: readonly ProgramRow[];
}

export interface Pass {
  readonly runtime: Runtime;
  readonly report: ProgramReport;
}

export interface Setting {
  readonly machine: Machine;
  readonly request: NativeRequest;
  /** Version of the package. */
  readonly version: string;
  readonly emscripten: string;
}

function quantilesOf(samples: readonly number[], operations: number): Quantiles | undefined {
  if (samples.length === 0) return undefined;
  const sorted = samples.map((sample) => sample / operations).sort((a, b) => a - b);
  // five digits exceed the precision of a clock
  const [min, p25, median, p75] = [0, 0.25, 0.5, 0.75].map((q) =>
    Number(quantile(sorted, q).toPrecision(5)),
  );
  return { min, p25, median, p75 };
}

/** Statuses from the worst to the best. A row has the status of its worst pass. */
const SEVERITY: readonly RowStatus[] = ['failed', 'wrong', 'skipped', 'unsupported', 'ok'];

function mergeRows(rows: readonly ProgramRow[], runtime: Runtime): Row {
  const worst = rows.reduce((a, b) =>
    SEVERITY.indexOf(b.status) < SEVERITY.indexOf(a.status) ? b : a,
  );
  const { cpu: _, wall: __, note, status, ...common } = worst;
  const cpu = rows.flatMap((row) => row.cpu);
  const wall = quantilesOf(
    rows.flatMap((row) => row.wall),
    common.operations,
  );
  return {
    ...common,
    runtime,
    status,
    ...(note === '' ? {} : { note }),
    samples: cpu.length,
    ns: status === 'ok' ? (quantilesOf(cpu, common.operations) ?? null) : null,
    ...(status === 'ok' && wall ? { wall } : {}),
    work: null,
    byteLength: null,
  };
}

/** Returns the merged rows of all passes, in the order of their first appearance. */
function rowsOf(passes: readonly Pass[]): Row[] {
  const groups = new Map<string, { runtime: Runtime; rows: ProgramRow[] }>();
  for (const { runtime, report } of passes) {
    for (const row of report.rows) {
      // omitted, because most libraries do not support most phases
      if (row.status === 'unsupported') continue;
      const key = [runtime, row.scene, row.phase, labelOf(row)].join('|');
      const group = groups.get(key);
      if (group) group.rows.push(row);
      else groups.set(key, { runtime, rows: [row] });
    }
  }
  return [...groups.values()].map(({ runtime, rows }) => mergeRows(rows, runtime));
}

export function makeRecord(passes: readonly Pass[], setting: Setting): Report {
  const { machine, request, version, emscripten } = setting;
  const { program } = passes[0].report;
  const { rounds, sampleMs, passes: times } = nativePlans[request.preset];
  const wasm = request.wasm ? `; WASM: Emscripten ${emscripten} -O3 -msimd128, ` : '; ';
  return {
    schema: SCHEMA,
    environment: {
      ...machine,
      preset: request.preset,
      package: version,
      simd: program.simd,
      runtime: `${program.compiler} -O3 -msse4.2${wasm}${machine.runtime}`,
      querySeed: 4242,
      rounds: rounds * times,
      sampleMs,
    },
    phases: nativePhases.filter(
      ({ id }) => request.phases.length === 0 || request.phases.includes(id),
    ),
    libraries: program.libraries.map((library) => ({
      ...library,
      version: library.version === '' ? null : library.version,
    })),
    rows: rowsOf(passes),
  };
}
