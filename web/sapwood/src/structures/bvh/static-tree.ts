import {
  type BuildStep,
  beginBuild,
  building,
  common,
  type IndexOptions,
  merge,
  refit,
  SpatialIndex,
  type StructureKind,
  stateOf,
  stateOfOther,
  stepBuild,
} from '../../spatial-index.js';

export interface StaticTreeOptions extends IndexOptions {
  /** 4 when left out. */
  leafLimit?: number;
  /** `'box-centre'` when left out. */
  split?: 'box-centre' | 'binned-sah';
}

const kind: StructureKind = {
  id: 'static-tree',
  className: 'StaticTree',
  titles: { 2: 'Static AABB tree', 3: 'Static AABB tree' },
  dimensions: [2, 3],
  capabilities: new Set([...common, 'refit', 'progressive']),
  options: [
    {
      name: 'leafLimit',
      kind: 'integer',
      default: 4,
      min: 1,
      max: 15,
      doc: 'Most items of a leaf.',
    },
    {
      name: 'split',
      kind: 'choice',
      default: 'box-centre',
      choices: ['box-centre', 'binned-sah'],
      doc: 'Where nodes are cut: at the centre of their box, or where the surface area costs least.',
    },
  ],
};

/**
 * A tree that is built over all items at once, for scenes that change little or in large portions:
 * the smallest and quickest of the trees. It can be built in steps of limited work while the old
 * content answers, refits what moved, and takes newcomers in batches.
 */
export class StaticTree extends SpatialIndex {
  static readonly kind = kind;

  constructor(options: StaticTreeOptions = {}) {
    super(kind, options);
  }

  /** Begins to replace the content by these boxes, as `build` would, in steps: see `stepBuild`. */
  beginBuild(boxes?: ArrayLike<number>, count?: number): void {
    beginBuild(stateOf(this), boxes, count);
  }

  /**
   * Does at most `workLimit` units of the build that was begun: one unit is one item or one node
   * touched. The old content answers until `done`. `build`, `clear` and another `beginBuild` drop
   * what was begun.
   */
  stepBuild(workLimit: number): BuildStep {
    return stepBuild(stateOf(this), workLimit);
  }

  /** A build was begun and is not done. */
  get building(): boolean {
    return building(stateOf(this));
  }

  /** Corrects the boxes above all items that moved now instead of at the next query; returns how many nodes. */
  refit(): number {
    return refit(stateOf(this));
  }

  /**
   * Adds copies of all items of another static tree of the same dimension, with their filters; its
   * hierarchy becomes a part of this one. Returns the new ids, in the order of the old ones.
   */
  merge(other: StaticTree): Uint32Array {
    return merge(stateOf(this), stateOfOther(other, 'a StaticTree'));
  }
}
