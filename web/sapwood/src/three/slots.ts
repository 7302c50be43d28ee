/** Assignment of instances to slots, which are positions in the drawn arrays. */
export class Slots {
  /** Instance in each slot; valid for the first `count` slots. */
  order = new Uint32Array(0);
  count = 0;
  /** Slot of each instance, or -1. Only valid if `#isIndexed` is true. */
  #slots = new Int32Array(0);
  #isIndexed = false;
  /** For each instance, the number of the `update` call that last chose it. */
  #calls = new Uint32Array(0);
  #call = 0;

  /** Assigns the first `count` chosen instances to the slots in the given order. */
  set(chosen: Uint32Array, count: number): void {
    if (this.order.length < count) this.order = new Uint32Array(chosen.length);
    this.order.set(chosen.subarray(0, count));
    this.count = count;
    this.#isIndexed = false;
  }

  equals(chosen: Uint32Array, count: number): boolean {
    if (count !== this.count) return false;
    for (let i = 0; i < count; i += 1) {
      if (this.order[i] !== chosen[i]) return false;
    }
    return true;
  }

  /** Returns the slot of an instance, or -1. `total` is larger than all instance numbers. */
  slotOf(instance: number, total: number): number {
    this.#index(total);
    return this.#slots[instance];
  }

  /**
   * Assigns the first `count` chosen instances to the slots, so that as many instances as possible
   * keep their slots. Returns the changed slots. `total` is larger than all instance numbers.
   */
  update(chosen: Uint32Array, count: number, total: number): readonly number[] {
    this.#index(total);
    this.#call += 1;
    const fresh: number[] = [];
    for (let i = 0; i < count; i += 1) {
      const instance = chosen[i];
      this.#calls[instance] = this.#call;
      if (this.#slots[instance] < 0) fresh.push(instance);
    }
    const free: number[] = [];
    for (let slot = 0; slot < this.count; slot += 1) {
      const instance = this.order[slot];
      if (this.#calls[instance] === this.#call) continue;
      this.#slots[instance] = -1;
      free.push(slot);
    }
    return this.#fill(fresh, free, count);
  }

  #fill(fresh: readonly number[], free: number[], count: number): readonly number[] {
    if (this.order.length < count) {
      const grown = new Uint32Array(2 * count);
      grown.set(this.order.subarray(0, this.count));
      this.order = grown;
    }
    const changed: number[] = [];
    let next = 0;
    for (const instance of fresh) {
      const slot = next < free.length ? free[next] : this.count + next - free.length;
      next += 1;
      this.#put(slot, instance, changed);
    }
    // moves instances from slots at or beyond `count` to free slots
    let last = this.count - 1;
    const isFree = new Set(free.slice(next));
    for (const slot of isFree) {
      while (isFree.has(last)) last -= 1;
      if (slot >= count) continue;
      this.#put(slot, this.order[last], changed);
      last -= 1;
    }
    this.count = count;
    return changed;
  }

  #put(slot: number, instance: number, changed: number[]): void {
    this.order[slot] = instance;
    this.#slots[instance] = slot;
    changed.push(slot);
  }

  /** Updates `#slots` from `order` if it is outdated. */
  #index(total: number): void {
    if (this.#isIndexed && total <= this.#slots.length) return;
    const length = Math.max(total, this.#slots.length);
    if (length > this.#slots.length) {
      this.#slots = new Int32Array(length);
      this.#calls = new Uint32Array(length);
    }
    this.#slots.fill(-1);
    for (let slot = 0; slot < this.count; slot += 1) this.#slots[this.order[slot]] = slot;
    this.#isIndexed = true;
  }
}
