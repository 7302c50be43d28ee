/**
 * `window.playground`: what the page shows, to read from a console or a test. Nothing here changes the page.
 */

import { structures } from 'sapwood';
import type { Session } from './model/session.js';
import type { Playground, Status } from './playground.js';
import type { Notices, Settings } from './state/settings.js';

export interface Snapshot {
  readonly status: Status;
  readonly settings: Settings;
  readonly notices: Notices;
  /** Steps of motion since the scene was loaded. */
  readonly frame: number;
  /** Pictures drawn since the page was opened. */
  readonly pictures: number;
  readonly structure: string;
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

function snapshot({ session, picture, status, stage, store }: Playground): Snapshot | null {
  if (!session || !picture) return null;
  const { index, queryCounters, shape, walk } = session;
  const stats = index.stats();
  return {
    status: status.peek(),
    settings: store.settings.peek(),
    notices: store.notices.peek(),
    frame: session.frame,
    pictures: stage.drawn,
    structure: index.id,
    items: stats.items,
    nodes: stats.nodes,
    height: stats.height,
    pairs: session.pairCount,
    drawnNodes: picture.nodes.drawnNodes(store.settings.peek()),
    levels: picture.nodes.levels,
    query: { box: [...shape.box], centre: [...shape.centre], radius: shape.radius },
    counters: { nodeVisits: queryCounters.nodeVisits, itemTests: queryCounters.itemTests },
    walk: { tested: walk.tested, entered: walk.entered },
  };
}

/** Calls back with a brute-force index over the session's boxes. */
function withBruteForce<Result>(
  session: Session,
  ask: (oracle: Session['index']) => Result,
): Result {
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
    hits: () => ascending(session()?.hits.slice(0, session()?.hitCount) ?? new Uint32Array()),
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
