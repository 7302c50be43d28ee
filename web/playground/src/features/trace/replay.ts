/**
 * The walk of a query, replayed in the page from the node dump. The library counts its visits and tests anyway; the
 * replay does what the library does, and is shown only where its counts and its hits, in their order, are the
 * library's, so that it cannot tell a story of its own. The package carries nothing for it.
 */

import type { QueryCounters, SpatialIndex } from 'sapwood/all';
import { keepsLists } from '../../model/grid-storage.js';
import type { NodeLinks } from '../../model/node-links.js';
import type { QueryShape } from '../../model/query-shape.js';
import {
  mainOrNot,
  newcomersApart,
  newcomersFirst,
  newcomersLast,
  outsideFirst,
  type Readings,
  treesOnly,
} from './readings.js';
import { Trace } from './trace.js';
import { cellTreeNearest, quadtreeNearest } from './walks/cell-nearest.js';
import { cellTreeWalk, quadtreeWalk } from './walks/cell-walks.js';
import { cellTreeCull, sphereTreeCull, wideTreeCull } from './walks/cull-walks.js';
import { gridNearest, gridWalk } from './walks/grid-walks.js';
import { blockNearest, columnNearest, listNearest } from './walks/list-nearest.js';
import { blockWalk, columnWalk, listWalk, rangeWalk } from './walks/list-walks.js';
import { NearestSearch } from './walks/nearest-search.js';
import {
  bulkTreeNearest,
  kdTreeNearest,
  sphereTreeNearest,
  treeNearest,
} from './walks/nearest-walks.js';
import { queryTests } from './walks/query-tests.js';
import { rowNearest, rowWalk } from './walks/row-walks.js';
import {
  bulkTreeWalk,
  clusterWalk,
  dynamicTreeWalk,
  entryTreeWalk,
  kdTreeWalk,
  sphereTreeWalk,
} from './walks/tree-walks.js';
import type { NearestReplay, Replay, WalkInput } from './walks/walk-input.js';
import { wideTreeNearest } from './walks/wide-nearest.js';
import { wideTreeWalk } from './walks/wide-walks.js';

interface Walks {
  readonly readings?: Readings;
  readonly query: Replay;
  readonly nearest: NearestReplay;
  /** Of a camera, where that is not the walk of other queries. */
  readonly cull?: Replay;
  /** The dump's numbers for walks tell of what is vacant. */
  readonly hasGaps?: boolean;
}

const lists: Walks = { query: gridWalk, nearest: gridNearest };
const blocks: Walks = { query: blockWalk, nearest: blockNearest };
const columns: Walks = { query: columnWalk, nearest: columnNearest };
const cells: Walks = {
  readings: outsideFirst,
  query: cellTreeWalk,
  nearest: cellTreeNearest,
  cull: cellTreeCull,
};
const entryTree: Walks = { query: entryTreeWalk, nearest: treeNearest };
const bulkTree: Walks = { query: bulkTreeWalk, nearest: bulkTreeNearest };

const walks: Readonly<Record<string, Walks>> = {
  'brute-force': { query: listWalk, nearest: listNearest },
  'cluster-split': { query: clusterWalk, nearest: treeNearest },
  'sorted-range': { query: rangeWalk, nearest: blockNearest },
  'sweep-and-prune': blocks,
  'hash-grid': { query: rowWalk, nearest: rowNearest },
  quadtree: {
    readings: newcomersLast,
    query: quadtreeWalk,
    nearest: quadtreeNearest,
    hasGaps: true,
  },
  octree: cells,
  'loose-octree': cells,
  'r-tree': entryTree,
  'packed-r-tree': { ...entryTree, readings: newcomersFirst, hasGaps: true },
  'kd-tree': {
    readings: newcomersLast,
    query: kdTreeWalk,
    nearest: kdTreeNearest,
    hasGaps: true,
  },
  'dynamic-tree': { query: dynamicTreeWalk, nearest: treeNearest },
  'static-tree': bulkTree,
  'scene-pruner': { ...bulkTree, readings: mainOrNot },
  'sphere-tree': {
    readings: newcomersApart,
    query: sphereTreeWalk,
    nearest: sphereTreeNearest,
    cull: sphereTreeCull,
  },
  'wide-tree': {
    readings: newcomersFirst,
    query: wideTreeWalk,
    nearest: wideTreeNearest,
    cull: wideTreeCull,
  },
};

function walksOf(index: SpatialIndex): Walks | undefined {
  const { id, options } = index;
  if (keepsLists(index)) return lists;
  return id === 'sweep-and-prune' && options.mode === 'columns' ? columns : walks[id];
}

export type Replayed =
  | { readonly kind: 'exact'; readonly trace: Trace }
  /** Why there is no trace, in a sentence. */
  | { readonly kind: 'none'; readonly why: string };

export interface Asked {
  readonly index: SpatialIndex;
  readonly title: string;
  readonly shape: QueryShape;
  readonly links: NodeLinks;
  readonly boxes: Float32Array;
  readonly counters: QueryCounters;
  /** Ids that the library found, as it gave them. */
  readonly hits: Uint32Array;
}

/** Of boxes and spheres the library answers in the order of its walk; rays and searches are sorted by distance. */
function sameHits(found: readonly number[], hits: Uint32Array, kind: QueryShape['kind']): boolean {
  if (found.length !== hits.length) return false;
  if (kind === 'box' || kind === 'sphere') return found.every((id, i) => id === hits[i]);
  const sorted = Uint32Array.from(found).sort();
  return hits
    .slice()
    .sort()
    .every((id, i) => id === sorted[i]);
}

export function replay({ index, title, shape, links, boxes, counters, hits }: Asked): Replayed {
  const walk = walksOf(index);
  if (!walk) {
    return {
      kind: 'none',
      why: `${title}: which parts the query looks at cannot be told from the picture of its nodes.`,
    };
  }
  const { axis = 0 } = index.stats();
  const vain = (walk.hasGaps && links.dump.walk) || null;
  const given = { index, shape, links, boxes, tests: queryTests(shape), axis, vain };
  for (const reading of (walk.readings ?? treesOnly)(links)) {
    const trace = take(walk, { ...given, ...reading });
    const exact =
      trace.nodeVisits === counters.nodeVisits &&
      trace.itemTests === counters.itemTests &&
      sameHits(trace.hits, hits, shape.kind);
    if (exact) return { kind: 'exact', trace };
  }
  return {
    kind: 'none',
    why: `${title}: in this state the walk cannot be told exactly from the picture of its nodes.`,
  };
}

function take(walk: Walks, input: WalkInput): Trace {
  const { boxes, shape } = input;
  const trace = new Trace();
  if (shape.kind === 'nearest') {
    const search = new NearestSearch(shape, boxes);
    walk.nearest(input, trace, search);
    trace.keepHits(search.answer);
  } else if (shape.kind === 'frustum' && walk.cull) {
    walk.cull(input, trace);
  } else {
    walk.query(input, trace);
  }
  return trace;
}
