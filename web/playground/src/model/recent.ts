/**
 * Recent measurements, one a frame: a ring without allocation. Clocks in browsers step by 5 to 100 microseconds, so
 * short durations are told by their mean.
 */

const FEW = 10;

export class Recent {
  private readonly ring: Float32Array;
  private readonly sorted: Float32Array;
  /** The coarsest of the clocks. */
  grain = 0;
  private next = 0;
  private filled = 0;

  constructor(readonly capacity: number) {
    this.ring = new Float32Array(capacity);
    this.sorted = new Float32Array(capacity);
  }

  get size(): number {
    return this.filled;
  }

  /** `grain`: the least difference that the clock would have told. */
  add(value: number, grain = 0): void {
    this.grain = Math.max(this.grain, grain);
    this.ring[this.next] = value;
    this.next = (this.next + 1) % this.capacity;
    this.filled = Math.min(this.filled + 1, this.capacity);
  }

  clear(): void {
    this.filled = 0;
    this.grain = 0;
  }

  /** The i-th oldest. */
  at(i: number): number {
    return this.ring[(this.next - this.filled + i + this.capacity) % this.capacity];
  }

  /**
   * The mean with the slowest tenth cut down to the next one: being interrupted is not the work's fault. Of a few
   * the median: the first ones run code that is not compiled yet.
   */
  typical(): number {
    if (this.filled < FEW) return this.percentile(0.5);
    const most = this.percentile(0.9);
    let sum = 0;
    for (let i = 0; i < this.filled; i++) sum += Math.min(this.at(i), most);
    return this.filled > 0 ? sum / this.filled : Number.NaN;
  }

  /** The band of the middle half, as wide as the clock is coarse at least. */
  get band(): { readonly p25: number; readonly p75: number } {
    const slack = this.grain / 2;
    return { p25: this.percentile(0.25) - slack, p75: this.percentile(0.75) + slack };
  }

  /** `share` in [0, 1]: 0.5 is the median. */
  percentile(share: number): number {
    if (this.filled === 0) return Number.NaN;
    this.sorted.fill(Infinity);
    for (let i = 0; i < this.filled; i++) this.sorted[i] = this.at(i);
    this.sorted.sort();
    return this.sorted[Math.min(Math.floor(share * this.filled), this.filled - 1)];
  }
}
