/**
 * Style of a contestant, the same in every chart of the page: a color, a mark and a dash. The dash shows its library, so
 * that nothing depends on the color alone.
 */

import { subjectOf } from 'measuring';
import { placeOf } from '../../ui/structure-order.js';
import type { Side } from '../model.js';

export interface LineStyle {
  /** Into the colors of the theme. */
  readonly color: number;
  /** Into `symbols`. */
  readonly symbol: number;
  /** Lengths in CSS pixels; none: drawn through. */
  readonly dash: readonly number[];
}

/** Outlines around the origin, about five pixels wide, as SVG path data. */
export const symbols: readonly string[] = [
  'M-2.9 0a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0 -5.8 0Z',
  'M-2.6 -2.6h5.2v5.2h-5.2Z',
  'M0 -3.5l3.4 6h-6.8Z',
  'M0 -3.8l3.8 3.8l-3.8 3.8l-3.8 -3.8Z',
  'M-3.4 -2.5h6.8l-3.4 6Z',
  'M-1.2 -3.6h2.4v2.4h2.4v2.4h-2.4v2.4h-2.4v-2.4h-2.4v-2.4h2.4Z',
];

const COLORS = 7;

/** Ours are drawn through, libraries dashed, plain JavaScript dotted. */
const dashes: Readonly<Record<Side, readonly number[]>> = {
  sapwood: [],
  library: [7, 4],
  plain: [2, 3],
  control: [2, 3],
};

/**
 * Styles of contenders. A structure has its own color and mark; libraries have them in order: seven colors and six marks meet
 * again after 42.
 */
export function stylesOf(
  contenders: readonly string[],
  sideOf: (contender: string) => Side,
): ReadonlyMap<string, LineStyle> {
  return new Map(
    contenders.map((contender, i) => {
      const { id, side } = subjectOf(contender);
      const place = (side === 'sapwood' ? placeOf(id) : null) ?? i;
      const dash = dashes[sideOf(contender)];
      return [contender, { color: place % COLORS, symbol: place % symbols.length, dash }];
    }),
  );
}
