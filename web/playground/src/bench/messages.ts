/** What the page, the input worker and the measuring workers say to each other. */

import type { Input, Patience, Subject, Cell as Work } from 'measuring';
import type { GameRow } from 'measuring/games';
import type { Cell, Spread } from './model.js';

/** Which input a measurement wants: made once by the input worker, given to all contenders. */
export interface Order {
  readonly work: Work;
  readonly queries: number;
  readonly seed: number;
}

/** What everybody has to find. */
export interface Expected {
  readonly count: number;
  readonly hash: string;
}

/** To the input worker; with `hand-over` comes the port that leads to the worker. */
export type ClerkRequest =
  | { readonly kind: 'prepare'; readonly order: Order }
  | { readonly kind: 'hand-over'; readonly order: Order };

/** From the input worker, to `prepare`. */
export type ClerkAnswer =
  | { readonly kind: 'prepared'; readonly expected: Expected }
  | { readonly kind: 'failed'; readonly message: string };

/** From the input worker to a worker, through the port: the page never holds the boxes. */
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
  /** Ours, compiled once by the page; null for others. */
  readonly module: WebAssembly.Module | null;
}

/** How fast is this machine, how fine is its clock, and does it run our module? */
export interface InspectRequest {
  readonly kind: 'inspect';
  readonly module: WebAssembly.Module | null;
}

/** What a race is about: the same input for all. */
export interface Heats {
  /** Ids of workloads. */
  readonly heats: readonly string[];
  readonly subjects: readonly Subject[];
  readonly input: Input;
  readonly rounds: number;
}

/** Runs a race and tells it as it goes, instead of one answer. */
export interface RaceRequest extends Heats {
  readonly kind: 'race';
  readonly module: WebAssembly.Module;
}

/** One contender in one heat. */
export interface HeatResult {
  readonly heat: string;
  /** Key of the subject. */
  readonly contender: string;
  readonly status: 'ok' | 'wrong' | 'failed';
  /** Why not ok. */
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

/** Plays a scene of a game for all of its players, and tells how far it is. */
export interface GameRequest {
  readonly kind: 'game';
  readonly game: string;
  readonly n: number;
  /** That count. */
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
  /** Milliseconds per call, every sample. */
  readonly times: readonly number[];
  readonly calls: number;
  readonly operations: number;
  readonly bytes: number | null;
  readonly found: Expected;
  /** Whether the answer is the right one, and what is to be said about it. */
  readonly right: boolean;
  readonly note?: string;
}

export interface Inspected {
  readonly kind: 'inspected';
  /** Milliseconds of the calibration kernel. */
  readonly calibration: number;
  readonly tickMs: number;
  /** SIMD back end of our module; null without the module. */
  readonly simd: string | null;
}

export interface Failed {
  readonly kind: 'failed';
  readonly message: string;
  /** It gave no answer in time. */
  readonly silent?: true;
}

export type WorkerAnswer = Measured | Inspected | Failed;
