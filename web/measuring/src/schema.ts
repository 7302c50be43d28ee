/** JSON that benchmarks write and tables are made of; see docs/benchmarking.md. */

/** Increase it when a field changes its meaning or is removed. */
export const SCHEMA = 'sapwood-bench/1';

/**
 * Status of a row.
 *
 * - `ok`: measured, and all checks passed
 * - `wrong`: a check failed, so this is an error, never a result
 * - `failed`: threw an error
 * - `unsupported`: the structure lacks the capability
 * - `skipped`: not measured; the note has the reason
 */
export type RowStatus = 'ok' | 'wrong' | 'failed' | 'unsupported' | 'skipped';

/** Nanoseconds per operation. */
export interface Quantiles {
  readonly min: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
}

/** Checksum, compared with one from independent code. */
export interface Check {
  /** golden: scene file; oracle: oracle of the scenes; brute-force: that structure. */
  readonly against: 'golden' | 'oracle' | 'brute-force';
  /** Hashed data, such as "pairs" or "results of the first 1000 queries". */
  readonly of: string;
  readonly hash: string;
  readonly expected: string;
  /** Number of results, and expected number, if the runner counts them. */
  readonly count?: number;
  readonly expectedCount?: number;
}

/** Deterministic work of one call. */
export interface Work {
  readonly nodeVisits: number;
  readonly itemTests: number;
  readonly results: number;
}

export interface Row {
  readonly scene: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  /** Seed of the scene. */
  readonly seed: number;
  readonly phase: string;
  /** Id in the registry, or of another library. */
  readonly structure: string;
  /** True for another library. */
  readonly peer?: boolean;
  /** Build of the C++ sources; without it, the module of the package. */
  readonly runtime?: 'native' | 'wasm';
  /** Options that differ from their defaults. */
  readonly options: Readonly<Record<string, string | number | boolean | readonly number[]>>;
  readonly status: RowStatus;
  readonly note?: string;
  /** Unit of the times: box, query, ray, ... */
  readonly operation: string;
  /** Operations per call. */
  readonly operations: number;
  /** Calls per sample. */
  readonly calls: number;
  /** Number of samples. */
  readonly samples: number;
  readonly ns: Quantiles | null;
  /** Nanoseconds per operation of each sample, if the runner stores them. */
  readonly sampleNs?: readonly number[];
  /** Elapsed time, if `ns` is processor time. */
  readonly wall?: Quantiles;
  readonly work: Work | null;
  /** Bytes of WASM memory that the index uses after the call. */
  readonly byteLength: number | null;
  readonly checks: readonly Check[];
}

/** Properties of browsers only. */
export interface BrowserCard {
  readonly userAgent: string;
  /** Measured step of the clock in milliseconds. */
  readonly tickMs: number;
  /** True if cross-origin isolated, with the finer clock. */
  readonly isolated: boolean;
  /** True if the calibration changed by more than 10 %. */
  readonly throttled: boolean;
  /** Measurements discarded because the page was hidden or shown meanwhile. */
  readonly dropped: number;
}

export interface Environment {
  readonly date: string;
  readonly preset: string;
  readonly package: string;
  /** SIMD back end of the module. */
  readonly simd: string;
  /** Short hash, with a plus sign if files differ from it; null outside a repository. */
  readonly commit: string | null;
  readonly runtime: string;
  /** Node only. */
  readonly v8?: string;
  readonly os: string;
  readonly cpu: string;
  readonly cores: number;
  /** One-minute load averages at the start and the end; not in browsers. */
  readonly load?: readonly [start: number, end: number] | undefined;
  /** Milliseconds of a fixed piece of JavaScript at the start and the end. */
  readonly calibration: readonly [start: number, end: number];
  /** Seed of the generic queries. */
  readonly querySeed: number;
  readonly rounds: number;
  /** 0 if each contestant has its own. */
  readonly sampleMs: number;
  readonly browser?: BrowserCard;
}

export interface LibraryInfo {
  readonly id: string;
  readonly title: string;
  /** Package of Debian or npm; empty for code of this repository. */
  readonly package: string;
  /** Null if it was not found. */
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
  /** Selection on the Bench page, as in its address. */
  readonly configuration?: string;
  readonly rows: readonly Row[];
}

/** Checks a parsed file. Throws if it is not a report. */
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

/** Returns whether a row makes the run fail. */
export function isFault({ status }: Row): boolean {
  return status === 'wrong' || status === 'failed';
}

/** Returns the structure with options that differ from their defaults: `sweep-and-prune axis=x`. */
export function labelOf({
  structure,
  options,
  runtime,
}: Pick<Row, 'structure' | 'options' | 'runtime'>): string {
  const changed = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return [structure, ...changed, ...(runtime === 'wasm' ? ['as WASM'] : [])].join(' ');
}
