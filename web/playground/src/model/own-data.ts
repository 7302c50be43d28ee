/** Boxes of a file that the visitor brought. They stay in the page: nothing is sent anywhere. */

import { signal } from '@preact/signals';
import type { Dimensions } from '../state/settings.js';

/** More would take too long for a page. */
export const MOST_OWN_BOXES = 200_000;

/** Larger files do not fit into the page's memory as text. */
export const MOST_FILE_MEGABYTES = 256;

/** Files that can be read. */
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

/** One of the ways in which a file can be read. */
export interface Reading {
  /** The same for the same way in every file. */
  readonly id: string;
  readonly label: string;
}

/** The ways in which a file can be read, and the one that was used. */
export interface Readings {
  readonly all: readonly Reading[];
  readonly used: string;
}

export interface OwnBoxes {
  readonly dimensions: Dimensions;
  /** 2 * dimensions numbers each; of the first ones when there are too many. */
  readonly boxes: Float32Array;
  /** Corners of the triangles of a mesh, nine numbers each; undefined for other files. */
  readonly triangles?: Float32Array | undefined;
  /** In the file. */
  readonly found: number;
  /** What they are; boxes if undefined. */
  readonly noun?: 'boxes' | 'points' | undefined;
  /** How the file was read. */
  readonly understood?: string;
  /** The ways in which it can be read, if there is more than one. */
  readonly readings?: Readings | undefined;
}

/** A file with what is needed to read it in another way. */
export interface OpenedFile {
  readonly file: File;
  readonly readings: Readings;
}

export interface OwnData {
  readonly dimensions: Dimensions;
  readonly boxes: Float32Array;
  readonly triangles: Float32Array | undefined;
  /** Of the file. */
  readonly name: string;
  readonly count: number;
  /** Boxes in the file that were left out. */
  readonly left: number;
  readonly noun: 'boxes' | 'points';
  /** How the file was read. */
  readonly understood: string;
  /** Another number for every file. */
  readonly version: number;
}

export const ownData = signal<OwnData | null>(null);
/** The file that is being read, and the share that is done; null while none is. */
export const ownProgress = signal<{ readonly name: string; readonly share: number } | null>(null);
/** Why the last file could not be read, in a sentence. */
export const ownFault = signal<string | null>(null);

/** The file of `ownData`, if it can be read in several ways. */
export const openedFile = signal<OpenedFile | null>(null);
/** The file that `ownFault` is about, if it may be readable in another way. */
export const refusedFile = signal<OpenedFile | null>(null);

/** A file that is not what it should be; the message is for the visitor. */
export class FileFault extends Error {
  /** Other ways in which the file may be readable. */
  readings?: Readings;
}

/** Collects boxes and refuses what the library would refuse. Those beyond the limit are checked and counted only. */
export class BoxList {
  private readonly values: number[] = [];
  private found = 0;

  constructor(readonly dimensions: Dimensions) {}

  /**
   * Adds a minimum corner, then a maximum corner; `place` says where in the file they stand. Returns false beyond the
   * limit.
   */
  add(box: readonly number[], place: string): boolean {
    const { dimensions } = this;
    if (box.length !== 2 * dimensions) {
      throw new FileFault(`${place}: expected ${2 * dimensions} numbers, found ${box.length}.`);
    }
    for (let d = 0; d < dimensions; d++) {
      const low = box[d];
      const high = box[d + dimensions];
      if (!(Math.abs(low) <= 1e15 && Math.abs(high) <= 1e15)) {
        throw new FileFault(`${place}: a coordinate is not a number or is too large.`);
      }
      if (low > high) throw new FileFault(`${place}: the minimum lies above the maximum.`);
    }
    if (this.found++ >= MOST_OWN_BOXES) return false;
    for (const value of box) this.values.push(value);
    return true;
  }

  get boxes(): OwnBoxes {
    const { dimensions, found, values } = this;
    return { dimensions, found, boxes: Float32Array.from(values) };
  }
}

let versions = 0;

export function keepOwn(
  name: string,
  { dimensions, boxes, triangles, found, noun = 'boxes', understood = '' }: OwnBoxes,
): void {
  if (found < 2) throw new FileFault(`At least two ${noun} are needed; the file has ${found}.`);
  const count = boxes.length / (2 * dimensions);
  const left = found - count;
  ownData.value = {
    ...{ name, dimensions, boxes, triangles, count, left, noun, understood },
    version: ++versions,
  };
}
