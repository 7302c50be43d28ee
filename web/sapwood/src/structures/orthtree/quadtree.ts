import type { OwnedFloat32Array } from '../../spatial-index.js';
import {
  type BoxLike,
  common,
  giveSpace,
  type IndexOptions,
  integer,
  number,
  SpatialIndex,
  type StructureKind,
  spaceOf,
  stateOf,
} from '../../spatial-index.js';

/**
 * Which space is divided, and when. They change time, memory and the order of results, never what is found.
 */
export interface QuadtreeOptions extends IndexOptions {
  /** Most items of a leaf; one with more is divided: 1 to 1024, 8 when left out. */
  capacity?: number;
  /**
   * World units, 0 to 1e18: a cell that has a side no longer than this is not divided. 0 (when left
   * out) sets no limit.
   */
  minSide?: number;
  /**
   * The box that is divided, whatever the items need; what lies outside belongs to the cells at its
   * rim. When left out, every build takes the bounds of the items. In 2D and 3D by the flat numbers
   * of a box, or an object with `min` and `max`.
   */
  space?: BoxLike;
}

const kind: StructureKind = {
  id: 'quadtree',
  className: 'Quadtree',
  titles: { 2: 'Quadtree with buckets', 3: 'Octree with buckets' },
  dimensions: [2, 3],
  capabilities: new Set(common),
  options: [
    // A leaf with more items is divided.
    integer('capacity', 8, 1, 1024),
    // World units; a cell with a side that is not longer is not divided.
    number('minSide', 0, 0, 1e18),
  ],
  furtherOptions: ['space'],
};

/**
 * Cells divided in the middle until they hold few items; an item is in every leaf that it touches.
 * Good for small boxes of similar size; a moving world is built anew.
 */
export class Quadtree extends SpatialIndex {
  /** Id, titles, capabilities and options, as `structures` of `sapwood/all` lists them. */
  static readonly kind = kind;

  /**
   * The options of a published comparison (magley, *Broad Phase Collision Detection*, 2026): leaves
   * of 5 items, cells down to a side of 50, in a space of 800 x 600 that is given ahead.
   */
  static readonly published: Readonly<QuadtreeOptions> = Object.freeze({
    dimensions: 2,
    capacity: 5,
    minSide: 50,
    space: Object.freeze([0, 0, 800, 600]),
  });

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `invalid-box` for a
   * `space` that is no box, `out-of-memory`.
   */
  constructor(options: QuadtreeOptions = {}) {
    super(kind, options);
    try {
      giveSpace(stateOf(this), options);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /**
   * The space that was given ahead, as flat numbers of your own; undefined where every build takes
   * the bounds of the items.
   */
  get space(): OwnedFloat32Array | undefined {
    return spaceOf(stateOf(this));
  }
}
