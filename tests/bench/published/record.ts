/** Record of a run of the published benchmark: tests/bench/results/published.json. */

import type { Environment } from 'measuring/schema';
import { recordOf, recordText } from '../command/record';

export const SCHEMA = 'sapwood-published/1';
export const RECORD = 'tests/bench/results/published.json';

/**
 * Mean numbers of operations and results over the generated scenes of one kind. They are the same
 * on every machine.
 */
export interface Counts {
  /**
   * Number of compared pairs of items. An algorithm that compares a pair twice, once from each
   * item, counts it twice.
   */
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
  /** Number of generated scenes of this kind and number of boxes, with different seeds. */
  readonly iterations: number;
}

/** Counts of a published variant of an algorithm, which is not timed. */
export interface FormCell extends Cell, Counts {
  readonly form: string;
}

/** Median and 95th percentile of a time in milliseconds. */
export interface Times {
  readonly median: number;
  readonly p95: number;
}

export interface StructureCell extends Cell, Counts {
  /** Id of the structure, and the options that differ from the defaults. */
  readonly structure: string;
  readonly build: Times;
  readonly query: Times;
  readonly total: Times;
  readonly samples: number;
  /** Bytes of WASM memory that the index and the reported pairs use. */
  readonly bytes: number;
}

export interface Skipped {
  readonly scene: string;
  readonly n: number;
  readonly structure: string;
  readonly reason: string;
}

export interface VolumeCell {
  readonly shapes: string;
  readonly volume: 'box' | 'circle';
  /** Number of pairs of shapes that touch or overlap, by an exact test of the shapes. */
  readonly touching: number;
  /** Number of pairs of shapes whose volumes overlap. */
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
