/**
 * Finds query positions with hits. With some seeds and numbers of items, a query at the default
 * position of a scene finds nothing.
 */

import type { QueryPlace, Settings } from '../state/settings.js';
import { toFraction } from './query-shape.js';

/** Number of grid cells per axis. The grid is used to find the region with the most items. */
const CELLS = 8;
/** Length of the ray beyond its target, as a fraction of the distance between origin and target. */
const BEYOND = 0.6;

function densestItem(boxes: Float32Array, sceneBounds: Float32Array): number[] {
  const dimensions = sceneBounds.length / 2;
  const middle = (id: number) =>
    Array.from({ length: dimensions }, (_, axis) => {
      const at = 2 * dimensions * id + axis;
      return (boxes[at] + boxes[at + dimensions]) / 2;
    });
  const cellOf = (point: readonly number[]) =>
    point.reduce((cell, value, axis) => {
      const place = Math.floor(CELLS * toFraction(sceneBounds, axis, value));
      return CELLS * cell + Math.min(Math.max(place, 0), CELLS - 1);
    }, 0);
  const counts = new Map<number, number>();
  const items = boxes.length / (2 * dimensions);
  for (let id = 0; id < items; id++) {
    const cell = cellOf(middle(id));
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  const [densest] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
  for (let id = 0; id < items; id++) {
    const point = middle(id);
    if (cellOf(point) === densest) return point;
  }
  return middle(0);
}

const sameList = (a: readonly number[], b: readonly number[]) =>
  a.every((value, i) => value === b[i]);

/**
 * Returns a position with hits for a box, sphere or ray query at its default position. Returns null
 * for other queries, for empty scenes, and after the user has moved the query.
 */
export function placeThatHits(
  settings: Settings,
  standard: QueryPlace,
  { boxes, sceneBounds }: { readonly boxes: Float32Array; readonly sceneBounds: Float32Array },
): Partial<QueryPlace> | null {
  const kinds = { box: 'box', sphere: 'ball', ray: 'ray' } as const;
  const key = kinds[settings.query as keyof typeof kinds];
  if (!key || boxes.length === 0 || !sameList(settings[key], standard[key])) return null;
  const now = settings[key];
  const there = densestItem(boxes, sceneBounds).map((value, axis) =>
    toFraction(sceneBounds, axis, value),
  );
  // in 2D, the third coordinate of the query is kept
  const at = [0, 1, 2].map((axis) => there[axis] ?? now[axis]);
  if (key !== 'ray') return { [key]: [...at, ...now.slice(3)] };
  const end = at.map((value, axis) => value + BEYOND * (value - now[axis]));
  return { ray: [...now.slice(0, 3), ...end] };
}
