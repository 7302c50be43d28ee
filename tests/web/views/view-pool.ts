/** All views that were handed out, and the expected content of the memory that they show. */

import type { Mulberry32 } from 'scenes';
import { type View, writeAtRandom } from './hostile-writes.js';

/** Identity of the index or world that handed out a view. It keeps no object alive. */
export interface Owner {
  readonly name: string;
}

export interface Kept {
  readonly view: View;
  readonly owner: Owner;
  /** When it was handed out. */
  readonly length: number;
}

/**
 * Expected content of staging memory or bounds: it changes by writes through views of the same owner,
 * and by nothing else.
 */
export class Shadow {
  /** Expected words from the first element of the view on; may be longer than the view. */
  bits: Uint32Array = new Uint32Array(0);
  /** The view that was handed out last. */
  view: Float32Array = new Float32Array(0);
  /** Its length when it was handed out; -1 when none was. */
  length = -1;
  /** Number of words that are compared. */
  known = Infinity;

  constructor(readonly owner: Owner) {}

  /** Whether the view is detached, so that writes to it are lost. */
  get isGone(): boolean {
    return this.view.length < this.length;
  }

  get floats(): Float32Array {
    return new Float32Array(this.bits.buffer, 0, this.bits.length);
  }

  /** Takes a view that was handed out. */
  follow(view: Float32Array): void {
    this.view = view;
    this.length = view.length;
  }

  /** Takes over bytes that a view of the same owner wrote. */
  takeWrite(buffer: ArrayBufferLike, start: number, end: number): void {
    const { view, bits } = this;
    // also while the last view has no elements, earlier ones may have some
    if (view.buffer !== buffer) return;
    const first = Math.max(0, Math.floor((start - view.byteOffset) / 4));
    const last = Math.min(bits.length, Math.ceil((end - view.byteOffset) / 4));
    if (first >= last) return;
    bits.set(new Uint32Array(buffer, view.byteOffset + 4 * first, last - first), first);
  }

  /** Fails when the memory has another content. */
  compare(): void {
    if (this.view.length === 0) return;
    const found = bitsOf(this.view);
    const count = Math.min(found.length, this.known);
    for (let i = 0; i < count; i += 1) {
      if (found[i] === this.bits[i]) continue;
      const [is, was] = [found[i].toString(16), this.bits[i].toString(16)];
      throw new Error(`the view of ${this.owner.name}: word ${i} is ${is}, and ${was} was written`);
    }
  }
}

export const bitsOf = (view: Float32Array) =>
  new Uint32Array(view.buffer, view.byteOffset, view.length);

const ELDERS = 1024;
const MOST_KEPT = 8192;
const RECENT = 48;
const TRIES = 12;

/** A reservoir of views: the first ones stay, and of the others a random part. */
export class ViewPool {
  readonly shadows = new Set<Shadow>();
  writes = 0;
  detachedWrites = 0;
  handedOut = 0;
  /** With `quiet` nothing is written through kept views: a failure is then a fault of the trial. */
  constructor(private readonly quiet = false) {}

  private readonly kept: Kept[] = [];
  private readonly recent: Kept[] = [];

  get size(): number {
    return this.kept.length;
  }

  add(view: View, owner: Owner, random: Mulberry32): void {
    const one = { view, owner, length: view.length };
    this.handedOut += 1;
    this.recent[this.handedOut % RECENT] = one;
    if (this.kept.length < MOST_KEPT) {
      this.kept.push(one);
      return;
    }
    const at = ELDERS + random.below(this.handedOut - ELDERS);
    if (at < MOST_KEPT) this.kept[at] = one;
  }

  pick(random: Mulberry32): Kept | undefined {
    const list = random.below(3) === 0 ? this.kept : this.recent;
    // the list of recent ones has a gap until it is full
    return list[random.below(list.length)] ?? this.kept[random.below(this.kept.length)];
  }

  /** Draws a view to write to. Most are detached, so attached ones are preferred. */
  pickTarget(random: Mulberry32): Kept | undefined {
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

  /** Notes a write through a view of `owner`. */
  noteWrite(owner: Owner, buffer: ArrayBufferLike, start: number, end: number): void {
    for (const shadow of this.shadows) {
      if (shadow.owner === owner) shadow.takeWrite(buffer, start, end);
    }
  }

  /** Notes that all of a view was written. */
  noteWriteOf(owner: Owner, view: View): void {
    this.noteWrite(owner, view.buffer, view.byteOffset, view.byteOffset + view.byteLength);
  }

  compare(): void {
    for (const shadow of this.shadows) shadow.compare();
  }
}
