/**
 * Generators of random integers. The C++ code in tests/cpp/support/scene_random.hpp generates the
 * same numbers.
 */

/** mulberry32 by Tommy Ettinger, with 32 bits of state and a period of 2^32. */
export class Mulberry32 {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** Returns a double in [0, 1). It is exact, because 32 bits fit into the mantissa. */
  unit(): number {
    return this.next() / 4294967296;
  }

  below(limit: number): number {
    return Math.floor(this.unit() * limit);
  }
}

const STATE_LENGTH = 624;
const SHIFT_LENGTH = 397;

/** Mersenne Twister (Matsumoto and Nishimura, 1998), with the same numbers as std::mt19937. */
export class Mt19937 {
  private readonly state = new Uint32Array(STATE_LENGTH);
  private position = STATE_LENGTH;

  constructor(seed: number) {
    const state = this.state;
    state[0] = seed;
    for (let i = 1; i < STATE_LENGTH; i++) {
      const previous = state[i - 1] ^ (state[i - 1] >>> 30);
      state[i] = Math.imul(previous, 1812433253) + i;
    }
  }

  next(): number {
    if (this.position === STATE_LENGTH) this.twist();
    let y = this.state[this.position++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  /**
   * Returns a uniformly distributed integer in [low, high], with the rejection method of the D
   * standard library.
   */
  between(low: number, high: number): number {
    const range = high - low + 1;
    for (;;) {
      const drawn = this.next();
      const offset = drawn % range;
      if (drawn - offset <= 0xffffffff - (range - 1)) return low + offset;
    }
  }

  private twist(): void {
    const state = this.state;
    for (let i = 0; i < STATE_LENGTH; i++) {
      const next = state[(i + 1) % STATE_LENGTH];
      const joined = (state[i] & 0x80000000) | (next & 0x7fffffff);
      const odd = joined & 1 ? 0x9908b0df : 0;
      state[i] = state[(i + SHIFT_LENGTH) % STATE_LENGTH] ^ (joined >>> 1) ^ odd;
    }
    this.position = 0;
  }
}
