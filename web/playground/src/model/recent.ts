/**
 * Ring buffer of recent measurements. Browser clocks have a resolution of 5 to 100 microseconds, so
 * short durations are averaged.
 */

const MIN_FOR_MEAN = 10;

export class Recent {
  private readonly ring: Float32Array;
  private readonly sorted: Float32Array;
  /** Coarsest clock resolution with which a value was measured, in the unit of the values. */
  resolution = 0;
  private next = 0;
  private filled = 0;

  constructor(readonly capacity: number) {
    this.ring = new Float32Array(capacity);
    this.sorted = new Float32Array(capacity);
  }

  get size(): number {
    return this.filled;
  }

  /** `resolution` is the clock resolution with which the value was measured. */
  add(value: number, resolution = 0): void {
    this.resolution = Math.max(this.resolution, resolution);
    this.ring[this.next] = value;
    this.next = (this.next + 1) % this.capacity;
    this.filled = Math.min(this.filled + 1, this.capacity);
  }

  clear(): void {
    this.filled = 0;
    this.resolution = 0;
  }

  /** Index 0 is the oldest value. */
  at(i: number): number {
    return this.ring[(this.next - this.filled + i + this.capacity) % this.capacity];
  }

  /**
   * Returns the mean of the values. Values above the 90th percentile are clamped to this
   * percentile, which reduces the effect of interruptions.
   *
   * If there are fewer than 10 values, returns their median, because the first runs are slow until
   * the browser has compiled the code.
   */
  typical(): number {
    if (this.filled < MIN_FOR_MEAN) return this.percentile(0.5);
    const max = this.percentile(0.9);
    let sum = 0;
    for (let i = 0; i < this.filled; i++) sum += Math.min(this.at(i), max);
    return this.filled > 0 ? sum / this.filled : Number.NaN;
  }

  /**
   * Range from the first to the third quartile, widened by half the clock resolution at both ends.
   */
  get band(): { readonly p25: number; readonly p75: number } {
    const slack = this.resolution / 2;
    return { p25: this.percentile(0.25) - slack, p75: this.percentile(0.75) + slack };
  }

  /** `share` is in [0, 1]; 0.5 is the median. */
  percentile(share: number): number {
    if (this.filled === 0) return Number.NaN;
    this.sorted.fill(Infinity);
    for (let i = 0; i < this.filled; i++) this.sorted[i] = this.at(i);
    this.sorted.sort();
    return this.sorted[Math.min(Math.floor(share * this.filled), this.filled - 1)];
  }
}
