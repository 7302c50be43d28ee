/**
 * The words of the Bench page: what can be chosen, what a run tells while it goes on, what it leaves behind.
 *
 * A *cell* is one thing to measure: scene, dimensions, n, phase. A *contender* is who does it: a structure of ours with its
 * options, or another library. A *result* is one contender in one cell. Times are milliseconds per call, where a call is
 * a whole frame, a whole build, or a whole batch of `operations` queries.
 */

import type { ReadonlySignal } from '@preact/signals';
import type { Environment, RowStatus } from 'measuring';
import type { Dimensions } from 'sapwood/all';

export type { Dimensions };

// --- what there is to choose -------------------------------------------------------------------

/** How thoroughly a run measures: about 1 minute, about 5 minutes, or without a limit. */
export const presets = ['quick', 'standard', 'full'] as const;
export type Preset = (typeof presets)[number];

/** What is measured, in the order of the page. */
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

/** The chart in which a phase is shown. */
export type PhaseGroup = 'frame' | 'build' | 'update' | 'query' | 'memory';

export interface PhaseInfo {
  readonly id: PhaseId;
  /** E.g. "Frame, 10 % move". */
  readonly title: string;
  /** What one call does, in a sentence without its full stop. */
  readonly sentence: string;
  readonly group: PhaseGroup;
  /** Per cent of the boxes that move; null where nothing moves. */
  readonly moving: 10 | 50 | 100 | null;
  /** `bytes`: results have `bytes` and no times. */
  readonly unit: 'ms' | 'bytes';
  /** What there are `operations` of in a call: "box", "query", "point", "ray". */
  readonly operation: string;
}

export interface SceneInfo {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  readonly dimensions: readonly Dimensions[];
  /** Largest n: where most boxes overlap, pairs grow with the square of n. */
  readonly most: number;
}

/** `plain`: plain JavaScript of ours without any library; `control`: misbehaves on purpose, see `ContenderInfo.hidden`. */
export type Side = 'sapwood' | 'library' | 'plain' | 'control';

export interface ContenderInfo {
  /** `rbush`, `sapwood:wide-tree`, `sapwood:wide-tree;build=morton`: stable, and readable in an address. */
  readonly key: string;
  /** For legends and tables. */
  readonly title: string;
  readonly side: Side;
  /** Name on npm, for a link; null for plain JavaScript. */
  readonly package: string | null;
  /** Empty for plain JavaScript. */
  readonly version: string;
  readonly dimensions: readonly Dimensions[];
  /** What it can do; a cell of another phase ends as `unsupported`. */
  readonly phases: ReadonlySet<PhaseId>;
  /** The key of the same structure with its default options, when this is a variant of it. */
  readonly variantOf: string | null;
  /** Carries its own WebAssembly: large to load, left out of the presets. */
  readonly heavy: boolean;
  /** Cannot move boxes: it is built anew in each frame. */
  readonly rebuilds: boolean;
  /** How the adapter closes gaps between the library's rules and ours: sentences without their full stop. */
  readonly notes: readonly string[];
  /**
   * Not for menus: contenders that are wrong, throw or hang on purpose, so that tests see the page say so. They can be
   * chosen by an address: `control-wrong`, `control-throws`, `control-hangs`.
   */
  readonly hidden: boolean;
}

export interface Catalog {
  readonly scenes: readonly SceneInfo[];
  readonly phases: readonly PhaseInfo[];
  readonly contenders: readonly ContenderInfo[];
}

/** Everything that a run is made of, and that an address restores. Lists are in the order of the catalog, without doubles. */
export interface Configuration {
  readonly preset: Preset;
  readonly scenes: readonly string[];
  readonly dimensions: readonly Dimensions[];
  /** Smallest and largest n, and how many sizes, evenly spaced on a log axis (`sizesOf`). */
  readonly from: number;
  readonly to: number;
  readonly sizes: number;
  readonly phases: readonly PhaseId[];
  /** Keys of contenders. */
  readonly contenders: readonly string[];
  /** Of the scenes and of the random order. */
  readonly seed: number;
}

export const limits = { least: 100, most: 200_000, sizes: 9, seed: 0xffffffff } as const;

// --- what a run does ---------------------------------------------------------------------------

export interface Cell {
  readonly scene: string;
  readonly dimensions: Dimensions;
  readonly n: number;
  readonly phase: PhaseId;
}

export interface Plan {
  readonly configuration: Configuration;
  readonly cells: readonly Cell[];
  /** Results that the run will have: cells times contenders. */
  readonly results: number;
  /** Workers that it will start. */
  readonly measurements: number;
  /** Rough. */
  readonly estimatedMs: number;
  /** What was chosen and will not be measured, in sentences: "Large boxes: n up to 3,000". */
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
 * ok           measured, and the answer is the right one
 * wrong        the answer is not the right one: not to be plotted, however fast
 * failed       threw, ran out of memory or gave no answer in time
 * unsupported  the contender cannot do this
 * skipped      not measured, the note says why
 */
export type Status = RowStatus;

export interface Result extends Cell {
  /** Key of the contender. */
  readonly contender: string;
  readonly status: Status;
  /** Why not ok, or what is to be known about it. */
  readonly note?: string;
  /** Null unless ok, and null in the memory phase. */
  readonly ms: Spread | null;
  /** Milliseconds per call, every sample; empty in a result that came by a link. */
  readonly samples: readonly number[];
  /** How many samples there were. */
  readonly sampleCount: number;
  /** Operations in one call, e.g. queries of a batch. */
  readonly operations: number;
  /** Calls in one sample. */
  readonly calls: number;
  /** Memory phase: bytes held; null where the browser does not tell. */
  readonly bytes: number | null;
  /** Pairs, hits or items found; null when it did not come so far. */
  readonly found: { readonly count: number; readonly hash: string } | null;
  readonly expected: { readonly count: number; readonly hash: string } | null;
}

export type RunStage = 'preparing' | 'running' | 'finishing' | 'done' | 'canceled' | 'failed';

/** What makes a run less trustworthy; said on the page and in every export. */
export interface Marks {
  /** The machine changed its pace by more than 10 % between the beginning and the end. */
  readonly throttled: boolean;
  /** Calibration at the end over calibration at the beginning: 1.12 is 12 % slower; 1 until the end. */
  readonly drift: number;
  /** Measurements thrown away because the page was hidden or shown meanwhile. */
  readonly dropped: number;
}

/** A new object with each change; the lists are kept where they did not change. */
export interface RunState {
  readonly stage: RunStage;
  readonly plan: Plan;
  /** Measurements done, of `plan.measurements`. */
  readonly done: number;
  readonly elapsedMs: number;
  /** Estimated from what was measured so far; 0 at the end. */
  readonly leftMs: number;
  /** What is measured now; null at the beginning and at the end. */
  readonly current: (Cell & { readonly contender: string }) | null;
  /** In the order of the plan, as they come: a result grows with each round. */
  readonly results: readonly Result[];
  /** The card; null while preparing. */
  readonly environment: Environment | null;
  readonly marks: Marks;
  /** Why the run failed as a whole ("This browser has no Web Workers"), else null. */
  readonly fault: string | null;
}

export interface BenchRun {
  readonly state: ReadonlySignal<RunState>;
  /** Ends the workers at once; what was measured stays. */
  cancel(): void;
  /** The last state: done, canceled or failed. Never rejects. */
  readonly ended: Promise<RunState>;
}

// --- what a run leaves -------------------------------------------------------------------------

/** A sentence for the visitor. */
export class Fault extends Error {
  override readonly name = 'Fault';
}

/** A run to look at: of this page, from a file, from a link, or the measured table (`referenceRun`). */
export interface LoadedRun {
  /** "This run", the name of the file, "Reference", "From the link". */
  readonly label: string;
  readonly results: readonly Result[];
  /** From a link: only what the link carries, the rest is empty. */
  readonly environment: Environment;
  readonly marks: Marks;
  /** Null for the reference. */
  readonly configuration: Configuration | null;
  /** Versions of the contenders, by key. */
  readonly versions: Readonly<Record<string, string>>;
  /** Titles of the contenders, by key: also of those that this page does not know. */
  readonly titles: Readonly<Record<string, string>>;
}

export interface Link {
  readonly configuration: Configuration;
  /** The medians that the link carries, if it does. */
  readonly run: LoadedRun | null;
  /** What could not be read, in a sentence; null when all is well. */
  readonly fault: string | null;
}

// --- what it means -----------------------------------------------------------------------------

/** The fastest in one cell. */
export interface Winner extends Cell {
  readonly best: string;
  readonly ms: number;
  /** How many have a time that counts. */
  readonly among: number;
  /** Others whose bands (p25 to p75) overlap that of the best: no difference. */
  readonly level: readonly string[];
  /** The fastest that is clearly slower, and how many times. */
  readonly next: { readonly contender: string; readonly ratio: number } | null;
}
