/** Runs and measures the page's query on an index. */

import type { SpatialIndex } from 'sapwood/all';
import type { QueryShape } from './query-shape.js';
import { Recent } from './recent.js';
import { type Timing, timeBatch } from './timing.js';

const RECENT_QUERIES = 60;
const QUERIES_PER_TIMING = 8;
const WARM_UP_MS = 3;

export class QueryClock {
  readonly times = new Recent(RECENT_QUERIES);
  /** Distance of the farthest result of a nearest-neighbor query; 0 for other queries. */
  searchRadius = 0;
  private runs = 0;

  constructor(
    private readonly index: SpatialIndex,
    /**
     * Result buffer with space for all item ids. The results of ray, nearest-neighbor and frustum
     * queries are sorted by distance.
     */
    public hits: Uint32Array,
  ) {}

  runQuery(shape: QueryShape): number {
    const { index, hits } = this;
    this.searchRadius = 0;
    switch (shape.kind) {
      case 'none':
        return 0;
      case 'box':
        return index.queryBoxInto(shape.box, hits);
      case 'sphere':
        return index.querySphereInto(shape.center, shape.radius, hits);
      case 'frustum': {
        if (!shape.frustum) return 0;
        const { eye, planes } = shape.frustum;
        return index.queryFrustumInto(planes, hits, { eye });
      }
      case 'ray': {
        const { ids } = index.raycastAll(shape.origin, shape.direction, shape.length);
        hits.set(ids);
        return ids.length;
      }
      case 'nearest': {
        const { ids, distances } = index.nearest(shape.center, shape.k);
        hits.set(ids);
        this.searchRadius = distances.at(-1) ?? 0;
        return ids.length;
      }
    }
  }

  /** Measures the query once every QUERIES_PER_TIMING calls. Must be called after each query. */
  measure(shape: QueryShape): void {
    if (++this.runs % QUERIES_PER_TIMING === 0) this.timing(shape).sample();
  }

  /**
   * Returns the recent durations and a function that measures the query again. Runs the query
   * several times first if it was not measured yet.
   */
  timing(shape: QueryShape): Timing {
    if (this.times.size === 0) this.warmUp(shape);
    const { times } = this;
    // `timeBatch` repeats the query, because one query is shorter than the clock resolution
    return { times, sample: () => timeBatch(times, () => this.runQuery(shape)) };
  }

  /**
   * Runs the query repeatedly, so that the browser compiles the code before the measurement.
   * Otherwise, compilation would slow down only the structure that is measured first.
   */
  private warmUp(shape: QueryShape): void {
    const start = performance.now();
    while (performance.now() - start < WARM_UP_MS) this.runQuery(shape);
  }
}
