/** Set of changed instances. It can also represent all instances. */
export class Marks {
  #list: number[] = [];
  #isMarked = new Uint8Array(0);
  #isAll = false;

  add(instance: number): void {
    if (this.#isAll || !(instance >= 0)) return;
    if (instance >= this.#isMarked.length) {
      const grown = new Uint8Array(Math.max(instance + 1, 2 * this.#isMarked.length));
      grown.set(this.#isMarked);
      this.#isMarked = grown;
    }
    if (this.#isMarked[instance] === 1) return;
    this.#isMarked[instance] = 1;
    this.#list.push(instance);
  }

  addRange(start: number, count: number, limit: number): void {
    if (start <= 0 && start + count >= limit) {
      this.addAll();
      return;
    }
    const end = Math.min(start + count, limit);
    for (let instance = Math.max(start, 0); instance < end; instance += 1) this.add(instance);
  }

  addAll(): void {
    this.clear();
    this.#isAll = true;
  }

  get isEmpty(): boolean {
    return !this.#isAll && this.#list.length === 0;
  }

  /** Calls a function for each instance below `limit`, and clears the set. */
  drain(limit: number, visit: (instance: number) => void): void {
    this.forEach(limit, visit);
    this.clear();
  }

  forEach(limit: number, visit: (instance: number) => void): void {
    if (this.#isAll) {
      for (let instance = 0; instance < limit; instance += 1) visit(instance);
    } else {
      for (const instance of this.#list) {
        if (instance < limit) visit(instance);
      }
    }
  }

  clear(): void {
    for (const instance of this.#list) this.#isMarked[instance] = 0;
    this.#list.length = 0;
    this.#isAll = false;
  }
}
