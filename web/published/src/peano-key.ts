/**
 * Keys along Peano's curve (1890) over a square of 3^digits cells per side. Like Hilbert's curve,
 * it always steps to an adjacent cell, but it divides each square into nine parts instead of four.
 * The parts are traversed column by column, alternately up and down. An axis is mirrored if the sum
 * of the previous digits of the other axis is odd.
 */

/**
 * Number of digits per coordinate. The square has 3^10 = 59,049 cells per side, so keys are below
 * 2^53 and exact.
 */
export const peanoDigits = 10;

export function peanoKey(x: number, y: number, digits = peanoDigits): number {
  let key = 0;
  // oddX: the sum of the previous x digits is odd, so that y is mirrored; oddY mirrors x
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
