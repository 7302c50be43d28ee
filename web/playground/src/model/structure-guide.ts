/** Description, use and search terms of each structure. */

interface StructureGuide {
  readonly description: string;
  readonly use: string;
  readonly searchTerms: string;
}

export const structureGuides: Readonly<Record<string, StructureGuide>> = {
  'brute-force': {
    description: 'Tests every box, four boxes at a time.',
    use: 'For a few hundred boxes, or to check another structure.',
    searchTerms: 'naive simple oracle small',
  },
  'dynamic-tree': {
    description: 'A tree of boxes with a margin around each box, updated as the boxes move.',
    use: 'When every call should take about the same time: no work is deferred to the next query.',
    searchTerms: 'physics bodies bvh fat margin insert remove steady',
  },
  'static-tree': {
    description: 'A tree that is built in one call, or in steps over several frames.',
    use: 'For a level that is loaded once and changes rarely.',
    searchTerms: 'level terrain world bvh progressive refit',
  },
  'scene-pruner': {
    description: 'A tree that is rebuilt in the background, with a small tree for new boxes.',
    use: 'For worlds that are streamed in, when no frame may exceed its time.',
    searchTerms: 'streaming open world background rebuild budget',
  },
  'sphere-tree': {
    description:
      'A tree of spheres with split planes, which determine the child nearer to the camera.',
    use: 'For drawing roughly front to back without sorting, with little memory.',
    searchTerms: 'spheres order rendering',
  },
  'wide-tree': {
    description: 'A tree with four boxes per node, which are tested at once.',
    use: 'For all kinds of queries: ranges, rays, nearest neighbors and camera culling.',
    searchTerms:
      'best default fast queries nearest rays raycast picking shooting bvh4 ranges neighbors batch culling camera frustum visible',
  },
  octree: {
    description:
      'Space is halved on every axis repeatedly; a box is stored in the smallest cell that encloses it.',
    use: 'To see the cost of boxes across cell borders; otherwise, use the loose octree.',
    searchTerms: 'cells quadtree levels',
  },
  'loose-octree': {
    description:
      'An octree whose cells extend beyond their borders, so that small boxes sink to small cells.',
    use: 'For boxes that move often and differ in size, at a fixed cost per move.',
    searchTerms: 'cells quadtree loose',
  },
  quadtree: {
    description:
      'Cells are split when they are full; a box is stored in every leaf cell that it touches.',
    use: 'To compare with the textbook structure; others are faster.',
    searchTerms: 'textbook cells plane',
  },
  'spatial-hash': {
    description: 'Cells of one size, found by a hash; each has a list of the boxes that touch it.',
    use: 'To compare with the textbook grid; the hash grid is faster.',
    searchTerms: 'uniform grid cells hashing textbook',
  },
  'hash-grid': {
    description: 'Cells of one size, found by arithmetic instead of a tree.',
    use: 'For small box queries on many boxes of about one size.',
    searchTerms: 'uniform grid particles bullets swarm enemies crowd',
  },
  'sort-and-sweep': {
    description:
      'One list sorted along an axis; each box is tested with those that start before it ends.',
    use: 'For boxes in a row, or for a few hundred boxes of which few move.',
    searchTerms: 'sort insertion coherence persistent one axis',
  },
  'sweep-and-prune': {
    description: 'Boxes sorted along an axis, distributed into columns and tested 32 at a time.',
    use: 'For all overlapping pairs, however many boxes move.',
    searchTerms: 'fastest pairs enemies collision broad phase sort swarm bullets',
  },
  'sorted-range': {
    description: 'One list sorted by lower edges, searched by binary search.',
    use: 'To see the effect of sorting alone.',
    searchTerms: 'sorted list simple',
  },
  'cluster-split': {
    description: 'The boxes are split into groups at gaps on any axis.',
    use: 'To see the effect of good splits alone.',
    searchTerms: 'clusters groups gap',
  },
  'r-tree': {
    description: 'A tree with many boxes per node; a node is split when it is full.',
    use: 'For an index that keeps its quality through many inserts and removals.',
    searchTerms: 'rbush maps database geo insert remove',
  },
  'packed-r-tree': {
    description:
      'An R-tree that is packed full in one build: along an axis, in tiles or along a curve.',
    use: 'For many queries on boxes that stand still, with little memory.',
    searchTerms: 'flatbush maps geo static hilbert small memory',
  },
  'kd-tree': {
    description: 'The set of boxes is halved at the median, on alternating axes.',
    use: 'For fast builds with little memory, for any arrangement of boxes.',
    searchTerms: 'kdbush nearest neighbors points median balanced',
  },
};

export function documentationOf(structure: string): string {
  return `docs/structures/${structure}.md`;
}
