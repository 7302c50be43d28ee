/**
 * Word offsets in the result block, where the core stores results. Mirrors `ResultBlock` in
 * cpp/bindings.
 */

export const ids = 0;
export const contacts = 1;
export const distances = 2;
export const offsets = 3;
export const bytes = 4;
export const byteCount = 5;
export const fault = 6;
/** Three float64: numbers of node visits, item tests and results. */
export const counters = 8;
/** Address of the last part of serialized bytes, then its length. */
export const tail = 14;
export const tailCount = 15;
/**
 * Node dump: addresses of the arrays bounds, level, parent, firstItem, itemCount, kind and items,
 * then the item count.
 */
export const dump = 16;
export const options = 24;
/** Spheres of the node dump: address of the array, then its length. */
export const spheres = 25;
export const cells = 27;
/**
 * Four float64 that the last rebuild step or report returned. During a query with the option
 * `hit` or `distance`, the first number is the distance beyond which the core skips items.
 */
export const report = 30;
/** Two float64: numbers of plane tests with and without masks. */
export const planeTests = 38;
/** Seven float64: box of the visited node or item, then the level of the node. */
export const visited = 42;
