/**
 * The JSON that benchmark runs write and tables are made from; docs/benchmarking.md explains it.
 */

/** Raise the number when a field changes its meaning or goes away. */
export const SCHEMA = 'sapwood-bench/1';

/**
 * ok           measured, every check passed
 * wrong        a check failed: an error, never a result
 * failed       threw an error
 * unsupported  the structure lacks the capability
 * skipped      not measured, the note says why
 */
export type RowStatus = 'ok' | 'wrong' | 'failed' | 'unsupported' | 'skipped';

/** Nanoseconds per operation. */
export interface Quantiles {
  readonly min: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
}

/** A checksum compared with one that something else computed. */
export interface Check {
  /** golden: the scene file; oracle: the scenes' own oracle; brute-force: that structure. */
  readonly against: 'golden' | 'oracle' | 'brute-force';
  /** What was hashed, e.g. "pairs" or "answers to the first 1000 queries". */
  readonly of: string;
  readonly hash: string;
  readonly expected: string;
  /** How many there were, and how many were expected, where a runner says so. */
  readonly count?: number;
  readonly expectedCount?: number;
}

/** Work of one call, deterministic. */
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
  /** Id in the registry, or of a library that it is measured against. */
  readonly structure: string;
  /** Another library, not ours. */
  readonly peer?: boolean;
  /** How the C++ sources were compiled; without it, the package's module. */
  readonly runtime?: 'native' | 'wasm';
  /** The structure's options that differ from their defaults. */
  readonly options: Readonly<Record<string, string | number | boolean | readonly number[]>>;
  readonly status: RowStatus;
  readonly note?: string;
  /** What the times are per: box, query, ray, ... */
  readonly operation: string;
  /** Operations in one call. */
  readonly operations: number;
  /** Calls in one sample. */
  readonly calls: number;
  /** Number of samples. */
  readonly samples: number;
  readonly ns: Quantiles | null;
  /** Every sample, nanoseconds per operation, where a runner keeps them. */
  readonly sampleNs?: readonly number[];
  /** Where `ns` is processor time: the time that passed. */
  readonly wall?: Quantiles;
  readonly work: Work | null;
  /** Bytes of WASM memory that the index holds afterwards. */
  readonly byteLength: number | null;
  readonly checks: readonly Check[];
}

/** What only a browser has to say. */
export interface BrowserCard {
  readonly userAgent: string;
  /** Step of its clock in milliseconds, as measured. */
  readonly tickMs: number;
  /** Cross-origin isolated: the finer clock. */
  readonly isolated: boolean;
  /** The calibration changed by more than 10 %. */
  readonly throttled: boolean;
  /** Measurements thrown away because the page was hidden or shown meanwhile. */
  readonly dropped: number;
}

/** The environment card. */
export interface Environment {
  readonly date: string;
  readonly preset: string;
  readonly package: string;
  /** SIMD back end of the module. */
  readonly simd: string;
  /** Short hash, with a plus sign when files differ from it; null outside a repository. */
  readonly commit: string | null;
  readonly runtime: string;
  /** Node only. */
  readonly v8?: string;
  readonly os: string;
  readonly cpu: string;
  readonly cores: number;
  /** One-minute load averages when the run began and ended; a browser does not tell. */
  readonly load?: readonly [start: number, end: number] | undefined;
  /** A fixed piece of plain JavaScript, milliseconds, when the run began and ended. */
  readonly calibration: readonly [start: number, end: number];
  /** Seed of the generic queries. */
  readonly querySeed: number;
  readonly rounds: number;
  /** 0 where each contender has its own. */
  readonly sampleMs: number;
  readonly browser?: BrowserCard;
}

/** A library that something is measured against. */
export interface LibraryInfo {
  readonly id: string;
  readonly title: string;
  /** Debian's, or the one on npm; empty for what is written here. */
  readonly package: string;
  /** Null when it was not found. */
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
  /** What was chosen on the Bench page, as its address says it. */
  readonly configuration?: string;
  readonly rows: readonly Row[];
}

/** Takes a parsed file for a report; anything else throws. */
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

/** The report as text, one line a row, so that a difference reads well. */
export function formatReport({ rows, ...head }: Report): string {
  const lines = rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n');
  return `${JSON.stringify(head, null, 1).slice(0, -2)},\n "rows": [\n${lines}\n ]\n}\n`;
}

/** A row that makes the run fail. */
export function isFault({ status }: Row): boolean {
  return status === 'wrong' || status === 'failed';
}

/** The structure with the options that differ from their defaults: `sweep-and-prune axis=x`. */
export function labelOf({
  structure,
  options,
  runtime,
}: Pick<Row, 'structure' | 'options' | 'runtime'>): string {
  const changed = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return [structure, ...changed, ...(runtime === 'wasm' ? ['as WASM'] : [])].join(' ');
}
