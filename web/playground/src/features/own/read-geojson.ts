/** Bounds of the features of a GeoJSON file (RFC 7946). */

import { BoxList, FileError, type OwnBoxes, type Readings } from '../../model/own-data.js';
import type { Dimensions } from '../../state/settings.js';
import { isList, isObject, type Json, type JsonObject, numberIn } from './json-values.js';

const kinds = /^(Feature|FeatureCollection|GeometryCollection|(Multi)?(Point|LineString|Polygon))$/;

export function isGeoJson(value: Json | undefined): value is JsonObject {
  return isObject(value) && kinds.test(String(value.type));
}

/** Bounds of a feature, and whether all positions have an altitude. */
class Bounds {
  readonly low = [Infinity, Infinity, Infinity];
  readonly high = [-Infinity, -Infinity, -Infinity];
  hasAltitude = true;

  constructor(private readonly place: string) {}

  get isEmpty(): boolean {
    return this.low[0] > this.high[0];
  }

  get isPoint(): boolean {
    return this.low[0] === this.high[0] && this.low[1] === this.high[1];
  }

  /** Adds nested positions recursively. */
  addPositions(coordinates: readonly Json[]): void {
    if (!isList(coordinates[0])) {
      if (coordinates.length > 0) this.addPosition(coordinates);
      return;
    }
    for (const part of coordinates) {
      if (!isList(part)) throw new FileError(`${this.place}: a position is not a list of numbers.`);
      this.addPositions(part);
    }
  }

  addBox(box: readonly Json[]): void {
    if (box.length !== 4 && box.length !== 6) {
      throw new FileError(`${this.place}: expected a bbox of 4 or 6 numbers, found ${box.length}.`);
    }
    const dimensions = box.length / 2;
    const west = numberIn(box[0], this.place);
    const east = numberIn(box[dimensions], this.place);
    if (west > east) {
      throw new FileError(
        `${this.place}: its bbox crosses the antimeridian (west ${west}, east ${east}). Split the feature at the antimeridian.`,
      );
    }
    const [south, north] = [box[1], box[dimensions + 1]];
    if (numberIn(south, this.place) > numberIn(north, this.place)) {
      throw new FileError(`${this.place}: its bbox has south ${south} above north ${north}.`);
    }
    this.addPosition(box.slice(0, dimensions));
    this.addPosition(box.slice(dimensions));
  }

  private addPosition(position: readonly Json[]): void {
    if (position.length < 2) {
      throw new FileError(`${this.place}: expected a position of 2 or 3 numbers.`);
    }
    if (position.length < 3) this.hasAltitude = false;
    for (let d = 0; d < Math.min(position.length, 3); d++) {
      const value = numberIn(position[d], this.place);
      this.low[d] = Math.min(this.low[d], value);
      this.high[d] = Math.max(this.high[d], value);
    }
  }
}

function addGeometry(bounds: Bounds, geometry: Json | undefined): void {
  if (!isObject(geometry)) return;
  if (isList(geometry.coordinates)) bounds.addPositions(geometry.coordinates);
  if (isList(geometry.geometries)) {
    for (const part of geometry.geometries) addGeometry(bounds, part);
  }
}

/**
 * Returns the bounds of a feature. The bbox is used only if there is no geometry, because it may be
 * larger.
 */
function boundsOf(feature: JsonObject, place: string): Bounds {
  const bounds = new Bounds(place);
  const geometry = feature.type === 'Feature' ? feature.geometry : feature;
  addGeometry(bounds, geometry);
  if (!bounds.isEmpty) return bounds;
  const box = isObject(geometry) && isList(geometry.bbox) ? geometry.bbox : feature.bbox;
  if (isList(box)) bounds.addBox(box);
  return bounds;
}

function readingsOf(hasAltitude: boolean, readingId: string | undefined): Readings {
  const flat = { id: 'geojson 2', label: '2D; longitude, latitude' };
  const deep = { id: 'geojson 3', label: '3D; with the altitude' };
  const all = hasAltitude ? [flat, deep] : [flat];
  return { all, used: hasAltitude && readingId === deep.id ? deep.id : flat.id };
}

function featuresOf(root: JsonObject): readonly Json[] {
  const { features } = root;
  if (root.type !== 'FeatureCollection') return [root];
  if (isList(features) && features.length > 0) return features;
  // an empty collection is read as one feature with the bounds of the collection
  if (isList(root.bbox)) return [{ type: 'Feature', bbox: root.bbox }];
  throw new FileError('The collection has no features.');
}

/** Reads the features of a collection or list. Features without a position are skipped. */
export function readGeoJson(root: JsonObject | readonly Json[], readingId?: string): OwnBoxes {
  const features = isList(root) ? root : featuresOf(root);
  const found = features.map((feature, i) => {
    if (!isGeoJson(feature)) throw new FileError(`Feature ${i + 1} is not GeoJSON.`);
    return boundsOf(feature, `Feature ${i + 1}`);
  });
  const placed = found.filter(({ isEmpty }) => !isEmpty);
  const readings = readingsOf(
    placed.length > 0 && placed.every(({ hasAltitude }) => hasAltitude),
    readingId,
  );
  const dimensions: Dimensions = readings.used === 'geojson 3' ? 3 : 2;
  const list = new BoxList(dimensions);
  for (const [i, { isEmpty, low, high }] of found.entries()) {
    if (isEmpty) continue;
    list.add([...low.slice(0, dimensions), ...high.slice(0, dimensions)], `Feature ${i + 1}`);
  }
  const isPoints = placed.every(({ isPoint }) => isPoint);
  const contents = isPoints ? 'points' : 'boxes around features';
  const skipped = found.length - placed.length;
  return {
    ...list.boxes,
    noun: isPoints ? 'points' : undefined,
    interpretation: `${dimensions}D ${contents}${skipped > 0 ? `; skipped: ${skipped} without coordinates` : ''}`,
    readings: readings.all.length > 1 ? readings : undefined,
  };
}
