/**
 * Sorts boxes by their lower edge on the first axis. This is a radix sort of the float32 bit
 * patterns, in three passes of 11 bits.
 */

import { atLeast } from '../id-list.js';

const DIGITS = 1 << 11;

export class RadixOrder {
  /** Item ids in sorted order. Only the first `count` elements are valid. */
  items = new Uint32Array(0);
  private otherItems = new Uint32Array(0);
  private keys = new Uint32Array(0);
  private otherKeys = new Uint32Array(0);
  private readonly counts = new Uint32Array(3 * DIGITS);
  private readonly float = new Float32Array(1);
  private readonly bits = new Int32Array(this.float.buffer);

  sort(boxes: Float32Array, count: number, stride: number): void {
    this.keys = atLeast(this.keys, count);
    this.otherKeys = atLeast(this.otherKeys, count);
    this.items = atLeast(this.items, count);
    this.otherItems = atLeast(this.otherItems, count);
    this.readKeys(boxes, count, stride);
    for (let digit = 0; digit < 3; digit++) this.sortBy(digit, count);
  }

  /**
   * Computes unsigned keys that have the same order as the coordinates, and counts how often each
   * value of each digit occurs.
   */
  private readKeys(boxes: Float32Array, count: number, stride: number): void {
    const { keys, items, float, bits, counts } = this;
    counts.fill(0);
    for (let i = 0; i < count; i++) {
      // adding 0 turns -0 into 0
      float[0] = boxes[stride * i] + 0;
      const pattern = bits[0];
      const key = (pattern ^ ((pattern >> 31) | 0x80000000)) >>> 0;
      keys[i] = key;
      items[i] = i;
      counts[key & (DIGITS - 1)]++;
      counts[DIGITS + ((key >>> 11) & (DIGITS - 1))]++;
      counts[2 * DIGITS + (key >>> 22)]++;
    }
  }

  private sortBy(digit: number, count: number): void {
    const { keys, otherKeys, items, otherItems, counts } = this;
    const first = digit * DIGITS;
    const shift = 11 * digit;
    // all items have the same digit, so this pass would not change their order
    if (counts[first + ((keys[0] >>> shift) & (DIGITS - 1))] === count) return;
    let sum = 0;
    for (let c = first; c < first + DIGITS; c++) {
      const boxes = counts[c];
      counts[c] = sum;
      sum += boxes;
    }
    for (let i = 0; i < count; i++) {
      const key = keys[i];
      const place = counts[first + ((key >>> shift) & (DIGITS - 1))]++;
      otherKeys[place] = key;
      otherItems[place] = items[i];
    }
    [this.keys, this.otherKeys] = [otherKeys, keys];
    [this.items, this.otherItems] = [otherItems, items];
  }
}
