/**
 * Boxes and points from lines of text, as programs write them: with a line of names or without, with commas,
 * semicolons, tabs or blanks between the columns, with a point or a comma in the numbers.
 */

import { BoxList, FileFault, type OwnBoxes } from '../../model/own-data.js';

type Axis = 'x' | 'y' | 'z';

/** Names of columns, without case, blanks and marks. */
const named = (...names: string[]) => new Set(names);
const least: Readonly<Record<Axis, ReadonlySet<string>>> = {
  x: named('minx', 'xmin', 'x0', 'x1', 'left', 'west', 'minlon', 'minlng', 'lonmin'),
  y: named('miny', 'ymin', 'y0', 'y1', 'top', 'south', 'minlat', 'latmin'),
  z: named('minz', 'zmin', 'z0', 'z1', 'front'),
};
const most: Readonly<Record<Axis, ReadonlySet<string>>> = {
  x: named('maxx', 'xmax', 'x1', 'x2', 'right', 'east', 'maxlon', 'maxlng', 'lonmax'),
  y: named('maxy', 'ymax', 'y1', 'y2', 'bottom', 'north', 'maxlat', 'latmax'),
  z: named('maxz', 'zmax', 'z1', 'z2', 'back'),
};
const place: Readonly<Record<Axis, ReadonlySet<string>>> = {
  x: named('x', 'lon', 'lng', 'long', 'longitude', 'easting', 'cx', 'posx', 'centerx', 'centrex'),
  y: named('y', 'lat', 'latitude', 'northing', 'cy', 'posy', 'centery', 'centrey'),
  z: named('z', 'alt', 'altitude', 'height', 'elevation', 'cz', 'posz', 'centerz', 'centrez'),
};
const extent: Readonly<Record<Axis, ReadonlySet<string>>> = {
  x: named('width', 'w', 'dx', 'sizex'),
  y: named('height', 'h', 'dy', 'sizey'),
  z: named('depth', 'd', 'dz', 'sizez'),
};

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Where the columns of an axis are. */
type Columns =
  | { readonly kind: 'ends'; readonly low: number; readonly high: number }
  | { readonly kind: 'extent'; readonly low: number; readonly size: number }
  | { readonly kind: 'place'; readonly low: number };

function columnsOf(axis: Axis, names: readonly string[]): Columns | null {
  const find = (wanted: ReadonlySet<string>, but = -1) =>
    names.findIndex((name, i) => i !== but && wanted.has(name));
  const low = find(least[axis]);
  const high = find(most[axis], low);
  if (low >= 0 && high >= 0) return { kind: 'ends', low, high };
  const at = find(place[axis]);
  if (at < 0) return null;
  const size = find(extent[axis], at);
  return size >= 0 ? { kind: 'extent', low: at, size } : { kind: 'place', low: at };
}

interface Layout {
  readonly columns: readonly Columns[];
  /** What was understood, in words. */
  readonly words: string;
}

const dimensionWords = { 2: 'in the plane', 3: 'in space' } as const;

function byNames(header: readonly string[]): Layout | null {
  const names = header.map(plain);
  const x = columnsOf('x', names);
  const y = columnsOf('y', names);
  if (!x || !y) return null;
  // a height beside a width is no altitude
  const height = y.kind === 'extent' ? y.size : -1;
  const z = columnsOf(
    'z',
    names.map((name, i) => (i === height ? '' : name)),
  );
  const columns = z ? [x, y, z] : [x, y];
  const used = new Set(columns.flatMap((each) => Object.values(each).filter(Number.isInteger)));
  const taken = header.filter((_, i) => used.has(i)).join(', ');
  const passed = header.filter((_, i) => !used.has(i));
  const what = columns.every(({ kind }) => kind === 'place') ? 'points' : 'boxes';
  const rest = passed.length > 0 ? `; passed over: ${passed.join(', ')}` : '';
  const where = dimensionWords[columns.length as 2 | 3];
  return { columns, words: `${what} ${where} from the columns ${taken}${rest}` };
}

function byCount(cells: number, line: string): Layout {
  const points = (dimensions: number): Columns[] =>
    Array.from({ length: dimensions }, (_, low) => ({ kind: 'place', low }));
  const boxes = (dimensions: number): Columns[] =>
    Array.from({ length: dimensions }, (_, low) => ({ kind: 'ends', low, high: low + dimensions }));
  const layouts: Readonly<Record<number, Layout>> = {
    2: { columns: points(2), words: 'points in the plane, two numbers a line' },
    3: { columns: points(3), words: 'points in space, three numbers a line' },
    4: { columns: boxes(2), words: 'boxes in the plane, minimum corner first' },
    6: { columns: boxes(3), words: 'boxes in space, minimum corner first' },
  };
  const layout = layouts[cells];
  if (layout) return layout;
  throw new FileFault(
    `${line}: without a line of names, 2 or 3 numbers are a point, 4 (a flat box) or 6 a box, minimum corner first; found ${cells}.`,
  );
}

/** What stands between the columns, by the first lines. */
function separatorOf(lines: readonly string[]): RegExp {
  const sample = lines.filter((line) => line.trim() !== '' && !line.startsWith('#')).slice(0, 20);
  const everywhere = (mark: string) =>
    sample.length > 0 && sample.every((line) => line.includes(mark));
  if (everywhere(';')) return /\s*;\s*/;
  if (everywhere('\t')) return / *\t */;
  if (everywhere(',')) return /[\s,]+/;
  return /[\s,;]+/;
}

/** A comma is the point of a number where something else parts the columns. */
function numberOf(cell: string | undefined): number {
  const text = (cell ?? '').trim();
  if (text === '') return Number.NaN;
  return Number(text.includes(',') && !text.includes('.') ? text.replace(',', '.') : text);
}

function boxOf(columns: readonly Columns[], cells: readonly string[]): number[] {
  const lows = columns.map(({ low }) => numberOf(cells[low]));
  const highs = columns.map((column, axis) => {
    if (column.kind === 'ends') return numberOf(cells[column.high]);
    return column.kind === 'extent' ? lows[axis] + numberOf(cells[column.size]) : lows[axis];
  });
  return [...lows, ...highs];
}

/** Told every so many lines how much of the text is read. */
export type Progress = (share: number) => void;
const LINES_A_REPORT = 20_000;

/** Reads lines one after the other; the first that says anything decides how. */
class LineReader {
  private layout: Layout | null = null;
  private list: BoxList | null = null;
  private width = 0;

  constructor(private readonly separator: RegExp) {}

  get result(): OwnBoxes {
    const { layout, list } = this;
    if (!list || !layout) throw new FileFault('The file has no lines of numbers.');
    return { ...list.boxes, understood: layout.words };
  }

  read(line: string, name: string): void {
    const cells = this.cellsOf(line);
    if (!this.layout && this.isHeader(cells)) return;
    this.layout ??= byCount(cells.length, name);
    this.width ||= cells.length;
    this.list ??= new BoxList(this.layout.columns.length as 2 | 3);
    if (cells.length < this.width) {
      throw new FileFault(`${name}: expected ${this.width} numbers, found ${cells.length}.`);
    }
    this.list.add(boxOf(this.layout.columns, cells), name);
  }

  /** Without the empty one behind a separator at the end. */
  private cellsOf(line: string): string[] {
    const cells = line.split(this.separator).map((cell) => cell.replace(/^"|"$/g, ''));
    if (cells.at(-1) === '') cells.pop();
    return cells;
  }

  /** Names that say nothing are passed over: the numbers below are taken in their order. */
  private isHeader(cells: readonly string[]): boolean {
    if (!cells.some((cell) => Number.isNaN(numberOf(cell)))) return false;
    this.layout = byNames(cells);
    if (this.layout) this.width = cells.length;
    return true;
  }
}

export function readCsv(text: string, progress: Progress = () => {}): OwnBoxes {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const reader = new LineReader(separatorOf(lines));
  for (const [i, line] of lines.entries()) {
    if (i % LINES_A_REPORT === 0) progress(i / lines.length);
    const content = line.trim();
    if (content !== '' && !content.startsWith('#')) reader.read(content, `Line ${i + 1}`);
  }
  return reader.result;
}
