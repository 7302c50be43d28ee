/** Types of inspection, and serialization of an index. */

import * as BLOCK from '../block.js';
import { SapwoodError } from '../errors.js';
import { readId } from '../inputs.js';
import { decodeOption, type OptionValue } from '../options.js';
import type {
  OwnedFloat32Array,
  OwnedInt32Array,
  OwnedUint8Array,
  OwnedUint32Array,
} from '../owned.js';
import { STATUS_CODES } from '../raw.js';
import { checked, demand, type IndexState, live, settled } from '../state.js';
import { refusedId } from './content.js';

/** Size and quality of an index. Fields that do not apply to the structure are omitted. */
export interface IndexStats {
  /** Number of live items. */
  items: number;
  /**
   * Number of nodes of a hierarchy including leaves, of cells of a grid, or of blocks of a sorted
   * list.
   */
  nodes: number;
  /** Number of nodes that hold items and have no children. */
  leaves: number;
  /** Bytes of WASM memory that the index holds, staging memory included. */
  byteLength: number;
  /** Number of edges from the root to the deepest leaf. */
  height?: number;
  /** Largest difference between the heights of two siblings. */
  maxImbalance?: number;
  /** Sum of the areas of all branches, divided by the area of the root. */
  areaRatio?: number;
  /**
   * `areaRatio` with the leaves included: the expected number of nodes that a random ray visits.
   */
  sah?: number;
  /** Number of reinsertions since the build, because items left their enlarged boxes. */
  reinserts?: number;
  /** Number of swaps of the last insertion sort. */
  swaps?: number;
  /** Axis of the sweep; 0 is x. */
  axis?: number;
  /** Side of the smallest cells of a grid in world units. */
  cellSize?: number;
}

/** Work of the last call on an index, as counts. */
export interface QueryCounters {
  /** Number of nodes or blocks whose box was tested. */
  nodeVisits: number;
  /** Number of items or pairs of items that were tested. */
  itemTests: number;
  /** Number of results. */
  results: number;
}

/** Kinds of nodes in a `NodeDump`. */
export const NodeKind = {
  /** Node with children. In octrees it can also hold items. */
  Branch: 0,
  /** Node that holds items. */
  Leaf: 1,
  /** Block of a sorted list; not a node of a tree. */
  Block: 2,
} as const;
/** Kind of a node as a number; the object `NodeKind` names the numbers. */
export type NodeKind = (typeof NodeKind)[keyof typeof NodeKind];

/**
 * Nodes of a structure as parallel arrays with one entry per node, parents before their children.
 * The arrays belong to the caller.
 */
export interface NodeDump {
  /** Number of nodes. */
  count: number;
  /** `2 * dimensions` numbers per node, minimum corner first. */
  bounds: OwnedFloat32Array;
  /** Number of edges from the root. */
  level: OwnedUint32Array;
  /** Position of the parent in these arrays; -1 for a root. */
  parent: OwnedInt32Array;
  /**
   * Start of the items of each node in `items`. The items of node i are `items[firstItem[i]]` up
   * to, not including, `items[firstItem[i] + itemCount[i]]`.
   */
  firstItem: OwnedUint32Array;
  /** Number of items in the node itself, without its children. */
  itemCount: OwnedUint32Array;
  /** One of `NodeKind` per node. */
  kind: OwnedUint8Array;
  /** Ids of the items, node by node. */
  items: OwnedUint32Array;
  /**
   * Sphere of each node, `dimensions + 1` numbers per node: center, then radius. Present if the
   * nodes are spheres.
   */
  spheres?: OwnedFloat32Array;
  /**
   * Cell of each node, `2 * dimensions` numbers per node. Present if the bounds of nodes extend
   * beyond their cells.
   */
  cells?: OwnedFloat32Array;
}

export function counters(state: IndexState): QueryCounters {
  state.core.calls.sapwood_counters(live(state));
  return {
    nodeVisits: state.core.number(BLOCK.counters),
    itemTests: state.core.number(BLOCK.counters, 1),
    results: state.core.number(BLOCK.counters, 2),
  };
}

export function boxOf(state: IndexState, id: number): OwnedFloat32Array {
  const h = settled(state);
  const answer = state.core.calls.sapwood_box(h, readId(id, 'id'));
  if (answer < 0) throw refusedId('box', answer, id);
  return state.core.distances(state.stride);
}

export function liveIds(state: IndexState): OwnedUint32Array {
  const count = checked('ids', state.core.calls.sapwood_ids(live(state)));
  return state.core.ids(count);
}

export function serialize(state: IndexState): OwnedUint8Array {
  live(state);
  demand(state, 'serialize', 'serialize');
  checked('serialize', state.core.calls.sapwood_serialize(state.address));
  const count = state.core.word(BLOCK.byteCount);
  const bytes = new Uint8Array(count + state.core.word(BLOCK.tailCount));
  const [start, tail] = [state.core.word(BLOCK.bytes), state.core.word(BLOCK.tail)];
  bytes.set(state.core.u8.subarray(start, start + count));
  bytes.set(state.core.u8.subarray(tail, tail + bytes.length - count), count);
  return bytes;
}

// of the word that says how long the tail is
const TAIL_AT = 36;

/** Replaces the content and the options of an index by those in the bytes. */
export function load(state: IndexState, bytes: Uint8Array): void {
  // whatever that word says: the core reads either part to its end and no further
  const tail = new DataView(bytes.buffer, bytes.byteOffset).getUint32(TAIL_AT, true);
  const split = Math.max(0, bytes.length - tail);
  state.core.stageBytes('deserialize', bytes.subarray(0, split));
  state.core.stageTail('deserialize', bytes.subarray(split));
  const answer = state.core.calls.sapwood_load(live(state), split);
  if (STATUS_CODES[-answer] === 'bad-data') {
    throw new SapwoodError('bad-data', 'deserialize: these bytes are damaged');
  }
  checked('deserialize', answer);
}

/** Returns the options as the core stores them. */
export function readOptions(state: IndexState): Readonly<Record<string, OptionValue>> {
  checked('deserialize', state.core.calls.sapwood_options(live(state)));
  const specs = state.kind.options;
  state.core.refresh();
  const start = state.core.word(BLOCK.options) >>> 3;
  return Object.freeze(
    Object.fromEntries(
      specs.map((spec, i) => [spec.name, decodeOption(spec, state.core.f64[start + i])]),
    ),
  );
}
