/** Where one curve over n comes to lie below another for good. */

/** Ascending in n. */
export type Curve = readonly (readonly [n: number, cost: number])[];

/**
 * The n from which on `curve` is below `other` as far as both are known, between the sizes by a straight line; undefined
 * when it is not below at the largest n. Both curves have the same sizes.
 */
export function crossing(curve: Curve, other: Curve): number | undefined {
  let from: number | undefined;
  for (let i = curve.length - 1; i >= 0; i--) {
    const [n, cost] = curve[i];
    const lead = other[i][1] - cost;
    if (lead > 0) {
      from = n;
      continue;
    }
    if (from === undefined) return undefined;
    const [nextN, nextCost] = curve[i + 1];
    const nextLead = other[i + 1][1] - nextCost;
    return n + ((nextN - n) * -lead) / (nextLead - lead);
  }
  return from;
}
