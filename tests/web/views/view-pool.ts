/** Views that the package has returned, and the expected content of their memory. */

import type { Mulberry32 } from 'scenes';
import { type View, writeAtRandom } from './hostile-writes.js';

/** Identifies the index or world that returned a view, without keeping a reference to it. */
export interface Owner {
  readonly name: string;
}

export interface KeptView {
  readonly view: View;
  readonly owner: Owner;
  /** Length of the view when it was returned. */
  readonly length: number;
}

/**
 * Expected content of the staging memory of an index, or of the bounds of a world. Only writes
 * through views of the same index or world may change this memory.
 */
export class Shadow {
  /**
   * Expected 32-bit words, starting at the first element of the view. There may be more words than
   * elements.
   */
  bits: Uint32Array = new Uint32Array(0);
  /** The last view. */
  view: Float32Array = new Float32Array(0);
  /** Length of the last view when it was returned; -1 before the first view. */
  length = -1;
  /** Number of words that are compared with the memory. */
  comparedWords = Infinity;

  constructor(readonly owner: Owner) {}

  /** True if the view is detached, so that writes to it are lost. */
  get isDetached(): boolean {
    return this.view.length < this.length;
  }

  get floats(): Float32Array {
    return new Float32Array(this.bits.buffer, 0, this.bits.length);
  }

  setView(view: Float32Array): void {
    this.view = view;
    this.length = view.length;
  }

  /** Updates the expected content after a write through a view of the same index or world. */
  applyWrite(buffer: ArrayBufferLike, start: number, end: number): void {
    const { view, bits } = this;
    // the buffers are compared even if the last view is empty, because earlier views may still have
    // elements
    if (view.buffer !== buffer) return;
    const first = Math.max(0, Math.floor((start - view.byteOffset) / 4));
    const last = Math.min(bits.length, Math.ceil((end - view.byteOffset) / 4));
    if (first >= last) return;
    bits.set(new Uint32Array(buffer, view.byteOffset + 4 * first, last - first), first);
  }

  compare(): void {
    if (this.view.length === 0) return;
    const found = bitsOf(this.view);
    const count = Math.min(found.length, this.comparedWords);
    for (let i = 0; i < count; i += 1) {
      if (found[i] === this.bits[i]) continue;
      const [is, was] = [found[i].toString(16), this.bits[i].toString(16)];
      throw new Error(`the view of ${this.owner.name}: word ${i} is ${is}, expected ${was}`);
    }
  }
}

export const bitsOf = (view: Float32Array) =>
  new Uint32Array(view.buffer, view.byteOffset, view.length);

const FIRST_KEPT = 1024;
const MAX_KEPT = 8192;
const RECENT = 48;
const TRIES = 12;

/**
 * Random sample of the returned views, to which the trial writes. Once the sample is full, a later
 * view replaces a random one (reservoir sampling).
 */
export class ViewPool {
  readonly shadows = new Set<Shadow>();
  writes = 0;
  detachedWrites = 0;
  returnedCount = 0;
  /**
   * If `quiet` is true, the trial does not write to the sampled views, so that every failure is a
   * fault of the trial itself.
   */
  constructor(private readonly quiet = false) {}

  private readonly kept: KeptView[] = [];
  private readonly recent: KeptView[] = [];

  get size(): number {
    return this.kept.length;
  }

  add(view: View, owner: Owner, random: Mulberry32): void {
    const one = { view, owner, length: view.length };
    this.returnedCount += 1;
    this.recent[this.returnedCount % RECENT] = one;
    if (this.kept.length < MAX_KEPT) {
      this.kept.push(one);
      return;
    }
    const at = FIRST_KEPT + random.below(this.returnedCount - FIRST_KEPT);
    if (at < MAX_KEPT) this.kept[at] = one;
  }

  pick(random: Mulberry32): KeptView | undefined {
    const list = random.below(3) === 0 ? this.kept : this.recent;
    // the list of recent views has empty elements until it is full
    return list[random.below(list.length)] ?? this.kept[random.below(this.kept.length)];
  }

  /** Picks a view to write to. It prefers attached views, because most views are detached. */
  pickTarget(random: Mulberry32): KeptView | undefined {
    if (this.quiet) return undefined;
    let kept = this.pick(random);
    for (let i = random.below(TRIES); i > 0 && kept?.view.length === 0; i -= 1) {
      kept = this.pick(random);
    }
    return kept;
  }

  write(random: Mulberry32): void {
    const kept = this.pickTarget(random);
    if (kept === undefined) return;
    const written = writeAtRandom(kept.view, random);
    this.writes += 1;
    if (written === undefined) this.detachedWrites += 1;
    else this.noteWrite(kept.owner, written.buffer, written.start, written.end);
  }

  noteWrite(owner: Owner, buffer: ArrayBufferLike, start: number, end: number): void {
    for (const shadow of this.shadows) {
      if (shadow.owner === owner) shadow.applyWrite(buffer, start, end);
    }
  }

  noteWriteOf(owner: Owner, view: View): void {
    this.noteWrite(owner, view.buffer, view.byteOffset, view.byteOffset + view.byteLength);
  }

  compare(): void {
    for (const shadow of this.shadows) shadow.compare();
  }
}
