/** Sorting of instances by distance. */

const BITS = 11;
const BUCKETS = 2 ** BITS;
const STEPS = 2 ** (2 * BITS) - 1;

const counts = new Uint32Array(BUCKETS);
let keys = new Uint32Array(0);
let otherKeys = new Uint32Array(0);
let otherValues = new Uint32Array(0);

/**
 * Sorts values by depth, in steps of one part in four million of the range. Values of the same step
 * keep their order.
 * @param values - Values, of which the first `count` are sorted in place.
 * @param depths - Depth of each value, by position.
 */
export function sortByDepth(
  values: Uint32Array,
  depths: Float32Array,
  count: number,
  isDescending: boolean,
): void {
  if (count < 2) return;
  reserve(count);
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < count; i += 1) {
    if (depths[i] < low) low = depths[i];
    if (depths[i] > high) high = depths[i];
  }
  const scale = high > low ? STEPS / (high - low) : 0;
  // NaN and infinite depths become 0
  for (let i = 0; i < count; i += 1) {
    const step = ((depths[i] - low) * scale) | 0;
    keys[i] = isDescending ? STEPS - step : step;
  }
  pass(keys, values, otherKeys, otherValues, count, 0);
  pass(otherKeys, otherValues, keys, values, count, BITS);
}

function pass(
  fromKeys: Uint32Array,
  from: Uint32Array,
  toKeys: Uint32Array,
  to: Uint32Array,
  count: number,
  shift: number,
): void {
  counts.fill(0);
  for (let i = 0; i < count; i += 1) counts[(fromKeys[i] >>> shift) & (BUCKETS - 1)] += 1;
  let sum = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    const size = counts[bucket];
    counts[bucket] = sum;
    sum += size;
  }
  for (let i = 0; i < count; i += 1) {
    const bucket = (fromKeys[i] >>> shift) & (BUCKETS - 1);
    const at = counts[bucket];
    counts[bucket] = at + 1;
    toKeys[at] = fromKeys[i];
    to[at] = from[i];
  }
}

function reserve(count: number): void {
  if (keys.length >= count) return;
  keys = new Uint32Array(2 * count);
  otherKeys = new Uint32Array(2 * count);
  otherValues = new Uint32Array(2 * count);
}
