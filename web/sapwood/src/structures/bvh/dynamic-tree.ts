import {
  choice,
  common,
  type IndexOptions,
  number,
  optimize,
  rebuild,
  SpatialIndex,
  type StructureKind,
  stateOf,
} from '../../spatial-index.js';

/**
 * How much slack moving items have, and how the tree keeps its shape. They change time, memory and
 * the order of results, never what is found.
 */
export interface DynamicTreeOptions extends IndexOptions {
  /** World units by which a stored box is larger on every side: 0 to 1e18, 0.1 when left out. */
  margin?: number;
  /**
   * Displacements by which a stored box is stretched ahead of a moving item: 0 to 1e6, 4 when left
   * out.
   */
  prediction?: number;
  /**
   * When nodes trade places: never, where the heights of siblings differ by 2 or more, or wherever
   * that shrinks the tree (`'surface-area'`, when left out).
   */
  balance?: 'none' | 'height' | 'surface-area';
  /**
   * How an item finds its place: one walk down (`'greedy'`, when left out), or the best of all
   * places, which takes longer; `'manhattan'`, a walk towards the nearer centers, is in
   * `sapwood/all` to compare with.
   */
  insertion?: 'greedy' | 'branch-and-bound' | 'manhattan';
}

/** Verbs in `sapwood/all` that improve a tree. */
export interface DynamicTreeUpkeep {
  /**
   * Inserts up to `budget` items again at their best place, and continues where the last call ended:
   * a few per frame keep queries fast in a tree that lives long.
   * @returns the number of items that were inserted again
   */
  optimize(budget: number): number;

  /**
   * Rebuilds the hierarchy from the same items, ids and filters: the fastest queries, at the cost of
   * a build.
   */
  rebuild(): void;
}

const kind: StructureKind = {
  id: 'dynamic-tree',
  className: 'DynamicTree',
  titles: { 2: 'Dynamic AABB tree', 3: 'Dynamic AABB tree' },
  dimensions: [2, 3],
  capabilities: new Set(common),
  options: [
    // World units by which stored boxes are fattened on every side; results stay exact.
    number('margin', 0.1, 0, 1e18),
    // Displacements by which a stored box is stretched ahead of a moving item.
    number('prediction', 4, 0, 1e6),
    // When nodes trade places: never, when heights differ, or whenever that shrinks the tree.
    choice('balance', 'surface-area', ['none', 'height', 'surface-area']),
    // How a new leaf finds its place: one walk down, the least total area of all places, or down to the nearer centers.
    choice('insertion', 'greedy', ['greedy', 'branch-and-bound', 'manhattan']),
  ],
};

/**
 * A binary tree of fat boxes. Each insertion, removal or move repairs one path of the tree, so that
 * calls take about the same time. Inserts by the surface-area heuristic and balances by rotations.
 */
export class DynamicTree extends SpatialIndex {
  /** Id, titles, capabilities and options, as `structures` of `sapwood/all` lists them. */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `out-of-memory`.
   */
  constructor(options: DynamicTreeOptions = {}) {
    super(kind, options);
  }

  /** @internal See `DynamicTreeUpkeep`. */
  optimize(budget: number): number {
    return optimize(stateOf(this), budget);
  }

  /** @internal See `DynamicTreeUpkeep`. */
  rebuild(): void {
    rebuild(stateOf(this));
  }
}
