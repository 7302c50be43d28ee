/** What is known of the nodes of the present dump beyond the dump: since when they are as they are, overlap, visits. */

import type { NodeDump } from 'sapwood/all';
import type { Trace } from '../features/trace/trace.js';
import type { NodeLinks } from '../model/node-links.js';
import { overlapShares } from '../model/node-overlap.js';
import type { TraitSource } from '../model/node-traits.js';
import type { Dimensions } from '../state/settings.js';
import { NodeAges } from './node-ages.js';

export class NodeHistory {
  /** Of the dump that was taken last. */
  frame = 0;
  private readonly ages = new NodeAges();
  private overlaps: { readonly dump: NodeDump; readonly shares: Float32Array } | null = null;
  private visits: { readonly trace: Trace; readonly order: Uint32Array } | null = null;

  constructor(private readonly dimensions: Dimensions) {}

  take(dump: NodeDump, frame: number): void {
    this.frame = frame;
    this.ages.take(dump, frame);
  }

  /** The frame in which a node came to be as it is. */
  bornIn(node: number): number {
    return this.ages.bornAt[node];
  }

  /** By node: the number of the query's first visit; null where the walk is not known. */
  orderOfVisits(trace: Trace | null, { count }: NodeDump): Uint32Array | null {
    if (!trace) return null;
    if (this.visits?.trace !== trace) this.visits = { trace, order: trace.visitOrder(count) };
    return this.visits.order;
  }

  /** What the colors of the nodes can tell; overlap takes some time. */
  traits(links: NodeLinks, trace: Trace | null, withOverlap: boolean): TraitSource {
    const { dump } = links;
    const { ages, dimensions, frame } = this;
    if (withOverlap && this.overlaps?.dump !== dump) {
      this.overlaps = { dump, shares: overlapShares(links, dimensions) };
    }
    return {
      dump,
      frame,
      bornAt: ages.bornAt,
      overlaps: withOverlap && this.overlaps ? this.overlaps.shares : null,
      visitOrder: this.orderOfVisits(trace, dump),
    };
  }
}
