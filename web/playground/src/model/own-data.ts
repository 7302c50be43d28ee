/** Boxes of a file that the visitor brought. They stay in the page: nothing is sent anywhere. */

import { signal } from '@preact/signals';
import type { Dimensions } from '../state/settings.js';

/** More would take too long for a page. */
export const MOST_OWN_BOXES = 200_000;

/** Larger files do not fit into the page's memory as text. */
export const MOST_FILE_MEGABYTES = 256;

/** Files that can be read. */
export const ownEndings = ['.csv', '.txt', '.json', '.geojson', '.obj', '.gltf', '.glb'] as const;

export interface OwnBoxes {
  readonly dimensions: Dimensions;
  /** 2 * dimensions numbers each; of the first ones when there are too many. */
  readonly boxes: Float32Array;
  /** In the file. */
  readonly found: number;
  /** How the file was read, where that could be another way. */
  readonly understood?: string;
}

export interface OwnData {
  readonly dimensions: Dimensions;
  readonly boxes: Float32Array;
  /** Of the file. */
  readonly name: string;
  readonly count: number;
  /** Boxes in the file that were left out. */
  readonly left: number;
  /** How the file was read; empty where there is one way only. */
  readonly understood: string;
  /** Another number for every file. */
  readonly version: number;
}

export const ownData = signal<OwnData | null>(null);
/** The file that is being read, and the share that is done; null while none is. */
export const ownProgress = signal<{ readonly name: string; readonly share: number } | null>(null);
/** Why the last file could not be read, in a sentence. */
export const ownFault = signal<string | null>(null);

/** A file that is not what it should be; the message is for the visitor. */
export class FileFault extends Error {}

/** Collects boxes and refuses what the library would refuse. Those beyond the limit are checked and counted only. */
export class BoxList {
  private readonly values: number[] = [];
  private found = 0;

  constructor(readonly dimensions: Dimensions) {}

  /** Minimum corner, then maximum corner; `place` says where in the file they stand. */
  add(box: readonly number[], place: string): void {
    const { dimensions } = this;
    if (box.length !== 2 * dimensions) {
      throw new FileFault(`${place}: expected ${2 * dimensions} numbers, found ${box.length}.`);
    }
    for (let d = 0; d < dimensions; d++) {
      const low = box[d];
      const high = box[d + dimensions];
      if (!(Math.abs(low) <= 1e15 && Math.abs(high) <= 1e15)) {
        throw new FileFault(`${place}: a coordinate is not a number, or too large.`);
      }
      if (low > high) throw new FileFault(`${place}: the minimum lies above the maximum.`);
    }
    if (this.found++ >= MOST_OWN_BOXES) return;
    for (const value of box) this.values.push(value);
  }

  get boxes(): OwnBoxes {
    const { dimensions, found, values } = this;
    return { dimensions, found, boxes: Float32Array.from(values) };
  }
}

let versions = 0;

export function keepOwn(
  name: string,
  { dimensions, boxes, found, understood = '' }: OwnBoxes,
): void {
  if (found < 2) throw new FileFault(`At least two boxes are needed; the file has ${found}.`);
  const count = boxes.length / (2 * dimensions);
  const left = found - count;
  ownData.value = { name, dimensions, boxes, count, left, understood, version: ++versions };
}
