/**
 * Area of a union of rectangles, Klee's problem in the plane, by Bentley's sweep (1977). A vertical
 * line moves from left to right. A segment tree over the heights of all edges counts the rectangles
 * that cover each interval. The complexity is O(n log n).
 */

/** Flat array of [left, bottom, right, top]. */
export type Rectangles = ArrayLike<number>;

interface Edge {
  readonly x: number;
  readonly low: number;
  readonly high: number;
  readonly step: 1 | -1;
}

/**
 * Segment tree that maintains the covered length of the sweep line. Its leaves are the intervals
 * between sorted heights.
 */
class CoveredLength {
  private readonly covers: Int32Array;
  private readonly lengths: Float64Array;

  constructor(private readonly heights: Float64Array) {
    const places = 4 * Math.max(1, heights.length);
    this.covers = new Int32Array(places);
    this.lengths = new Float64Array(places);
  }

  get length(): number {
    return this.lengths[1];
  }

  /**
   * Adds `step` to the number of rectangles that cover the intervals from `low` to `high`. `step`
   * is 1 at the left edge of a rectangle and -1 at its right edge.
   */
  change(low: number, high: number, step: number): void {
    if (low < high) this.changeIn(1, 0, this.heights.length - 1, { low, high, step });
  }

  /**
   * Applies a change to a node of the segment tree, which contains the intervals between the
   * heights `first` and `last`.
   */
  private changeIn(
    node: number,
    first: number,
    last: number,
    change: { low: number; high: number; step: number },
  ): void {
    const { heights, covers, lengths } = this;
    if (change.high <= heights[first] || heights[last] <= change.low) return;
    if (change.low <= heights[first] && heights[last] <= change.high) {
      covers[node] += change.step;
    } else {
      const middle = (first + last) >> 1;
      this.changeIn(2 * node, first, middle, change);
      this.changeIn(2 * node + 1, middle, last, change);
    }
    const whole = heights[last] - heights[first];
    const below = last - first > 1 ? lengths[2 * node] + lengths[2 * node + 1] : 0;
    lengths[node] = covers[node] > 0 ? whole : below;
  }
}

export function unionArea(rectangles: Rectangles): number {
  const edges: Edge[] = [];
  for (let at = 0; at < rectangles.length; at += 4) {
    const [low, high] = [rectangles[at + 1], rectangles[at + 3]];
    edges.push({ x: rectangles[at], low, high, step: 1 });
    edges.push({ x: rectangles[at + 2], low, high, step: -1 });
  }
  edges.sort((a, b) => a.x - b.x);
  const heights = [...new Set(edges.flatMap(({ low, high }) => [low, high]))].sort((a, b) => a - b);
  const line = new CoveredLength(Float64Array.from(heights));
  let area = 0;
  edges.forEach(({ x, low, high, step }, i) => {
    if (i > 0) area += line.length * (x - edges[i - 1].x);
    line.change(low, high, step);
  });
  return area;
}
