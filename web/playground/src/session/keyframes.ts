/**
 * Copies of an index at regular build steps. Stepping back resumes from the nearest earlier copy.
 * Some structures do not serialize deferred work, so a copy is kept only if restoring it results in
 * the same nodes.
 */

import { deserialize, type NodeDump, type SpatialIndex } from 'sapwood/all';

const MIN_SPACING = 512;
/** Maximum number of copies. It limits the time for restoring each copy to compare its nodes. */
const MAX_COPIES = 24;
/** Maximum size of all copies in bytes. Above it, every second copy is deleted. */
const MAX_BYTES = 96e6;

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
  /** Copies of the index, by the number of completed steps. */
  private readonly copies = new Map<number, Uint8Array>();
  private readonly rejected = new Set<number>();
  private spacing = MIN_SPACING;
  private bytes = 0;

  /** `length` is the number of build steps. */
  constructor(length: number) {
    while (this.spacing * MAX_COPIES < length) this.spacing *= 2;
  }

  /** Must be called before each step. */
  pass(done: number, index: SpatialIndex): void {
    if (done % this.spacing !== 0) return;
    // `nodes` completes deferred work. `before` calls `nodes` too, so that a restored index is in
    // the same state as the original index.
    const nodes = index.nodes();
    if (this.copies.has(done) || this.rejected.has(done)) return;
    const copy = index.serialize();
    const made = deserialize(copy);
    const same = sameNodes(made.nodes(), nodes);
    made.dispose();
    if (!same) {
      this.rejected.add(done);
      return;
    }
    this.copies.set(done, copy);
    this.bytes += copy.length;
    while (this.bytes > MAX_BYTES && this.copies.size > 1) this.thinOut();
  }

  /**
   * Restores the latest copy that has at most `at` completed steps. The caller owns the returned
   * index. Returns null if there is no such copy.
   */
  before(at: number): { readonly done: number; readonly index: SpatialIndex } | null {
    const done = Math.max(-1, ...[...this.copies.keys()].filter((step) => step <= at));
    const copy = this.copies.get(done);
    if (!copy) return null;
    const index = deserialize(copy);
    index.nodes();
    return { done, index };
  }

  private thinOut(): void {
    this.spacing *= 2;
    for (const [step, copy] of this.copies) {
      if (step % this.spacing === 0) continue;
      this.copies.delete(step);
      this.bytes -= copy.length;
    }
  }
}
