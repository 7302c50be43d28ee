/** Boxes and points from JSON: lists of lists, lists of objects, and GeoJSON. */

import { FileError, type OwnBoxes } from '../../model/own-data.js';
import { columnOf } from './column-names.js';
import {
  addMembers,
  isCorners,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Members,
  numberIn,
} from './json-values.js';
import { inOrder, type Layout, layoutsByName } from './layouts.js';
import { isGeoJson, readGeoJson } from './read-geojson.js';
import { layoutsOfNames, TableBoxes } from './table-boxes.js';

const EXPECTED = 'Expected a list of boxes, an object with `boxes`, or GeoJSON.';

/** Names of members that may hold the list of boxes, most likely first. */
const listNames = [
  ...['boxes', 'bboxes', 'rects', 'rectangles', 'items', 'objects', 'annotations', 'points'],
  ...['frames', 'predictions', 'detections', 'results', 'data'],
];

/** Whether an object is a box or point, not a map of boxes or points. */
function isItem(value: JsonObject): boolean {
  const columns = [...addMembers(new Map(), value).keys()].map(columnOf);
  return layoutsByName(columns.map((column) => (column?.outer === '' ? column : null))).length > 0;
}

/**
 * Returns `value` if it is a non-empty list of lists or objects. If it is an object of objects, but
 * not a box or point itself, returns the members of the object. Otherwise, returns null.
 */
function listIn(value: Json | undefined): readonly Json[] | null {
  if (isObject(value) && isItem(value)) return null;
  const list = isObject(value) ? Object.values(value) : value;
  if (!isList(list) || list.length === 0) return null;
  const fits = isList(value) ? (item: Json) => isList(item) || isObject(item) : isObject;
  return list.every(fits) ? list : null;
}

interface Found {
  readonly items: readonly Json[];
  /** Names of the other lists that may contain boxes. They are not read. */
  readonly others: readonly string[];
}

function findList(root: Json): Found {
  if (isList(root)) return { items: checkedList(root), others: [] };
  if (!isObject(root)) throw new FileError(EXPECTED);
  const names = Object.keys(root).filter((name) => listIn(root[name]) !== null);
  const known = listNames.find((name) => names.includes(name));
  const lists = names.filter((name) => isList(root[name]));
  const name = known ?? (lists.length === 1 ? lists[0] : names.length === 1 ? names[0] : undefined);
  if (name !== undefined) {
    const others = lists.filter((other) => other !== name);
    return { items: listIn(root[name]) ?? [], others };
  }
  if (isItem(root)) return { items: [root], others: [] };
  const inner = Object.values(root).filter(isObject);
  if (names.length === 0 && inner.length === 1 && !isItem(inner[0])) return findList(inner[0]);
  const whole = listIn(root);
  if (whole) return { items: whole, others: [] };
  if (names.length === 0) throw new FileError(EXPECTED);
  throw new FileError(
    `The file has several lists: ${names.join(', ')}. Rename the list of boxes to \`boxes\`.`,
  );
}

function checkedList(list: readonly Json[]): readonly Json[] {
  if (list.length > 3 && list.every((item) => typeof item === 'number')) {
    throw new FileError(
      'The file is a list of single numbers. Write one list per box: [[minX, minY, maxX, maxY], …].',
    );
  }
  if (list.length === 0 || list.every((item) => !isList(item) && !isObject(item))) {
    throw new FileError(EXPECTED);
  }
  return list;
}

/** Reads unnamed rows: [minX, minY, maxX, maxY], [[minX, minY], [maxX, maxY]], [x, y, z]. */
function readLists(items: readonly Json[], readingId: string | undefined): OwnBoxes {
  const rows = items.map((item, i) => {
    if (!isList(item))
      throw new FileError(`Entry ${i + 1}: expected a list, as in the entries before.`);
    return isCorners(item) ? item.flat() : item;
  });
  const first = rows[0];
  const isNamed = first.length > 0 && first.every((cell) => typeof cell === 'string');
  const names =
    isNamed && layoutsOfNames(first as string[]).length > 0 ? (first as string[]) : null;
  const layouts = names ? layoutsOfNames(names) : layoutsOfWidth(first.length);
  const table = new TableBoxes(layouts, names ?? first.map(() => ''), readingId);
  for (const [i, row] of rows.entries()) {
    if (names && i === 0) continue;
    const place = `Entry ${i + 1}`;
    if (row.length !== first.length) {
      throw new FileError(`${place}: expected ${first.length} numbers, found ${row.length}.`);
    }
    table.add({
      place,
      name: (column) => names?.[column] ?? `number ${column + 1}`,
      number: (column) => numberIn(row[column], `${place}, number ${column + 1}`),
    });
  }
  return table.result;
}

function layoutsOfWidth(width: number): Layout[] {
  const layouts = inOrder([...Array(width).keys()]);
  if (layouts.length > 0) return layouts;
  throw new FileError(
    `Entry 1: expected 2 or 3 numbers (a point), 4 (a 2D box) or 6 (a 3D box), found ${width}.`,
  );
}

/**
 * Converts {"x": [1, 2], "y": [3, 4]} or {"columns": ["x", "y"], "data": [[1, 3], [2, 4]]} to named
 * rows.
 */
function rowsOfColumns(root: JsonObject): Json[] | null {
  const { columns, data } = root;
  if (isList(columns) && isList(data) && data.every(isList)) return [columns, ...data];
  const lists = Object.entries(root).filter(
    (entry): entry is [string, readonly Json[]] =>
      isList(entry[1]) && entry[1].every((value) => typeof value !== 'object' || value === null),
  );
  const names = lists.map(([name]) => name);
  const length = lists[0]?.[1].length ?? 0;
  if (lists.some(([, list]) => list.length !== length)) return null;
  if (length === 0 || layoutsOfNames(names).length === 0) return null;
  return [names, ...Array.from({ length }, (_, i) => lists.map(([, list]) => list[i]))];
}

/** For COCO files, returns the id of the interpretation as corner and size; otherwise undefined. */
function likelyReading(names: readonly string[], layouts: readonly Layout[]): string | undefined {
  const isCoco = names.includes('category_id') && names.includes('image_id');
  return isCoco ? layouts.find(({ id }) => id === 'order bbox corner')?.id : undefined;
}

function namesOf(rows: readonly Members[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of row.keys()) names.add(name);
  return [...names];
}

function readObjects(items: readonly Json[], readingId: string | undefined): OwnBoxes {
  const rows = items.map((item, i) => {
    if (isObject(item)) return addMembers(new Map(), item);
    throw new FileError(`Entry ${i + 1}: expected an object, as in the entries before.`);
  });
  const names = namesOf(rows);
  const layouts = layoutsOfNames(names);
  if (layouts.length === 0) {
    const found = names.length > 0 ? `found ${names.slice(0, 12).join(', ')}` : 'found no numbers';
    throw new FileError(
      `Expected members such as minX, minY, maxX, maxY, or x, y, width, height; ${found}.`,
    );
  }
  const table = new TableBoxes(layouts, names, readingId ?? likelyReading(names, layouts));
  for (const [i, row] of rows.entries()) {
    const place = `Entry ${i + 1}`;
    table.add({
      place,
      name: (column) => names[column],
      number: (column) => numberIn(row.get(names[column]), `${place}, ${names[column]}`),
    });
  }
  return table.result;
}

/**
 * Reads boxes from a JSON value. `readingId` is the id of an interpretation; the default is the
 * most likely interpretation.
 */
export function readJson(root: unknown, readingId?: string): OwnBoxes {
  const value = root as Json;
  if (isGeoJson(value)) return readGeoJson(value, readingId);
  if (isObject(value) && value.type === 'Topology') {
    throw new FileError('TopoJSON is not supported. Convert it to GeoJSON.');
  }
  const rows = isObject(value) ? rowsOfColumns(value) : null;
  if (rows) return readLists(rows, readingId);
  const { items, others } = findList(value);
  if (items.length > 0 && isGeoJson(items[0])) return readGeoJson(items, readingId);
  const read = isList(items[0]) ? readLists(items, readingId) : readObjects(items, readingId);
  if (others.length === 0) return read;
  return { ...read, interpretation: `${read.interpretation}; ignored lists: ${others.join(', ')}` };
}
