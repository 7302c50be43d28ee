/** Decodes screenshots, and computes statistics that distinguish a picture from an empty page. */

import { inflateSync } from 'node:zlib';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel, row by row. */
  readonly rgb: Uint8Array;
}

const SIGNATURE_BYTES = 8;

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const a = Math.abs(estimate - left);
  const b = Math.abs(estimate - above);
  const c = Math.abs(estimate - corner);
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

/** Reverses the filter of one row in place (PNG specification, section 9). */
function unfilter(kind: number, row: Uint8Array, above: Uint8Array, channels: number): void {
  const leftOf = (i: number) => (i < channels ? 0 : row[i - channels]);
  const cornerOf = (i: number) => (i < channels ? 0 : above[i - channels]);
  const { length } = row;
  if (kind === 1) for (let i = channels; i < length; i++) row[i] += row[i - channels];
  if (kind === 2) for (let i = 0; i < length; i++) row[i] += above[i];
  if (kind === 3) for (let i = 0; i < length; i++) row[i] += (leftOf(i) + above[i]) >> 1;
  if (kind === 4)
    for (let i = 0; i < length; i++) row[i] += paeth(leftOf(i), above[i], cornerOf(i));
}

/** Decodes a PNG of Chromium: eight bits per channel, RGB or RGBA, not interlaced. */
export function decodePng(png: Buffer): Picture {
  let at = SIGNATURE_BYTES;
  let width = 0;
  let height = 0;
  let channels = 0;
  const parts: Buffer[] = [];
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') {
      width = data.readUInt32BE(0);
      height = data.readUInt32BE(4);
      channels = data[9] === 6 ? 4 : 3;
      if (data[8] !== 8 || data[12] !== 0) throw new Error('png: expected 8 bits, not interlaced');
    }
    if (kind === 'IDAT') parts.push(data);
    at += length + 12;
  }
  const packed = inflateSync(Buffer.concat(parts));
  const rgb = new Uint8Array(3 * width * height);
  let above = new Uint8Array(width * channels);
  for (let y = 0; y < height; y++) {
    const start = y * (width * channels + 1);
    const row = packed.subarray(start + 1, start + 1 + width * channels);
    unfilter(packed[start], row, above, channels);
    for (let x = 0; x < width; x++) {
      rgb.set(row.subarray(x * channels, x * channels + 3), 3 * (y * width + x));
    }
    above = row;
  }
  return { width, height, rgb };
}

export interface Statistics {
  /** Number of different colors, after each channel is rounded down to a multiple of 16. */
  readonly colors: number;
  /** Fraction of the pixels that have the most frequent color. */
  readonly commonest: number;
  /**
   * Number of pixels whose largest and smallest channel differ by at least 60. These pixels are
   * colorful, and the background is nearly gray.
   */
  readonly vivid: number;
}

export function statistics(
  { width, rgb }: Picture,
  [left, top, right, bottom]: readonly [number, number, number, number],
): Statistics {
  const counts = new Map<number, number>();
  let vivid = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const [r, g, b] = rgb.subarray(3 * (y * width + x), 3 * (y * width + x) + 3);
      const key = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (Math.max(r, g, b) - Math.min(r, g, b) >= 60) vivid++;
    }
  }
  const pixels = (right - left) * (bottom - top);
  return { colors: counts.size, commonest: Math.max(...counts.values()) / pixels, vivid };
}
