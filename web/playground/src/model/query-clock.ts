/** Asks an index the query of the page, and measures how long that takes. */

import type { SpatialIndex } from 'sapwood/all';
import type { QueryShape } from './query-shape.js';
import { Recent } from './recent.js';
import { type Timing, timeBatch } from './stop-watch.js';

const RECENT_QUERIES = 60;
const ANSWERS_PER_TIMING = 8;
const WARM_UP_MS = 3;

export class QueryClock {
  readonly times = new Recent(RECENT_QUERIES);
  /** Distance of the farthest neighbor of a nearest search; 0 for the other queries. */
  reach = 0;
  private answers = 0;

  constructor(
    private readonly index: SpatialIndex,
    /** Takes the ids that are found; by distance for ray, nearest and frustum. As long as there are items. */
    public hits: Uint32Array,
  ) {}

  /** Answers how many were found. */
  answer(shape: QueryShape): number {
    const { index, hits } = this;
    this.reach = 0;
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
        this.reach = distances.at(-1) ?? 0;
        return ids.length;
      }
    }
  }

  /** To be called after each answer: measures one now and then. */
  measure(shape: QueryShape): void {
    if (++this.answers % ANSWERS_PER_TIMING === 0) this.timing(shape).sample();
  }

  /** For the first measurements; the first call warms up. */
  timing(shape: QueryShape): Timing {
    if (this.times.size === 0) this.warmUp(shape);
    const { times } = this;
    // one answer is shorter than a step of the clock
    return { times, sample: () => timeBatch(times, () => this.answer(shape)) };
  }

  /** The first calls run code that the browser has not compiled yet, and would be held against the first side. */
  private warmUp(shape: QueryShape): void {
    const start = performance.now();
    while (performance.now() - start < WARM_UP_MS) this.answer(shape);
  }
}
