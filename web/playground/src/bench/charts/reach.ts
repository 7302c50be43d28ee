/** What the axis of values reaches: all that was measured, and those marks that are not far above it. */

import type { Line } from './chart-data.js';

/** A horizontal line that means something. */
export interface Mark {
  readonly value: number;
  readonly label: string;
}

/** On a linear axis a mark farther up than so many times the rest would press all of it to the ground. */
const FAR = 4;

export function marksInReach(marks: readonly Mark[], most: number, isLogarithmic: boolean): Mark[] {
  return marks.filter(({ value }) => isLogarithmic || value <= FAR * most);
}

/** Values with their spreads, and the marks. */
export function valuesInReach(
  lines: readonly Line[],
  marks: readonly Mark[],
  isLogarithmic: boolean,
): number[] {
  const drawn = lines.flatMap(({ points }) =>
    points.flatMap(({ value, low, high }) => [value, low, high].filter((one) => one !== null)),
  );
  const near = marksInReach(marks, Math.max(0, ...drawn), isLogarithmic);
  return [...drawn, ...near.map(({ value }) => value)];
}
