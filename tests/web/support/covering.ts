/**
 * Covering arrays: few rows of option values in which every pair of values that may stand together does so at least
 * once. Greedy and deterministic: a row starts from the first pair that is still missing, and each further factor takes
 * the value that brings most missing pairs. Source: D. M. Cohen et al., The AETG System (1997), without its randomness.
 */

/** A row by name of the factor. */
export type Row = Readonly<Record<string, unknown>>;

export interface Factor {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** Whether these values may stand together; asked for parts of a row too. */
type Allowed = (part: Row) => boolean;

interface Pair {
  readonly key: string;
  readonly part: Row;
}

/** A value with itself is a pair as well, so that a single factor is covered. */
function pairOf([a, i]: readonly [string, number], [b, j]: readonly [string, number]): string {
  return `${a}:${i} ${b}:${j}`;
}

function allPairs(factors: readonly Factor[], allowed: Allowed): Pair[] {
  const values = factors.flatMap(({ name, values }, f) =>
    values.map((value, i) => ({ f, name, value, i })),
  );
  return values
    .flatMap((a) => values.map((b) => [a, b] as const))
    .filter(([a, b]) => (a.f === b.f ? a.i === b.i : a.f < b.f))
    .map(([a, b]) => ({
      key: pairOf([a.name, a.i], [b.name, b.i]),
      part: { [a.name]: a.value, [b.name]: b.value },
    }))
    .filter(({ part }) => allowed(part));
}

/** Keys of the pairs that a row, or a part of one, holds. */
function pairsIn(row: Row, factors: readonly Factor[]): string[] {
  const set = factors.filter(({ name }) => name in row);
  const places = set.map(({ name, values }) => [name, values.indexOf(row[name])] as const);
  return places.flatMap((a, i) => places.slice(i).map((b) => pairOf(a, b)));
}

function completed(
  start: Row,
  factors: readonly Factor[],
  missing: ReadonlySet<string>,
  allowed: Allowed,
): Row {
  let row = start;
  for (const { name, values } of factors) {
    if (name in row) continue;
    const candidates = values.map((value) => ({ ...row, [name]: value })).filter(allowed);
    const gains = candidates.map(
      (one) => pairsIn(one, factors).filter((key) => missing.has(key)).length,
    );
    row = candidates[gains.indexOf(Math.max(...gains))];
  }
  return row;
}

/** Rows that hold, together with those already `taken`, every allowed pair of values. */
export function coveringRows(
  factors: readonly Factor[],
  taken: readonly Row[],
  allowed: Allowed = () => true,
): Row[] {
  const wanted = allPairs(factors, allowed);
  const missing = new Set(wanted.map(({ key }) => key));
  const strike = (row: Row) => {
    for (const key of pairsIn(row, factors)) missing.delete(key);
  };
  taken.forEach(strike);
  const rows: Row[] = [];
  for (const { key, part } of wanted) {
    if (!missing.has(key)) continue;
    const row = completed(part, factors, missing, allowed);
    strike(row);
    rows.push(row);
  }
  return rows;
}

/** Every allowed row. */
export function allRows(factors: readonly Factor[], allowed: Allowed = () => true): Row[] {
  let rows: Row[] = [{}];
  for (const { name, values } of factors) {
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value })));
  }
  return rows.filter(allowed);
}
