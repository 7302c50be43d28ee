/**
 * Keys along Peano's curve (1890), over a square of 3^digits cells a side. Like Hilbert's it goes from each cell to one
 * beside it, by nine parts a step instead of four: every part is walked in strips, up and down, and turned over where
 * the digits before it add up to an odd number.
 */

/** Digits a coordinate: 3^10 = 59,049 cells, and keys stay exact numbers. */
export const peanoDigits = 10;

/** Place of a cell along the curve. */
export function peanoKey(x: number, y: number, digits = peanoDigits): number {
  let key = 0;
  // whether the digits of the other axis so far add up to an odd number: then a strip runs backwards
  let [oddX, oddY] = [false, false];
  for (let side = 3 ** (digits - 1); side >= 1; side /= 3) {
    const digitX = Math.floor(x / side) % 3;
    const alongX = oddY ? 2 - digitX : digitX;
    if (digitX === 1) oddX = !oddX;
    const digitY = Math.floor(y / side) % 3;
    const alongY = oddX ? 2 - digitY : digitY;
    if (digitY === 1) oddY = !oddY;
    key = key * 9 + alongX * 3 + alongY;
  }
  return key;
}
