/** Messages between the page, the input worker and the measuring workers. */

import type { Input, Patience, Subject, Cell as Work } from 'measuring';
import type { GameRow } from 'measuring/games';
import type { Cell, Spread } from './model.js';

/** Input of a measurement, created once by the input worker for all contenders. */
export interface Order {
  readonly work: Work;
  readonly queries: number;
  readonly seed: number;
}

/** Expected result. */
export interface Expected {
  readonly count: number;
  readonly hash: string;
}

/** Requests to the input worker. `hand-over` transfers a port to the measuring worker. */
export type InputRequest =
  | { readonly kind: 'prepare'; readonly order: Order }
  | { readonly kind: 'hand-over'; readonly order: Order };

/** Replies to `prepare`. */
export type InputReply =
  | { readonly kind: 'prepared'; readonly expected: Expected }
  | { readonly kind: 'failed'; readonly message: string };

/** Input sent from the input worker to a measuring worker through the port. */
export interface Delivery {
  readonly input: Input;
  readonly truth: Expected & { readonly ids?: Int32Array | undefined };
}

export interface MeasureRequest {
  readonly kind: 'measure';
  readonly phase: Cell['phase'];
  readonly work: Work;
  readonly subject: Subject;
  readonly patience: Patience;
  /** Module of the library, compiled once by the page; null for others. */
  readonly module: WebAssembly.Module | null;
}

/** Requests the machine's speed, the clock resolution and the SIMD back end of the module. */
export interface InspectRequest {
  readonly kind: 'inspect';
  readonly module: WebAssembly.Module | null;
}

/** Race with the same input for all contenders. */
export interface Heats {
  /** Workload ids. */
  readonly heats: readonly string[];
  readonly subjects: readonly Subject[];
  readonly input: Input;
  readonly rounds: number;
}

/** Runs a race with continuous results instead of a single reply. */
export interface RaceRequest extends Heats {
  readonly kind: 'race';
  readonly module: WebAssembly.Module;
}

/** Result of a contender in a heat. */
export interface HeatResult {
  readonly heat: string;
  /** Key of the subject. */
  readonly contender: string;
  readonly status: 'ok' | 'wrong' | 'failed';
  /** Reason for another status than ok. */
  readonly note?: string;
  /** Milliseconds per call over all samples so far; null before the first. */
  readonly spread: Spread | null;
  readonly samples: number;
  readonly found: Expected | null;
}

export type RaceNews =
  | { readonly kind: 'truth'; readonly heat: string; readonly expected: Expected }
  | { readonly kind: 'result'; readonly result: HeatResult }
  | { readonly kind: 'round'; readonly done: number }
  | Failed;

/** Runs a game scene for all players with progress reports. */
export interface GameRequest {
  readonly kind: 'game';
  readonly game: string;
  readonly n: number;
  /** Number of measured frames. */
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
  /** Milliseconds per call of every sample. */
  readonly times: readonly number[];
  readonly calls: number;
  readonly operations: number;
  readonly bytes: number | null;
  readonly found: Expected;
  /** Whether the result is correct, with an optional remark. */
  readonly right: boolean;
  readonly note?: string;
}

export interface Inspected {
  readonly kind: 'inspected';
  /** Milliseconds of the calibration kernel. */
  readonly calibration: number;
  readonly tickMs: number;
  /** SIMD back end of the module; null without it. */
  readonly simd: string | null;
}

export interface Failed {
  readonly kind: 'failed';
  readonly message: string;
  /** Whether the worker timed out. */
  readonly silent?: true;
}

export type WorkerReply = Measured | Inspected | Failed;
