/** List of numbers in a typed array, which is reused and grows by doubling. */
export class IdList {
  values = new Uint32Array(1 << 10);
  length = 0;

  reserve(more: number): void {
    const required = this.length + more;
    if (required <= this.values.length) return;
    const values = new Uint32Array(Math.max(required, 2 * this.values.length));
    values.set(this.values.subarray(0, this.length));
    this.values = values;
  }

  push(id: number): void {
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length++] = id;
  }

  /** Appends a pair, smaller id first. */
  pushPair(a: number, b: number): void {
    if (this.length + 2 > this.values.length) this.reserve(2);
    this.values[this.length++] = a < b ? a : b;
    this.values[this.length++] = a < b ? b : a;
  }

  /** Returns a view of the list, which is valid until the list changes. */
  view(): Uint32Array {
    return this.values.subarray(0, this.length);
  }
}

export function atLeast<List extends Uint8Array | Uint32Array | Int32Array | Float32Array>(
  old: List,
  length: number,
): List {
  if (old.length >= length) return old;
  const Kind = old.constructor as new (length: number) => List;
  return new Kind(Math.max(length, 2 * old.length));
}
