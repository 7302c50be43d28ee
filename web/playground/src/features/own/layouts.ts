/** Interpretations of table columns as boxes or points. */

import type { Dimensions } from '../../state/settings.js';
import { type Axis, axes, type NamedColumn, type Part } from './column-names.js';
import type { Span } from './spans.js';

/** Interpretation of a row: an interval per axis. */
export interface Layout {
  readonly id: string;
  readonly kind: 'boxes' | 'points';
  readonly spans: readonly Span[];
  /**
   * Assumed direction of the y-axis; undefined if the meaning of the columns does not depend on it.
   */
  readonly up?: 'up' | 'down';
  /** Columns with box rotations. */
  readonly rotations: readonly number[];
}

export const dimensionsOf = ({ spans }: Layout) => spans.length as Dimensions;

type Parts = Partial<Record<Part, number>>;

const placeOf = ({ at, middle }: Parts) => at ?? middle;

/** Columns whose names have the same prefix. */
interface Family {
  readonly parts: Readonly<Record<Axis, Parts>>;
  readonly entries: number[];
  readonly rotations: number[];
  radius?: number;
  diameter?: number;
  altitude?: number;
  length?: number;
  color?: number;
  /** Numbered columns such as x0 and x1, by axis and number. */
  readonly numbered: Readonly<Record<Axis, Map<number, number>>>;
}

function emptyFamily(): Family {
  return {
    parts: { x: {}, y: {}, z: {} },
    entries: [],
    rotations: [],
    numbered: { x: new Map(), y: new Map(), z: new Map() },
  };
}

/**
 * Adds a column to a family, the columns whose names have the same prefix. Returns false if the
 * family has a column with the same axis and meaning.
 */
function put(family: Family, { role }: NamedColumn, column: number): boolean {
  switch (role.kind) {
    case 'axis': {
      const parts = family.parts[role.axis];
      if (parts[role.part] !== undefined) return false;
      parts[role.part] = column;
      break;
    }
    case 'numbered': {
      const columns = family.numbered[role.axis];
      if (columns.has(role.number)) return false;
      columns.set(role.number, column);
      break;
    }
    case 'entry':
      if (family.entries[role.index] !== undefined) return false;
      family.entries[role.index] = column;
      break;
    case 'rotation':
      family.rotations.push(column);
      break;
    default:
      if (family[role.kind] !== undefined) return false;
      family[role.kind] = column;
  }
  return true;
}

/**
 * Two numbered columns of an axis are its ends. One column is a position, and more columns are
 * vertices.
 */
function resolveNumbered({ numbered, parts }: Family): void {
  for (const axis of axes) {
    const columns = [...numbered[axis]].sort(([a], [b]) => a - b).map(([, column]) => column);
    if (columns.length === 1) parts[axis].at ??= columns[0];
    if (columns.length !== 2 || parts[axis].low !== undefined) continue;
    [parts[axis].low, parts[axis].high] = columns;
  }
}

/** With a z column, length, width and height are sizes along x, y and z. */
function resolveLength({ parts, length }: Family): void {
  const { x, y, z } = parts;
  if (length === undefined || x.size === undefined || z.size !== undefined) return;
  if (y.size !== undefined && placeOf(z) === undefined) return;
  if (y.size !== undefined) z.size = y.size;
  y.size = x.size;
  x.size = length;
}

/**
 * If there is a column g or b, r is red. rx, ry and rz are angles if there are no center columns,
 * otherwise half sizes.
 */
function resolveLetters(family: Family): void {
  if (family.color !== undefined) delete family.radius;
  const { x, y, z } = family.parts;
  if (z.r !== undefined && z.middle === undefined) return;
  for (const parts of [x, y, z]) if (parts.r !== undefined) parts.half ??= parts.r;
}

function resolveAltitude({ altitude, parts }: Family): void {
  if (altitude !== undefined && placeOf(parts.z) === undefined) parts.z.at = altitude;
}

function putIn(families: Map<string, Family>, name: string, column: NamedColumn, at: number) {
  const family = families.get(name) ?? emptyFamily();
  families.set(name, family);
  return put(family, column, at);
}

function familiesOf(columns: readonly (NamedColumn | null)[]): Map<string, Family> {
  const families = new Map<string, Family>();
  for (const [i, column] of columns.entries()) {
    if (!column) continue;
    // a second column with the same prefix and role starts another group
    let name = column.family;
    while (!putIn(families, name, column, i)) name += '+';
  }
  for (const family of families.values()) {
    resolveNumbered(family);
    resolveLetters(family);
    resolveLength(family);
    resolveAltitude(family);
  }
  return families;
}

/** Assumed meaning of columns whose names are ambiguous. */
interface Choice {
  readonly at: 'corner' | 'middle';
  readonly up: 'up' | 'down';
  readonly extent: 'half' | 'middle';
}

/** For each field of `Choice`, whether the layout depends on it. */
interface Open {
  at: boolean;
  up: boolean;
  extent: boolean;
}

/** Returns the two columns with the ends of an axis; null if there are none. */
function endsOf({ low, high, first, second }: Parts): Span | null {
  if (low !== undefined && high !== undefined) return { kind: 'ends', low, high };
  if (first !== undefined && second !== undefined) return { kind: 'pair', first, second };
  return null;
}

/**
 * Returns the span for a position and a size. A position with a half size is a center. `open`
 * records each ambiguous meaning that was used.
 */
function sizedOf(parts: Parts, all: Parts, choice: Choice, open: Open): Span | null {
  const { at, high, low, middle, first, second } = parts;
  const { extent, half, size } = all;
  if (half !== undefined && (middle ?? at) !== undefined && size === undefined) {
    return { kind: 'half', at: (middle ?? at) as number, size: half };
  }
  if (extent !== undefined && (middle ?? at) !== undefined && size === undefined) {
    open.extent = true;
    return { kind: choice.extent, at: (middle ?? at) as number, size: extent };
  }
  if (size === undefined) return null;
  if (middle !== undefined) return { kind: 'middle', at: middle, size };
  if (at !== undefined) {
    open.at = true;
    return { kind: choice.at, at, size };
  }
  if (second !== undefined) {
    open.up = true;
    return { kind: choice.up === 'down' ? 'corner' : 'far', at: second, size };
  }
  const start = low ?? first;
  if (start !== undefined) return { kind: 'corner', at: start, size };
  return high === undefined ? null : { kind: 'far', at: high, size };
}

/** Uses a radius or diameter as the size on an axis that has no size column. */
function withRadius(parts: Parts, { radius, diameter }: Family): Parts {
  if ((parts.size ?? parts.half ?? parts.extent) !== undefined) return parts;
  if (radius !== undefined) return { ...parts, half: radius };
  return diameter === undefined ? parts : { ...parts, size: diameter };
}

function spanOf(axis: Axis, family: Family, choice: Choice, open: Open): Span | null {
  const parts = family.parts[axis];
  const ends = endsOf(parts);
  if (ends) return ends;
  const ball = withRadius(parts, family);
  const isRound = ball !== parts && family.diameter !== undefined && family.radius === undefined;
  const at = parts.middle ?? parts.at;
  if (isRound && at !== undefined && ball.size !== undefined) {
    return { kind: 'middle', at, size: ball.size };
  }
  return sizedOf(parts, ball, choice, open);
}

/**
 * Returns the possible box layouts of the columns in a family. If z has a position and no size, the
 * boxes are flat in z.
 */
function boxLayouts(family: Family, name: string, choice: Choice, open: Open): Layout[] {
  const [x, y, z] = axes.map((axis) => spanOf(axis, family, choice, open));
  const { parts, rotations } = family;
  // a radius with a height describes a cylinder, not a box
  const sized = [parts.x, parts.y].filter(({ size }) => size !== undefined).length;
  if ((family.radius ?? family.diameter) !== undefined && sized === 1) return [];
  // z has only one of two ends
  const isCut = !z && (parts.z.low ?? parts.z.high) !== undefined;
  if (!x || !y || isCut) return [];
  const isTurnable = [x, y].some(
    ({ kind }) => kind === 'corner' || kind === 'middle' || kind === 'half',
  );
  const common = {
    kind: 'boxes' as const,
    ...(open.up && { up: choice.up }),
    rotations: isTurnable && family.radius === undefined ? rotations : [],
  };
  const id = `boxes ${name} ${open.at ? choice.at : ''} ${open.up ? choice.up : ''} ${open.extent ? choice.extent : ''}`;
  const flat: Layout = { ...common, id: `${id} 2`, spans: [x, y] };
  if (z) return [{ ...common, id: `${id} 3`, spans: [x, y, z] }];
  const at = placeOf(parts.z);
  // x has a position in addition to its ends, so z is a coordinate of that position, not of the box
  const isOfPoint = placeOf(parts.x) !== undefined && (x.kind === 'ends' || x.kind === 'pair');
  if (at === undefined || isOfPoint) return [flat];
  return [{ ...common, id: `${id} 3`, spans: [x, y, { kind: 'place', at }] }, flat];
}

function pointLayouts({ altitude, parts }: Family, name: string): Layout[] {
  const [x, y, z] = axes.map((axis) => placeOf(parts[axis]));
  if (x === undefined || y === undefined) return [];
  const layout = (columns: readonly number[]): Layout => ({
    id: `points ${name} ${columns.length}`,
    kind: 'points',
    spans: columns.map((at) => ({ kind: 'place', at })),
    rotations: [],
  });
  if (z !== undefined && z !== altitude) return [layout([x, y, z])];
  // if there is a width, the height is a size; otherwise it is a position on z
  const height = parts.x.size === undefined ? (z ?? parts.y.size) : z;
  return height === undefined ? [layout([x, y])] : [layout([x, y, height]), layout([x, y])];
}

const choices: readonly Choice[] = (['half', 'middle'] as const).flatMap((extent) =>
  (['down', 'up'] as const).flatMap((up) =>
    (['corner', 'middle'] as const).map((at) => ({ at, up, extent })),
  ),
);

function layoutsOf(family: Family, name: string): Layout[] {
  const found = new Map<string, Layout>();
  for (const choice of choices) {
    const open = { at: false, up: false, extent: false };
    for (const layout of boxLayouts(family, name, choice, open)) {
      if (!found.has(layout.id)) found.set(layout.id, layout);
    }
  }
  for (const layout of inOrder(family.entries, name)) found.set(layout.id, layout);
  for (const layout of pointLayouts(family, name)) found.set(layout.id, layout);
  return [...found.values()];
}

type Order = 'ends' | 'corner' | 'middle' | 'axes';

/**
 * Returns a box layout for unnamed columns: two corners, corner and size, center and size, or axis
 * by axis.
 */
function boxInOrder(columns: readonly number[], order: Order, name: string): Layout {
  const dimensions = columns.length / 2;
  const spans = Array.from({ length: dimensions }, (_, d): Span => {
    const [one, other] = [columns[d], columns[d + dimensions]];
    if (order === 'ends') return { kind: 'ends', low: one, high: other };
    if (order === 'axes') return { kind: 'ends', low: columns[2 * d], high: columns[2 * d + 1] };
    return { kind: order, at: one, size: other };
  });
  return { id: `order ${name} ${order}`, kind: 'boxes', spans, rotations: [] };
}

/**
 * Returns the interpretations of unnamed columns: 2 or 3 columns are a point, 4 or 6 columns are a
 * box.
 */
export function inOrder(columns: readonly number[], name = ''): Layout[] {
  const count = columns.filter((column) => column !== undefined).length;
  // a file can have some entries of a list only, such as bbox_2 and bbox_3
  if (count !== columns.length) return [];
  if (count === 2 || count === 3) {
    const spans = columns.map((at): Span => ({ kind: 'place', at }));
    return [{ id: `order ${name} points`, kind: 'points', spans, rotations: [] }];
  }
  if (count !== 4 && count !== 6) return [];
  const orders: Order[] = ['ends', 'corner', 'middle', 'axes'];
  if (/xywh$/.test(name)) orders.unshift('middle');
  if (/(rect|rectangle|frame)$/.test(name)) orders.unshift('corner');
  return [...new Set(orders)].map((order) => boxInOrder(columns, order, name));
}

/** Returns all interpretations of named columns, most likely first: boxes before points. */
export function layoutsByName(columns: readonly (NamedColumn | null)[]): Layout[] {
  const families = [...familiesOf(columns)];
  const all = families.flatMap(([name, family]) => layoutsOf(family, name));
  return [...all].sort((a, b) => Number(a.kind === 'points') - Number(b.kind === 'points'));
}
