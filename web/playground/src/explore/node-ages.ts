/**
 * For how long each node has been as it is. Nodes have no names that last, but a node whose bounds and level were in
 * the dump before is the same node as far as anybody can see; one whose bounds are new has changed.
 */

import type { NodeDump } from 'sapwood/all';

/** Two words of hash and the frame of birth for each slot. */
const SLOT = 3;
const EMPTY = -1;

export class NodeAges {
  /** Frame in which each node of the last dump came to be as it is. */
  bornAt = new Int32Array(0);
  private table = new Int32Array(0);
  private bits: Int32Array = new Int32Array(0);
  private first = 0;
  private second = 0;

  /** Takes the dump of a frame. */
  take(dump: NodeDump, frame: number): void {
    const { bounds, count, level } = dump;
    const before = this.table;
    const stride = bounds.length / Math.max(count, 1);
    let slots = 64;
    while (slots < 2 * count) slots *= 2;
    this.table = new Int32Array(slots * SLOT);
    for (let at = SLOT - 1; at < this.table.length; at += SLOT) this.table[at] = EMPTY;
    this.bits = new Int32Array(bounds.buffer, bounds.byteOffset, bounds.length);
    this.bornAt = new Int32Array(count);
    for (let node = 0; node < count; node++) {
      this.hash(node * stride, stride, level[node]);
      const born = this.find(before);
      this.bornAt[node] = born === EMPTY ? frame : born;
      this.keep(this.bornAt[node]);
    }
  }

  /** FNV-1a over whole words, from two starts. */
  private hash(from: number, stride: number, level: number): void {
    let first = 0x811c9dc5 ^ level;
    let second = 0x2545f491 + level;
    for (let i = from; i < from + stride; i++) {
      first = Math.imul(first ^ this.bits[i], 0x01000193);
      first ^= first >>> 15;
      second = Math.imul(second ^ this.bits[i], 0x85ebca6b);
      second ^= second >>> 13;
    }
    this.first = first | 0;
    this.second = second | 0;
  }

  private slotOf(table: Int32Array): number {
    const slots = table.length / SLOT;
    let slot = (this.first >>> 0) & (slots - 1);
    for (;;) {
      const at = slot * SLOT;
      if (table[at + 2] === EMPTY) return at;
      if (table[at] === this.first && table[at + 1] === this.second) return at;
      slot = (slot + 1) & (slots - 1);
    }
  }

  private find(table: Int32Array): number {
    return table.length === 0 ? EMPTY : table[this.slotOf(table) + 2];
  }

  private keep(born: number): void {
    const at = this.slotOf(this.table);
    this.table[at] = this.first;
    this.table[at + 1] = this.second;
    this.table[at + 2] = born;
  }
}
