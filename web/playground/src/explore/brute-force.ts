/** The answers of the brute-force structure over the boxes of a session: what every other one has to find. */

import { type SpatialIndex, structures } from 'sapwood/all';
import type { Session } from './session.js';

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

export function ascending(ids: Uint32Array): number[] {
  return [...ids].sort((a, b) => a - b);
}

/** Ids that the query of the session finds, ascending. */
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
