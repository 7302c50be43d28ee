/** [BV2] What bounding volumes rest on: measures of distance, balls, and separating axes, for more shapes than circles. */

import { Mulberry32 } from 'scenes';
import { describe, expect, test } from 'vitest';
import { type Figure, figures, type Polygon, polygonsTouch, scattered, volumes } from './convex';
import { ballHolds, brokenAxioms, metrics, noMetrics } from './metrics';

const random = new Mulberry32(21);
const corner = () => Math.floor(9 * random.unit()) - 4;
// points of a lattice, so that some are equal, some in a row, and some sums exact
const points = Array.from({ length: 40 }, () => [corner(), corner(), corner()]);

describe('[BV2] metric axioms', () => {
  test.each(Object.entries(metrics))('hold for %s', (_, measure) => {
    expect([...brokenAxioms(measure, points)]).toEqual([]);
  });

  test('are found broken where they are', () => {
    const found = Object.entries(noMetrics).map(([name, measure]) => {
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
    'a closed ball of %s holds its surface, an open one does not',
    (_, measure) => {
      const center = [0, 0, 0];
      const surface = [3, 0, 0];
      const radius = measure(center, surface);
      expect(ballHolds(measure, { center, radius, kind: 'closed' }, surface)).toBe(true);
      expect(ballHolds(measure, { center, radius, kind: 'open' }, surface)).toBe(false);
    },
  );

  test('balls of the measures lie in each other: diamond, circle, square', () => {
    for (const point of points) {
      const [diamond, circle, square] = ['manhattan', 'euclidean', 'chebyshev'].map((name) =>
        ballHolds(metrics[name], { center: [0, 0, 0], radius: 4, kind: 'closed' }, point),
      );
      expect(Number(diamond)).toBeLessThanOrEqual(Number(circle));
      expect(Number(circle)).toBeLessThanOrEqual(Number(square));
    }
  });
});

const COUNT = 200;

/** Pairs of shapes, each with the volumes that overlap. */
function pairsOf(figure: Figure) {
  const shapes: Polygon[] = scattered(figure, COUNT, 22);
  return shapes.flatMap((a, i) =>
    shapes.slice(i + 1).map((b) => {
      const kept = volumes.filter((volume) => volume.overlaps(a, b)).map(({ name }) => name);
      return { touch: polygonsTouch(a, b), kept: new Set(kept) };
    }),
  );
}

/** Of most shapes each volume keeps pairs apart that the other lets through; not of round and of slim ones. */
const better = new Map([
  ['flat triangles', 'the box'],
  ['discs of 24 sides', 'the circle'],
]);

describe.each(figures)('[BV2] volumes around $name', (figure) => {
  const pairs = pairsOf(figure);

  test('none loses a pair that touches, by separating axes', () => {
    const touching = pairs.filter(({ touch }) => touch);
    expect(touching.length).toBeGreaterThan(100);
    expect(touching.filter(({ kept }) => kept.size !== volumes.length)).toEqual([]);
  });

  test(`circle or box: ${better.get(figure.name) ?? 'neither'} is always at least as good`, () => {
    const stops = (one: string, other: string) =>
      pairs.some(({ kept }) => !kept.has(one) && kept.has(other));
    const always = better.get(figure.name);
    expect(stops('circle', 'box')).toBe(always !== 'the box');
    expect(stops('box', 'circle')).toBe(always !== 'the circle');
  });

  test('an 8-DOP lets no pair through that its box stops, the hull none that any volume stops', () => {
    expect(pairs.filter(({ kept }) => kept.has('8-DOP') && !kept.has('box'))).toEqual([]);
    expect(pairs.filter(({ kept, touch }) => kept.has('convex hull') !== touch)).toEqual([]);
    const vain = (name: string) =>
      pairs.filter(({ kept, touch }) => kept.has(name) && !touch).length;
    expect(vain('8-DOP')).toBeLessThan(vain('box'));
    expect(vain('convex hull')).toBe(0);
  });
});

test('[BV2] separating axes agree with the truth where it is known', () => {
  const square = (x: number, y: number): Polygon => [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1],
    [x, y + 1],
  ];
  // stands on its corner, half a diagonal of 1 in every direction
  const diamond = (x: number, y: number): Polygon => [
    [x - 1, y],
    [x, y - 1],
    [x + 1, y],
    [x, y + 1],
  ];
  expect(polygonsTouch(square(0, 0), square(1, 1))).toBe(true);
  expect(polygonsTouch(square(0, 0), square(1.001, 0))).toBe(false);
  // their boxes overlap, the slope of the diamond parts them
  expect(polygonsTouch(square(0, 0), diamond(1.75, 1.75))).toBe(false);
  expect(polygonsTouch(square(0, 0), diamond(1.5, 1.5))).toBe(true);
});
