/**
 * Fits weights to measurements: nanoseconds = sum of weight x count, with weights >= 0, by least
 * squares of the RELATIVE errors. A world of ten boxes then has the same influence as a world of
 * ten thousand boxes.
 */

export interface Row {
  readonly terms: readonly number[];
  readonly ns: number;
}

const SWEEPS = 1000;
const ROUNDS = 4;

/** Coordinate descent on the normal equations: sets each weight in turn to its best value >= 0. */
function descend(rows: readonly Row[], scales: readonly number[]): number[] {
  const width = rows[0]?.terms.length ?? 0;
  const columns = Array.from({ length: width }, (_, i) => i);
  const scaled = rows.map(({ terms }, i) => terms.map((term) => term / scales[i]));
  const square = (a: number, b: number) => scaled.reduce((sum, row) => sum + row[a] * row[b], 0);
  const gram = columns.map((a) => columns.map((b) => square(a, b)));
  const target = columns.map((a) =>
    scaled.reduce((sum, row, i) => sum + (row[a] * rows[i].ns) / scales[i], 0),
  );
  const weights = columns.map(() => 0);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let hasChanged = false;
    for (const a of columns) {
      if (gram[a][a] === 0) continue;
      let others = 0;
      for (const b of columns) others += b === a ? 0 : gram[a][b] * weights[b];
      const best = Math.max(0, (target[a] - others) / gram[a][a]);
      hasChanged ||= best !== weights[a];
      weights[a] = best;
    }
    // converged
    if (!hasChanged) break;
  }
  return weights;
}

/**
 * Returns weights with the least errors. An error is relative to the geometric mean of the fitted
 * and the measured time, so that half and double the measured time have the same error.
 */
export function fitWeights(rows: readonly Row[]): number[] {
  let weights = descend(
    rows,
    rows.map(({ ns }) => ns),
  );
  for (let round = 1; round < ROUNDS; round++) {
    const scales = rows.map(({ terms, ns }) =>
      Math.sqrt(ns * Math.max(weigh(weights, terms), ns / 100)),
    );
    weights = descend(rows, scales);
  }
  return weights.map((weight) => Number(weight.toPrecision(4)));
}

/** Times that differ from the fit by more than this factor are treated as disturbed. */
const DISTURBED = 3;

export function fitUndisturbed(rows: readonly Row[]): number[] {
  const first = fitWeights(rows);
  const kept = rows.filter(({ terms, ns }) => {
    const ratio = weigh(first, terms) / ns;
    return ratio < DISTURBED && ratio > 1 / DISTURBED;
  });
  return kept.length > rows.length / 2 ? fitWeights(kept) : first;
}

export function weigh(weights: readonly number[], terms: readonly number[]): number {
  return terms.reduce((sum, term, i) => sum + term * weights[i], 0);
}

export function medianError(rows: readonly Row[], weights: readonly number[]): number {
  const errors = rows
    .map(({ terms, ns }) => Math.abs(weigh(weights, terms) / ns - 1))
    .sort((a, b) => a - b);
  return errors[errors.length >> 1] ?? 0;
}
