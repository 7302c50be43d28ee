import { expected, SapwoodError, shorten } from './errors.js';
import { isOptions } from './inputs.js';

/**
 * Throws if an own enumerable property of `options` is unknown. The loop allocates no array of
 * names.
 */
export function rejectUnknown(what: string, options: object, known: readonly string[]): void {
  for (const name in options) {
    if (!known.includes(name) && Object.hasOwn(options, name)) throw unknown(what, name, known);
  }
}

function unknown(what: string, name: string, known: readonly string[]): SapwoodError {
  const given = shorten(name);
  const near = known.reduce((best, one) =>
    distance(given, one) < distance(given, best) ? one : best,
  );
  const isClose = 2 * distance(given, near) <= Math.max(given.length, near.length);
  const hint = isClose ? `; did you mean ${near}?` : '.';
  const message = `${what}: unknown option ${given}${hint} Known options: ${known.join(', ')}`;
  return new SapwoodError('invalid-argument', message);
}

/** Throws if a value is not an object or has an unknown option. */
export function requireOptions(options: unknown, known: readonly string[]): void {
  if (!isOptions(options)) throw expected('invalid-argument', 'options', 'an object', options);
  rejectUnknown('options', options, known);
}

/** Returns the Levenshtein distance of two names, ignoring case. */
function distance(from: string, to: string): number {
  const [a, b] = [from.toLowerCase(), to.toLowerCase()];
  // distances from the current prefix of `a` to each prefix of `b`
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i += 1) {
    const above = row;
    row = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = above[j] + (a[i] === b[j] ? 0 : 1);
      row.push(Math.min(replaced, above[j + 1] + 1, row[j] + 1));
    }
  }
  return row[b.length];
}
