/** Record of a run of the published benchmark: tests/bench/results/published.json. */

import type { Environment } from 'measuring/schema';
import { recordOf, recordText } from '../command/record';

export const SCHEMA = 'sapwood-published/1';
export const RECORD = 'tests/bench/results/published.json';

/** Work and results as means over the iterations of a scene; the same on every machine. */
export interface Counts {
  /** Number of compared pairs of items; a form that visits a pair from both items counts it twice. */
  readonly tests: number;
  /** Number of visited nodes, cells or blocks. */
  readonly visits: number;
  /** Number of different overlapping pairs that were reported. */
  readonly found: number;
  readonly missed: number;
  /** Number of repeated reports of a pair. */
  readonly duplicated: number;
}

interface Cell {
  readonly scene: string;
  /** Requested number of boxes. */
  readonly n: number;
  /** Number of scenes of this kind and size, with different seeds. */
  readonly iterations: number;
}

/** Counts of a published form, without times. */
export interface FormCell extends Cell, Counts {
  readonly form: string;
}

/** Milliseconds. */
export interface Times {
  readonly median: number;
  readonly p95: number;
}

/** Cell of a structure of Sapwood. */
export interface StructureCell extends Cell, Counts {
  /** Id and the options that differ from their defaults. */
  readonly structure: string;
  readonly build: Times;
  readonly query: Times;
  readonly total: Times;
  readonly samples: number;
  /** Bytes of WASM memory of the index and of the reported pairs. */
  readonly bytes: number;
}

/** A structure that was not measured at a size. */
export interface Skipped {
  readonly scene: string;
  readonly n: number;
  readonly structure: string;
  readonly reason: string;
}

export interface VolumeCell {
  readonly shapes: string;
  readonly volume: 'box' | 'circle';
  /** Pairs of shapes that touch, by the separating axes of the shapes themselves. */
  readonly touching: number;
  /** Pairs whose volumes overlap. */
  readonly candidates: number;
  /** Nanoseconds of one test of two volumes in plain JavaScript. */
  readonly nsPerTest: number;
}

export interface PublishedRecord {
  readonly schema: typeof SCHEMA;
  readonly environment: Environment;
  readonly forms: readonly FormCell[];
  readonly structures: readonly StructureCell[];
  readonly skipped: readonly Skipped[];
  readonly volumes: readonly VolumeCell[];
}

export function formatRecord({
  forms,
  structures,
  skipped,
  volumes,
  ...head
}: PublishedRecord): string {
  return recordText(head, { forms, structures, skipped, volumes });
}

export const readRecord = (text: string) => recordOf<PublishedRecord>(SCHEMA, text);
