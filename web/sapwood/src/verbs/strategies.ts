/** Verbs of a dynamic tree that exist to compare with: other strategies of the field. */
import * as BLOCK from '../block.js';
import { expected } from '../errors.js';
import { reading } from '../foreign.js';
import { type BoxLike, type PointLike, readBox, readId, readLimit, readPoint } from '../inputs.js';
import { refuseUnknown } from '../option-names.js';
import { stateOfOther } from '../spatial-queries.js';
import { callMethod, checked, type IndexState, live, writable } from '../state.js';
import type { DynamicTree } from '../structures/bvh/dynamic-tree.js';
import { refusedId } from './content.js';
import { changesOf, type PairChanges } from './tuning.js';

/** Work of the last update of pairs. */
export interface PairWork {
  /** Items that looked up their fat box. */
  queries: number;
  /** Nodes that those queries, or the walk over all pairs, visited. */
  nodeVisits: number;
  /** Known and new pairs that were compared. */
  pairTests: number;
}

/** How `rebuild` makes the hierarchy. */
export interface RebuildOptions {
  /**
   * Subtrees of up to so many items are built bottom up, by joining the two nodes whose common box
   * is least: 0 when left out (all top down), 128 in Bullet, `Infinity` for everything. So many
   * items take the square of their number in time.
   */
  readonly bottomUpBelow?: number;
}

/**
 * What a dynamic tree can do that a game does not need: the other strategies of the field, to
 * compare with. Invariants and answers stay; time and the quality of the tree differ.
 */
export interface TreeStrategies {
  /** Marks an item as asleep, as engines do with islands at rest. All are awake at first. */
  sleep(id: number): void;
  /** Marks it as awake. Moving it does not: the flags are yours. */
  wake(id: number): void;
  /** Whether it is awake. */
  isAwake(id: number): boolean;
  /**
   * `updatePairs()` as the sources describe it: every item that is awake looks up its box, whether
   * it left it or not, and so does a sleeper that was moved or inserted. The changes are those of
   * `updatePairs()`.
   */
  updatePairsAwake(): PairChanges;
  /** What the last `updatePairs()` or `updatePairsAwake()` cost. */
  pairWork(): PairWork;
  /**
   * `move()` that leaves the leaf in its place and lets the nodes above grow: quick, and worse for
   * queries each time, until `rebuildEnlarged()`.
   * @returns whether the item left its fat box
   */
  enlarge(id: number, box: BoxLike, displacement?: PointLike): boolean;
  /**
   * Builds what `enlarge()` stretched anew, over the subtrees that it did not.
   * @returns how many branches were built
   */
  rebuildEnlarged(): number;
  /**
   * Builds all branches anew over the leaves as they are.
   * @returns how many they are
   */
  rebuild(options?: RebuildOptions): number;
}

/**
 * The strategies of a dynamic tree of `sapwood/all`. Errors: `invalid-argument` for anything else,
 * `unsupported` for a tree of another entry point.
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
  };
}

function setAsleep(state: IndexState, id: number, asleep: boolean): void {
  writable(state, asleep ? 'sleep' : 'wake');
  const answer = callMethod(state, 'setAsleep', readId(id, 'id'), asleep);
  if (answer < 0) throw refusedId(asleep ? 'sleep' : 'wake', answer, id);
}

function isAwake(state: IndexState, id: number): boolean {
  live(state);
  const answer = callMethod(state, 'asleep', readId(id, 'id'));
  if (answer < 0) throw refusedId('isAwake', answer, id);
  return answer === 0;
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
  const way =
    displacement === undefined
      ? [0, 0, 0]
      : Array.from(readPoint(displacement, state.dimensions, 'displacement').point);
  const numbers = Float32Array.from(
    readBox(box, state.dimensions, 'box').box.subarray(0, state.stride),
  );
  writable(state, 'enlarge');
  const start = state.core.scratch('enlarge', numbers.byteLength) >>> 2;
  state.core.f32.set(numbers, start);
  const answer = callMethod(state, 'enlarge', item, way[0], way[1], way[2]);
  if (answer < 0) throw refusedId('enlarge', answer, id);
  return answer !== 0;
}

function rebuildEnlarged(state: IndexState): number {
  writable(state, 'rebuildEnlarged');
  return checked('rebuildEnlarged', callMethod(state, 'rebuildEnlarged'));
}

function rebuild(state: IndexState, options: RebuildOptions = {}): number {
  writable(state, 'rebuild');
  const bottomUpBelow = reading('invalid-argument', 'options', () => {
    refuseUnknown('options', options, ['bottomUpBelow']);
    return options.bottomUpBelow;
  });
  const most = readLimit(bottomUpBelow ?? 0, 'bottomUpBelow');
  writable(state, 'rebuild');
  return checked('rebuild', callMethod(state, 'rebuildOverLeaves', most));
}
