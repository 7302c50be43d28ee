/** JSON format of benchmark reports, from which tables are generated; see docs/benchmarking.md. */

/** Version of the format. Increase it when a field changes its meaning or is removed. */
export const SCHEMA = 'sapwood-bench/1';

/**
 * Status of a row.
 *
 * - `ok`: measured, and all checks passed
 * - `wrong`: a check failed, so the times are not valid
 * - `failed`: the code threw an error
 * - `unsupported`: the structure lacks the capability
 * - `skipped`: not measured, for the reason in the note
 */
export type RowStatus = 'ok' | 'wrong' | 'failed' | 'unsupported' | 'skipped';

/** Nanoseconds per operation. */
export interface Quantiles {
  readonly min: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
}

/** Checksum of a result, and the expected checksum from an independent source. */
export interface Check {
  /**
   * Source of the expected checksum: the scene file (`golden`), simple reference code (`oracle`),
   * or the structure `brute-force`.
   */
  readonly against: 'golden' | 'oracle' | 'brute-force';
  /** Hashed data, such as "pairs" or "results of the first 1000 queries". */
  readonly of: string;
  readonly hash: string;
  readonly expected: string;
  readonly count?: number;
  readonly expectedCount?: number;
}

/** Work counters of one call. They are the same in each run. */
export interface Work {
  readonly nodeVisits: number;
  readonly itemTests: number;
  readonly results: number;
}

export interface Row {
  readonly scene: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  readonly seed: number;
  readonly phase: string;
  /** Id of a structure in the registry, or id of another library. */
  readonly structure: string;
  readonly peer?: boolean;
  /** Target for which a C++ benchmark was compiled. Undefined if the npm package was measured. */
  readonly runtime?: 'native' | 'wasm';
  /** Options that differ from their defaults. */
  readonly options: Readonly<Record<string, string | number | boolean | readonly number[]>>;
  readonly status: RowStatus;
  readonly note?: string;
  /** Object that one operation processes, such as a box, a query or a ray. */
  readonly operation: string;
  readonly operations: number;
  /** Calls per sample. */
  readonly calls: number;
  /** Number of samples. */
  readonly samples: number;
  readonly ns: Quantiles | null;
  /** Nanoseconds per operation in each sample, if the runner stores them. */
  readonly sampleNs?: readonly number[];
  /** Elapsed (wall-clock) time. Only set if `ns` is processor time. */
  readonly wall?: Quantiles;
  readonly work: Work | null;
  /** Bytes of WASM memory that the index uses after the call. */
  readonly byteLength: number | null;
  readonly checks: readonly Check[];
}

export interface BrowserCard {
  readonly userAgent: string;
  /** Measured step of `performance.now` in milliseconds. */
  readonly tickMs: number;
  /** True if the page is cross-origin isolated, which gives it a finer clock. */
  readonly isolated: boolean;
  /** True if the speed of the machine changed by more than 10 % during the run. */
  readonly throttled: boolean;
  /** Number of measurements discarded because the page was hidden or shown during them. */
  readonly dropped: number;
}

export interface Environment {
  readonly date: string;
  readonly preset: string;
  readonly package: string;
  /** SIMD instruction set of the WASM module. */
  readonly simd: string;
  /**
   * Short hash of the commit, with a plus sign if files are modified; null outside a repository.
   */
  readonly commit: string | null;
  readonly runtime: string;
  /** Node only. */
  readonly v8?: string;
  readonly os: string;
  readonly cpu: string;
  readonly cores: number;
  /** One-minute load averages at the start and the end. Not available in browsers. */
  readonly load?: readonly [start: number, end: number] | undefined;
  /** Milliseconds that a fixed piece of JavaScript took at the start and the end of the run. */
  readonly calibration: readonly [start: number, end: number];
  readonly querySeed: number;
  readonly rounds: number;
  /** Planned duration of a sample in milliseconds; 0 if it differs between contestants. */
  readonly sampleMs: number;
  readonly browser?: BrowserCard;
}

export interface LibraryInfo {
  readonly id: string;
  readonly title: string;
  /** Name of the Debian or npm package; empty for code of this repository. */
  readonly package: string;
  /** Version of the package; null if it was not found. */
  readonly version: string | null;
}

export interface PhaseInfo {
  readonly id: string;
  readonly title: string;
}

export interface Report {
  readonly schema: typeof SCHEMA;
  readonly environment: Environment;
  readonly phases: readonly PhaseInfo[];
  readonly libraries?: readonly LibraryInfo[];
  /** Configuration of the Bench page, encoded as in the URL of the page. */
  readonly configuration?: string;
  readonly rows: readonly Row[];
}

/** Throws if the value is not a report of this schema version. */
export function readReport(value: unknown): Report {
  const report = value as Report;
  if (typeof value !== 'object' || value === null || report.schema !== SCHEMA) {
    const found = (value as { schema?: unknown } | null)?.schema;
    throw new Error(`benchmark report: expected schema ${SCHEMA}, found ${JSON.stringify(found)}`);
  }
  if (!Array.isArray(report.rows) || !Array.isArray(report.phases) || !report.environment) {
    throw new Error('benchmark report: expected rows, phases and environment');
  }
  return report;
}

/** Formats the report with one line per row, for readable diffs. */
export function formatReport({ rows, ...head }: Report): string {
  const lines = rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n');
  return `${JSON.stringify(head, null, 1).slice(0, -2)},\n "rows": [\n${lines}\n ]\n}\n`;
}

/** Returns whether the status of a row makes the whole run fail. */
export function isFault({ status }: Row): boolean {
  return status === 'wrong' || status === 'failed';
}

/** Returns the structure and its non-default options, for example `sweep-and-prune axis=x`. */
export function labelOf({
  structure,
  options,
  runtime,
}: Pick<Row, 'structure' | 'options' | 'runtime'>): string {
  const changed = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return [structure, ...changed, ...(runtime === 'wasm' ? ['as WASM'] : [])].join(' ');
}
