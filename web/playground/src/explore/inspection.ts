/** `window.playground`: read-only state of the page for the console and tests. */

import { heapInUse, type SpatialIndex, structures } from 'sapwood/all';
import type { LostPairs } from '../features/lost/lost-drawing.js';
import type { PointerRay } from '../model/node-picker.js';
import type { GradualBuild } from '../session/gradual-build.js';
import type { Status } from '../session/page.js';
import type { Session } from '../session/session.js';
import type { Side } from '../session/side.js';
import type { Notices, Settings } from '../state/settings.js';
import type { Explorer } from './playground.js';
import type { SideDrawing } from './side-drawing.js';

export interface SideSnapshot {
  readonly structure: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly hits: number[];
  readonly pairs: number;
  readonly nodeVisits: number;
  readonly itemTests: number;
  /** Number of box tests of the pair search. */
  readonly pairTests: number;
  readonly height: number | undefined;
  readonly byteLength: number;
  /** Number of items stored far above the level that fits their size. */
  readonly stuck: number;
  /**
   * Numbers of drawn nodes, and of nodes highlighted because they hold pending items or are not
   * split yet.
   */
  readonly shownNodes: number;
  readonly freshNodes: number;
  /** Number of items added since the last rebuild. */
  readonly pending: number;
  /**
   * Numbers of drawn split planes, of line segments that show the leaf order, and of flashing
   * leaves.
   */
  readonly planes: number;
  readonly orderPieces: number;
  readonly lost: LostPairs | null;
  readonly flashes: number;
  /**
   * Axis of a sweep, and the ids of the items that overlap the query on this axis; null if the
   * sweep is not shown.
   */
  readonly sweep: { readonly axis: number; readonly active: number[] } | null;
  /** Number of items that moved to another place in the structure in the last frame. */
  readonly replaced: number;
  readonly build: BuildSnapshot | null;
  /** Build step that is shown; null outside of a build. */
  readonly building: BuildingSnapshot | null;
  /** Number of inserts and removals executed so far to show build steps. */
  readonly applied: number;
  /** Trace of the query, if recorded. */
  readonly trace: TraceSnapshot | null;
}

export interface TraceSnapshot {
  readonly steps: number;
  readonly nodeVisits: number;
  readonly itemTests: number;
  readonly hits: number[];
}

interface BuildingSnapshot {
  readonly mode: string;
  readonly at: number;
  readonly length: number;
  readonly nodes: number;
  readonly made: number;
  readonly refitted: number;
  readonly moved: number;
  readonly removed: number;
  readonly splits: number;
  readonly merges: number;
  readonly words: string;
}

interface BuildSnapshot {
  readonly state: string;
  readonly finished: number;
  readonly spent: number;
  readonly total: number;
  /** Units of build work in the last frame, and the maximum in any frame. */
  readonly last: number;
  readonly maxWork: number;
}

export interface Snapshot {
  readonly status: Status;
  readonly settings: Settings;
  readonly notices: Notices;
  /** Number of motion steps since the scene was loaded. */
  readonly frame: number;
  /** Number of pictures drawn since the page was opened. */
  readonly pictures: number;
  readonly structure: string;
  /** One snapshot for each of the one or two views. */
  readonly sides: readonly SideSnapshot[];
  readonly items: number;
  readonly nodes: number;
  readonly height: number | undefined;
  readonly pairs: number;
  /** Number of nodes in the selected range of levels. */
  readonly drawnNodes: number;
  readonly levels: number;
  readonly query: {
    readonly box: number[];
    readonly center: number[];
    readonly radius: number;
    /** Camera position; null without a camera. */
    readonly eye: number[] | null;
  };
  readonly counters: { readonly nodeVisits: number; readonly itemTests: number };
  /** Focused node, its path from the root, and its items. */
  readonly focus: FocusSnapshot | null;
  /** Number of uploads of node boxes to the GPU. */
  readonly nodeUploads: number;
  /** Ids of the hits of a camera query, in result order; empty for other queries. */
  readonly inOrder: number[];
  /** Number of nodes that the query tested, and how many of them it entered. */
  readonly walk: { readonly tested: number; readonly entered: number };
}

interface FocusSnapshot {
  readonly view: number;
  readonly node: number;
  readonly path: number[];
  readonly items: number[];
}

export interface NodesSnapshot {
  readonly bounds: number[];
  /** Center and radius of each sphere; null for other volumes. */
  readonly spheres: number[] | null;
  readonly parent: number[];
  readonly level: number[];
}

interface Inspection {
  /** Returns the state of the page; null while a scene is loading. */
  snapshot(): Snapshot | null;
  /** Whether the picture is complete and no frame is scheduled. */
  isStill(): boolean;
  /** Returns the bounds of all items as a flat array. */
  boxes(): number[];
  /** Returns the nodes of a view as dumped by the library. */
  nodes(view: number): NodesSnapshot | null;
  /**
   * Returns the ray from the eye through a point in CSS pixels from the top left corner of the
   * stage.
   */
  rayAt(x: number, y: number): PointerRay | null;
  /** Returns the node count that the heat map shows at a pixel; null without a heat map. */
  heatAt(x: number, y: number): number | null;
  /** Returns the ids of the hits, ascending. */
  hits(): number[];
  /** Returns the hits of a brute-force index for the same query and boxes. */
  bruteForceHits(): number[];
  /** Returns the number of pairs that a brute-force index finds. */
  bruteForcePairs(): number;
  /** Returns a description of each broken invariant of the index. */
  faults(): string[];
  /**
   * Returns the bytes of WebAssembly memory in use, and the number of objects in the graphics
   * driver.
   */
  resources(): { readonly heap: number; readonly geometries: number; readonly programs: number };
  /** Returns the URL hash that restores this page. */
  hash(): string;
}

function buildSnapshot(build: GradualBuild): BuildSnapshot {
  const { state, finished, spent, total, work, maxWork } = build;
  const last = work.size > 0 ? work.at(work.size - 1) : 0;
  return { state, finished, spent, total, last, maxWork };
}

function traceSnapshot({ trace }: Side): TraceSnapshot | null {
  if (!trace) return null;
  const { length: steps, nodeVisits, itemTests, hits } = trace;
  return { steps, nodeVisits, itemTests, hits: [...hits].sort((a, b) => a - b) };
}

function buildingSnapshot({ building }: Side): BuildingSnapshot | null {
  if (!building) return null;
  const { at, changes, dump, length, mode, words } = building;
  const { removed, made, merges, moved, refitted, splits } = changes;
  const counts = { made, refitted, moved, removed: removed.length, splits, merges };
  return { mode, at, length, nodes: dump.count, ...counts, words };
}

function sideSnapshot(side: Side, drawing: SideDrawing): SideSnapshot {
  const { gradual, hits, hitCount, index, levels, pairCount, queryCounters, swept } = side;
  const { changes, nodes, order, splits } = drawing;
  return {
    structure: index.id,
    options: index.options,
    hits: ascending(hits.slice(0, hitCount)),
    pairs: pairCount,
    nodeVisits: queryCounters.nodeVisits,
    itemTests: queryCounters.itemTests,
    pairTests: side.pairCounters.itemTests,
    height: index.stats().height,
    byteLength: index.byteLength,
    stuck: levels.stuck.length,
    shownNodes: nodes.tree.buffer.count,
    freshNodes: nodes.fresh.buffer.count,
    pending: nodes.pending.length,
    planes: splits.count,
    orderPieces: order.count,
    lost: drawing.lost.found,
    flashes: changes.count,
    sweep: swept && { axis: swept.axis, active: ascending(swept.active) },
    replaced: side.replaced,
    building: buildingSnapshot(side),
    applied: side.building?.applied ?? 0,
    build: gradual && buildSnapshot(gradual),
    trace: traceSnapshot(side),
  };
}

function focusSnapshot({ nodeSelection, session }: Explorer): FocusSnapshot | null {
  const focus = nodeSelection.focus.peek();
  const links = focus && session?.sides[focus.view]?.links;
  if (!focus || !links || focus.node >= links.dump.count) return null;
  const { node, view } = focus;
  return { view, node, path: links.pathTo(node), items: [...links.itemsBelow(node)] };
}

function snapshot(playground: Explorer): Snapshot | null {
  const { session, picture, status, stage, store } = playground;
  if (!session || !picture) return null;
  const { shape } = session;
  const { index, pairCount, queryCounters, walk } = session.main;
  const { nodes } = picture.sides[0];
  const stats = index.stats();
  return {
    status: status.peek(),
    settings: store.settings.peek(),
    notices: store.notices.peek(),
    frame: session.frame,
    pictures: stage.drawn,
    structure: index.id,
    sides: session.sides.map((side, view) => sideSnapshot(side, picture.sides[view])),
    items: stats.items,
    nodes: stats.nodes,
    height: stats.height,
    pairs: pairCount,
    drawnNodes: nodes.drawnNodes(store.settings.peek()),
    levels: nodes.levels,
    query: {
      box: [...shape.box],
      center: [...shape.center],
      radius: shape.radius,
      eye: shape.frustum && [...shape.frustum.eye],
    },
    counters: { nodeVisits: queryCounters.nodeVisits, itemTests: queryCounters.itemTests },
    focus: focusSnapshot(playground),
    nodeUploads: nodes.tree.buffer.uploads,
    inOrder: [...picture.inOrder],
    walk: { tested: walk.tested, entered: walk.entered },
  };
}

function nodesSnapshot(side: Side | undefined): NodesSnapshot | null {
  if (!side) return null;
  const { bounds, level, parent, spheres } = side.index.nodes();
  const lists = { bounds: [...bounds], parent: [...parent], level: [...level] };
  return { ...lists, spheres: spheres ? [...spheres] : null };
}

export function inspect(playground: Explorer): Inspection {
  const session = () => playground.session;
  return {
    snapshot: () => snapshot(playground),
    isStill: () => playground.loop.isIdle,
    boxes: () => [...(session()?.boxes ?? [])],
    nodes: (view) => nodesSnapshot(session()?.sides[view]),
    rayAt: (x, y) => playground.pointing.rayAt(x, y)?.ray ?? null,
    heatAt: (x, y) => playground.picture?.heat?.countAt(x, y) ?? null,
    hits: () => snapshot(playground)?.sides[0].hits ?? [],
    bruteForceHits: () => {
      const present = session();
      return present ? bruteForceHits(present) : [];
    },
    bruteForcePairs: () => {
      const present = session();
      return present ? bruteForcePairs(present) : 0;
    },
    resources: () => ({ heap: heapInUse(), ...playground.stage.resources }),
    faults: () => session()?.faults() ?? [],
    hash: () => playground.store.hash(),
  };
}

declare global {
  interface Window {
    playground?: Inspection;
  }
}

/** Calls `run` with a brute-force index over the session's boxes, and returns its result. */
function withBruteForce<Result>(session: Session, run: (oracle: SpatialIndex) => Result): Result {
  const entry = structures.find(({ id }) => id === 'brute-force');
  if (!entry) throw new Error('brute-force: not in the registry');
  const oracle = entry.create({ dimensions: session.source.dimensions });
  try {
    oracle.build(session.boxes);
    return run(oracle);
  } finally {
    oracle.dispose();
  }
}

export function ascending(ids: Uint32Array): number[] {
  return [...ids].sort((a, b) => a - b);
}

/** Returns the ids that a brute-force index finds for the session's query, ascending. */
export function bruteForceHits(session: Session): number[] {
  const { shape } = session;
  return withBruteForce(session, (oracle) => {
    switch (shape.kind) {
      case 'box':
        return ascending(oracle.queryBox(shape.box));
      case 'sphere':
        return ascending(oracle.querySphere(shape.center, shape.radius));
      case 'ray':
        return ascending(oracle.raycastAll(shape.origin, shape.direction, shape.length).ids);
      case 'frustum':
        return shape.frustum ? ascending(oracle.queryFrustum(shape.frustum.planes)) : [];
      case 'nearest':
        return ascending(oracle.nearest(shape.center, shape.k).ids);
      default:
        return [];
    }
  });
}

export function bruteForcePairs(session: Session): number {
  return withBruteForce(session, (oracle) => oracle.pairs().length / 2);
}
