/** The geometry that the stage draws: lines, faces and their colors. */

import type { BufferGeometry, ShaderMaterial } from 'three';
import { beforeAll, expect, test } from 'vitest';
import { lastVisit, NO_TRAIT, RAMP_STEPS } from '../../../web/playground/src/model/node-traits.js';
import type { BoxBuffer } from '../../../web/playground/src/stage/box-buffer.js';
import { BoxFaces } from '../../../web/playground/src/stage/box-faces.js';
import {
  boxFaces,
  edgeHairlines,
  edgeRibbons,
} from '../../../web/playground/src/stage/box-shape.js';
import {
  FIRST_IN_ORDER,
  HIT,
  ORDER_STEPS,
  oklch,
  rampColor,
} from '../../../web/playground/src/stage/color.js';
import { ItemDrawing } from '../../../web/playground/src/stage/item-drawing.js';
import { NodeDrawing } from '../../../web/playground/src/stage/node-drawing.js';
import { QueryDrawing } from '../../../web/playground/src/stage/query-drawing.js';
import { dark, light } from '../../../web/playground/src/stage/theme.js';
import { prepare, withScene } from './scene.js';

beforeAll(prepare);

type Point = readonly number[];

function pointsOf(numbers: ArrayLike<number>): Point[] {
  return Array.from({ length: numbers.length / 3 }, (_, i) =>
    [0, 1, 2].map((axis) => numbers[3 * i + axis]),
  );
}

const points = (geometry: BufferGeometry, name: string) =>
  pointsOf(geometry.getAttribute(name).array);

const distance = (a: Point, b: Point) => Math.hypot(...a.map((value, axis) => value - b[axis]));

const edgesOfBox = (dim: 2 | 3) => (dim === 2 ? 4 : 12);

test.each([2, 3] as const)('every edge of a box is drawn once, in %dD', (dim) => {
  for (const geometry of [edgeRibbons('box', dim), edgeHairlines('box', dim)]) {
    const from = points(geometry, 'edgeFrom');
    const to = points(geometry, 'edgeTo');
    expect(to).toHaveLength(from.length);
    for (const [i, start] of from.entries()) {
      expect([...start, ...to[i]].every((value) => value === 0 || value === 1)).toBe(true);
      expect(distance(start, to[i])).toBe(1);
    }
    const met = new Set(from.map((start, i) => `${start} ${to[i]}`));
    expect(met.size).toBe(edgesOfBox(dim));
    expect([...(geometry.getIndex()?.array ?? [])].every((i) => i < from.length)).toBe(true);
  }
});

test('the diagonals of a crossed box pass through its center, and the rings surround it', () => {
  const crossed = edgeHairlines('crossed', 3);
  const ends = points(crossed, 'edgeTo');
  const middles = points(crossed, 'edgeFrom').map((start, i) =>
    start.map((value, axis) => (value + ends[i][axis]) / 2),
  );
  expect(middles.filter((middle) => distance(middle, [0.5, 0.5, 0.5]) === 0)).toHaveLength(2 * 4);
  for (const end of points(edgeHairlines('rings', 3), 'edgeTo')) {
    expect(distance(end, [0.5, 0.5, 0.5])).toBeCloseTo(0.5, 6);
  }
});

test('faces of a box have outward normals', () => {
  const geometry = boxFaces(3);
  const corners = points(geometry, 'corner');
  const normals = points(geometry, 'normal');
  const index = [...(geometry.getIndex()?.array ?? [])];
  expect(index).toHaveLength(6 * 2 * 3);
  for (let at = 0; at < index.length; at += 3) {
    const [a, b, c] = index.slice(at, at + 3).map((i) => corners[i]);
    const u = b.map((value, axis) => value - a[axis]);
    const v = c.map((value, axis) => value - a[axis]);
    const turn = u.map((_, i) => u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3]);
    expect(turn).toEqual(normals[index[at]]);
  }
});

/**
 * Returns the line segments in a buffer of boxes, which stores the ends of a segment as the minimum
 * and maximum corners of a box.
 */
function segmentsOf(buffer: BoxBuffer): { from: Point; to: Point }[] {
  const geometry = edgeHairlines('segment', buffer.dimensions);
  buffer.attach(geometry);
  const read = (name: string, i: number) => {
    const attribute = geometry.getAttribute(name);
    return Array.from({ length: buffer.dimensions }, (_, axis) => attribute.getComponent(i, axis));
  };
  return Array.from({ length: buffer.count }, (_, i) => ({
    from: read('boxMin', i),
    to: read('boxMax', i),
  }));
}

const scene = 'v=1&scene=uniform&n=200&motion=still&play=0&structure=static-tree';

const drawn = (query: string, dim: 2 | 3) =>
  withScene(`${scene}&dim=${dim}&q=${query}`, ({ session }) => {
    const { boxes, main, shape } = session;
    const drawing = new QueryDrawing(dim);
    const hits = main.hits.slice(0, main.hitCount);
    drawing.refresh(shape, boxes, hits);
    return {
      shape,
      hits,
      bounds: [...boxes],
      boxes: segmentsOf(drawing.box.buffer),
      outline: segmentsOf(drawing.outline.buffer),
      threads: segmentsOf(drawing.threads.buffer),
    };
  });

test.each([2, 3] as const)('a sphere is drawn as great circles, in %dD', async (dim) => {
  const { boxes, outline, shape } = await drawn('sphere', dim);
  expect(boxes).toEqual([]);
  expect(outline).toHaveLength((dim === 2 ? 1 : 3) * 72);
  for (const { from, to } of outline) {
    for (const end of [from, to]) {
      expect(distance(end, [...shape.center]) / shape.radius).toBeCloseTo(1, 5);
    }
  }
});

test.each([2, 3] as const)('a ray is drawn as an arrow, in %dD', async (dim) => {
  const { boxes, outline, shape } = await drawn('ray', dim);
  expect(boxes).toEqual([]);
  const [shaft, ...barbs] = outline;
  const tip = [...shape.origin].map((value, axis) => value + shape.direction[axis]);
  expect(distance(shaft.from, [...shape.origin]) / shape.length).toBeCloseTo(0, 5);
  expect(distance(shaft.to, tip) / shape.length).toBeCloseTo(0, 5);
  const back = tip.map((value, axis) => value - 0.07 * shape.direction[axis]);
  expect(barbs).toHaveLength(2);
  for (const { from, to } of barbs) {
    expect(distance(from, tip) / shape.length).toBeCloseTo(0, 5);
    expect(distance(to, back) / shape.length).toBeCloseTo(0.035, 4);
  }
  expect(distance(barbs[0].to, barbs[1].to) / shape.length).toBeCloseTo(0.07, 4);
});

test('a box query is drawn as a box, and threads end at the nearest points of the hits', async () => {
  const box = await drawn('box', 3);
  const [from, to] = [[...box.shape.box.slice(0, 3)], [...box.shape.box.slice(3)]];
  expect(box.boxes).toEqual([{ from, to }]);
  expect([box.outline, box.threads]).toEqual([[], []]);
  const { bounds, hits, outline, shape, threads } = await drawn('nearest', 3);
  expect(outline).toHaveLength(0);
  expect(hits.length).toBeGreaterThan(3);
  expect(threads).toHaveLength(hits.length);
  for (const [i, { from, to }] of threads.entries()) {
    expect(from).toEqual([...shape.center]);
    const item = bounds.slice(6 * hits[i], 6 * hits[i] + 6);
    const nearest = from.map((x, axis) => Math.min(Math.max(x, item[axis]), item[3 + axis]));
    expect(to).toEqual(nearest);
  }
});

test('a camera frustum is drawn as its edges', async () => {
  const { outline, shape } = await drawn('frustum', 3);
  const corners = pointsOf(shape.frustum?.corners ?? new Float32Array(0));
  const eye = [...(shape.frustum?.eye ?? [])];
  // the edges are the four sides of the near plane, the four sides of the far plane, and four lines
  // from the eye
  const drawnEdges = new Set(outline.map(({ from, to }) => `${from} ${to}`));
  expect([outline.length, drawnEdges.size]).toEqual([12, 12]);
  const isKnown = (end: Point) => [...corners, eye].some((corner) => distance(corner, end) === 0);
  for (const { from, to } of outline) expect([isKnown(from), isKnown(to)]).toEqual([true, true]);
});

test.each([dark, light])('colors of levels span the ramp: $name', async (theme) => {
  await withScene(`${scene}&dim=3&q=none`, ({ session }) => {
    const drawing = new NodeDrawing(3, { round: false, pending: false });
    drawing.setTheme(theme);
    drawing.refresh(session.main.dump);
    const { levels, tree } = drawing;
    expect(levels).toBeGreaterThan(3);
    for (let level = 0; level < levels; level++) {
      const [red, green, blue] = tree.uniforms.palette.value[level].toArray();
      expect([red, green, blue]).toEqual(rampColor(theme.ramp, level / (levels - 1)));
    }
  });
});

test.each([dark, light])(
  'every ramp interpolates its colors from first to last: $name',
  (theme) => {
    for (const ramp of [theme.ramp, theme.order]) {
      expect(rampColor(ramp, 0)).toEqual(oklch(...ramp.first));
      for (const share of [0, 0.3, 1]) {
        for (const channel of rampColor(ramp, share)) {
          expect(channel).toBeGreaterThanOrEqual(0);
          expect(channel).toBeLessThanOrEqual(1);
        }
      }
      expect(rampColor(ramp, 1)).not.toEqual(rampColor(ramp, 0));
    }
  },
);

test('the first visit of a query is at one end of the ramp, the last visit at the other', async () => {
  await withScene(`${scene}&dim=3&structure=octree&q=box&color=visits`, ({ session: { main } }) => {
    const traits = main.traits(false);
    const drawing = new NodeDrawing(3, { round: false, pending: false });
    drawing.refresh(main.dump);
    const last = lastVisit([traits]);
    drawing.refreshTraits(traits, last);
    expect(last).toBeGreaterThan(4);
    for (const [node, visit] of (traits.visitOrder ?? []).entries()) {
      const share = (visit - 1) / (last - 1);
      const expected = visit === 0 ? NO_TRAIT : Math.round((RAMP_STEPS - 1) * share);
      expect(drawing.traitOf(node, 'visits')).toBe(expected);
    }
    expect(traits.visitOrder).toContain(0);
    expect(traits.visitOrder).toContain(1);
  });
});

function solidColors(solid: object): readonly { toArray(): number[] }[] {
  if (!(solid instanceof BoxFaces)) throw new Error('the solids are no boxes');
  return (solid.material as ShaderMaterial).uniforms.palette.value;
}

test('solids and lines of visible items have the colors of the visibility order', async () => {
  await withScene(`${scene}&dim=3&q=frustum`, ({ session: { source } }) => {
    const drawing = new ItemDrawing(source);
    drawing.setTheme(light);
    const solids = solidColors(drawing.parts[0]);
    const lines = drawing.lines.uniforms.palette.value;
    for (let step = 0; step < ORDER_STEPS; step++) {
      const color = rampColor(light.order, step / (ORDER_STEPS - 1));
      const place = FIRST_IN_ORDER + step;
      for (const [axis, value] of color.entries()) {
        expect(solids[place].toArray()[axis]).toBe(value);
        expect(lines[place].toArray()[axis]).toBe(value);
      }
    }
    expect(solids[HIT].toArray()).toEqual([...light.hit]);
  });
});
