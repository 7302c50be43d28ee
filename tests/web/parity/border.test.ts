/**
 * Invalid calls of the exported functions of the module. The package checks arguments before it
 * calls the module, but memory must be safe without these checks.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { RawIndex } from '../../../web/sapwood/src/raw.js';
import { type Bare, createIndex, ERROR_CODES, fillScratch, loadBare } from './bare.js';

const { INVALID_ARGUMENT, INVALID_BOX, INVALID_ID, OUT_OF_MEMORY } = ERROR_CODES;

const ALL = [1, 0xffffffff] as const;
/** More than the size of any buffer in these tests. */
const MANY = 100_000;

let core: Bare;
let index: RawIndex;
let other: RawIndex;
let h: number;

const scratch = (...numbers: number[]) => fillScratch(core, numbers);

beforeAll(async () => {
  core = await loadBare();
  index = createIndex(core, 'DynamicTree2');
  other = createIndex(core, 'DynamicTree3');
  h = index.address();
});

type Call = readonly [what: string, call: () => number, code: number];

const COUNTS: readonly Call[] = [
  ['a build of more boxes than were staged', () => core._sapwood_build(h, 1000), INVALID_ARGUMENT],
  ['an update of fewer boxes', () => core._sapwood_update(h, 1), INVALID_ARGUMENT],
  [
    'more inserts than the buffer holds',
    () => core._sapwood_insert_many(h, MANY),
    INVALID_ARGUMENT,
  ],
  ['more moves than the buffer holds', () => core._sapwood_move_many(h, MANY), INVALID_ARGUMENT],
  ['more boxes than the buffer holds', () => core._sapwood_query_boxes(h, MANY), INVALID_ARGUMENT],
  ['more rays than the buffer holds', () => core._sapwood_raycasts(h, MANY, 1), INVALID_ARGUMENT],
  [
    'more points than the buffer holds',
    () => core._sapwood_nearest_many(h, MANY, 1),
    INVALID_ARGUMENT,
  ],
  ['more box lists than the buffer holds', () => core._sapwood_overlaps(h, MANY), INVALID_ARGUMENT],
];

const IDS: readonly Call[] = [
  ['a move', () => core._sapwood_move(h, 7, 0, 0, 1, 1, 0, 0, 0, 0, 0), INVALID_ID],
  ['a removal', () => core._sapwood_remove(h, 7), INVALID_ID],
  ['a filter', () => core._sapwood_set_filter(h, 7, ...ALL), INVALID_ID],
  ['a box', () => core._sapwood_box(h, 7), INVALID_ID],
];

const NO = Number.NaN;
const VALUES: readonly Call[] = [
  ['an inserted box', () => core._sapwood_insert(h, NO, 0, 1, 1, 0, 0, ...ALL), INVALID_BOX],
  ['a moved box', () => core._sapwood_move(h, 0, NO, 0, 1, 1, 0, 0, 0, 0, 0), INVALID_BOX],
  ['a displacement', () => core._sapwood_move(h, 0, 0, 0, 1, 1, 0, 0, NO, 0, 0), INVALID_ARGUMENT],
  ['a box', () => core._sapwood_query_box(h, NO, 0, 1, 1, 0, 0, ...ALL), INVALID_BOX],
  ['a visited box', () => core._sapwood_visit_box(h, NO, 0, 1, 1, 0, 0, ...ALL), INVALID_BOX],
  ['a point', () => core._sapwood_query_point(h, NO, 0, 0, ...ALL), INVALID_ARGUMENT],
  ['a radius', () => core._sapwood_query_sphere(h, 0, 0, 0, -1, ...ALL), INVALID_ARGUMENT],
  ['a ray', () => core._sapwood_raycast(h, 0, 0, 0, 0, 0, 0, 1, ...ALL), INVALID_ARGUMENT],
  [
    'a ray for all',
    () => core._sapwood_raycast_all(h, 0, 0, 0, 0, 0, 0, 1, ...ALL),
    INVALID_ARGUMENT,
  ],
  ['a point for nearest', () => core._sapwood_nearest(h, NO, 0, 0, 1, 1, ...ALL), INVALID_ARGUMENT],
  ['a distance', () => core._sapwood_nearest(h, 0, 0, 0, 1, -1, ...ALL), INVALID_ARGUMENT],
];

function expectRejected([, call, code]: Call): void {
  scratch(NO, NO, NO, NO);
  expect(call()).toBe(code);
  expect(core._sapwood_size(h)).toBe(2);
  expect(core._sapwood_query_box(h, 0, 0, 9, 9, 0, 0, ...ALL)).toBe(2);
}

describe('the module rejects', () => {
  test.each(COUNTS)('%s', (...call) => expectRejected(call));
  test.each(IDS)('%s of an unknown id', (...call) => expectRejected(call));
  test.each(VALUES)('%s that is invalid', (...call) => expectRejected(call));

  test('more entries of nearest than the limit', () => {
    scratch(0, 0, 1, 1);
    expect(core._sapwood_nearest_many(h, 2, 0xffffffff)).toBe(OUT_OF_MEMORY);
  });

  test('lists that contain NaN or a zero direction', () => {
    scratch(NO, NO, NO, NO);
    expect(core._sapwood_query_boxes(h, 1)).toBe(INVALID_BOX);
    expect(core._sapwood_nearest_many(h, 1, 1)).toBe(INVALID_ARGUMENT);
    scratch(0, 0, 0, 0, 1);
    expect(core._sapwood_raycasts(h, 1, 1)).toBe(INVALID_ARGUMENT);
  });

  test('a NaN in the planes, a NaN in the eye, and an unknown order', () => {
    const planes = [1, 0, 0, 9, -1, 0, 0, 9, 0, 1, 0, 9, 0, -1, 0, 9, 0, 0, 1, 9, 0, 0, -1, 9];
    const seen = (x: number, order = 0) =>
      core._sapwood_query_frustum(other.address(), order, x, 0, 0, 9, ...ALL);
    scratch(...planes);
    expect(seen(0)).toBe(2);
    scratch(...planes);
    expect(seen(NO)).toBe(INVALID_ARGUMENT);
    scratch(...planes);
    expect(seen(0, 99)).toBe(INVALID_ARGUMENT);
    scratch(...planes.map((value, i) => (i === 3 ? NO : value)));
    expect(seen(0)).toBe(INVALID_ARGUMENT);
  });

  test('pairs with itself and across dimensions', () => {
    expect(core._sapwood_pairs_with(h, h)).toBe(INVALID_ARGUMENT);
    expect(core._sapwood_pairs_with(h, other.address())).toBe(INVALID_ARGUMENT);
  });

  test('staging of more boxes than the address space holds', () => {
    expect(core._sapwood_staging(h, 0xffffffff)).toBe(0);
  });
});

/** Codes that the core uses for the kinds of query volumes. */
const [CONVEX, SEGMENT, CAPSULE, BOX_CAST, SPHERE_CAST, RAY, BALL, CAPSULE_CAST] = [
  0, 1, 2, 3, 4, 5, 6, 7,
];
/** Flag that is added to the kind of a volume: a callback tests each item. */
const VISITED = 8;
/** Flag that is added to the kind of a volume: the query stores contacts. */
const CONTACTS = 16;
const word = (value: number) => new Float32Array(Uint32Array.of(value).buffer)[0];

function volumes(kind: number, count: number, ...numbers: number[]): number {
  scratch(...numbers);
  return core._sapwood_query_volumes(h, kind, count, ...ALL);
}

describe('queries of volumes', () => {
  test('find the items of each volume, one volume after the other', () => {
    expect(volumes(CONVEX, 2, word(1), word(1), 1, 0, 9, 1, 0, -9)).toBe(2);
    expect(volumes(CONVEX, 2, word(1), word(2), 1, 0, -9, 1, 0, 9, -1, 0, 1.5)).toBe(1);
    expect(volumes(SEGMENT, 2, 0, 0, 9, 9, 5, 0, 9, 0)).toBe(2);
    expect(volumes(CAPSULE, 2, 0, 0, 0, 0, 4, 9, 9, 9, 9, 1)).toBe(2);
    expect(volumes(BOX_CAST, 1, -Infinity, -Infinity, Infinity, Infinity, 1, 0)).toBe(1);
    expect(core._sapwood_query_box(h, 0, 0, 9, 9, 0, 0, ...ALL)).toBe(2);
  });

  const invalid: readonly [what: string, kind: number, ...numbers: number[]][] = [
    ['an empty volume', CONVEX],
    ['no planes', CONVEX, word(0), 1, 0, 9],
    ['missing planes', CONVEX, word(2), 1, 0, 9],
    ['more planes than the buffer can hold', CONVEX, word(0xffffffff), 1, 0, 9],
    ['an infinite plane', CONVEX, word(1), 1, 0, Infinity],
    ['half a segment', SEGMENT, 0, 0, 1],
    ['a segment without an end', SEGMENT, 0, 0, NO, 1],
    ['a capsule without a radius', CAPSULE, 0, 0, 1, 1],
    ['a capsule of a negative radius', CAPSULE, 0, 0, 1, 1, -1],
    ['an inverted box that moves', BOX_CAST, 1, 1, 0, 0, 1, 0],
    ['a box with an infinite displacement', BOX_CAST, 0, 0, 1, 1, Infinity, 0],
    ['a sphere of a negative radius that moves', SPHERE_CAST, 0, 0, -1, 1, 0],
    ['a sphere without a displacement', SPHERE_CAST, 0, 0, 1],
    ['a kind without volumes', RAY, 0, 0, 1, 0],
    ['a ray without a direction', VISITED + RAY, 0, 0, 0, 0],
    ['half a ray', VISITED + RAY, 0, 0, 1],
    ['a ball at NaN', VISITED + BALL, NO, 0],
    ['a kind beyond all', VISITED + BALL + 1, 0, 0, 0, 0],
    ['a capsule of a negative radius that moves', CAPSULE_CAST, 0, 0, 1, 1, -1, 1, 0],
    ['a capsule without a displacement', CAPSULE_CAST, 0, 0, 1, 1, 1],
    ['contacts of planes', CONTACTS + CONVEX, word(1), 1, 0, 9],
    ['contacts of a ray', CONTACTS + RAY, 0, 0, 1, 0],
    ['contacts that are visited', CONTACTS + VISITED + BOX_CAST, 0, 0, 1, 1, 1, 0],
    ['an unknown flag', 2 * CONTACTS + BOX_CAST, 0, 0, 1, 1, 1, 0],
    ['a kind that cannot be visited', VISITED + CAPSULE, 0, 0, 1, 1, 1],
  ];
  test.each(invalid)('reject %s', (_, kind, ...numbers) => {
    expect(volumes(kind, 1, ...numbers)).toBe(INVALID_ARGUMENT);
  });

  test('reject contacts of several capsules, and contacts with unknown items', () => {
    expect(volumes(CONTACTS + CAPSULE, 2, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1)).toBe(INVALID_ARGUMENT);
    const contact = (kind: number, id: number, ...numbers: number[]) => {
      scratch(...numbers);
      return core._sapwood_contact(h, kind, id);
    };
    expect(contact(BOX_CAST, 0, 0, 0, 1, 1, 1, 0)).toBe(0);
    expect(contact(RAY, 0, 0, 0, 1, 0)).toBe(0);
    expect(contact(BOX_CAST, 9, 0, 0, 1, 1, 1, 0)).toBe(INVALID_ARGUMENT);
    expect(contact(BOX_CAST, 0, 0, 0, 1, 1)).toBe(INVALID_ARGUMENT);
    expect(contact(CAPSULE, 0, 0, 0, 1, 1, 1)).toBe(INVALID_ARGUMENT);
    expect(contact(CONTACTS + BOX_CAST, 0, 0, 0, 1, 1, 1, 0)).toBe(INVALID_ARGUMENT);
  });
});

test('disposing the last index frees the result buffers', async () => {
  const fresh = await loadBare();
  const cycle = () => {
    fresh._sapwood_scratch(8);
    const made = fresh.DynamicTree2?.create(0);
    fresh._sapwood_scratch(100_000);
    made?.delete();
    return fresh._sapwood_heap_in_use();
  };
  const first = cycle();
  expect(first).toBeLessThan(100_000);
  expect(cycle()).toBe(first);
});
