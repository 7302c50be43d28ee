/** Verbs that tell what is in an index, and those that keep it as bytes. */

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

/** Size and quality of an index. Fields that a structure has no such thing for are left out. */
export interface IndexStats {
  /** Live items. */
  items: number;
  /** Nodes of the hierarchy, leaves included; cells of a grid, blocks of a sorted list. */
  nodes: number;
  /** Those of them that hold items and have no children. */
  leaves: number;
  /** Bytes of WASM memory that the index holds, staging memory included. */
  byteLength: number;
  /** Edges from the root to the deepest leaf. */
  height?: number;
  /** Largest difference of the heights of two siblings. */
  maxImbalance?: number;
  /** Sum of the areas of all branches / area of the root. */
  areaRatio?: number;
  /** `areaRatio` with leaves counted too: nodes that a random ray is expected to visit. */
  sah?: number;
  /** Items that left their fat box since the build. */
  reinserts?: number;
  /** Exchanges of the last insertion sort. */
  swaps?: number;
  /** Axis that is swept, 0 = x. */
  axis?: number;
  /** Side of the finest cells of a grid in world units. */
  cellSize?: number;
}

/** Work of the last call on an index. */
export interface QueryCounters {
  /** Nodes (or blocks) whose box was tested. */
  nodeVisits: number;
  /** Items, or pairs of items, that were compared. */
  itemTests: number;
  /** What the call reported. */
  results: number;
}

/** Kinds of nodes in a `NodeDump`. */
export const NodeKind = {
  /** Has children; items of its own only in an octree. */
  Branch: 0,
  /** Holds items. */
  Leaf: 1,
  /** A run of a sorted list, no tree node. */
  Block: 2,
} as const;
/** A kind of node as a number, by the names of the object `NodeKind`. */
export type NodeKind = (typeof NodeKind)[keyof typeof NodeKind];

/** A hierarchy as parallel arrays, one entry a node, parents before their children. Yours to keep. */
export interface NodeDump {
  /** Number of nodes. */
  count: number;
  /** `2 * dimensions` numbers a node: minimum corner, then maximum corner. */
  bounds: OwnedFloat32Array;
  /** Edges from the root, which is on level 0. */
  level: OwnedUint32Array;
  /** Position of the parent in these arrays, -1 at a root. */
  parent: OwnedInt32Array;
  /**
   * Items of node i: items[firstItem[i]] up to, not including, items[firstItem[i] + itemCount[i]].
   */
  firstItem: OwnedUint32Array;
  /** How many items are in the node itself, not below it. */
  itemCount: OwnedUint32Array;
  /** One of `NodeKind`. */
  kind: OwnedUint8Array;
  /** Ids, by node. */
  items: OwnedUint32Array;
  /** Of structures whose nodes are spheres: `dimensions + 1` numbers a node, center and radius. */
  spheres?: OwnedFloat32Array;
  /**
   * Of structures whose nodes reach beyond their cells: `2 * dimensions` numbers a node, the cell.
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

/** Replaces the content and the options by those of the bytes. */
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

/** The options as the core holds them. */
export function readOptions(state: IndexState): Readonly<Record<string, OptionValue>> {
  const count = state.core.calls.sapwood_options(live(state));
  const specs = state.kind.options;
  if (count !== specs.length) {
    throw new SapwoodError('bad-data', `${state.kind.id}: the module has other options`);
  }
  state.core.refresh();
  const start = state.core.word(BLOCK.options) >>> 3;
  return Object.freeze(
    Object.fromEntries(
      specs.map((spec, i) => [spec.name, decodeOption(spec, state.core.f64[start + i])]),
    ),
  );
}
