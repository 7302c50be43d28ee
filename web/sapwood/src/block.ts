/**
 * 32-bit words of the result block, where the core leaves what a call found: `ResultBlock` of
 * cpp/bindings.
 */

export const ids = 0;
export const distances = 2;
export const offsets = 3;
export const bytes = 4;
export const byteCount = 5;
export const fault = 6;
/** Three float64: node visits, item tests, results. */
export const counters = 8;
/** Address, then count of the last serialized bytes that stand behind the others. */
export const tail = 14;
export const tailCount = 15;
/** Addresses of bounds, level, parent, firstItem, itemCount, kind, items; then the item count. */
export const dump = 16;
export const options = 24;
/** Address, then count of numbers. */
export const spheres = 25;
export const cells = 27;
/**
 * Float64 numbers of the last step or report; the first one is how far a volume goes that is
 * visited.
 */
export const report = 30;
/** Two float64 of a report on culling: planes tested with masks, and without. */
export const planeTests = 38;
