/** What every chart is drawn with: colors, and numbers and words as SVG text. */

/** Okabe and Ito's palette for color-blind readers, without its yellow; then again with dashes. */
export const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7f7f7f'];
export const DASHES = ['', '6 3', '2 3'];
/** Outlines around a place: for who sees no colors. */
export const SYMBOLS: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `M${x - 2.5} ${y}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0`,
  (x, y) => `M${at(x - 2.2)} ${at(y - 2.2)}h4.4v4.4h-4.4z`,
  (x, y) => `M${x} ${at(y - 3)}l3 5.2h-6z`,
  (x, y) => `M${x} ${at(y - 3.4)}l3.4 3.4l-3.4 3.4l-3.4 -3.4z`,
  (x, y) => `M${x - 3} ${at(y - 2.6)}h6l-3 5.2z`,
];
/** Gray that reads on white and on black. */
export const INK = '#767676';

/** With separators and at most six digits. */
export const number = (value: number) => Number(value.toPrecision(6)).toLocaleString('en');
/** A coordinate. */
export const at = (value: number) => Number(value.toFixed(1));

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
