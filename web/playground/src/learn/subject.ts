/** One structure over the boxes of a world, asked and counted. */

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

/** What an answer took. */
export interface Effort {
  /** Nodes, or cells, that were looked at. */
  readonly visits: number;
  /** Items that were compared. */
  readonly tests: number;
}

export interface Answer extends Effort {
  readonly ids: Uint32Array;
}

export interface Neighbors extends Answer {
  readonly distances: Float32Array;
}

/** The nodes that a question comes to: those that it opens, and those beside them, which it looks at and leaves. */
export interface Opened {
  readonly touched: readonly number[];
  readonly left: readonly number[];
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

  inBox(box: Box): Answer {
    const ids = this.index.queryBox(box);
    return { ids, ...this.effort() };
  }

  nearest(point: Point, k: number): Neighbors {
    const { distances, ids } = this.index.nearest(point, k);
    return { ids, distances, ...this.effort() };
  }

  /** The first box along a ray; null if there is none. */
  firstAlong(origin: Point, direction: Point): Effort & { readonly hit: RayHit | null } {
    const hit = this.index.raycast(origin, direction);
    return { hit, ...this.effort() };
  }

  /** All boxes along a ray. */
  allAlong(origin: Point, direction: Point): Answer {
    const { ids } = this.index.raycastAll(origin, direction);
    return { ids, ...this.effort() };
  }

  /** Two ids a pair. */
  pairs(): Answer {
    const ids = this.index.pairs();
    return { ids, ...this.effort() };
  }

  /** Nodes of `nodes()`. */
  opened(query: TracedQuery): Opened {
    const { count, nodes, steps } = traceOf(this.index, query);
    const touched: number[] = [];
    const left: number[] = [];
    for (let step = 0; step < count; step++) {
      if (nodes[step] < 0 || steps[step] > WalkStep.Below) continue;
      (steps[step] === WalkStep.Missed ? left : touched).push(nodes[step]);
    }
    return { touched, left };
  }

  nodes(): NodeDump {
    return this.index.nodes();
  }

  dispose(): void {
    this.index.dispose();
  }
}
