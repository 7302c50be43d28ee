/**
 * Keys along a space-filling curve over a square of 2^bits cells a side. The published digit (rx << 1) ^ ry numbers the
 * quadrants in an order that is not Hilbert's: the curve jumps.
 */

export type CurveDigit = 'published' | 'hilbert';

/** Place of a cell along the curve; bits <= 16, so that the key stays an exact number. */
export function curveKey(x: number, y: number, bits: number, digit: CurveDigit): number {
  let key = 0;
  for (let side = 2 ** (bits - 1); side >= 1; side /= 2) {
    const rx = (x & side) === 0 ? 0 : 1;
    const ry = (y & side) === 0 ? 0 : 1;
    key = key * 4 + (digit === 'hilbert' ? (3 * rx) ^ ry : (rx << 1) ^ ry);
    if (ry === 0) {
      if (rx === 1) {
        x = 2 ** bits - 1 - x;
        y = 2 ** bits - 1 - y;
      }
      [x, y] = [y, x];
    }
  }
  return key;
}

/** Steps between successive cells of the whole curve that are longer than one cell. */
export function curveJumps(bits: number, digit: CurveDigit): number {
  const side = 2 ** bits;
  const cells = Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)];
    return { x, y, key: curveKey(x, y, bits, digit) };
  }).sort((a, b) => a.key - b.key);
  return cells.filter((cell, i) => {
    if (i === 0) return false;
    const before = cells[i - 1];
    return Math.abs(cell.x - before.x) + Math.abs(cell.y - before.y) > 1;
  }).length;
}
