/**
 * Keys along a space-filling curve over a square of 2^bits cells per side. The published digit (rx
 * << 1) ^ ry orders the quadrants differently from Hilbert's curve, so the curve jumps between
 * cells that are not adjacent.
 */

export type CurveDigit = 'published' | 'hilbert' | 'morton';

const digits: Readonly<Record<CurveDigit, (rx: number, ry: number) => number>> = {
  published: (rx, ry) => (rx << 1) ^ ry,
  hilbert: (rx, ry) => (3 * rx) ^ ry,
  morton: (rx, ry) => 2 * rx + ry,
};

/**
 * Returns the position of a cell along the curve. `bits` is at most 16, so that the key is exact.
 */
export function curveKey(x: number, y: number, bits: number, digit: CurveDigit): number {
  let key = 0;
  for (let side = 2 ** (bits - 1); side >= 1; side /= 2) {
    const rx = (x & side) === 0 ? 0 : 1;
    const ry = (y & side) === 0 ? 0 : 1;
    key = key * 4 + digits[digit](rx, ry);
    // Morton order does not rotate the quadrants
    if (ry === 0 && digit !== 'morton') {
      if (rx === 1) {
        x = 2 ** bits - 1 - x;
        y = 2 ** bits - 1 - y;
      }
      [x, y] = [y, x];
    }
  }
  return key;
}

/**
 * Returns the number of steps of a curve over side x side cells that lead to a cell that is not
 * adjacent.
 */
export function jumpsOf(side: number, key: (x: number, y: number) => number): number {
  const cells = Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)];
    return { x, y, key: key(x, y) };
  }).sort((a, b) => a.key - b.key);
  return cells.filter((cell, i) => {
    if (i === 0) return false;
    const before = cells[i - 1];
    return Math.abs(cell.x - before.x) + Math.abs(cell.y - before.y) > 1;
  }).length;
}

export function curveJumps(bits: number, digit: CurveDigit): number {
  return jumpsOf(2 ** bits, (x, y) => curveKey(x, y, bits, digit));
}
