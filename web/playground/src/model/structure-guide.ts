/** What each structure is and when to take it, in a line each, and the words by which people look for it. */

export interface StructureGuide {
  readonly what: string;
  readonly take: string;
  readonly words: string;
}

export const structureGuides: Readonly<Record<string, StructureGuide>> = {
  'brute-force': {
    what: 'Compares everything with everything, four boxes at a time.',
    take: 'For a few hundred items, or to doubt another structure.',
    words: 'naive simple oracle small',
  },
  'dynamic-tree': {
    what: 'A tree of boxes with room around each item, mended as they move.',
    take: 'For calls that all take about the same time: nothing is put off until the next query.',
    words: 'physics bodies bvh fat margin insert remove steady',
  },
  'static-tree': {
    what: 'A tree built at once, or bit by bit, over what seldom moves.',
    take: 'For a level that is loaded once and changed now and then.',
    words: 'level terrain world bvh progressive refit',
  },
  'scene-pruner': {
    what: 'A tree that is rebuilt behind the scenes, with a smaller one for what is new.',
    take: 'For a world that streams in, where no frame may be late.',
    words: 'streaming open world background rebuild budget',
  },
  'sphere-tree': {
    what: 'A tree of spheres that knows which child is nearer to the camera.',
    take: 'For drawing roughly front to back without sorting, in little memory.',
    words: 'spheres order rendering',
  },
  'wide-tree': {
    what: 'A tree with four boxes a node, tested at once.',
    take: 'For queries of every kind: ranges, rays, neighbors, what a camera sees.',
    words:
      'best default fast queries nearest rays raycast picking shooting bvh4 ranges neighbors neighbors batch culling camera frustum visible',
  },
  octree: {
    what: 'Space halved on every axis, again and again; an item is in the smallest cell that holds it.',
    take: 'To see what straddling does; for games take its loose form.',
    words: 'cells quadtree levels',
  },
  'loose-octree': {
    what: 'An octree whose cells reach beyond their walls, so that small items sink to small cells.',
    take: 'For items that move often and differ in size, at a fixed cost a move.',
    words: 'cells quadtree loose',
  },
  quadtree: {
    what: 'Cells that are parted when they are full; an item is in every leaf that it touches.',
    take: 'To compare with the textbook; others are faster.',
    words: 'textbook cells plane',
  },
  'hash-grid': {
    what: 'Cells of one size, found by arithmetic instead of by a tree.',
    take: 'For many boxes of about one size, made and asked anew each frame.',
    words: 'uniform grid spatial hash particles bullets swarm enemies crowd',
  },
  'sweep-and-prune': {
    what: 'Boxes sorted along an axis, dealt into columns and compared 32 at a time.',
    take: 'For all pairs, whatever moves.',
    words: 'fastest pairs enemies collision broad phase sort swarm bullets',
  },
  'sorted-range': {
    what: 'One list sorted by lower edges, searched by halving.',
    take: 'To see what sorting alone brings.',
    words: 'sorted list simple',
  },
  'cluster-split': {
    what: 'The boxes are cut into groups where an axis has a gap.',
    take: 'To see how far one good cut goes.',
    words: 'clusters groups gap',
  },
  'r-tree': {
    what: 'Boxes in nodes of many entries, split when they are full.',
    take: 'For an index that must stay in shape through inserts and removals.',
    words: 'rbush maps database geo insert remove',
  },
  'packed-r-tree': {
    what: 'An R-tree packed full at once, along an axis, in tiles or along a curve.',
    take: 'For many questions about what stands still, in little memory.',
    words: 'flatbush maps geo static hilbert small memory',
  },
  'kd-tree': {
    what: 'The boxes halved at their median, axis after axis.',
    take: 'For quick builds in little memory, whatever the boxes are.',
    words: 'kdbush nearest neighbors points median balanced',
  },
};
