/** Error messages about invalid values, arrays, options, filters and callbacks. */

import {
  all,
  BOX,
  balls,
  CENTER,
  detached,
  FRUSTUM,
  index,
  NUMBERS,
  POINT,
  plane,
  planes,
  RANGE,
  type Row,
  still,
  throwing,
  untyped,
  world,
} from './causes.js';

/** Messages about boxes, points, numbers and ids. */
export const values: Row[] = [
  [
    'invalid-box',
    'box: expected 6 numbers (3D) or an object with min and max points, got [0, 0, 1, 1]',
    () => index.queryBox([0, 0, 1, 1]),
  ],
  [
    'invalid-box',
    'box: expected 6 numbers (3D) or an object with min and max points, got { min: { x: 0, y: 0 }, max: { x: 1, y: 1 } } (min.z is missing)',
    () => index.queryBox({ min: { x: 0, y: 0 }, max: { x: 1, y: 1 } }),
  ],
  [
    'invalid-box',
    `box: ${RANGE}, got [2, 0, 0, 1, 1, 1]`,
    () => index.queryBox([2, 0, 0, 1, 1, 1]),
  ],
  ['invalid-argument', `point: ${CENTER}, got [1, 2]`, () => index.queryPoint([1, 2])],
  [
    'invalid-argument',
    'point: expected 2 numbers or { x, y }, each in -1e18 .. 1e18, got [NaN, 2]',
    () => plane.queryPoint([Number.NaN, 2]),
  ],
  [
    'invalid-argument',
    `point: ${CENTER}, got { x: 1, y: "2", z: 3 } (y is not a number)`,
    () => index.queryPoint(untyped({ x: 1, y: '2', z: 3 })),
  ],
  [
    'invalid-argument',
    'origin: expected a point or a ray, got an object with a property ray; pass that property',
    () => index.raycast(untyped({ ray: {} })),
  ],
  [
    'invalid-argument',
    'direction: expected numbers that are finite in float32, not all 0, got [0, 0, 0]',
    () => index.raycast(POINT, POINT),
  ],
  [
    'invalid-argument',
    'radius: expected a finite number >= 0, got -1',
    () => index.querySphere(POINT, -1),
  ],
  [
    'invalid-argument',
    'maxDistance: expected a number >= 0, got -1',
    () => index.raycast(POINT, [1, 0, 0], -1),
  ],
  ['invalid-argument', 'distance: expected a number >= 0, got -1', () => index.pairsWithin(-1)],
  ['invalid-argument', 'k: expected an integer >= 0, got 1.5', () => index.nearest(POINT, 1.5)],
  ['invalid-argument', 'workLimit: expected an integer >= 1, got 0', () => still.stepBuild(0)],
  ['invalid-id', 'id: expected an integer in 0 .. 2^32 - 2, got -1', () => index.remove(-1)],
  ['invalid-id', 'id: expected the id of a live item, got 7', () => index.remove(7)],
  [
    'invalid-id',
    'ids[1]: expected an integer in 0 .. 2^32 - 2, got -1',
    () => index.moveMany([0, -1], [...BOX, ...BOX]),
  ],
  [
    'invalid-id',
    'ids[1]: expected an integer in 0 .. 2^32 - 2 in a flat array of numbers, got "1"',
    () => index.moveMany(untyped([0, '1']), [...BOX, ...BOX]),
  ],
  [
    'invalid-argument',
    'out: expected a Uint32Array, got [0]',
    () => index.queryBoxInto(BOX, untyped([0])),
  ],
  [
    'invalid-argument',
    'out: this Uint32Array is detached; pass an array that is not detached',
    () => index.queryBoxInto(BOX, detached(new Uint32Array(4))),
  ],
  [
    'invalid-argument',
    'filter: reading the value threw an error (see cause)',
    () => index.queryBox(BOX, untyped(throwing('mask'))),
  ],
];

/** Flat arrays. */
export const arrays: Row[] = [
  [
    'invalid-box',
    `boxes[1]: ${RANGE}, got [0, 0, 0, 1, 1, NaN]`,
    () => index.build([...BOX, 0, 0, 0, 1, 1, Number.NaN]),
  ],
  [
    'invalid-box',
    'boxes: expected a flat array of numbers, got "1" at position 5, in boxes[0]',
    () => index.build(untyped([0, 0, 0, 1, 1, '1'])),
  ],
  [
    'invalid-argument',
    'boxes: expected a flat array of numbers, got 5',
    () => index.build(untyped(5)),
  ],
  [
    'invalid-argument',
    'boxes: expected a length divisible by 6, got 1 number',
    () => index.build([1]),
  ],
  [
    'invalid-argument',
    'boxes: expected at least 12 numbers for 2 entries, got 6 numbers',
    () => index.build(BOX, 2),
  ],
  [
    'invalid-argument',
    'boxes: expected 6 numbers, one box for each of the 1 live items, got 12 numbers',
    () => index.update([...BOX, ...BOX]),
  ],
  [
    'invalid-argument',
    'boxes: expected 6 numbers, one box for each of 1 ids, got 12 numbers',
    () => index.moveMany([0], [...BOX, ...BOX]),
  ],
  [
    'invalid-argument',
    'boxes: this view is detached; if it came from staging(), call staging() again',
    () => index.build(detached(new Float32Array(6))),
  ],
  [
    'invalid-argument',
    `points[0]: expected ${NUMBERS}, got [0, 0, Infinity]`,
    () => index.queryPointMany([0, 0, Infinity]),
  ],
  [
    'invalid-argument',
    'rays[0]: expected a finite origin, a finite direction that is not 0, and maxDistance >= 0, got [0, 0, 0, 0, 0, 0, 1]',
    () => index.raycastMany([0, 0, 0, 0, 0, 0, 1]),
  ],
  [
    'invalid-argument',
    'spheres[0]: expected a center in -1e18 .. 1e18 and a finite radius >= 0, got [0, 0, 0, -1]',
    () => index.querySphereMany([0, 0, 0, -1]),
  ],
  [
    'invalid-argument',
    `segments[0]: expected ${NUMBERS}, got [0, 0, 0, 1, 1, NaN]`,
    () => index.querySegmentMany([0, 0, 0, 1, 1, Number.NaN]),
  ],
  [
    'invalid-argument',
    'capsules[0]: expected ends in -1e18 .. 1e18 and a finite radius >= 0, got [0, 0, 0, 1, 1, 1, -1]',
    () => index.queryCapsuleMany([...BOX, -1]),
  ],
  [
    'invalid-argument',
    'casts[0]: expected a box with min <= max and a displacement, all numbers in -1e18 .. 1e18, got [1, 0, 0, 0, 1, 1, 0, 0, …] of length 9',
    () => index.castBoxMany([1, 0, 0, 0, 1, 1, 0, 0, 0]),
  ],
  [
    'invalid-argument',
    'casts[0]: expected a center, a radius >= 0 and a displacement, all numbers in -1e18 .. 1e18, got [0, 0, 0, -1, 0, 0, 0]',
    () => index.castSphereMany([0, 0, 0, -1, 0, 0, 0]),
  ],
  [
    'invalid-argument',
    'casts[0]: expected two ends, a radius >= 0 and a displacement, all numbers in -1e18 .. 1e18, got [0, 0, 0, 0, 0, 0, -1, 0, …] of length 10',
    () => index.castCapsuleMany([0, 0, 0, 0, 0, 0, -1, 0, 0, 0]),
  ],
  [
    'invalid-argument',
    'options: expected { normals? }, got 5',
    () => index.castCapsuleMany([], untyped(5)),
  ],
  [
    'invalid-argument',
    'normals: expected a boolean, got 1',
    () => index.raycastMany([], untyped({ normals: 1 })),
  ],
  [
    'invalid-argument',
    'out: expected a ContactBuffer, got null',
    () => index.collideSphereInto(POINT, 1, untyped(null)),
  ],
  [
    'invalid-argument',
    'convexes: expected an array of volumes, got 5',
    () => index.queryConvexMany(untyped(5)),
  ],
  [
    'invalid-argument',
    'frusta: expected an array of frusta, got 5',
    () => index.queryFrustumMany(untyped(5)),
  ],
];

/** Messages about options, filters, planes and callbacks. */
export const options: Row[] = [
  [
    'invalid-argument',
    'WideTree options: expected an object, got 5',
    () => new all.WideTree(untyped(5)),
  ],
  [
    'invalid-argument',
    'WideTree options: unknown option bild; did you mean build? Known options: dimensions, build',
    () => new all.WideTree(untyped({ bild: 'quality' })),
  ],
  [
    'invalid-argument',
    'BruteForce options: unknown option margin. Known options: dimensions',
    () => new all.BruteForce(untyped({ margin: 1 })),
  ],
  [
    'invalid-argument',
    'dimensions: expected 2 or 3, got 4',
    () => new all.WideTree({ dimensions: untyped(4) }),
    () => all.expandToFloat32(BOX, untyped(4)),
    () => all.advise({ boxes: BOX, dimensions: untyped(4) }),
  ],
  [
    'invalid-argument',
    "build: expected 'morton' or 'hilbert' or 'quality', got \"best\"",
    () => new all.WideTree({ build: untyped('best') }),
  ],
  [
    'invalid-argument',
    'leafLimit: expected an integer in 1 .. 15, got 16',
    () => new all.StaticTree({ leafLimit: 16 }),
  ],
  [
    'invalid-argument',
    "fanOut: expected at most 8 with split 'exhaustive', got 9",
    () => new all.RTree({ split: 'exhaustive', fanOut: 9 }),
  ],
  [
    'invalid-argument',
    'options: expected an object, got 5',
    () => index.staging(1, untyped(5)),
    () => index.queryFrustum(FRUSTUM, untyped(5)),
    () => index.queryFrustum(FRUSTUM, untyped(5), 1),
    () => all.tune({ structure: 'quadtree', boxes: BOX, options: untyped(5) }),
  ],
  [
    'invalid-argument',
    'filter: expected a mask, a function or { category?, mask?, accept? }, got "all"',
    () => index.queryBox(BOX, untyped('all')),
  ],
  [
    'invalid-argument',
    'filter: expected a mask or { category?, mask? }, got "all"',
    () => index.setFilter(0, untyped('all')),
  ],
  [
    'invalid-argument',
    'mask: expected a 32-bit integer, got 0.5',
    () => index.queryBox(BOX, { mask: 0.5 }),
  ],
  [
    'invalid-argument',
    'accept: expected a function, got 5',
    () => index.queryBox(BOX, { accept: untyped(5) }),
  ],
  [
    'invalid-argument',
    'filter: two filters given; pass one, in the options or as the last argument',
    () => index.raycast(POINT, [1, 0, 0], { filter: 1 }, 1),
  ],
  [
    'invalid-argument',
    'filter: expected category, mask or layer, got a function; to select items with a function, use the option hit',
    () =>
      index.raycast(
        POINT,
        [1, 0, 0],
        untyped(undefined),
        untyped(() => true),
      ),
  ],
  [
    'invalid-argument',
    'filter: expected category or mask, got a function',
    () => balls.cull(FRUSTUM, { accept: () => true }),
  ],
  [
    'invalid-argument',
    "layer: expected 'dynamic', 'static' or 'sensor' or an array of them, got \"solid\"",
    () => world.queryBox(BOX, { layer: untyped('solid') }),
  ],
  [
    'invalid-argument',
    'layer: an index has no layers; leave the layer out, or use a World',
    () => index.queryBox(BOX, { layer: 'static' }),
  ],
  [
    'invalid-argument',
    'layer: setFilter() changes category and mask only; use setLayer() of a World',
    () => world.setFilter(0, untyped({ layer: 'static' })),
  ],
  [
    'invalid-argument',
    'frustum: expected { planes: 6 planes } or 24 numbers, got 5',
    () => index.queryFrustum(untyped(5)),
  ],
  [
    'invalid-argument',
    'frustum.planes[0]: expected { normal, constant }, got { normal: [1, 0, 0], constant: "1" }',
    () => index.queryFrustum(untyped(planes([1, 0, 0], '1'))),
  ],
  [
    'invalid-argument',
    'frustum.planes[0]: expected numbers that are finite in float32, got [1, 0, 0, NaN]; for a plane that excludes nothing, pass normal 0 and constant 1',
    () => index.queryFrustum(untyped(planes([1, 0, 0], Number.NaN))),
  ],
  [
    'invalid-argument',
    `options.order: expected one of 'any', 'front-to-back', 'split-planes', got "near"`,
    () => index.queryFrustum(FRUSTUM, { order: untyped('near') }),
  ],
  [
    'invalid-argument',
    "options.eye: order 'front-to-back' requires a point, got undefined",
    () => index.queryFrustum(FRUSTUM, { order: 'front-to-back' }),
  ],
  [
    'invalid-argument',
    'planes: expected at least one plane as { normal, constant }, or as a flat array of numbers, got []',
    () => index.queryConvex([]),
  ],
  [
    'invalid-argument',
    'planes: expected at least one plane as { normal, constant }, or as a flat array of numbers, got [1, 0, 0, "1"]',
    () => index.queryConvex(untyped([1, 0, 0, '1'])),
  ],
  [
    'invalid-argument',
    'planes: expected at least one plane as { normal, constant }, or as a flat array of numbers, got [null]',
    () => index.queryConvex(untyped([null])),
  ],
  [
    'invalid-argument',
    'planes: expected 4 numbers for each plane, got 3 numbers',
    () => index.queryConvex([1, 0, 0]),
  ],
  [
    'invalid-argument',
    'planes[0]: expected { normal, constant }, got { normal: [1, 0, 0] }',
    () => index.queryConvex(untyped([{ normal: [1, 0, 0] }])),
  ],
  ['invalid-argument', 'fn: expected a function, got 5', () => index.forEachInBox(BOX, untyped(5))],
  [
    'invalid-argument',
    'hit: expected a function, got 5',
    () => index.raycast(POINT, [1, 0, 0], { hit: untyped(5) }),
  ],
  [
    'invalid-argument',
    'hit: expected the function to return a number >= 0 or false, got true',
    () => index.raycast(POINT, [1, 0, 0], { hit: untyped(() => true) }),
  ],
  [
    'invalid-argument',
    'distance: expected the function to return a number >= 0, got -1',
    () => index.nearest(POINT, 1, { distance: () => -1 }),
  ],
];

const MARGIN = 'expected a number in 0 .. 1e18, got -1';

/**
 * Messages of functions that do not belong to an index: `expandToFloat32` and similar functions,
 * `advise` and `tune`.
 */
export const functions: Row[] = [
  ['invalid-argument', `margin: ${MARGIN}`, () => all.expandToFloat32(BOX, 3, -1)],
  [
    'invalid-argument',
    'sphere: expected { center, radius }, got 5',
    () => all.expandSphereToFloat32(untyped(5)),
  ],
  [
    'invalid-argument',
    `radius: ${MARGIN}`,
    () => all.expandSphereToFloat32({ center: POINT, radius: -1 }),
  ],
  [
    'invalid-argument',
    `maxDistance: ${MARGIN}`,
    () => all.expandRayToFloat32({ origin: POINT, direction: [1, 0, 0] }, -1),
  ],
  [
    'invalid-argument',
    'ray: expected { origin, direction }, got 5',
    () => all.expandRayToFloat32(untyped(5), 1),
  ],
  [
    'invalid-argument',
    'direction: expected numbers that are not all 0 in float32, got [1e-50, 0, 0]',
    () => all.expandRayToFloat32({ origin: POINT, direction: [1e-50, 0, 0] }, 1),
  ],
  [
    'invalid-argument',
    'frustum: expected planes whose numbers stay finite in float32 after rounding outward, got [3e+38, 3e+38, 3e+38, 3e+38, 3e+38, 3e+38, 3e+38, 3e+38, …] of length 24',
    () =>
      all.expandFrustumToFloat32(new Array(24).fill(3e38), [-9e17, -9e17, -9e17, 9e17, 9e17, 9e17]),
  ],
  [
    'invalid-argument',
    'sample: expected an object with boxes, got 5',
    () => all.advise(untyped(5)),
  ],
  [
    'invalid-argument',
    'next: expected 6 numbers, as many as in boxes, got 12 numbers',
    () => all.advise({ boxes: BOX, next: [...BOX, ...BOX] }),
  ],
  [
    'invalid-argument',
    'boxes: expected a length divisible by 4 (2D) or 6 (3D), got 5 numbers',
    () => all.advise({ boxes: [0, 0, 1, 1, 1] }),
  ],
  [
    'invalid-argument',
    'dimensions: pass 2 or 3; 12 numbers can be boxes in 2D or in 3D',
    () => all.advise({ boxes: [...BOX, ...BOX] }),
  ],
  [
    'invalid-argument',
    'request: expected an object with structure and boxes, got 5',
    () => all.tune(untyped(5)),
  ],
  [
    'invalid-argument',
    'structure: expected an id of structures, got "tree"',
    () => all.tune({ structure: untyped('tree'), boxes: BOX }),
  ],
  [
    'invalid-argument',
    'pairs: expected a number of at least 0, got -1',
    () => all.tune({ structure: 'dynamic-tree', boxes: BOX, pairs: -1 }),
  ],
  [
    'invalid-argument',
    'options.dimensions: expected no value, because the boxes determine it, got 3',
    () => all.tune({ structure: 'quadtree', boxes: BOX, options: { dimensions: 3 } }),
  ],
  [
    'invalid-argument',
    'measure: expected a function, got 5',
    () => all.tune({ structure: 'dynamic-tree', boxes: BOX, measure: untyped(5) }),
  ],
  [
    'invalid-argument',
    'measure: expected a function that returns a number, got NaN',
    () => all.tune({ structure: 'dynamic-tree', boxes: BOX, measure: () => Number.NaN }),
  ],
];
