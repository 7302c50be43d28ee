/**
 * Comparisons that are fast on success, because the suites make millions of them. On failure, they
 * throw an error with the text that `where` returns.
 */

type Numbers = ArrayLike<number>;
type Where = () => string;

const SHOWN = 12;

function show(values: Numbers): string {
  const head = Array.from({ length: Math.min(values.length, SHOWN) }, (_, i) => values[i]);
  return `[${head.join(', ')}${values.length > SHOWN ? ', ...' : ''}] (${values.length})`;
}

function fail(actual: Numbers, expected: Numbers, where: Where): never {
  throw new Error(`${where()}: expected ${show(expected)}, found ${show(actual)}`);
}

export function require(condition: boolean, where: Where): void {
  if (!condition) throw new Error(where());
}

export function requireSequence(actual: Numbers, expected: Numbers, where: Where): void {
  if (actual.length !== expected.length) fail(actual, expected, where);
  for (let i = 0; i < expected.length; i++) {
    if (actual[i] !== expected[i]) fail(actual, expected, where);
  }
}

export function requireValid(faults: readonly string[], where: Where): void {
  require(faults.length === 0, () => `${where()}: ${faults.join('; ')}`);
}

/** Requires the same ids without duplicates; `expected` is ascending. */
export function requireSet(actual: Uint32Array, expected: Numbers, where: Where): void {
  requireSequence(actual.slice().sort(), expected, where);
}

/** Requires the expected distances, rounded to float32. */
export function requireDistances(actual: Float32Array, expected: Numbers, where: Where): void {
  if (actual.length !== expected.length) fail(actual, expected, where);
  for (let i = 0; i < expected.length; i++) {
    if (actual[i] !== Math.fround(expected[i])) fail(actual, expected, where);
  }
}

export function sortedPairs(pairs: Uint32Array): Uint32Array {
  // a float64 holds both ids exactly, because ids in tests are far below 2^26
  const keys = new Float64Array(pairs.length / 2);
  for (let i = 0; i < keys.length; i++) keys[i] = pairs[2 * i] * 0x4000000 + pairs[2 * i + 1];
  keys.sort();
  const sorted = new Uint32Array(pairs.length);
  for (let i = 0; i < keys.length; i++) {
    const a = Math.floor(keys[i] / 0x4000000);
    sorted[2 * i] = a;
    sorted[2 * i + 1] = keys[i] - a * 0x4000000;
  }
  return sorted;
}

/** Requires the same pairs without duplicates, in the same orientation; `expected` is sorted. */
export function requirePairs(actual: Uint32Array, expected: Numbers, where: Where): void {
  requireSequence(sortedPairs(actual), expected, where);
}
