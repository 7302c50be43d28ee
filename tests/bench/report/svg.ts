/** What every chart is drawn with: colours, and numbers and words as SVG text. */

/** Okabe and Ito's palette for colour-blind readers, without its yellow; then again with dashes. */
export const COLOURS = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#e69f00',
  '#56b4e9',
  '#7f7f7f',
];
export const DASHES = ['', '6 3', '2 3'];
/** Grey that reads on white and on black. */
export const INK = '#767676';

/** With separators and at most six digits. */
export const number = (value: number) => Number(value.toPrecision(6)).toLocaleString('en');
/** A coordinate. */
export const at = (value: number) => Number(value.toFixed(1));

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
