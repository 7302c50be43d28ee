/** Description, use and search terms of each structure. */

interface StructureGuide {
  readonly what: string;
  readonly take: string;
  readonly words: string;
}

export const structureGuides: Readonly<Record<string, StructureGuide>> = {
  'brute-force': {
    what: 'Tests every box, four boxes at a time.',
    take: 'For a few hundred boxes, or to check another structure.',
    words: 'naive simple oracle small',
  },
  'dynamic-tree': {
    what: 'A tree of boxes with a margin around each box, updated as the boxes move.',
    take: 'When every call should take about the same time: no work is deferred to the next query.',
    words: 'physics bodies bvh fat margin insert remove steady',
  },
  'static-tree': {
    what: 'A tree that is built in one call, or in steps over several frames.',
    take: 'For a level that is loaded once and changes rarely.',
    words: 'level terrain world bvh progressive refit',
  },
  'scene-pruner': {
    what: 'A tree that is rebuilt in the background, with a small tree for new boxes.',
    take: 'For worlds that are streamed in, when no frame may exceed its time.',
    words: 'streaming open world background rebuild budget',
  },
  'sphere-tree': {
    what: 'A tree of spheres with split planes, which determine the child nearer to the camera.',
    take: 'For drawing roughly front to back without sorting, with little memory.',
    words: 'spheres order rendering',
  },
  'wide-tree': {
    what: 'A tree with four boxes per node, which are tested at once.',
    take: 'For all kinds of queries: ranges, rays, nearest neighbors and camera culling.',
    words:
      'best default fast queries nearest rays raycast picking shooting bvh4 ranges neighbors batch culling camera frustum visible',
  },
  octree: {
    what: 'Space is halved on every axis repeatedly; a box is stored in the smallest cell that encloses it.',
    take: 'To see the cost of boxes across cell borders; otherwise, use the loose octree.',
    words: 'cells quadtree levels',
  },
  'loose-octree': {
    what: 'An octree whose cells extend beyond their borders, so that small boxes sink to small cells.',
    take: 'For boxes that move often and differ in size, at a fixed cost per move.',
    words: 'cells quadtree loose',
  },
  quadtree: {
    what: 'Cells are split when they are full; a box is stored in every leaf cell that it touches.',
    take: 'To compare with the textbook structure; others are faster.',
    words: 'textbook cells plane',
  },
  'spatial-hash': {
    what: 'Cells of one size, found by a hash; each has a list of the boxes that touch it.',
    take: 'To compare with the textbook grid; the hash grid is faster.',
    words: 'uniform grid cells hashing textbook',
  },
  'hash-grid': {
    what: 'Cells of one size, found by arithmetic instead of a tree.',
    take: 'For small box queries on many boxes of about one size.',
    words: 'uniform grid particles bullets swarm enemies crowd',
  },
  'sort-and-sweep': {
    what: 'One list sorted along an axis; each box is tested with those that start before it ends.',
    take: 'For boxes in a row, or for a few hundred boxes of which few move.',
    words: 'sort insertion coherence persistent one axis',
  },
  'sweep-and-prune': {
    what: 'Boxes sorted along an axis, distributed into columns and tested 32 at a time.',
    take: 'For all overlapping pairs, however many boxes move.',
    words: 'fastest pairs enemies collision broad phase sort swarm bullets',
  },
  'sorted-range': {
    what: 'One list sorted by lower edges, searched by binary search.',
    take: 'To see the effect of sorting alone.',
    words: 'sorted list simple',
  },
  'cluster-split': {
    what: 'The boxes are split into groups at gaps on any axis.',
    take: 'To see the effect of good splits alone.',
    words: 'clusters groups gap',
  },
  'r-tree': {
    what: 'A tree with many boxes per node; a node is split when it is full.',
    take: 'For an index that keeps its quality through many inserts and removals.',
    words: 'rbush maps database geo insert remove',
  },
  'packed-r-tree': {
    what: 'An R-tree that is packed full in one build: along an axis, in tiles or along a curve.',
    take: 'For many queries on boxes that stand still, with little memory.',
    words: 'flatbush maps geo static hilbert small memory',
  },
  'kd-tree': {
    what: 'The set of boxes is halved at the median, on alternating axes.',
    take: 'For fast builds with little memory, for any arrangement of boxes.',
    words: 'kdbush nearest neighbors points median balanced',
  },
};

/** Returns the repository path of a structure's documentation. */
export function documentationOf(structure: string): string {
  return `docs/structures/${structure}.md`;
}
