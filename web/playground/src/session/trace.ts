/** Traversal of one query as recorded by the library: node visits and item tests, in order. */

import { type SpatialIndex, type TracedQuery, traceOf, WalkStep } from 'sapwood/all';
import type { NodeLinks } from '../model/node-links.js';
import type { QueryShape } from '../model/query-shape.js';

export const NO_NODE = -1;

interface Walked {
  /** Queried index, whose current nodes are in `links`. */
  readonly index: SpatialIndex;
  readonly links: NodeLinks;
  readonly kind: QueryShape['kind'];
  readonly hits: Iterable<number>;
}

export class Trace {
  /** Node of each step; -1 for an empty node, which is not in the dump. */
  readonly nodes: number[] = [];
  readonly kinds: WalkStep[] = [];
  /** Number of items tested in each step. In some structures, it includes unused item slots. */
  readonly amounts: number[] = [];
  /** Number of hits found up to and including each step. */
  readonly hitCounts: number[] = [];
  /** Ids of the hits in the order in which they were found. */
  readonly hits: number[] = [];
  nodeVisits = 0;
  itemTests = 0;
  /**
   * Number of lookups of spatial hash cells that do not exist. These lookups are not counted as
   * visits, but can be most of the work.
   */
  emptyLookups = 0;

  constructor(
    query: TracedQuery,
    readonly walked: Walked,
  ) {
    const { steps, nodes, amounts, count } = traceOf(walked.index, query);
    const hits = new Set(walked.hits);
    for (let i = 0; i < count; i++) {
      const kind = steps[i] as WalkStep;
      if (kind === WalkStep.Candidate) {
        if (hits.delete(nodes[i])) this.find(nodes[i]);
      } else if (kind === WalkStep.Sought) {
        this.emptyLookups++;
      } else {
        this.add(kind, nodes[i], amounts[i]);
      }
    }
  }

  get length(): number {
    return this.nodes.length;
  }

  visitsUpTo(steps: number): number {
    let visits = 0;
    for (let i = 0; i < Math.min(steps, this.length); i++) if (isVisit(this.kinds[i])) visits++;
    return visits;
  }

  testsUpTo(steps: number): number {
    let tests = 0;
    for (let i = 0; i < Math.min(steps, this.length); i++) {
      if (this.kinds[i] === WalkStep.Compared) tests += this.amounts[i];
    }
    return tests;
  }

  hitsUpTo(steps: number): number {
    return steps <= 0 ? 0 : this.hitCounts[Math.min(steps, this.length) - 1];
  }

  /**
   * Returns the number of the visit in which the query first reached each node, or 0 for other
   * nodes. Visits are numbered from 1.
   */
  visitOrder(count: number): Uint32Array {
    const order = new Uint32Array(count);
    let visits = 0;
    for (let i = 0; i < this.length; i++) {
      if (isVisit(this.kinds[i])) visits++;
      else if (this.kinds[i] !== WalkStep.Next) continue;
      const node = this.nodes[i];
      if (node >= 0 && order[node] === 0) order[node] = visits;
    }
    return order;
  }

  private add(kind: WalkStep, node: number, amount: number): void {
    if (isVisit(kind)) this.nodeVisits++;
    if (kind === WalkStep.Compared) this.itemTests += amount;
    this.nodes.push(node);
    this.kinds.push(kind);
    this.amounts.push(amount);
    this.hitCounts.push(this.hits.length);
  }

  private find(id: number): void {
    this.hits.push(id);
    this.hitCounts[this.length - 1] = this.hits.length;
  }
}

/** Returns null without a query. */
function queryOf(shape: QueryShape): TracedQuery | null {
  const { box, center, direction, frustum, k, length, origin, radius } = shape;
  switch (shape.kind) {
    case 'none':
      return null;
    case 'box':
      return { kind: 'box', box };
    case 'sphere':
      return { kind: 'sphere', center: center, radius };
    case 'frustum':
      return frustum && { kind: 'frustum', frustum: frustum.planes };
    case 'ray':
      return { kind: 'ray', origin, direction, maxDistance: length };
    case 'nearest':
      return { kind: 'nearest', point: center, k };
  }
}

export function traceQuery(shape: QueryShape, walked: Omit<Walked, 'kind'>): Trace | null {
  const query = queryOf(shape);
  return query && new Trace(query, { ...walked, kind: shape.kind });
}

export function isVisit(kind: WalkStep): boolean {
  return kind <= WalkStep.Below;
}

export const UNSEEN = 0;
export const REJECTED = 1;
export const ENTERED = 2;

export interface NodeStates {
  /** UNSEEN, REJECTED or ENTERED for each node of the dump. */
  states: Uint8Array;
  tested: number;
  entered: number;
}

export function forgetSteps(count: number, walk: NodeStates): void {
  if (walk.states.length < count) walk.states = new Uint8Array(2 * count);
  else walk.states.fill(UNSEEN);
  walk.tested = 0;
  walk.entered = 0;
}

export function showSteps(trace: Trace, steps: number, walk: NodeStates): void {
  forgetSteps(trace.walked.links.dump.count, walk);
  for (let i = 0; i < Math.min(steps, trace.length); i++) {
    const node = trace.nodes[i];
    const kind = trace.kinds[i];
    if (node < 0) continue;
    if (kind === WalkStep.Dropped) {
      if (walk.states[node] === ENTERED) walk.entered--;
      walk.states[node] = REJECTED;
    }
    if (walk.states[node] !== UNSEEN || !(isVisit(kind) || kind === WalkStep.Next)) continue;
    const entered = kind !== WalkStep.Missed;
    walk.states[node] = entered ? ENTERED : REJECTED;
    walk.tested++;
    if (entered) walk.entered++;
  }
}
