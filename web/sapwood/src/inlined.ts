/**
 * Modules that stand in a script as text: base64 of bytes that were compressed by DEFLATE.
 *
 * Hosts have a decompressor of their own, but none that answers in the same tick, which `initSync()`
 * promises. What a server's compression saves of plain base64 is much less.
 * Source: RFC 1951, "DEFLATE Compressed Data Format Specification".
 */

/** A module as text, and how many bytes it is. */
export type InlinedModule = readonly [text: string, size: number];

/** The bytes of a module. */
export function decode([text, size]: InlinedModule): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return inflate(packed, size);
}

const MOST_BITS = 15;
const END_OF_BLOCK = 256;
/** The symbol of 258 bytes, which breaks the rule of the others. */
const LONGEST = 285;
/** The order in which the lengths of the code for lengths are sent. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** A Huffman code: how many words it has of each length, and the symbols in the order of their words. */
interface Code {
  readonly counts: Uint16Array;
  readonly symbols: readonly number[];
}

function codeOf(lengths: Uint8Array): Code {
  const counts = new Uint16Array(MOST_BITS + 1);
  for (const bits of lengths) counts[bits] += 1;
  const used = [...lengths.keys()].filter((symbol) => lengths[symbol] !== 0);
  return { counts, symbols: used.sort((a, b) => lengths[a] - lengths[b]) };
}

const fixedLengths = (): Uint8Array[] => [
  new Uint8Array(288).fill(8).fill(9, 144, 256).fill(7, 256, 280),
  new Uint8Array(30).fill(5),
];

/** Unpacks bytes that a compressor of the build made; `size` is what comes out. */
export function inflate(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size);
  let [at, end, held, heldBits] = [0, 0, 0, 0];

  const take = (count: number): number => {
    while (heldBits < count) {
      held |= packed[at++] << heldBits;
      heldBits += 8;
    }
    const value = held & ((1 << count) - 1);
    held >>>= count;
    heldBits -= count;
    return value;
  };

  // words of one length are consecutive numbers, and longer ones begin behind them: `word` counts from the first one
  const symbol = ({ counts, symbols }: Code): number => {
    let [word, place] = [0, 0];
    for (let bits = 1; bits <= MOST_BITS; bits += 1) {
      word += take(1);
      const count = counts[bits];
      if (word < count) return symbols[place + word];
      place += count;
      word = (word - count) * 2;
    }
    throw new RangeError('no such word');
  };

  // 2 ** shift symbols each have one more bit behind them than those before
  const extended = (first: number, next: number, shift: number): number => {
    const bits = Math.max(0, (next >> shift) - 1);
    return first + ((next - (bits << shift)) << bits) + take(bits);
  };

  const readLengths = (): Uint8Array[] => {
    const [literals, distances, sent] = [take(5) + 257, take(5) + 1, take(4) + 4];
    const ofLengths = new Uint8Array(19);
    for (let i = 0; i < sent; i += 1) ofLengths[LENGTH_ORDER[i]] = take(3);
    const code = codeOf(ofLengths);
    const lengths = new Uint8Array(literals + distances);
    for (let i = 0; i < lengths.length; ) {
      const next = symbol(code);
      // 16 repeats the last length, 17 and 18 are many times 0
      const times = next < 16 ? 1 : next < 18 ? 3 + take(next - 14) : 11 + take(7);
      lengths.fill(next < 16 ? next : next === 16 ? lengths[i - 1] : 0, i, i + times);
      i += times;
    }
    return [lengths.subarray(0, literals), lengths.subarray(literals)];
  };

  const readBlock = ([literals, distances]: Code[]): void => {
    for (let next = symbol(literals); next !== END_OF_BLOCK; next = symbol(literals)) {
      if (next < END_OF_BLOCK) {
        out[end++] = next;
        continue;
      }
      const stop = end + (next === LONGEST ? 258 : extended(3, next - END_OF_BLOCK - 1, 2));
      const back = extended(1, symbol(distances), 1);
      for (; end < stop; end += 1) out[end] = out[end - back];
    }
  };

  for (let isLast = 0; isLast === 0; ) {
    isLast = take(1);
    const kind = take(2);
    if (kind === 0) {
      // stored: whole bytes from the next one on, their number and its complement first
      [held, heldBits] = [0, 0];
      const count = packed[at] | (packed[at + 1] << 8);
      out.set(packed.subarray(at + 4, at + 4 + count), end);
      at += 4 + count;
      end += count;
    } else readBlock((kind === 1 ? fixedLengths() : readLengths()).map(codeOf));
  }
  return out;
}
