/**
 * Hash of all results of a tape in the order of the calls. tests/cpp/support/tape_hash.hpp computes
 * the same hash.
 */

const lane = new Float32Array(1);
const bits = new Uint32Array(lane.buffer);

export class TapeHash {
  private a = 0x12345678;
  private b = 0x9abcdef0 | 0;

  add(word: number): void {
    this.a = Math.imul(this.a ^ word, 0x9e3779b1);
    this.a ^= this.a >>> 15;
    this.b = Math.imul(this.b ^ word, 0x85ebca6b);
    this.b ^= this.b >>> 13;
  }

  addAll(words: ArrayLike<number>): void {
    for (let i = 0; i < words.length; i++) this.add(words[i]);
  }

  addNumbers(numbers: ArrayLike<number>): void {
    for (let i = 0; i < numbers.length; i++) {
      lane[0] = numbers[i];
      this.add(bits[0]);
    }
  }

  addBytes(bytes: Uint8Array): void {
    this.add(bytes.length);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const whole = bytes.length - (bytes.length % 4);
    for (let at = 0; at < whole; at += 4) this.add(view.getUint32(at, true));
    this.addAll(bytes.subarray(whole));
  }

  /** 16 hexadecimal digits. */
  get text(): string {
    return [this.a, this.b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  }
}
