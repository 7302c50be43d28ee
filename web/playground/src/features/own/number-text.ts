/** Number parsing. Ambiguous text is rejected. */

import { FileError } from '../../model/own-data.js';

const POINT = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const COMMA = /^[+-]?(\d*,\d+|\d+,)(e[+-]?\d+)?$/i;
/** Numbers with one group of three digits, which are ambiguous: 1,234 is 1.234 or 1234. */
const MAYBE_THOUSANDS = /^[+-]?[1-9]\d{0,2},\d{3}$/;
const THOUSANDS = /^[+-]?\d{1,3}([,.' \u00a0\u202f]\d{3})+([.,]\d*)?$/;

interface Seen {
  readonly text: string;
  readonly place: string;
}

function shown(text: string): string {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
}

function notNumber(text: string, place: string): FileError {
  if (text === '') return new FileError(`${place}: expected a number, found an empty cell.`);
  if (THOUSANDS.test(text)) {
    return new FileError(
      `${place}: ${text} has a thousands separator. Write numbers without separators.`,
    );
  }
  return new FileError(`${place}: expected a number, found “${shown(text)}”.`);
}

/** Parses the numbers of a file with either decimal points or decimal commas. */
export class NumberReader {
  private point: Seen | null = null;
  private comma: Seen | null = null;
  private unclear: Seen | null = null;

  /** With `commaIsDecimal`, 1,234 is read as 1.234, because semicolons separate the columns. */
  constructor(private readonly commaIsDecimal = false) {}

  read(cell: string, place: () => string): number {
    const text = cell.trim().replace('\u2212', '-');
    if (POINT.test(text)) {
      if (text.includes('.')) this.point ??= { text, place: place() };
      return Number(text);
    }
    if (!COMMA.test(text)) throw notNumber(text, place());
    if (!this.commaIsDecimal && MAYBE_THOUSANDS.test(text))
      this.unclear ??= { text, place: place() };
    else this.comma ??= { text, place: place() };
    return Number(text.replace(',', '.'));
  }

  /** Checks that the numbers of the file are consistent. Call after the last number. */
  finish(): void {
    const { comma, point, unclear } = this;
    if (point && comma) {
      throw new FileError(
        `${comma.place}: ${comma.text} has a decimal comma, but ${point.text} (${point.place}) a decimal point.`,
      );
    }
    if (unclear && !comma) {
      throw new FileError(
        `${unclear.place}: ${unclear.text} could have a thousands separator or a decimal comma. Write it with a decimal point.`,
      );
    }
  }
}

/** Whether a text is a number, or a word for a missing or infinite number. */
export function isNumberLike(cell: string): boolean {
  const text = cell.trim().replace('\u2212', '-');
  if (POINT.test(text) || COMMA.test(text) || THOUSANDS.test(text)) return true;
  return /^([+-]?(nan|inf|infinity)|null|none|na|n\/a|#n\/a|-)$/i.test(text);
}
