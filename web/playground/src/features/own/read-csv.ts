/**
 * Reads boxes and points from text tables. The header is optional. Columns are separated by commas,
 * semicolons, tabs or spaces. Numbers have a decimal point or a decimal comma.
 */

import { FileError, type OwnBoxes } from '../../model/own-data.js';
import { isMeaningless } from './column-names.js';
import { inOrder, type Layout } from './layouts.js';
import { isNumberLike, NumberReader } from './number-text.js';
import { layoutsOfNames, TableBoxes } from './table-boxes.js';
import { forEachRow, plainText, type Row, separatorOf } from './text-rows.js';

/** Called with the share of the text read so far. */
export type Progress = (share: number) => void;

const WITHOUT_NAMES =
  'without column names, expected 2 or 3 numbers (a point), 4 (a 2D box) or 6 (a 3D box), minimum corner first';
const EXPECTED_NAMES = 'Expected names such as minX, minY, maxX, maxY, or x, y, width, height.';

/** A label starts with a letter; other text is a malformed number. */
const isLabel = (cell: string) => /^[^\d+\-.,]*\p{L}/u.test(cell) && !isNumberLike(cell);
const isHeader = (cells: readonly string[]) => !cells.some(isNumberLike);
const isEmpty = (cell: string) => cell === '';

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  let length = cells.length;
  while (length > 0 && isEmpty(cells[length - 1])) length--;
  return cells.slice(0, length);
}

class CsvReader {
  private header: readonly string[] | null = null;
  private comment: readonly string[] | null = null;
  private names: readonly string[] = [];
  /** Columns that contain text instead of numbers, in a table without a header. */
  private labels: ReadonlySet<number> = new Set();
  private table: TableBoxes | null = null;

  constructor(
    private readonly numbers: NumberReader,
    private readonly readingId: string | undefined,
  ) {}

  get result(): OwnBoxes {
    if (!this.table) throw new FileError('The file has no lines of numbers.');
    this.numbers.finish();
    return this.table.result;
  }

  read(row: Row): void {
    const cells = row.isComment ? row.cells : withoutEmptyEnd(row.cells);
    if (row.isComment) this.comment = cells;
    else if (this.table) this.add(this.table, row);
    else if (isHeader(cells)) this.setHeader(cells, row.line);
    else {
      this.table = this.begin(cells, row);
      this.add(this.table, row);
    }
  }

  /**
   * Uses a line of text as the header, in place of an earlier header. Throws if the earlier header
   * has known column names, because numbers must follow it.
   */
  private setHeader(cells: readonly string[], line: number): void {
    if (this.header && layoutsOfNames(this.header).length > 0) {
      throw new FileError(`Line ${line}: expected numbers, found “${cells.join(' ').trim()}”.`);
    }
    this.header = cells;
  }

  private begin(cells: readonly string[], { line }: Row): TableBoxes {
    const { comment, header, readingId } = this;
    const isNamed = comment?.length === cells.length && layoutsOfNames(comment).length > 0;
    const names = header ?? (isNamed ? comment : null);
    if (!names) return this.beginWithoutNames(cells, line);
    this.names = names;
    const layouts = layoutsOfNames(names);
    if (layouts.length > 0) return new TableBoxes(layouts, names, readingId);
    if (names.length === cells.length && names.every(isMeaningless)) {
      return new TableBoxes(this.layoutsInOrder([...names.keys()], line), names, readingId);
    }
    throw new FileError(
      `The columns ${names.filter((name) => name !== '').join(', ')} do not contain positions of boxes or points. ${EXPECTED_NAMES}`,
    );
  }

  private beginWithoutNames(cells: readonly string[], line: number): TableBoxes {
    const columns = [...cells.keys()];
    this.labels = new Set(columns.filter((column) => isLabel(cells[column])));
    this.names = cells.map((_, column) => (this.labels.has(column) ? `column ${column + 1}` : ''));
    const layouts = this.layoutsInOrder(
      columns.filter((column) => !this.labels.has(column)),
      line,
    );
    return new TableBoxes(layouts, this.names, this.readingId);
  }

  private layoutsInOrder(columns: readonly number[], line: number): Layout[] {
    const layouts = inOrder(columns);
    if (layouts.length > 0) return layouts;
    throw new FileError(`Line ${line}: ${WITHOUT_NAMES}; found ${columns.length}.`);
  }

  private add(table: TableBoxes, { cells, line }: Row): void {
    const { labels, names } = this;
    const place = `Line ${line}`;
    if (cells.length !== names.length) this.checkWidth(table, cells, place);
    for (const column of labels) {
      if (isNumberLike(cells[column])) {
        throw new FileError(`${place}, column ${column + 1}: expected text, found a number.`);
      }
    }
    const nameOf = (column: number) => names[column] || `column ${column + 1}`;
    const placeOf = (column: number) =>
      `${place}, column ${column + 1}${names[column] ? ` (${names[column]})` : ''}`;
    table.add({
      place,
      name: nameOf,
      number: (column) => this.numbers.read(cells[column], () => placeOf(column)),
    });
  }

  /** Throws if a row has too few or too many cells. Extra empty cells at the end are allowed. */
  private checkWidth(table: TableBoxes, cells: readonly string[], place: string): void {
    const expected = this.names.length;
    const found = cells.length;
    const unit = table.ignored.length === 0 ? 'numbers' : 'cells';
    if (found < expected) {
      throw new FileError(`${place}: expected ${expected} ${unit}, found ${found}.`);
    }
    if (cells.slice(expected).every(isEmpty)) return;
    throw new FileError(
      `${place}: expected ${expected} ${unit}, found ${found}. Put cells with a separator in them in quotes.`,
    );
  }
}

/**
 * Reads boxes from a text table. `readingId` is the id of an interpretation. Without an id, or if
 * that interpretation does not apply, the most likely interpretation is used.
 */
export function readCsv(text: string, progress: Progress = () => {}, readingId?: string): OwnBoxes {
  const content = plainText(text);
  const separator = separatorOf(content);
  const reader = new CsvReader(new NumberReader(separator === ';'), readingId);
  forEachRow(content, separator, (row) => reader.read(row), progress);
  return reader.result;
}
