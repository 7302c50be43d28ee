/** Messages between the page, the input worker and the measuring workers. */

import type { Input, SamplingLimits, Subject, Cell as Work } from 'measuring';
import type { GameRow } from 'measuring/games';
import type { Cell, Spread } from './model.js';

/** Description of an input, which the input worker creates once for all contenders. */
export interface Order {
  readonly work: Work;
  readonly queries: number;
  readonly seed: number;
}

export interface Expected {
  readonly count: number;
  readonly hash: string;
}

/**
 * Requests to the input worker. `prepare` creates an input. `hand-over` comes with a port to a
 * measuring worker, through which the input worker sends the input.
 */
export type InputRequest =
  | { readonly kind: 'prepare'; readonly order: Order }
  | { readonly kind: 'hand-over'; readonly order: Order };

/** Replies to `prepare`. */
export type InputReply =
  | { readonly kind: 'prepared'; readonly expected: Expected }
  | { readonly kind: 'failed'; readonly message: string };

/** Message from the input worker to a measuring worker, sent through the port. */
export interface Delivery {
  readonly input: Input;
  readonly expected: Expected & { readonly ids?: Int32Array | undefined };
}

export interface MeasureRequest {
  readonly kind: 'measure';
  readonly phase: Cell['phase'];
  readonly work: Work;
  readonly subject: Subject;
  readonly samplingLimits: SamplingLimits;
  /**
   * WebAssembly module of Sapwood, compiled once by the page; null when another library is
   * measured.
   */
  readonly module: WebAssembly.Module | null;
}

/**
 * Requests the speed of the machine, the resolution of the clock, and the SIMD instruction set of
 * the module.
 */
export interface InspectRequest {
  readonly kind: 'inspect';
  readonly module: WebAssembly.Module | null;
}

/** Race in which all contenders get the same input. It consists of heats, one for each workload. */
export interface Heats {
  /** Workload ids of the heats. */
  readonly heats: readonly string[];
  readonly subjects: readonly Subject[];
  readonly input: Input;
  readonly rounds: number;
}

/** The worker sends results continuously instead of a single reply. */
export interface RaceRequest extends Heats {
  readonly kind: 'race';
  readonly module: WebAssembly.Module;
}

export interface HeatResult {
  readonly heat: string;
  readonly contender: string;
  readonly status: 'ok' | 'wrong' | 'failed';
  readonly note?: string;
  /** Milliseconds per call over all samples so far; null before the first sample. */
  readonly spread: Spread | null;
  readonly samples: number;
  readonly found: Expected | null;
}

export type RaceNews =
  | { readonly kind: 'expected'; readonly heat: string; readonly expected: Expected }
  | { readonly kind: 'result'; readonly result: HeatResult }
  | { readonly kind: 'round'; readonly done: number }
  | Failed;

export interface GameRequest {
  readonly kind: 'game';
  readonly game: string;
  readonly n: number;
  readonly frames: number;
  readonly module: WebAssembly.Module;
}

export type GameNews =
  | { readonly kind: 'frame'; readonly done: number; readonly of: number }
  | { readonly kind: 'rows'; readonly rows: readonly GameRow[] }
  | Failed;

export type WorkerRequest = MeasureRequest | InspectRequest;

export interface Measured {
  readonly kind: 'measured';
  /** Milliseconds per call in each sample. */
  readonly times: readonly number[];
  readonly calls: number;
  readonly operations: number;
  readonly bytes: number | null;
  readonly found: Expected;
  readonly right: boolean;
  readonly note?: string;
}

export interface Inspected {
  readonly kind: 'inspected';
  /** Milliseconds that the calibration code took. */
  readonly calibration: number;
  readonly tickMs: number;
  /** SIMD instruction set of the module; null if the request has no module. */
  readonly simd: string | null;
}

export interface Failed {
  readonly kind: 'failed';
  readonly message: string;
  readonly timedOut?: true;
}

export type WorkerReply = Measured | Inspected | Failed;
