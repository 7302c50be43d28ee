/**
 * Terms of the Bench page: configuration, state and results of a run.
 *
 * A *cell* is a measured task: scene, dimensions, n, phase. A *contender* is a structure with
 * options, or another library. A *result* is one contender in one cell. Times are milliseconds per
 * call; a call is a frame, a build, or a batch of `operations` queries.
 */

import type { ReadonlySignal } from '@preact/signals';
import type { Environment, RowStatus } from 'measuring';
import type { Dimensions } from 'sapwood/all';

export type { Dimensions };

// --- configuration -----------------------------------------------------------------------------

/** Effort of a run: about 1 minute, about 6 minutes, or a few hours. */
export const presets = ['quick', 'standard', 'full'] as const;
export type Preset = (typeof presets)[number];

/** Phases in display order. */
export const phaseIds = [
  'frame-tenth',
  'frame-half',
  'frame',
  'pairs',
  'build',
  'move',
  'box-queries',
  'nearest',
  'rays',
  'memory',
] as const;
export type PhaseId = (typeof phaseIds)[number];

/** Chart of a phase. */
export type PhaseGroup = 'frame' | 'build' | 'update' | 'query' | 'memory';

export interface PhaseInfo {
  readonly id: PhaseId;
  /** E.g. "Frame, 10 % move". */
  readonly title: string;
  /** Describes one call, without a full stop. */
  readonly sentence: string;
  readonly group: PhaseGroup;
  /** Percentage of boxes that move; null without motion. */
  readonly moving: 10 | 50 | 100 | null;
  /** `bytes`: results have `bytes` and no times. */
  readonly unit: 'ms' | 'bytes';
  /** Unit of `operations`: "box", "query", "point", "ray". */
  readonly operation: string;
}

export interface SceneInfo {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  readonly dimensions: readonly Dimensions[];
  /** Maximum n, which is lower for scenes with many pairs. */
  readonly most: number;
}

/**
 * `plain`: plain JavaScript without a library; `control`: misbehaves on purpose, see
 * `ContenderInfo.hidden`.
 */
export type Side = 'sapwood' | 'library' | 'plain' | 'control';

export interface ContenderInfo {
  /**
   * `rbush`, `sapwood:wide-tree`, `sapwood:wide-tree;build=morton`: stable and readable in URLs.
   */
  readonly key: string;
  /** Name in legends and tables. */
  readonly title: string;
  readonly side: Side;
  /** npm package name; null for plain JavaScript. */
  readonly package: string | null;
  /** Empty for plain JavaScript. */
  readonly version: string;
  readonly dimensions: readonly Dimensions[];
  /** Supported phases; others are reported as `unsupported`. */
  readonly phases: ReadonlySet<PhaseId>;
  /** Key of the same structure with default options; null if this is not a variant. */
  readonly variantOf: string | null;
  /** Whether it has its own large WebAssembly module; excluded from presets. */
  readonly heavy: boolean;
  /** Whether it is rebuilt in each frame, because it cannot move boxes. */
  readonly rebuilds: boolean;
  /**
   * Differences between the library's semantics and the benchmark that the adapter corrects,
   * without full stops.
   */
  readonly notes: readonly string[];
  /**
   * Excluded from menus: contenders that are wrong, throw or hang on purpose, for tests. They can
   * be selected by URL: `control-wrong`, `control-throws`, `control-hangs`.
   */
  readonly hidden: boolean;
}

export interface Catalog {
  readonly scenes: readonly SceneInfo[];
  readonly phases: readonly PhaseInfo[];
  readonly contenders: readonly ContenderInfo[];
}

/** Configuration of a run, stored in the URL. Lists are in catalog order, without duplicates. */
export interface Configuration {
  readonly preset: Preset;
  readonly scenes: readonly string[];
  readonly dimensions: readonly Dimensions[];
  /** Smallest and largest n, and the number of sizes on a log scale (`sizesOf`). */
  readonly from: number;
  readonly to: number;
  readonly sizes: number;
  readonly phases: readonly PhaseId[];
  /** Keys of contenders. */
  readonly contenders: readonly string[];
  /** Seed of the scenes and of the random order. */
  readonly seed: number;
}

export const limits = { least: 100, most: 200_000, sizes: 9, seed: 0xffffffff } as const;

// --- run ---------------------------------------------------------------------------------------

export interface Cell {
  readonly scene: string;
  readonly dimensions: Dimensions;
  readonly n: number;
  readonly phase: PhaseId;
}

export interface Plan {
  readonly configuration: Configuration;
  readonly cells: readonly Cell[];
  /** Number of results: cells times contenders. */
  readonly results: number;
  /** Number of measuring workers. */
  readonly measurements: number;
  /** Rough estimate. */
  readonly estimatedMs: number;
  /** Configured parts that cannot be measured: "Large boxes: n up to 3,000". */
  readonly remarks: readonly string[];
}

/** Milliseconds per call over all samples. */
export interface Spread {
  readonly min: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
}

/**
 * - ok: measured with the correct result
 * - wrong: incorrect result, excluded from charts
 * - failed: threw, ran out of memory or timed out
 * - unsupported: not supported by the contender
 * - skipped: not measured, see the note
 */
export type Status = RowStatus;

export interface Result extends Cell {
  /** Key of the contender. */
  readonly contender: string;
  readonly status: Status;
  /** Reason for the status, or a remark. */
  readonly note?: string;
  /** Null unless ok, and in the memory phase. */
  readonly ms: Spread | null;
  /** Milliseconds per call of every sample; empty for a result from a link. */
  readonly samples: readonly number[];
  /** Number of samples. */
  readonly sampleCount: number;
  /** Operations per call, such as queries in a batch. */
  readonly operations: number;
  /** Calls per sample. */
  readonly calls: number;
  /** Memory phase: bytes held; null if unknown. */
  readonly bytes: number | null;
  /** Pairs, hits or items found; null if not reached. */
  readonly found: { readonly count: number; readonly hash: string } | null;
  readonly expected: { readonly count: number; readonly hash: string } | null;
}

type RunStage = 'preparing' | 'running' | 'finishing' | 'done' | 'canceled' | 'failed';

/** Circumstances that reduce confidence in a run; shown, and saved in the run's file. */
export interface Marks {
  /** Whether the machine's speed changed by more than 10 % during the run. */
  readonly throttled: boolean;
  /** Ratio of final to initial calibration: 1.12 is 12 % slower; 1 until the end. */
  readonly drift: number;
  /** Measurements discarded because the page was hidden or shown. */
  readonly dropped: number;
}

/** A new object on each change; unchanged lists are reused. */
export interface RunState {
  readonly stage: RunStage;
  readonly plan: Plan;
  /** Completed measurements of `plan.measurements`. */
  readonly done: number;
  readonly elapsedMs: number;
  /** Estimate from the measurements so far; 0 at the end. */
  readonly leftMs: number;
  /** Current measurement; null at the beginning and end. */
  readonly current: (Cell & { readonly contender: string }) | null;
  /** In plan order; results are updated in each round. */
  readonly results: readonly Result[];
  /** Null while preparing. */
  readonly environment: Environment | null;
  readonly marks: Marks;
  /** Error that ended the whole run ("This browser has no Web Workers"), else null. */
  readonly fault: string | null;
}

export interface BenchRun {
  readonly state: ReadonlySignal<RunState>;
  /** Terminates the workers and keeps the results. */
  cancel(): void;
  /** Resolves with the last state: done, canceled or failed. Never rejects. */
  readonly ended: Promise<RunState>;
}

// --- results -----------------------------------------------------------------------------------

/** Error with a message for the user. */
export class Fault extends Error {
  override readonly name = 'Fault';
}

/** Run to display: of this page, from a file or link, or the measured table (`referenceRun`). */
export interface LoadedRun {
  /** "This run", the name of the file, "Reference", "From the link". */
  readonly label: string;
  readonly results: readonly Result[];
  /** For a run from a link, partly empty. */
  readonly environment: Environment;
  readonly marks: Marks;
  /** Null for the reference. */
  readonly configuration: Configuration | null;
  /** Versions of contenders by key. */
  readonly versions: Readonly<Record<string, string>>;
  /** Titles of contenders by key, including unknown ones. */
  readonly titles: Readonly<Record<string, string>>;
}

export interface Link {
  readonly configuration: Configuration;
  /** Run that was decoded from the link; null if the link contains no results. */
  readonly run: LoadedRun | null;
  /** Error message; null if valid. */
  readonly fault: string | null;
}

// --- conclusions -------------------------------------------------------------------------------

/** Fastest contender in a cell. */
export interface Winner extends Cell {
  readonly best: string;
  readonly ms: number;
  /** Number of contenders with valid times. */
  readonly among: number;
  /** Contenders tied with the best: ranges from p25 to p75 overlap. */
  readonly level: readonly string[];
  /** Fastest clearly slower contender, and its ratio to the best. */
  readonly next: { readonly contender: string; readonly ratio: number } | null;
}
