/**
 * Structure that is built over the boxes of a figure. Each query also returns its numbers of visits
 * and tests.
 */

import {
  type NodeDump,
  type RayHit,
  type SpatialIndex,
  structures,
  type TracedQuery,
  traceOf,
  WalkStep,
} from 'sapwood/all';
import type { Point } from './volumes/polygons.js';
import type { Box, Shown } from './world.js';

export interface Effort {
  /** Number of visited nodes or cells. */
  readonly visits: number;
  readonly tests: number;
}

export interface QueryResult extends Effort {
  readonly ids: Uint32Array;
}

interface Neighbors extends QueryResult {
  readonly distances: Float32Array;
}

/**
 * Nodes that a query tests: it enters the nodes in `entered`, and skips the subtrees of the nodes
 * in `rejected`.
 */
export interface Opened {
  readonly entered: readonly number[];
  readonly rejected: readonly number[];
}

export class Subject {
  readonly index: SpatialIndex;

  constructor({ world, structure, options }: Shown) {
    const entry = structures.find(({ id }) => id === structure);
    if (!entry) throw new Error(`structure '${structure}': not in the registry`);
    this.index = entry.create({ dimensions: 2, ...options });
    this.index.build(world.boxes);
  }

  private effort(): Effort {
    const { itemTests, nodeVisits } = this.index.counters();
    return { visits: nodeVisits, tests: itemTests };
  }

  inBox(box: Box): QueryResult {
    const ids = this.index.queryBox(box);
    return { ids, ...this.effort() };
  }

  nearest(point: Point, k: number): Neighbors {
    const { distances, ids } = this.index.nearest(point, k);
    return { ids, distances, ...this.effort() };
  }

  /** `hit` is null if the ray hits no box. */
  firstAlong(origin: Point, direction: Point): Effort & { readonly hit: RayHit | null } {
    const hit = this.index.raycast(origin, direction);
    return { hit, ...this.effort() };
  }

  allAlong(origin: Point, direction: Point): QueryResult {
    const { ids } = this.index.raycastAll(origin, direction);
    return { ids, ...this.effort() };
  }

  /** Returns all pairs of overlapping items, as two consecutive ids per pair. */
  pairs(): QueryResult {
    const ids = this.index.pairs();
    return { ids, ...this.effort() };
  }

  /** Returns the nodes that a query enters or rejects, as indices into the result of `nodes()`. */
  opened(query: TracedQuery): Opened {
    const { count, nodes, steps } = traceOf(this.index, query);
    const entered: number[] = [];
    const rejected: number[] = [];
    for (let step = 0; step < count; step++) {
      if (nodes[step] < 0 || steps[step] > WalkStep.Below) continue;
      (steps[step] === WalkStep.Missed ? rejected : entered).push(nodes[step]);
    }
    return { entered, rejected };
  }

  nodes(): NodeDump {
    return this.index.nodes();
  }

  dispose(): void {
    this.index.dispose();
  }
}
