/**
 * Style of a contender, the same in all charts: color, symbol and dash pattern. The dash pattern
 * shows the kind of contender. Symbols and dashes distinguish lines without color.
 */

import { subjectOf } from 'measuring';
import { placeOf } from '../../ui/structure-order.js';
import type { Side } from '../model.js';

export interface LineStyle {
  /** Index into the line colors of the theme. */
  readonly color: number;
  /** Index into `symbols`. */
  readonly symbol: number;
  /** Dash pattern: lengths in CSS pixels; empty for a solid line. */
  readonly dash: readonly number[];
}

/**
 * Outlines of the point symbols as SVG path data. They are centered on the origin and 5 to 8 pixels
 * wide.
 */
export const symbols: readonly string[] = [
  'M-2.9 0a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0 -5.8 0Z',
  'M-2.6 -2.6h5.2v5.2h-5.2Z',
  'M0 -3.5l3.4 6h-6.8Z',
  'M0 -3.8l3.8 3.8l-3.8 3.8l-3.8 -3.8Z',
  'M-3.4 -2.5h6.8l-3.4 6Z',
  'M-1.2 -3.6h2.4v2.4h2.4v2.4h-2.4v2.4h-2.4v-2.4h-2.4v-2.4h2.4Z',
];

const COLORS = 7;

/**
 * Lines of Sapwood are solid, lines of other libraries dashed, and lines of plain JavaScript
 * dotted.
 */
const dashes: Readonly<Record<Side, readonly number[]>> = {
  sapwood: [],
  library: [7, 4],
  plain: [2, 3],
  control: [2, 3],
};

/**
 * Returns the style of each contender. A structure has a fixed color and symbol. For other
 * contenders, color and symbol depend on the position in the list. The combinations of seven colors
 * and six symbols repeat after 42 positions.
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
