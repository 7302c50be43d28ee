/** Boxes from a user's file. They are processed locally and never uploaded. */

import { signal } from '@preact/signals';
import type { Dimensions } from '../state/settings.js';

/**
 * Maximum number of boxes that are read from a user's file. More boxes would make the page slow.
 */
const MAX_OWN_BOXES = 200_000;

/**
 * Maximum file size in megabytes. The text of a larger file does not fit into the memory of the
 * page.
 */
export const MAX_FILE_MEGABYTES = 256;

/** Supported file extensions. */
export const ownEndings = [
  '.csv',
  '.tsv',
  '.txt',
  '.json',
  '.geojson',
  '.obj',
  '.ply',
  '.stl',
  '.gltf',
  '.glb',
] as const;

/** One possible interpretation of a file's contents. */
export interface Reading {
  /** An interpretation has the same id in all files. */
  readonly id: string;
  readonly label: string;
}

export interface Readings {
  readonly all: readonly Reading[];
  readonly used: string;
}

export interface OwnBoxes {
  readonly dimensions: Dimensions;
  /** Boxes with 2 * dimensions numbers each. Boxes after the first MAX_OWN_BOXES are omitted. */
  readonly boxes: Float32Array;
  /** Corners of the triangles of a mesh, nine numbers per triangle; undefined for other files. */
  readonly triangles?: Float32Array | undefined;
  /** Number of boxes in the file, including omitted boxes. */
  readonly found: number;
  /** Word for the items in messages; boxes if undefined. */
  readonly noun?: 'boxes' | 'points' | undefined;
  /** Description of the interpretation, which is shown to the user. */
  readonly interpretation?: string;
  /** Possible interpretations of the file; undefined if there is only one. */
  readonly readings?: Readings | undefined;
}

/** File with its possible interpretations, so that it can be read again with a different one. */
export interface OpenedFile {
  readonly file: File;
  readonly readings: Readings;
}

export interface OwnData {
  readonly dimensions: Dimensions;
  readonly boxes: Float32Array;
  readonly triangles: Float32Array | undefined;
  /** File name. */
  readonly name: string;
  readonly count: number;
  /** Number of boxes after the first MAX_OWN_BOXES. They are not in `boxes`. */
  readonly omitted: number;
  readonly noun: 'boxes' | 'points';
  readonly interpretation: string;
  /** Number of the file, different for each file that was read. */
  readonly version: number;
}

export const ownData = signal<OwnData | null>(null);
/**
 * Name of the file that is being read, and the fraction of it that was read so far. Null if no file
 * is being read.
 */
export const ownProgress = signal<{ readonly name: string; readonly share: number } | null>(null);
/** Error message for the last opened file; null if it was read successfully. */
export const ownError = signal<string | null>(null);

/** File from which `ownData` was read, if the file has several interpretations. */
export const openedFile = signal<OpenedFile | null>(null);
/** File that caused `ownError`, if the file may be valid in another interpretation. */
export const rejectedFile = signal<OpenedFile | null>(null);

/** Error in a file that the user opened. Its message is shown to the user. */
export class FileError extends Error {
  /** Interpretations of the file, if a different interpretation may be valid. */
  readings?: Readings;
}

/**
 * Collects boxes and throws an error for boxes that the library does not accept. Boxes after the
 * first MAX_OWN_BOXES are checked and counted, but not stored.
 */
export class BoxList {
  private readonly values: number[] = [];
  private found = 0;

  constructor(readonly dimensions: Dimensions) {}

  /**
   * Adds a box given by its minimum and maximum corners. Error messages contain `place`, the
   * position of the box in the file. Returns false if the maximum number of boxes is already
   * stored.
   */
  add(box: readonly number[], place: string): boolean {
    const { dimensions } = this;
    if (box.length !== 2 * dimensions) {
      throw new FileError(`${place}: expected ${2 * dimensions} numbers, found ${box.length}.`);
    }
    for (let d = 0; d < dimensions; d++) {
      const low = box[d];
      const high = box[d + dimensions];
      if (!(Math.abs(low) <= 1e15 && Math.abs(high) <= 1e15)) {
        throw new FileError(`${place}: a coordinate is not a number or is too large.`);
      }
      if (low > high) throw new FileError(`${place}: the minimum lies above the maximum.`);
    }
    if (this.found++ >= MAX_OWN_BOXES) return false;
    for (const value of box) this.values.push(value);
    return true;
  }

  get boxes(): OwnBoxes {
    const { dimensions, found, values } = this;
    return { dimensions, found, boxes: Float32Array.from(values) };
  }
}

let versions = 0;

export function setOwnData(
  name: string,
  { dimensions, boxes, triangles, found, noun = 'boxes', interpretation = '' }: OwnBoxes,
): void {
  if (found < 2) throw new FileError(`At least two ${noun} are needed; the file has ${found}.`);
  const count = boxes.length / (2 * dimensions);
  const omitted = found - count;
  ownData.value = {
    ...{ name, dimensions, boxes, triangles, count, omitted, noun, interpretation },
    version: ++versions,
  };
}
