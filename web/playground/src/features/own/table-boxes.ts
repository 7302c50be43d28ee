/** Boxes and points from table rows with named or ordered columns. */

import { BoxList, FileError, type OwnBoxes, type Readings } from '../../model/own-data.js';
import { columnOf } from './column-names.js';
import { dimensionsOf, type Layout, layoutsByName } from './layouts.js';
import { columnsOf, type Interval, intervalOf, type RowNumbers, type Span } from './spans.js';

const meanings = {
  ends: ['minimum', 'maximum'],
  pair: ['edges', 'edges'],
  corner: ['minimum corner', 'size'],
  far: ['maximum corner', 'size'],
  middle: ['center', 'size'],
  half: ['center', 'half size'],
  place: ['position'],
} as const;

const orderWords = {
  ends: 'minimum, then maximum',
  corner: 'minimum corner, then size',
  middle: 'center, then size',
  axes: 'ends axis by axis',
  points: 'coordinates in order',
} as const;

/** Describes the meaning of columns, for example "x, y = center; w, h = size". */
function spanWords(spans: readonly Span[], names: readonly string[]): string {
  const groups = new Map<string, Set<string>>();
  const hasPair = spans.some(({ kind }) => kind === 'pair');
  for (const { kind, ...span } of spans) {
    const words = meanings[hasPair && kind === 'ends' ? 'pair' : kind];
    for (const [i, column] of Object.values(span).entries()) {
      const word = words[i] ?? '';
      groups.set(word, (groups.get(word) ?? new Set()).add(names[column]));
    }
  }
  return [...groups].map(([meaning, of]) => `${[...of].join(', ')} = ${meaning}`).join('; ');
}

/** Describes the column order of a layout for unnamed columns; undefined for other layouts. */
function orderOf({ id }: Layout): string | undefined {
  const order = id.match(/^order .*?(\w+)$/)?.[1] as keyof typeof orderWords | undefined;
  return order && orderWords[order];
}

/** Describes the interpretation. */
function wordsOf(layout: Layout, names: readonly string[]): string {
  const words = orderOf(layout) ?? spanWords(layout.spans, names);
  const up = layout.up ? `; y points ${layout.up}` : '';
  return `${dimensionsOf(layout)}D ${layout.kind}: ${words}${up}`;
}

/** Returns a short menu label that distinguishes an interpretation. */
function shortLabel(layout: Layout, names: readonly string[]): string {
  const { spans, up, kind } = layout;
  const first = spanWords(kind === 'points' ? spans : spans.slice(0, 2), names).split(';')[0];
  const words = orderOf(layout) ?? (up ? `y points ${up}` : first.replace(' = position', ''));
  return `${dimensionsOf(layout)}D ${kind}; ${words}`;
}

function labelsOf(layouts: readonly Layout[], names: readonly string[]): string[] {
  const labels = layouts.map((layout) => shortLabel(layout, names));
  return labels.map((label, i) => {
    const isRepeated = labels.indexOf(label) !== labels.lastIndexOf(label);
    return isRepeated ? wordsOf(layouts[i], names) : label;
  });
}

function readingsOf(
  layouts: readonly Layout[],
  names: readonly string[],
  readingId: string | undefined,
): Readings {
  const used = layouts.some(({ id }) => id === readingId)
    ? (readingId as string)
    : (layouts[0]?.id ?? '');
  const labels = labelsOf(layouts, names);
  return { used, all: layouts.map(({ id }, i) => ({ id, label: labels[i] })) };
}

/**
 * Runs `read`. If it throws a `FileError`, adds the possible interpretations of the table to the
 * error, so that the user can select another.
 */
function withReadings<Result>(readings: Readings, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof FileError && readings.all.length > 1) error.readings ??= readings;
    throw error;
  }
}

/** Returns a duplicate column name that the layout uses. */
function repeatedName({ spans }: Layout, names: readonly string[]): string | undefined {
  return spans
    .flatMap(columnsOf)
    .map((column) => names[column])
    .find((name) => name !== '' && names.indexOf(name) !== names.lastIndexOf(name));
}

/** Collects the items of a table in one interpretation. */
export class TableBoxes {
  readonly layout: Layout;
  readonly readings: Readings;
  private readonly list: BoxList;
  private readonly intervals: readonly Interval[];

  /** `layouts` must have at least one element. */
  constructor(
    layouts: readonly Layout[],
    private readonly names: readonly string[],
    readingId: string | undefined,
  ) {
    this.readings = readingsOf(layouts, names, readingId);
    const { used } = this.readings;
    this.layout = layouts.find(({ id }) => id === used) ?? layouts[0];
    this.list = new BoxList(dimensionsOf(this.layout));
    this.intervals = this.layout.spans.map(intervalOf);
    const repeated = repeatedName(this.layout, names);
    if (repeated !== undefined) throw new FileError(`Two columns have the name ${repeated}.`);
  }

  add(row: RowNumbers): void {
    withReadings(this.readings, () => {
      for (const column of this.layout.rotations) rejectRotated(row, column);
      const ends = this.intervals.map((interval) => interval(row));
      this.list.add([...ends.map(([low]) => low), ...ends.map(([, high]) => high)], row.place);
    });
  }

  /** Returns the names of unused columns. */
  get ignored(): readonly string[] {
    const used = new Set(this.layout.spans.flatMap(columnsOf));
    return this.names.filter((name, i) => name !== '' && !used.has(i));
  }

  get result(): OwnBoxes {
    const { ignored, layout, names, readings } = this;
    const rest = ignored.length > 0 ? `; ignored: ${ignored.join(', ')}` : '';
    return {
      ...this.list.boxes,
      noun: layout.kind === 'points' ? 'points' : undefined,
      interpretation: `${wordsOf(layout, names)}${rest}`,
      readings: readings.all.length > 1 ? readings : undefined,
    };
  }
}

function rejectRotated(row: RowNumbers, column: number): void {
  let turn = 0;
  try {
    turn = row.number(column);
  } catch {
    // text and empty cells mean no rotation
  }
  if (turn === 0) return;
  throw new FileError(
    `${row.place}: ${row.name(column)} is ${turn}, but rotated boxes are not supported. Write the axis-aligned bounds of rotated boxes.`,
  );
}

export function layoutsOfNames(names: readonly string[]): Layout[] {
  return layoutsByName(names.map(columnOf));
}
