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

/** Presets by duration: about 1 minute, about 6 minutes, or a few hours. */
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

/** Group of phases that share a chart. */
export type PhaseGroup = 'frame' | 'build' | 'update' | 'query' | 'memory';

export interface PhaseInfo {
  readonly id: PhaseId;
  readonly title: string;
  /** Description of one call, without a full stop. */
  readonly sentence: string;
  readonly group: PhaseGroup;
  /** Percentage of boxes that move in each call; null for phases without motion. */
  readonly moving: 10 | 50 | 100 | null;
  /** Unit of the results. With `bytes`, results have `bytes` but no times. */
  readonly unit: 'ms' | 'bytes';
  /** Object that one operation processes: "box", "query", "point" or "ray". */
  readonly operation: string;
}

export interface SceneInfo {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  readonly dimensions: readonly Dimensions[];
  /** Maximum number of boxes. It is lower for scenes with many pairs. */
  readonly maxCount: number;
}

/**
 * Kind of a contender. `plain`: JavaScript of this repository; `control`: a contender that fails on
 * purpose, see `ContenderInfo.hidden`.
 */
export type Side = 'sapwood' | 'library' | 'plain' | 'control';

export interface ContenderInfo {
  /** Stable, readable key for URLs, for example `rbush` or `sapwood:wide-tree;build=morton`. */
  readonly key: string;
  readonly title: string;
  readonly side: Side;
  /** Name of the npm package; null for plain JavaScript. */
  readonly package: string | null;
  /** Version of the package; empty for plain JavaScript. */
  readonly version: string;
  readonly dimensions: readonly Dimensions[];
  /** Phases that the contender supports. Results of other phases have the status `unsupported`. */
  readonly phases: ReadonlySet<PhaseId>;
  /** Key of the same structure with default options; null if this contender is not a variant. */
  readonly variantOf: string | null;
  /** True if the library has its own large WebAssembly module. Presets exclude such contenders. */
  readonly heavy: boolean;
  /** True if the contender is rebuilt in each frame, because it cannot move boxes. */
  readonly rebuilds: boolean;
  /**
   * Differences between the library and the rules of the benchmark, which the adapter corrects.
   * Each note is a sentence without a full stop.
   */
  readonly notes: readonly string[];
  /**
   * True for test contenders that return wrong results, throw or hang on purpose. Menus do not list
   * them, but URLs can select them: `control-wrong`, `control-throws`, `control-hangs`.
   */
  readonly hidden: boolean;
}

export interface Catalog {
  readonly scenes: readonly SceneInfo[];
  readonly phases: readonly PhaseInfo[];
  readonly contenders: readonly ContenderInfo[];
}

/**
 * Configuration of a run, stored in the URL. All lists are in catalog order and contain no
 * duplicates.
 */
export interface Configuration {
  readonly preset: Preset;
  readonly scenes: readonly string[];
  readonly dimensions: readonly Dimensions[];
  /**
   * Smallest and largest n. `sizes` is the number of values of n, which `sizesOf` distributes on a
   * logarithmic scale.
   */
  readonly from: number;
  readonly to: number;
  readonly sizes: number;
  readonly phases: readonly PhaseId[];
  /** Keys of contenders. */
  readonly contenders: readonly string[];
  /** Seed of the scenes and of the random order of measurements. */
  readonly seed: number;
}

export const limits = { min: 100, max: 200_000, sizes: 9, seed: 0xffffffff } as const;

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
  /** Number of results: number of cells (measured tasks) times number of contenders. */
  readonly results: number;
  /** Number of measurements, each of which runs in its own worker. */
  readonly measurements: number;
  readonly estimatedMs: number;
  /**
   * Parts of the configuration that cannot be measured, for example "Large boxes: n up to 3,000".
   */
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
 * - ok: measured, and the result was correct
 * - wrong: the result was incorrect, so charts do not show it
 * - failed: the contender threw, ran out of memory or timed out
 * - unsupported: the contender does not support the phase or the dimensions
 * - skipped: not measured, for the reason in the note
 */
export type Status = RowStatus;

export interface Result extends Cell {
  /** Key of the contender. */
  readonly contender: string;
  readonly status: Status;
  readonly note?: string;
  /** Times; null if the status is not ok, and in the memory phase. */
  readonly ms: Spread | null;
  /** Milliseconds per call in each sample; empty if the result is from a link. */
  readonly samples: readonly number[];
  /** Number of samples. */
  readonly sampleCount: number;
  /** Number of operations per call, for example queries in a batch. */
  readonly operations: number;
  /** Number of calls per sample. */
  readonly calls: number;
  /** Memory of the filled index in the memory phase; null if unknown, and in other phases. */
  readonly bytes: number | null;
  /** Count and hash of the pairs or items that the contender found; null if there is no result. */
  readonly found: { readonly count: number; readonly hash: string } | null;
  readonly expected: { readonly count: number; readonly hash: string } | null;
}

type RunStage = 'preparing' | 'running' | 'finishing' | 'done' | 'canceled' | 'failed';

/** Circumstances that make a run less reliable. The page shows them, and files contain them. */
export interface Marks {
  /** True if the speed of the machine changed by more than 10 % during the run. */
  readonly throttled: boolean;
  /**
   * Ratio of the final to the initial calibration time: 1.12 means that the machine is 12 % slower.
   * It is 1 until the run ends.
   */
  readonly drift: number;
  /** Number of measurements discarded because the page was hidden or shown during them. */
  readonly dropped: number;
}

/** State of a run. Each change creates a new object; unchanged lists are reused. */
export interface RunState {
  readonly stage: RunStage;
  readonly plan: Plan;
  readonly done: number;
  readonly elapsedMs: number;
  /** Estimate of the remaining time, based on the completed measurements; 0 at the end. */
  readonly leftMs: number;
  /** Measurement that is running; null before the first and after the last measurement. */
  readonly current: (Cell & { readonly contender: string }) | null;
  /** Results in plan order. Each round updates them. */
  readonly results: readonly Result[];
  /** Null during preparation. */
  readonly environment: Environment | null;
  readonly marks: Marks;
  /**
   * Error that ended the whole run, for example missing support for Web Workers; otherwise null.
   */
  readonly fault: string | null;
}

export interface BenchRun {
  readonly state: ReadonlySignal<RunState>;
  /** Terminates the workers. The results so far remain available. */
  cancel(): void;
  /** Resolves with the last state: done, canceled or failed. Never rejects. */
  readonly ended: Promise<RunState>;
}

// --- results -----------------------------------------------------------------------------------

/** Error whose message is shown to the user. */
export class Fault extends Error {
  override readonly name = 'Fault';
}

/**
 * Run that the page can show: measured on this page, opened from a file or link, or the built-in
 * reference (`referenceRun`).
 */
export interface LoadedRun {
  /** Name of the run: "This run", "Reference", "From the link" or the name of the file. */
  readonly label: string;
  readonly results: readonly Result[];
  /** Environment of the measurement. Some fields are empty if the run is from a link. */
  readonly environment: Environment;
  readonly marks: Marks;
  /** Configuration of the run; null for the built-in reference run. */
  readonly configuration: Configuration | null;
  /** Library versions by contender key. */
  readonly versions: Readonly<Record<string, string>>;
  /**
   * Titles by contender key. They include contenders that this version of the page does not have.
   */
  readonly titles: Readonly<Record<string, string>>;
}

export interface Link {
  readonly configuration: Configuration;
  /** Run whose results the link contains; null if the link contains no results. */
  readonly run: LoadedRun | null;
  readonly fault: string | null;
}

// --- conclusions -------------------------------------------------------------------------------

/** Fastest contender in a cell (measured task), and its lead over the next contender. */
export interface Winner extends Cell {
  readonly best: string;
  readonly ms: number;
  /** Number of contenders with valid times in the cell. */
  readonly among: number;
  /** Contenders that tie with the best: their ranges from p25 to p75 overlap. */
  readonly tied: readonly string[];
  /**
   * Fastest contender that does not tie with the best, with the ratio of its time to the best time;
   * null if all tie.
   */
  readonly next: { readonly contender: string; readonly ratio: number } | null;
}
