/**
 * [BV2] Ellipses as bounding volumes, and bounding volumes that are updated when a shape rotates or
 * scales.
 */

import { Mulberry32 } from 'scenes';
import { describe, expect, test } from 'vitest';
import { circlesOverlap, type Point } from './bounding-volumes';
import { figures, scattered } from './convex';
import {
  type Ellipse,
  ellipseArea,
  ellipseAround,
  ellipseContains,
  ellipsesOverlap,
  type LinearMap,
  mapped,
  mappedEllipse,
} from './ellipse';
import { ballContains, elliptic } from './metrics';
import { growth, motions, rotation, updatedKinds } from './updated-volumes';

const unit: Ellipse = { center: [0, 0], shape: { xx: 1, xy: 0, yy: 1 } };

function ellipseAt([x, y]: Point, [long, short]: Point, angle: number): Ellipse {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const { shape } = mappedEllipse([long * cos, -short * sin, long * sin, short * cos], unit);
  return { center: [x, y], shape };
}

function randomEllipses(count: number, seed: number) {
  const random = new Mulberry32(seed);
  return Array.from({ length: count }, () => {
    const place: Point = [8 * random.unit(), 8 * random.unit()];
    const axes: Point = [0.2 + 2 * random.unit(), 0.2 + 2 * random.unit()];
    const angle = 2 * Math.PI * random.unit();
    return { place, axes, angle, ellipse: ellipseAt(place, axes, angle) };
  });
}

describe('[BV2] ellipses', () => {
  test('are balls of a scaled and rotated metric', () => {
    const [cos, sin] = [Math.cos(0.7), Math.sin(0.7)];
    const measure = elliptic([
      [cos / 3, sin / 3],
      [-sin / 0.5, cos / 0.5],
    ]);
    const ellipse = ellipseAt([1, 2], [3, 0.5], 0.7);
    const ball = { center: [1, 2], radius: 1, kind: 'closed' } as const;
    const random = new Mulberry32(1);
    let inside = 0;
    for (let i = 0; i < 2000; i++) {
      const point: Point = [8 * random.unit() - 3, 8 * random.unit() - 2];
      expect(ellipseContains(ellipse, point)).toBe(ballContains(measure, ball, point));
      inside += ellipseContains(ellipse, point) ? 1 : 0;
    }
    expect(inside / 2000).toBeCloseTo(ellipseArea(ellipse) / 64, 1);
  });

  test('overlap if the nearest point of the border of one is in the other', () => {
    const all = randomEllipses(40, 2);
    let [overlapping, apart] = [0, 0];
    for (const { place, axes, angle, ellipse } of all) {
      // `toUnit` maps `ellipse` to the unit circle
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const toUnit: LinearMap = [cos / axes[0], sin / axes[0], -sin / axes[1], cos / axes[1]];
      for (const other of all) {
        if (other.ellipse === ellipse) continue;
        const border = Array.from({ length: 1500 }, (_, i): Point => {
          const turn = (2 * Math.PI * i) / 1500;
          const along: Point = [other.axes[0] * Math.cos(turn), other.axes[1] * Math.sin(turn)];
          const [x, y] = mapped(rotation(other.angle), along);
          return [x + other.place[0] - place[0], y + other.place[1] - place[1]];
        });
        const nearest = Math.min(...border.map((point) => Math.hypot(...mapped(toUnit, point))));
        const around = ellipseContains(other.ellipse, place);
        if (Math.abs(nearest - 1) < 2e-3) continue;
        expect(ellipsesOverlap(ellipse, other.ellipse)).toBe(around || nearest < 1);
        if (around || nearest < 1) overlapping++;
        else apart++;
      }
    }
    expect(Math.min(overlapping, apart)).toBeGreaterThan(200);
  });

  test('that are circles overlap exactly if the circles overlap, also if they touch', () => {
    const round = (x: number, y: number, radius: number) => ({ x, y, radius });
    const asEllipse = ({ x, y, radius }: ReturnType<typeof round>) =>
      ellipseAt([x, y], [radius, radius], 0);
    const pairs = [
      [round(0, 0, 1), round(2, 0, 1)],
      [round(0, 0, 3), round(3, 4, 2)],
      [round(0, 0, 1), round(2.001, 0, 1)],
      [round(0, 0, 5), round(1, 1, 1)],
      [round(1, 1, 2), round(1, 1, 2)],
    ];
    for (const [a, b] of pairs) {
      expect(ellipsesOverlap(asEllipse(a), asEllipse(b))).toBe(circlesOverlap(a, b));
    }
  });

  test('around a shape are mapped to the ellipse around the mapped shape', () => {
    const map: LinearMap = [1.5, -0.4, 0.3, 0.7];
    for (const figure of figures) {
      for (const shape of scattered(figure, 20, 3)) {
        const updated = mappedEllipse(map, ellipseAround(shape));
        const fitted = ellipseAround(shape.map((point) => mapped(map, point)));
        expect(updated.center[0]).toBeCloseTo(fitted.center[0], 9);
        for (const entry of ['xx', 'xy', 'yy'] as const) {
          expect(updated.shape[entry]).toBeCloseTo(fitted.shape[entry], 9);
        }
      }
    }
  });
});

describe.each(updatedKinds.map((kind) => [kind.name, kind] as const))('[BV2] %s', (name, kind) => {
  test('contains the shape after each step of each motion, and is not smaller than a new fit', () => {
    for (const figure of figures) {
      for (const shape of scattered(figure, 20, 4)) {
        for (const motion of motions) {
          let volume = kind.fit(shape);
          let points = shape;
          for (const map of motion.maps) {
            volume = volume.after(map);
            points = points.map((point) => mapped(map, point));
            const outside = points.filter((point) => !volume.contains(point));
            expect(outside, `${figure.name}, ${motion.name}`).toEqual([]);
          }
          expect(growth(kind, shape, motion)).toBeGreaterThan(1 - 1e-9);
        }
      }
    }
  });

  test('does not contain points far outside', () => {
    const [shape] = scattered(figures[0], 1, 5);
    for (const { maps } of motions) {
      const volume = kind.fit(shape).after(maps[0]);
      expect(volume.contains([500, 500])).toBe(false);
    }
  });

  test('stays as tight as a new fit for motions that its kind supports', () => {
    const exact = new Map([
      ['circle', [true, true, true, false]],
      ['box', [false, false, true, true]],
      ['oriented box', [true, true, true, false]],
      ['8-DOP', [false, false, true, false]],
      ['ellipse', [true, true, true, true]],
    ]);
    const shapes = figures.flatMap((figure) => scattered(figure, 20, 6));
    const tight = motions.map((motion) =>
      shapes.every((shape) => Math.abs(growth(kind, shape, motion) - 1) < 1e-6),
    );
    expect(tight).toEqual(exact.get(name));
  });
});
