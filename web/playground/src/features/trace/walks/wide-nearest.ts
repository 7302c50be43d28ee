/**
 * The search for neighbours over the wide tree. Leaves and nodes wait alike: in a list from which the nearest of all is
 * taken, as long as that has room, or on a stack, the nearest of each node on top. Trees that were built with care, whose
 * nodes overlap little, are searched by the stack from the beginning.
 */

import type { Trace } from '../trace.js';
import type { NearestSearch } from './nearest-search.js';
import { boundOf, noteReach, searchBeside } from './nearest-walks.js';
import { enterNode, isLeaf, itemsOf, type NearestReplay, type WalkInput } from './walk-input.js';
import { LANES } from './wide-walks.js';

interface Lane {
  readonly node: number;
  readonly lane: number;
  readonly bound: number;
}

interface Waiting {
  readonly node: number;
  /** A little changed: its last bits tell the lane, or the slot of the list. */
  readonly bound: number;
}

interface Open {
  /** Null when nothing is left in reach. */
  take(): number | null;
  /** Some lanes of a node. */
  push(lanes: readonly Lane[]): void;
}

const number = new Float32Array(1);
const bits = new Uint32Array(number.buffer);

function bitsOf(bound: number): number {
  number[0] = bound;
  return bits[0];
}

function fromBits(value: number): number {
  bits[0] = value;
  return number[0];
}

class NearestOnTop implements Open {
  private readonly waiting: Waiting[] = [];

  constructor(
    private readonly trace: Trace,
    private readonly search: NearestSearch,
  ) {}

  take(): number | null {
    const { search, trace, waiting } = this;
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      if (search.inReach(at.bound)) return at.node;
      trace.drop(at.node);
    }
    return null;
  }

  push(lanes: readonly Lane[]): void {
    const inReach = lanes.filter(({ bound }) => this.search.inReach(bound));
    const keyed = inReach.map(({ node, lane, bound }) => ({
      node,
      bound: fromBits((bitsOf(bound) & ~7) | LANES | lane),
    }));
    this.waiting.push(...keyed.sort((a, b) => b.bound - a.bound));
  }

  /** At its place among all; behind those that are as near. */
  insert(entry: Waiting): void {
    const place = this.waiting.findIndex(({ bound }) => bound < entry.bound);
    this.waiting.splice(place < 0 ? this.waiting.length : place, 0, entry);
  }
}

/** Slots of the list: four for each node that was opened. */
const ROOM = 128;
/** Bits of 2 ** 126: bounds are kept as their distance from it. */
const HERE = 0x7e800000;

interface Listed {
  readonly node: number;
  readonly key: number;
  /** Out of reach already when its bound was computed. */
  readonly far: boolean;
}

class NearestOfAll implements Open {
  private readonly listed: Listed[] = [];
  private slots = 0;
  private stack: NearestOnTop | null = null;

  constructor(
    private readonly trace: Trace,
    private readonly search: NearestSearch,
  ) {}

  take(): number | null {
    if (this.stack) return this.stack.take();
    const { listed, search, trace } = this;
    listed.sort((a, b) => a.key - b.key);
    const nearest = listed.pop();
    if (!nearest) return null;
    if (search.inReach(listedBound(nearest))) return nearest.node;
    for (const { node, far } of [nearest, ...listed.reverse()]) if (!far) trace.drop(node);
    return null;
  }

  push(lanes: readonly Lane[]): void {
    const { listed, search } = this;
    if (!this.stack && this.slots === ROOM) this.stack = this.moveToStack();
    if (this.stack) {
      this.stack.push(lanes);
      return;
    }
    if (!lanes.some(({ bound }) => search.inReach(bound))) return;
    for (const { node, lane, bound } of lanes) {
      const nearness = (HERE - bitsOf(bound)) & ~(ROOM - 1);
      const key = nearness | (this.slots + lane);
      listed.push({ node, key, far: !search.inReach(bound) });
    }
    this.slots += LANES;
  }

  private moveToStack(): NearestOnTop {
    const { listed, search, trace } = this;
    const stack = new NearestOnTop(trace, search);
    for (const entry of listed.sort((a, b) => slotOf(a) - slotOf(b))) {
      const bound = listedBound(entry);
      if (search.inReach(bound)) stack.insert({ node: entry.node, bound });
      else if (!entry.far) trace.drop(entry.node);
    }
    return stack;
  }
}

function slotOf({ key }: Listed): number {
  return key & (ROOM - 1);
}

/** No more than it was. */
function listedBound({ key }: Listed): number {
  return fromBits(Math.max(HERE - (key | (ROOM - 1)), 0));
}

function lanesOf(input: WalkInput, trace: Trace, search: NearestSearch, at: number): Lane[] {
  return input.links.childrenOf(at).map((node, lane) => {
    const bound = boundOf(input, search, node);
    noteReach(input, trace, search, { node, bound });
    return { node, lane, bound };
  });
}

export const wideTreeNearest: NearestReplay = (input, trace, search) => {
  const byStack = input.index.options.build === 'quality';
  const open = new (byStack ? NearestOnTop : NearestOfAll)(trace, search);
  searchBeside(input, trace, search);
  for (const root of input.roots) {
    enterNode(input, trace, root);
    open.push(lanesOf(input, trace, search, root));
  }
  for (let at = open.take(); at !== null; at = open.take()) {
    if (isLeaf(input, at)) {
      const ids = itemsOf(input.links.dump, at);
      trace.comparePacket(at, LANES, ids);
      search.offerPacket(ids);
    } else open.push(lanesOf(input, trace, search, at));
  }
};
