/**
 * Finds all overlapping pairs of a large scene without the library. The y axis is divided into
 * intervals (strips), and each strip is searched by a sweep along x.
 *
 * A box is in each strip that it touches. The boxes of a strip are sorted by their lower x edge.
 * Each box is tested against the following boxes of the strip, up to the first box that starts
 * after its end.
 *
 * Two boxes may share several strips. Their pair is reported only in the strip that contains the
 * larger of their two lower y edges, so it is reported once.
 */

import type { BoxSet } from './oracle.js';

interface Strips {
  readonly count: number;
  stripOf(y: number): number;
}

const MAX_STRIPS = 4096;

/**
 * Returns strips that are at least twice as high as the mean box. There are at most about sqrt(n)
 * strips for n boxes.
 */
function layStrips({ dimensions, boxes }: BoxSet): Strips {
  const stride = 2 * dimensions;
  const n = boxes.length / stride;
  let low = Infinity;
  let high = -Infinity;
  let sum = 0;
  for (let at = 0; at < boxes.length; at += stride) {
    low = Math.min(low, boxes[at + 1]);
    high = Math.max(high, boxes[at + dimensions + 1]);
    sum += boxes[at + dimensions + 1] - boxes[at + 1];
  }
  const height = Math.max((2 * sum) / n, (high - low) / Math.sqrt(n));
  const strips = height > 0 ? Math.floor((high - low) / height) : 1;
  const count = Math.min(Math.max(strips, 1), MAX_STRIPS);
  const scale = high > low ? count / (high - low) : 0;
  const stripOf = (y: number) => Math.min(Math.floor((y - low) * scale), count - 1);
  return { count, stripOf };
}

/**
 * Returns the ids of each strip s in ids[offsets[s]] to ids[offsets[s + 1] - 1], sorted by lower x
 * edge.
 */
function fillStrips({ dimensions, boxes }: BoxSet, strips: Strips) {
  const stride = 2 * dimensions;
  const n = boxes.length / stride;
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  order.sort((a, b) => boxes[a * stride] - boxes[b * stride] || a - b);
  const offsets = new Uint32Array(strips.count + 2);
  const first = (id: number) => strips.stripOf(boxes[id * stride + 1]);
  const last = (id: number) => strips.stripOf(boxes[id * stride + dimensions + 1]);
  for (const id of order) {
    for (let s = first(id); s <= last(id); s++) offsets[s + 2]++;
  }
  for (let s = 2; s < offsets.length; s++) offsets[s] += offsets[s - 1];
  const ids = new Uint32Array(offsets[strips.count + 1]);
  for (const id of order) {
    for (let s = first(id); s <= last(id); s++) ids[offsets[s + 1]++] = id;
  }
  return { offsets, ids };
}

/** Calls `report` once for each overlapping pair, with a < b. The pairs are not sorted. */
export function sweepPairs(set: BoxSet, report: (a: number, b: number) => void): void {
  const { dimensions, boxes } = set;
  if (boxes.length === 0) return;
  const stride = 2 * dimensions;
  const strips = layStrips(set);
  const { offsets, ids } = fillStrips(set, strips);
  for (let s = 0; s < strips.count; s++) {
    for (let i = offsets[s]; i < offsets[s + 1]; i++) {
      const a = ids[i] * stride;
      const right = boxes[a + dimensions];
      for (let j = i + 1; j < offsets[s + 1]; j++) {
        const b = ids[j] * stride;
        if (boxes[b] > right) break;
        let overlap = true;
        for (let d = 1; d < dimensions; d++) {
          if (
            boxes[a + d] > boxes[b + dimensions + d] ||
            boxes[b + d] > boxes[a + dimensions + d]
          ) {
            overlap = false;
          }
        }
        if (!overlap || strips.stripOf(Math.max(boxes[a + 1], boxes[b + 1])) !== s) continue;
        report(Math.min(ids[i], ids[j]), Math.max(ids[i], ids[j]));
      }
    }
  }
}

/** Returns all overlapping pairs as a flat array, with a < b. The pairs are not sorted. */
export function collectPairs(set: BoxSet): Uint32Array {
  let flat = new Uint32Array(1024);
  let length = 0;
  sweepPairs(set, (a, b) => {
    if (length === flat.length) {
      const grown = new Uint32Array(2 * flat.length);
      grown.set(flat);
      flat = grown;
    }
    flat[length++] = a;
    flat[length++] = b;
  });
  return flat.slice(0, length);
}
