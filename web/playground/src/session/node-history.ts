/** Properties of nodes that a dump does not contain: age, overlap with siblings, and visits. */

import type { NodeDump } from 'sapwood/all';
import type { NodeLinks } from '../model/node-links.js';
import { overlapShares } from '../model/node-overlap.js';
import type { TraitSource } from '../model/node-traits.js';
import type { Dimensions } from '../state/settings.js';
import type { Trace } from './trace.js';

export class NodeHistory {
  /** Frame of the last node dump. */
  frame = 0;
  private readonly ages = new NodeAges();
  private overlaps: { readonly dump: NodeDump; readonly shares: Float32Array } | null = null;
  private visits: { readonly trace: Trace; readonly order: Uint32Array } | null = null;

  constructor(private readonly dimensions: Dimensions) {}

  setDump(dump: NodeDump, frame: number): void {
    this.frame = frame;
    this.ages.setDump(dump, frame);
  }

  /** Returns the frame in which a node got its present bounds. */
  createdIn(node: number): number {
    return this.ages.createdAt[node];
  }

  /**
   * Returns the number of the visit in which the query first reached each node, or 0 for other
   * nodes. Visits are numbered from 1. Returns null without a trace.
   */
  orderOfVisits(trace: Trace | null, { count }: NodeDump): Uint32Array | null {
    if (!trace) return null;
    if (this.visits?.trace !== trace) this.visits = { trace, order: trace.visitOrder(count) };
    return this.visits.order;
  }

  /**
   * Returns the values that node colors show. Overlap is slow to compute, so it is included only if
   * `withOverlap` is true.
   */
  traits(links: NodeLinks, trace: Trace | null, withOverlap: boolean): TraitSource {
    const { dump } = links;
    const { dimensions } = this;
    if (withOverlap && this.overlaps?.dump !== dump) {
      this.overlaps = { dump, shares: overlapShares(links, dimensions) };
    }
    return {
      dump,
      overlaps: withOverlap && this.overlaps ? this.overlaps.shares : null,
      visitOrder: this.orderOfVisits(trace, dump),
    };
  }
}

/**
 * Number of 32-bit words per slot of the hash table: two hash words, and the frame in which the
 * node got its present bounds.
 */
const SLOT = 3;
const EMPTY = -1;

/**
 * Frame in which each node got its present bounds. Nodes have no permanent ids: two nodes of
 * consecutive dumps are the same node if their bounds and levels are equal.
 */
export class NodeAges {
  createdAt = new Int32Array(0);
  private table = new Int32Array(0);
  private bits: Int32Array = new Int32Array(0);
  private first = 0;
  private second = 0;

  setDump(dump: NodeDump, frame: number): void {
    const { bounds, count, level } = dump;
    const before = this.table;
    const stride = bounds.length / Math.max(count, 1);
    let slots = 64;
    while (slots < 2 * count) slots *= 2;
    this.table = new Int32Array(slots * SLOT);
    for (let at = SLOT - 1; at < this.table.length; at += SLOT) this.table[at] = EMPTY;
    this.bits = new Int32Array(bounds.buffer, bounds.byteOffset, bounds.length);
    this.createdAt = new Int32Array(count);
    for (let node = 0; node < count; node++) {
      this.hash(node * stride, stride, level[node]);
      const created = this.find(before);
      this.createdAt[node] = created === EMPTY ? frame : created;
      this.store(this.createdAt[node]);
    }
  }

  /** Hashes the bounds and the level of a node with two variants of FNV-1a over 32-bit words. */
  private hash(from: number, stride: number, level: number): void {
    let first = 0x811c9dc5 ^ level;
    let second = 0x2545f491 + level;
    for (let i = from; i < from + stride; i++) {
      first = Math.imul(first ^ this.bits[i], 0x01000193);
      first ^= first >>> 15;
      second = Math.imul(second ^ this.bits[i], 0x85ebca6b);
      second ^= second >>> 13;
    }
    this.first = first | 0;
    this.second = second | 0;
  }

  private slotOf(table: Int32Array): number {
    const slots = table.length / SLOT;
    let slot = (this.first >>> 0) & (slots - 1);
    for (;;) {
      const at = slot * SLOT;
      if (table[at + 2] === EMPTY) return at;
      if (table[at] === this.first && table[at + 1] === this.second) return at;
      slot = (slot + 1) & (slots - 1);
    }
  }

  private find(table: Int32Array): number {
    return table.length === 0 ? EMPTY : table[this.slotOf(table) + 2];
  }

  private store(created: number): void {
    const at = this.slotOf(this.table);
    this.table[at] = this.first;
    this.table[at + 1] = this.second;
    this.table[at + 2] = created;
  }
}
