import * as BLOCK from '../block.js';
import type { IndexState } from '../core.js';
import { expected } from '../errors.js';
import {
  type BoxLike,
  type PointLike,
  readBox,
  readId,
  reading,
  readLimit,
  readPoint,
} from '../inputs.js';
import { rejectUnknown } from '../option-names.js';
import { stateOfOther } from '../spatial-queries.js';
import { callMethod, checkedResult, live, writable } from '../state.js';
import type { DynamicTree } from '../structures/bvh/dynamic-tree.js';
import { idError } from './content.js';
import { changesOf, type PairChanges } from './tuning.js';

/** Work of the last `updatePairs()` or `updatePairsAwake()`. */
export interface PairWork {
  /** Number of queries. Each query searches the overlaps of the enlarged box of one item. */
  queries: number;
  /** Number of nodes that were visited by the queries, or by a traversal that finds all pairs. */
  nodeVisits: number;
  /** Number of pairs that were tested: known pairs and new candidates. */
  pairTests: number;
}

/** Options of `TreeStrategies.rebuild`. */
export interface RebuildOptions {
  /**
   * Maximum number of items of subtrees that are built bottom up. Such a build repeatedly joins the
   * two nodes with the smallest common box, in O(n²) for n items. Infinity builds the whole tree
   * bottom up. Bullet uses 128. Default: 0, which builds the whole tree top down.
   */
  readonly bottomUpBelow?: number | undefined;
}

/**
 * Alternative strategies for dynamic trees from the literature, for comparison. They affect the
 * time and the quality of the tree, but not the results.
 */
export interface TreeStrategies {
  /**
   * Marks an item as asleep. Items are awake at first.
   * @param id - Id of a live item.
   * @throws SapwoodError `invalid-id`, `disposed`, `reentrant`
   */
  sleep(id: number): void;
  /**
   * Marks an item as awake. A move of an item does not change whether it is awake.
   * @param id - Id of a live item.
   * @throws SapwoodError `invalid-id`, `disposed`, `reentrant`
   */
  wake(id: number): void;
  /**
   * Returns whether an item is awake.
   * @param id - Id of a live item.
   * @returns True if the item is awake.
   * @throws SapwoodError `invalid-id`, `disposed`
   */
  isAwake(id: number): boolean;
  /**
   * Returns the same pairs as `updatePairs()`. Runs queries for all awake items, and for sleeping
   * items that were moved or inserted.
   * @returns Pairs that began and ended, in new arrays.
   * @throws SapwoodError `disposed`, `reentrant`, `out-of-memory`
   */
  updatePairsAwake(): PairChanges;
  /**
   * Returns the work of the last `updatePairs()` or `updatePairsAwake()`.
   * @returns Counts of queries, node visits and pair tests.
   * @throws SapwoodError `disposed`
   */
  pairWork(): PairWork;
  /**
   * Moves an item like `move()`, but does not reinsert its leaf. Instead, it enlarges all nodes
   * above the leaf. This is fast, but queries are slower until the next `rebuildEnlarged()`.
   * @param id - Id of a live item.
   * @param box - `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param displacement - Expected displacement until the next move, in world units.
   * @returns True if the item left its enlarged box.
   * @throws SapwoodError `invalid-id`, `invalid-box`, `invalid-argument`, `disposed`, `reentrant`,
   * `out-of-memory`
   */
  enlarge(id: number, box: BoxLike, displacement?: PointLike): boolean;
  /**
   * Rebuilds the nodes that `enlarge()` enlarged. Other subtrees do not change.
   * @returns Number of inner nodes that were built.
   * @throws SapwoodError `disposed`, `reentrant`, `out-of-memory`
   */
  rebuildEnlarged(): number;
  /**
   * Rebuilds all inner nodes over the same leaves.
   * @param options - `bottomUpBelow`; see `RebuildOptions`.
   * @returns Number of inner nodes that were built.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  rebuild(options?: RebuildOptions): number;
  /**
   * Removes up to `budget` items in ascending order of ids, and inserts each item again at the best
   * position, like Bullet. Each call continues where the previous call stopped. `optimize()` of the
   * tree gives better trees in the same time.
   * @param budget - Maximum number of items, an integer >= 0, or Infinity.
   * @returns Number of items that were reinserted.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  reinsert(budget: number): number;
}

/**
 * Returns methods that apply alternative strategies to a dynamic tree of `sapwood/all`.
 * @param tree - Tree of `sapwood/all`.
 * @returns Methods that change or inspect the tree.
 * @throws SapwoodError `invalid-argument` if `tree` is not a `DynamicTree` of `sapwood/all`
 * @throws SapwoodError `disposed`
 * @example
 * ```ts
 * const tree = new DynamicTree({ dimensions: 2 });
 * const id = tree.insert([0, 0, 1, 1]);
 * const strategies = strategiesOf(tree);
 * strategies.sleep(id);
 * console.log(strategies.isAwake(id)); // false
 * ```
 */
export function strategiesOf(tree: DynamicTree): TreeStrategies {
  const state = stateOfOther(tree, 'a DynamicTree of sapwood/all');
  live(state);
  if (state.kind.id !== 'dynamic-tree') {
    throw expected('invalid-argument', 'tree', 'a DynamicTree of sapwood/all', tree);
  }
  return {
    sleep: (id) => setAsleep(state, id, true),
    wake: (id) => setAsleep(state, id, false),
    isAwake: (id) => isAwake(state, id),
    updatePairsAwake: () => updatePairsAwake(state),
    pairWork: () => pairWork(state),
    enlarge: (id, box, displacement) => enlarge(state, id, box, displacement),
    rebuildEnlarged: () => rebuildEnlarged(state),
    rebuild: (options) => rebuild(state, options),
    reinsert: (budget) => reinsert(state, budget),
  };
}

function setAsleep(state: IndexState, id: number, asleep: boolean): void {
  writable(state, asleep ? 'sleep' : 'wake');
  const result = callMethod(state, 'setAsleep', readId(id, 'id'), asleep);
  if (result < 0) throw idError(asleep ? 'sleep' : 'wake', result, id);
}

function isAwake(state: IndexState, id: number): boolean {
  live(state);
  const result = callMethod(state, 'asleep', readId(id, 'id'));
  if (result < 0) throw idError('isAwake', result, id);
  return result === 0;
}

function updatePairsAwake(state: IndexState): PairChanges {
  writable(state, 'updatePairsAwake');
  return changesOf(state, callMethod(state, 'updatePairsAwake'));
}

function pairWork(state: IndexState): PairWork {
  live(state);
  callMethod(state, 'pairWork');
  const { core } = state;
  return {
    queries: core.number(BLOCK.report),
    nodeVisits: core.number(BLOCK.report, 1),
    pairTests: core.number(BLOCK.report, 2),
  };
}

function enlarge(state: IndexState, id: number, box: BoxLike, displacement?: PointLike): boolean {
  writable(state, 'enlarge');
  const item = readId(id, 'id');
  const motion =
    displacement === undefined
      ? [0, 0, 0]
      : Array.from(readPoint(displacement, state.dimensions, 'displacement').point);
  const numbers = Float32Array.from(
    readBox(box, state.dimensions, 'box').box.subarray(0, state.stride),
  );
  writable(state, 'enlarge');
  const start = state.core.scratch('enlarge', numbers.byteLength) >>> 2;
  state.core.f32.set(numbers, start);
  const result = callMethod(state, 'enlarge', item, motion[0], motion[1], motion[2]);
  if (result < 0) throw idError('enlarge', result, id);
  return result !== 0;
}

function rebuildEnlarged(state: IndexState): number {
  writable(state, 'rebuildEnlarged');
  return checkedResult('rebuildEnlarged', callMethod(state, 'rebuildEnlarged'));
}

function rebuild(state: IndexState, options: RebuildOptions = {}): number {
  writable(state, 'rebuild');
  const bottomUpBelow = reading('invalid-argument', 'options', () => {
    rejectUnknown('options', options, ['bottomUpBelow']);
    return options.bottomUpBelow;
  });
  const max = readLimit(bottomUpBelow ?? 0, 'bottomUpBelow');
  writable(state, 'rebuild');
  return checkedResult('rebuild', callMethod(state, 'rebuildOverLeaves', max));
}

function reinsert(state: IndexState, budget: number): number {
  writable(state, 'reinsert');
  const max = readLimit(budget, 'budget');
  return checkedResult('reinsert', callMethod(state, 'reinsert', max));
}
