/**
 * Boxes and points are read from JSON files in the formats of common libraries. Invalid numbers are
 * rejected and not read as 0.
 */

import { describe, expect, test } from 'vitest';
import { readJson } from '../../../web/playground/src/features/own/read-boxes.js';

const first = [0, 0, 1, 1];
const second = [2, 3, 4, 6];
const two = [...first, ...second];
const solid = [0, 0, 0, 1, 1, 1, 2, 3, 4, 4, 6, 8];

describe('accepts JSON', () => {
  test.each([
    ['a list of bboxes', [first, second], two],
    ['boxes in space', [solid.slice(0, 6), solid.slice(6)], solid],
    ['numbers as text', [first.map(String), second.map(String)], two],
    [
      'pairs of corners',
      [
        [
          [0, 0],
          [1, 1],
        ],
        [
          [2, 3],
          [4, 6],
        ],
      ],
      two,
    ],
    [
      'points',
      [
        [1, 2],
        [3, 4],
      ],
      [1, 2, 1, 2, 3, 4, 3, 4],
    ],
    [
      'points in space',
      [
        [1, 2, 3],
        [3, 4, 5],
      ],
      [1, 2, 3, 1, 2, 3, 3, 4, 5, 3, 4, 5],
    ],
    [
      'points as objects',
      [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ],
      [1, 2, 1, 2, 3, 4, 3, 4],
    ],
    [
      'an object with points',
      {
        points: [
          [1, 2],
          [3, 4],
        ],
      },
      [1, 2, 1, 2, 3, 4, 3, 4],
    ],
    ['an object with bboxes', { bboxes: [first, second] }, two],
    ['bbox of each item', [{ bbox: first }, { bbox: second }], two],
    ['an own name of the list', { rooms: [{ bbox: first }, { bbox: second }] }, two],
    ['named boxes', { a: { x: 0, y: 0, w: 1, h: 1 }, b: { x: 2, y: 3, w: 2, h: 3 } }, two],
    [
      'a list with names first',
      [
        ['x', 'y'],
        [1, 2],
        [3, 4],
      ],
      [1, 2, 1, 2, 3, 4, 3, 4],
    ],
    [
      'lowerBound and upperBound',
      [
        { lowerBound: { x: 0, y: 0 }, upperBound: { x: 1, y: 1 } },
        { lowerBound: { x: 2, y: 3 }, upperBound: { x: 4, y: 6 } },
      ],
      two,
    ],
    [
      'lowerBound in an aabb',
      [
        { aabb: { lowerBound: [0, 0], upperBound: [1, 1] } },
        { aabb: { lowerBound: [2, 3], upperBound: [4, 6] } },
      ],
      two,
    ],
    [
      'min and max',
      [
        { min: [0, 0], max: [1, 1] },
        { min: { x: 2, y: 3 }, max: { x: 4, y: 6 } },
      ],
      two,
    ],
    [
      'min and max in a member',
      [{ bounds: { min: [0, 0], max: [1, 1] } }, { bounds: { min: [2, 3], max: [4, 6] } }],
      two,
    ],
    [
      'minX and so on',
      [
        { minX: 0, minY: 0, maxX: 1, maxY: 1 },
        { minX: 2, minY: 3, maxX: 4, maxY: 6 },
      ],
      two,
    ],
    [
      'x, y, w, h',
      [
        { x: 0, y: 0, w: 1, h: 1 },
        { x: 2, y: 3, w: 2, h: 3 },
      ],
      two,
    ],
    [
      'frames of an atlas',
      {
        frames: {
          a: { frame: { x: 0, y: 0, w: 1, h: 1 }, rotated: false },
          b: { frame: { x: 2, y: 3, w: 2, h: 3 } },
        },
        meta: { size: { w: 9, h: 9 } },
      },
      two,
    ],
    [
      'position and size',
      [
        { position: { x: 0, y: 0 }, size: { x: 1, y: 1 } },
        { position: [2, 3], size: [2, 3] },
      ],
      two,
    ],
    [
      'position and size in words',
      [
        { position: [0, 0], size: { width: 1, height: 1 } },
        { position: [2, 3], size: { width: 2, height: 3 } },
      ],
      two,
    ],
    [
      'center and size',
      [
        { center: [0.5, 0.5], size: [1, 1] },
        { center: [3, 4.5], size: [2, 3] },
      ],
      two,
    ],
    [
      'center and radius',
      [
        { center: { x: 0, y: 0, z: 0 }, radius: 1 },
        { center: [1, 2, 3], radius: 2 },
      ],
      [-1, -1, -1, 1, 1, 1, -1, 0, 1, 3, 4, 5],
    ],
    [
      'center and halfExtents',
      [
        { center: [0, 0], halfExtents: [1, 2] },
        { center: [1, 1], halfExtents: [1, 1] },
      ],
      [-1, -2, 1, 2, 0, 0, 2, 2],
    ],
    [
      'a list of features',
      [
        { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] } },
        { type: 'Feature', geometry: { type: 'Point', coordinates: [3, 4] } },
      ],
      [1, 2, 1, 2, 3, 4, 3, 4],
    ],
    [
      'features with bbox only',
      {
        type: 'FeatureCollection',
        features: [
          { type: 'Feature', bbox: first },
          { type: 'Feature', geometry: null, bbox: second },
        ],
      },
      two,
    ],
    [
      'features with a bbox of six numbers',
      {
        type: 'FeatureCollection',
        features: [{ type: 'Feature', bbox: [0, 0, 5, 1, 1, 9], geometry: null }],
      },
      first,
    ],
    [
      'a geometry inside a wider bbox',
      {
        type: 'Feature',
        bbox: [-9, -9, 9, 9],
        geometry: {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 1],
          ],
        },
      },
      first,
    ],
    [
      'annotations of COCO',
      {
        images: [{ id: 1, width: 9, height: 9 }],
        categories: [],
        annotations: [{ image_id: 1, category_id: 3, bbox: [2, 3, 2, 3], area: 6 }],
      },
      second,
    ],
    ['lists of coordinates', { x: [1, 3], y: [2, 4], name: ['a', 'b'] }, [1, 2, 1, 2, 3, 4, 3, 4]],
    [
      'names of columns',
      {
        columns: ['id', 'x', 'y'],
        data: [
          [9, 1, 2],
          [9, 3, 4],
        ],
      },
      [1, 2, 1, 2, 3, 4, 3, 4],
    ],
    [
      'a view beside the list',
      {
        x: 9,
        y: 9,
        items: [
          { x: 1, y: 2 },
          { x: 3, y: 4 },
        ],
      },
      [1, 2, 1, 2, 3, 4, 3, 4],
    ],
    ['one box in a member', { bounds: { min: { x: 0, y: 0 }, max: { x: 1, y: 1 } } }, first],
    ['one box', { min: { x: 0, y: 0 }, max: { x: 1, y: 1 } }, first],
    ['a rect of each item', [{ rect: [2, 3, 2, 3] }], second],
    ['xywh of each item', [{ xywh: [3, 4.5, 2, 3] }], second],
    ['xyxy of each item', [{ xyxy: [2, 3, 4, 6] }], second],
    [
      'corners of bounds',
      [
        {
          bounds: [
            [2, 3],
            [4, 6],
          ],
        },
      ],
      second,
    ],
    ['a member that is null and not read', [{ x: 1, y: 2, name: null }], [1, 2, 1, 2]],
  ])('with %s', (_what, root, boxes) => {
    expect([...readJson(root).boxes]).toEqual(boxes);
  });
});

describe('rejects JSON', () => {
  test.each([
    [
      'null in a list',
      [
        [0, 0, 1, 1],
        [2, null, 3, 3],
      ],
      'Entry 2, number 2: expected a number, found null',
    ],
    [
      'null in an object',
      [
        { x: 1, y: 2 },
        { x: null, y: 2 },
      ],
      'Entry 2, x: expected a number, found null',
    ],
    [
      'null in the first object',
      [{ minX: null, minY: 0, maxX: 1, maxY: 1 }],
      'Entry 1, minX: expected a number, found null',
    ],
    [
      'null in a corner',
      [{ min: [0, null], max: [1, 1] }],
      'Entry 1, min.y: expected a number, found null',
    ],
    [
      'null in a position',
      { type: 'Point', coordinates: [1, null] },
      'Feature 1: expected a number, found null',
    ],
    [
      'NaN as text',
      [
        [0, 0],
        ['NaN', 1],
      ],
      'Entry 2, number 1: expected a number, found "NaN"',
    ],
    ['an empty text', [{ x: '', y: 1 }], 'Entry 1, x: expected a number, found ""'],
    ['true', [{ x: true, y: 1 }], 'Entry 1, x: expected a number, found true'],
    ['a decimal comma', [['0,5', '1']], 'Entry 1, number 1: expected a number, found "0,5"'],
    [
      'a missing member',
      [{ x: 1, y: 2 }, { x: 1 }],
      'Entry 2, y: expected a number, found nothing',
    ],
    [
      'a z in some items',
      [
        { x: 1, y: 2, z: 3 },
        { x: 1, y: 2 },
      ],
      'Entry 2, z: expected a number, found nothing',
    ],
    [
      'lists of different lengths',
      [
        [1, 2],
        [1, 2, 3],
      ],
      'Entry 2: expected 2 numbers, found 3',
    ],
    [
      'five numbers',
      [[1, 2, 3, 4, 5]],
      'Entry 1: expected 2 or 3 numbers (a point), 4 (a 2D box) or 6 (a 3D box), found 5',
    ],
    ['an object among lists', [[1, 2], { x: 1, y: 2 }], 'Entry 2: expected a list'],
    ['a list among objects', [{ x: 1, y: 2 }, [1, 2]], 'Entry 2: expected an object'],
    ['numbers alone', [0, 0, 1, 1, 2, 2, 3, 3], 'a list of single numbers'],
    ['objects without boxes', [{ name: 'a', age: 3 }], 'Expected members such as minX'],
    ['several lists', { a: [[1, 2]], b: [[1, 2]] }, 'several lists: a, b'],
    ['a negative size', [{ x: 1, y: 2, width: -1, height: 1 }], 'Entry 1: width is negative (-1)'],
    [
      'a turned box',
      [{ x: 1, y: 2, width: 1, height: 1, rotation: 45 }],
      'Entry 1: rotation is 45, but rotated boxes',
    ],
    [
      'a polygon around the antimeridian',
      { type: 'Feature', geometry: null, bbox: [170, 0, -170, 1] },
      'crosses the antimeridian',
    ],
    [
      'a bbox of five numbers',
      { type: 'Feature', geometry: null, bbox: [1, 2, 3, 4, 5] },
      'a bbox of 4 or 6 numbers, found 5',
    ],
    ['TopoJSON', { type: 'Topology', objects: {}, arcs: [[[1, 2]]] }, 'TopoJSON is not supported'],
  ])('with %s', (_what, root, message) => {
    expect(() => readJson(root)).toThrow(message);
  });
});

test('altitudes of GeoJSON are read on request', () => {
  const root = {
    type: 'Feature',
    geometry: {
      type: 'LineString',
      coordinates: [
        [0, 0, 5],
        [1, 1, 9],
      ],
    },
  };
  const flat = readJson(root);
  expect([...flat.boxes]).toEqual(first);
  expect(flat.readings?.all.map(({ label }) => label)).toEqual([
    '2D; longitude, latitude',
    '3D; with the altitude',
  ]);
  expect([...readJson(root, 'geojson 3').boxes]).toEqual([0, 0, 5, 1, 1, 9]);
});

test('a list of four numbers per item has four interpretations', () => {
  const { readings } = readJson([[1, 2, 3, 4]]);
  const read = readings?.all.map(({ id }) => [...readJson([[1, 2, 3, 4]], id).boxes]);
  expect(read).toEqual([
    [1, 2, 3, 4],
    [1, 2, 4, 6],
    [-0.5, 0, 2.5, 4],
    [1, 3, 2, 4],
  ]);
});
