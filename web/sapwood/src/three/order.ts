const BITS = 11;
const BUCKETS = 2 ** BITS;
const STEPS = 2 ** (2 * BITS) - 1;

const lowCounts = new Uint32Array(BUCKETS);
const highCounts = new Uint32Array(BUCKETS);
let keys = new Uint32Array(0);
/**
 * Alternating keys and values. A key and its value are adjacent, so that writing both changes only
 * one cache line.
 */
let pairs = new Uint32Array(0);

/**
 * Sorts the first `count` values by depth. Depths are rounded to about 4 million steps between the
 * smallest and largest depth. Values of the same step keep their order.
 */
export function sortByDepth(
  values: Uint32Array,
  depths: Float32Array,
  count: number,
  isDescending: boolean,
): void {
  if (count < 2) return;
  if (keys.length < count) {
    keys = new Uint32Array(2 * count);
    pairs = new Uint32Array(4 * count);
  }
  countSteps(depths, count, isDescending);
  for (let i = 0; i < count; i += 1) {
    const key = keys[i];
    const bucket = key & (BUCKETS - 1);
    const at = 2 * lowCounts[bucket];
    lowCounts[bucket] += 1;
    pairs[at] = key;
    pairs[at + 1] = values[i];
  }
  for (let i = 0; i < count; i += 1) {
    const bucket = pairs[2 * i] >>> BITS;
    values[highCounts[bucket]] = pairs[2 * i + 1];
    highCounts[bucket] += 1;
  }
}

/** Computes the keys, and the start of each bucket for both passes of the radix sort. */
function countSteps(depths: Float32Array, count: number, isDescending: boolean): void {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < count; i += 1) {
    const depth = depths[i];
    if (depth < low) low = depth;
    if (depth > high) high = depth;
  }
  const scale = high > low ? STEPS / (high - low) : 0;
  lowCounts.fill(0);
  highCounts.fill(0);
  for (let i = 0; i < count; i += 1) {
    // `| 0` maps NaN and infinite depths to step 0
    const step = ((depths[i] - low) * scale) | 0;
    const key = isDescending ? STEPS - step : step;
    keys[i] = key;
    lowCounts[key & (BUCKETS - 1)] += 1;
    highCounts[key >>> BITS] += 1;
  }
  let lowSum = 0;
  let highSum = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    const lowCount = lowCounts[bucket];
    lowCounts[bucket] = lowSum;
    lowSum += lowCount;
    const highCount = highCounts[bucket];
    highCounts[bucket] = highSum;
    highSum += highCount;
  }
}
