/** Boxes from JSON and GeoJSON. */

import { BoxList, FileFault, type OwnBoxes } from '../../model/own-data.js';
import type { Dimensions } from '../../state/settings.js';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

function dimensionsOf(numbers: number, place: string): Dimensions {
  if (numbers === 4) return 2;
  if (numbers === 6) return 3;
  throw new FileFault(
    `${place}: expected 4 numbers (a flat box) or 6, minimum corner first; found ${numbers}.`,
  );
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** A corner as a list or as an object with x, y and perhaps z. */
function corner(value: Json | undefined): number[] {
  if (isList(value)) return value.map(Number);
  if (!isObject(value)) return [];
  const names = 'z' in value ? ['x', 'y', 'z'] : ['x', 'y'];
  return names.map((name) => Number(value[name]));
}

/** A box in one of the forms that libraries use; empty for anything else. */
function boxOf(value: Json): number[] {
  if (isList(value)) return value.map(Number);
  if (!isObject(value)) return [];
  if ('min' in value) return [...corner(value.min), ...corner(value.max)];
  if ('minX' in value) {
    const names =
      'minZ' in value
        ? ['minX', 'minY', 'minZ', 'maxX', 'maxY', 'maxZ']
        : ['minX', 'minY', 'maxX', 'maxY'];
    return names.map((name) => Number(value[name]));
  }
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(value[name]));
  return 'width' in value ? [x, y, x + width, y + height] : [];
}

/** Grows `box` around all positions, however deep they lie. */
function grow(box: number[], coordinates: Json | undefined): void {
  if (!isList(coordinates)) return;
  if (typeof coordinates[0] !== 'number') {
    for (const part of coordinates) grow(box, part);
    return;
  }
  for (let d = 0; d < 2; d++) {
    const value = Number(coordinates[d]);
    box[d] = Math.min(box[d], value);
    box[d + 2] = Math.max(box[d + 2], value);
  }
}

function growAround(box: number[], geometry: Json | undefined): void {
  if (!isObject(geometry)) return;
  grow(box, geometry.coordinates);
  if (isList(geometry.geometries)) for (const part of geometry.geometries) growAround(box, part);
}

/** The bounds of every feature (RFC 7946); height is left out, as is a feature without a place. */
function readGeoJson(root: JsonObject): OwnBoxes {
  const features = isList(root.features) ? root.features : [root];
  const list = new BoxList(2);
  for (const [i, feature] of features.entries()) {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    growAround(box, isObject(feature) && 'geometry' in feature ? feature.geometry : feature);
    if (box[0] <= box[2]) list.add(box, `Feature ${i + 1}`);
  }
  return list.boxes;
}

const geometryKinds =
  /^(Feature|FeatureCollection|GeometryCollection|(Multi)?(Point|LineString|Polygon))$/;

export function readJson(root: unknown): OwnBoxes {
  const value = root as Json;
  if (isObject(value) && geometryKinds.test(String(value.type))) return readGeoJson(value);
  const items = isObject(value) ? value.boxes : value;
  if (!isList(items) || items.length === 0) {
    throw new FileFault('Expected a list of boxes, an object with `boxes`, or GeoJSON.');
  }
  const first = boxOf(items[0]);
  const list = new BoxList(dimensionsOf(first.length, 'Box 1'));
  for (const [i, item] of items.entries()) list.add(boxOf(item), `Box ${i + 1}`);
  return list.boxes;
}
