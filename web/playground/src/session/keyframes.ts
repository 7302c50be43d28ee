/**
 * Copies of an index on its way through a build, one in so many steps: a step back goes on from the last one before it
 * instead of beginning anew. A copy is kept only where the index that is made of it shows the same nodes; what some
 * structures have put off does not go into their bytes.
 */

import { deserialize, type NodeDump, type SpatialIndex } from 'sapwood/all';

const LEAST_SPACING = 512;
/** Each is looked at when it is made: of many the way through a long build would be slow. */
const MOST_COPIES = 24;
/** When copies take more, every second one is given up. */
const MOST_BYTES = 96e6;

function sameNumbers(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function sameNodes(a: NodeDump, b: NodeDump): boolean {
  return (
    a.count === b.count &&
    sameNumbers(a.bounds, b.bounds) &&
    sameNumbers(a.parent, b.parent) &&
    sameNumbers(a.itemCount, b.itemCount)
  );
}

export class Keyframes {
  /** By the steps that were done. */
  private readonly kept = new Map<number, Uint8Array>();
  private readonly refused = new Set<number>();
  private spacing = LEAST_SPACING;
  private bytes = 0;

  /** For a build of so many steps. */
  constructor(length: number) {
    while (this.spacing * MOST_COPIES < length) this.spacing *= 2;
  }

  /** To be called before every step. */
  pass(done: number, index: SpatialIndex): void {
    if (done % this.spacing !== 0) return;
    // whoever comes by has done what was put off until then, as the index that goes on from a copy has
    const nodes = index.nodes();
    if (this.kept.has(done) || this.refused.has(done)) return;
    const copy = index.serialize();
    const made = deserialize(copy);
    const same = sameNodes(made.nodes(), nodes);
    made.dispose();
    if (!same) {
      this.refused.add(done);
      return;
    }
    this.kept.set(done, copy);
    this.bytes += copy.length;
    while (this.bytes > MOST_BYTES && this.kept.size > 1) this.thinOut();
  }

  /** The last one that is not beyond `at`, as an index that is the caller's; null without one. */
  before(at: number): { readonly done: number; readonly index: SpatialIndex } | null {
    const done = Math.max(-1, ...[...this.kept.keys()].filter((step) => step <= at));
    const copy = this.kept.get(done);
    if (!copy) return null;
    const index = deserialize(copy);
    index.nodes();
    return { done, index };
  }

  private thinOut(): void {
    this.spacing *= 2;
    for (const [step, copy] of this.kept) {
      if (step % this.spacing === 0) continue;
      this.kept.delete(step);
      this.bytes -= copy.length;
    }
  }
}
