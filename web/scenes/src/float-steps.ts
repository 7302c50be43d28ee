/**
 * Neighbors among the float32 numbers.
 */

const lane = new Float32Array(1);
const bits = new Int32Array(lane.buffer);

/** The greatest float32 below a finite float32. */
export function previousFloat(value: number): number {
  lane[0] = value === 0 ? -0 : value;
  // the bit patterns of negative floats grow away from zero, those of positive ones towards
  // infinity
  bits[0] += bits[0] < 0 ? 1 : -1;
  return lane[0];
}
