/**
 * [BV2] Foundations of bounding volumes: metrics, balls and separating axes, for various shapes.
 */

import { Mulberry32 } from 'scenes';
import { describe, expect, test } from 'vitest';
import { type Figure, figures, type Polygon, polygonsTouch, scattered, volumes } from './convex';
import { ballContains, brokenAxioms, metrics, nonMetrics } from './metrics';

const random = new Mulberry32(21);
const corner = () => Math.floor(9 * random.unit()) - 4;
// coordinates are small integers, so that some points are equal or collinear, and some sums are
// exact
const points = Array.from({ length: 40 }, () => [corner(), corner(), corner()]);

describe('[BV2] metric axioms', () => {
  test.each(Object.entries(metrics))('hold for %s', (_, measure) => {
    expect([...brokenAxioms(measure, points)]).toEqual([]);
  });

  test('are violated by measures that are not metrics', () => {
    const found = Object.entries(nonMetrics).map(([name, measure]) => {
      return [name, [...brokenAxioms(measure, points)].sort()];
    });
    expect(Object.fromEntries(found)).toEqual({
      'the square of the distance': ['triangle'],
      'minkowski, p = 0.5': ['triangle'],
      'distance on the first axis only': ['zero for equal points only'],
      'signed distance': ['not negative', 'symmetric', 'zero for equal points only'],
      'elliptic, of a map that is not invertible': ['zero for equal points only'],
    });
  });

  test.each(Object.entries(metrics))(
    'a closed ball of %s contains its surface, an open ball does not',
    (_, measure) => {
      const center = [0, 0, 0];
      const surface = [3, 0, 0];
      const radius = measure(center, surface);
      expect(ballContains(measure, { center, radius, kind: 'closed' }, surface)).toBe(true);
      expect(ballContains(measure, { center, radius, kind: 'open' }, surface)).toBe(false);
    },
  );

  test('balls of the measures contain each other: diamond, circle, square', () => {
    for (const point of points) {
      const [diamond, circle, square] = ['manhattan', 'euclidean', 'chebyshev'].map((name) =>
        ballContains(metrics[name], { center: [0, 0, 0], radius: 4, kind: 'closed' }, point),
      );
      expect(Number(diamond)).toBeLessThanOrEqual(Number(circle));
      expect(Number(circle)).toBeLessThanOrEqual(Number(square));
    }
  });
});

const COUNT = 200;

function pairsOf(figure: Figure) {
  const shapes: Polygon[] = scattered(figure, COUNT, 22);
  return shapes.flatMap((a, i) =>
    shapes.slice(i + 1).map((b) => {
      const kept = volumes.filter((volume) => volume.overlaps(a, b)).map(({ name }) => name);
      return { touch: polygonsTouch(a, b), kept: new Set(kept) };
    }),
  );
}

/**
 * For some shapes, one of box and circle is always better: it excludes every pair that the other
 * volume excludes. For all other shapes, each of the two excludes pairs that the other includes.
 */
const better = new Map([
  ['flat triangles', 'the box'],
  ['discs of 24 sides', 'the circle'],
]);

describe.each(figures)('[BV2] volumes around $name', (figure) => {
  const pairs = pairsOf(figure);

  test('all volumes overlap for touching pairs, by separating axes', () => {
    const touching = pairs.filter(({ touch }) => touch);
    expect(touching.length).toBeGreaterThan(100);
    expect(touching.filter(({ kept }) => kept.size !== volumes.length)).toEqual([]);
  });

  test(`${better.get(figure.name) ?? 'neither circle nor box'} is always at least as good`, () => {
    const stops = (one: string, other: string) =>
      pairs.some(({ kept }) => !kept.has(one) && kept.has(other));
    const always = better.get(figure.name);
    expect(stops('circle', 'box')).toBe(always !== 'the box');
    expect(stops('box', 'circle')).toBe(always !== 'the circle');
  });

  test('an 8-DOP excludes all pairs that its box excludes, the hull all pairs that any volume excludes', () => {
    expect(pairs.filter(({ kept }) => kept.has('8-DOP') && !kept.has('box'))).toEqual([]);
    expect(pairs.filter(({ kept, touch }) => kept.has('convex hull') !== touch)).toEqual([]);
    const vain = (name: string) =>
      pairs.filter(({ kept, touch }) => kept.has(name) && !touch).length;
    expect(vain('8-DOP')).toBeLessThan(vain('box'));
    expect(vain('convex hull')).toBe(0);
  });
});

test('[BV2] separating axes have the known results for squares and diamonds', () => {
  const square = (x: number, y: number): Polygon => [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1],
    [x, y + 1],
  ];
  // a square rotated by 45 degrees, with half diagonals of 1
  const diamond = (x: number, y: number): Polygon => [
    [x - 1, y],
    [x, y - 1],
    [x + 1, y],
    [x, y + 1],
  ];
  expect(polygonsTouch(square(0, 0), square(1, 1))).toBe(true);
  expect(polygonsTouch(square(0, 0), square(1.001, 0))).toBe(false);
  // the axis-aligned boxes overlap, but a side of the first diamond separates it from the square
  expect(polygonsTouch(square(0, 0), diamond(1.75, 1.75))).toBe(false);
  expect(polygonsTouch(square(0, 0), diamond(1.5, 1.5))).toBe(true);
});
