/**
 * Boxes as in the published algorithms. A box is given by its top-left corner and its size in
 * pixels. Its last column of pixels is at x + width - 1. Touching boxes do not overlap.
 */

const fr = Math.fround;

export interface Boxes {
  readonly count: number;
  readonly left: Float32Array;
  readonly top: Float32Array;
  readonly right: Float32Array;
  readonly bottom: Float32Array;
}

/**
 * Reads a flat array: [x, y, width, height] per box, or [left, top, right, bottom] if `form` is
 * 'edges'.
 */
export function boxesFrom(lanes: ArrayLike<number>, form: 'sizes' | 'edges' = 'sizes'): Boxes {
  const count = lanes.length / 4;
  const boxes = {
    count,
    left: new Float32Array(count),
    top: new Float32Array(count),
    right: new Float32Array(count),
    bottom: new Float32Array(count),
  };
  for (let i = 0; i < count; i++) {
    const [x, y, a, b] = [lanes[4 * i], lanes[4 * i + 1], lanes[4 * i + 2], lanes[4 * i + 3]];
    boxes.left[i] = x;
    boxes.top[i] = y;
    boxes.right[i] = form === 'edges' ? a : fr(fr(x + a) - 1);
    boxes.bottom[i] = form === 'edges' ? b : fr(fr(y + b) - 1);
  }
  return boxes;
}

/** Returns whether two boxes overlap. Touching boxes do not overlap. */
export function overlap({ left, top, right, bottom }: Boxes, a: number, b: number): boolean {
  return left[a] < right[b] && left[b] < right[a] && top[a] < bottom[b] && top[b] < bottom[a];
}

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function boundsOf({ left, top, right, bottom }: Boxes, items: readonly number[]): Bounds {
  return items.reduce<Bounds>(
    (all, i) => unite(all, { left: left[i], top: top[i], right: right[i], bottom: bottom[i] }),
    { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity },
  );
}

export function unite(a: Bounds, b: Bounds): Bounds {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

export function meets({ left, top, right, bottom }: Boxes, item: number, node: Bounds): boolean {
  return (
    left[item] < node.right &&
    node.left < right[item] &&
    top[item] < node.bottom &&
    node.top < bottom[item]
  );
}
