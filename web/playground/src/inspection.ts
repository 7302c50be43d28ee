/**
 * `window.playground`: what the page shows, to read from a console or a test. Nothing here changes the page.
 */

import { type SpatialIndex, structures } from 'sapwood';
import type { GradualBuild } from './model/gradual-build.js';
import type { Session } from './model/session.js';
import type { Side } from './model/side.js';
import type { Playground, Status } from './playground.js';
import type { SideDrawing } from './stage/side-drawing.js';
import type { Notices, Settings } from './state/settings.js';

export interface SideSnapshot {
  readonly structure: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly hits: number[];
  readonly pairs: number;
  readonly nodeVisits: number;
  readonly itemTests: number;
  /** Items held far above where their size would put them. */
  readonly stuck: number;
  /** Nodes on the stage, and those of them that are new or waiting. */
  readonly shownNodes: number;
  readonly freshNodes: number;
  readonly newcomers: number;
  readonly build: BuildSnapshot | null;
}

export interface BuildSnapshot {
  readonly state: string;
  readonly finished: number;
  readonly spent: number;
  readonly total: number;
  /** Units of work in the last frame, and the most of any frame. */
  readonly last: number;
  readonly most: number;
}

export interface Snapshot {
  readonly status: Status;
  readonly settings: Settings;
  readonly notices: Notices;
  /** Steps of motion since the scene was loaded. */
  readonly frame: number;
  /** Pictures drawn since the page was opened. */
  readonly pictures: number;
  readonly structure: string;
  /** One or two, in the order of the views. */
  readonly sides: readonly SideSnapshot[];
  readonly items: number;
  readonly nodes: number;
  readonly height: number | undefined;
  readonly pairs: number;
  /** Nodes of the hierarchy that the level range and the leaf switch let through. */
  readonly drawnNodes: number;
  readonly levels: number;
  readonly query: { readonly box: number[]; readonly centre: number[]; readonly radius: number };
  readonly counters: { readonly nodeVisits: number; readonly itemTests: number };
  /** The picture's own walk over the node dump. */
  readonly walk: { readonly tested: number; readonly entered: number };
}

export interface Inspection {
  /** Null while a scene is loaded. */
  snapshot(): Snapshot | null;
  /** Ids that the query found, ascending. */
  hits(): number[];
  /** The same query over the same boxes, answered by the brute-force structure. */
  bruteForceHits(): number[];
  /** Pairs over the same boxes, counted by the brute-force structure. */
  bruteForcePairs(): number;
  /** Broken invariants of the index, in words. */
  faults(): string[];
  /** The address that shows this page again. */
  hash(): string;
}

function buildSnapshot(build: GradualBuild): BuildSnapshot {
  const { state, finished, spent, total, work, most } = build;
  const last = work.size > 0 ? work.at(work.size - 1) : 0;
  return { state, finished, spent, total, last, most };
}

function sideSnapshot(side: Side, { nodes }: SideDrawing): SideSnapshot {
  const { gradual, hits, hitCount, index, levels, pairCount, queryCounters } = side;
  return {
    structure: index.id,
    options: index.options,
    hits: ascending(hits.slice(0, hitCount)),
    pairs: pairCount,
    nodeVisits: queryCounters.nodeVisits,
    itemTests: queryCounters.itemTests,
    stuck: levels.stuck.length,
    shownNodes: nodes.tree.buffer.count,
    freshNodes: nodes.fresh.buffer.count,
    newcomers: nodes.newcomers.length,
    build: gradual && buildSnapshot(gradual),
  };
}

function snapshot({ session, picture, status, stage, store }: Playground): Snapshot | null {
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
    query: { box: [...shape.box], centre: [...shape.centre], radius: shape.radius },
    counters: { nodeVisits: queryCounters.nodeVisits, itemTests: queryCounters.itemTests },
    walk: { tested: walk.tested, entered: walk.entered },
  };
}

/** Calls back with a brute-force index over the session's boxes. */
function withBruteForce<Result>(session: Session, ask: (oracle: SpatialIndex) => Result): Result {
  const entry = structures.find(({ id }) => id === 'brute-force');
  if (!entry) throw new Error('brute-force: not in the registry');
  const oracle = entry.create({ dimensions: session.source.dimensions });
  try {
    oracle.build(session.boxes);
    return ask(oracle);
  } finally {
    oracle.dispose();
  }
}

function ascending(ids: Uint32Array): number[] {
  return [...ids].sort((a, b) => a - b);
}

function bruteForceHits(session: Session): number[] {
  const { shape } = session;
  return withBruteForce(session, (oracle) => {
    switch (shape.kind) {
      case 'box':
        return ascending(oracle.queryBox(shape.box));
      case 'sphere':
        return ascending(oracle.querySphere(shape.centre, shape.radius));
      case 'ray':
        return ascending(oracle.raycastAll(shape.origin, shape.direction, shape.length).ids);
      case 'nearest':
        return ascending(oracle.nearest(shape.centre, shape.k).ids);
      default:
        return [];
    }
  });
}

export function inspect(playground: Playground): Inspection {
  const session = () => playground.session;
  return {
    snapshot: () => snapshot(playground),
    hits: () => snapshot(playground)?.sides[0].hits ?? [],
    bruteForceHits: () => {
      const present = session();
      return present ? bruteForceHits(present) : [];
    },
    bruteForcePairs: () => {
      const present = session();
      return present ? withBruteForce(present, (oracle) => oracle.pairs().length / 2) : 0;
    },
    faults: () => session()?.faults() ?? [],
    hash: () => playground.store.hash(),
  };
}

declare global {
  interface Window {
    playground?: Inspection;
  }
}
