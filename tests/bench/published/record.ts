/** What a run of the published benchmark leaves: tests/bench/results/published.json. */

import type { Environment } from 'measuring/schema';
import { recordOf, recordText } from '../command/record';

export const SCHEMA = 'sapwood-published/1';
export const RECORD = 'tests/bench/results/published.json';

/** Work and answers, the means over the iterations of a scene; the same on every machine. */
export interface Counts {
  /** Items compared; ordered pairs where a form meets a pair from both of its members. */
  readonly tests: number;
  /** Nodes, cells or blocks looked at. */
  readonly visits: number;
  /** Different pairs that overlap and were reported. */
  readonly found: number;
  readonly missed: number;
  /** Reports of a pair beyond the first one. */
  readonly duplicated: number;
}

interface Cell {
  readonly scene: string;
  /** Boxes asked for. */
  readonly n: number;
  /** Scenes of that kind and size, each from its own seed. */
  readonly iterations: number;
}

/** A form as published: counts, no times. */
export interface FormCell extends Cell, Counts {
  readonly form: string;
}

/** Milliseconds. */
export interface Times {
  readonly median: number;
  readonly p95: number;
}

/** One of our structures. */
export interface StructureCell extends Cell, Counts {
  /** Id and the options that differ from their defaults. */
  readonly structure: string;
  readonly build: Times;
  readonly query: Times;
  readonly total: Times;
  readonly samples: number;
  /** Bytes of WASM memory that the index holds, and of the pairs that it reports. */
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
  /** Nanoseconds for one test of two volumes, plain JavaScript. */
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
