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
/** The order in which the lengths of the code for lengths are sent. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** A Huffman code: how many words it has of each length, and the symbols in the order of their words. */
interface Code {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

function codeOf(lengths: ArrayLike<number>): Code {
  const counts = new Uint16Array(MOST_BITS + 1);
  for (let i = 0; i < lengths.length; i += 1) counts[lengths[i]] += 1;
  counts[0] = 0;
  const places = new Uint16Array(MOST_BITS + 2);
  for (let bits = 1; bits <= MOST_BITS; bits += 1) places[bits + 1] = places[bits] + counts[bits];
  const symbols = new Uint16Array(lengths.length);
  for (let i = 0; i < lengths.length; i += 1) {
    if (lengths[i] !== 0) symbols[places[lengths[i]]++] = i;
  }
  return { counts, symbols };
}

/** The least value and the number of extra bits of each symbol for a length or a distance. */
function rangesOf(first: number, count: number, step: number): [least: number, bits: number][] {
  const ranges: [number, number][] = [];
  for (let least = first; ranges.length < count; ) {
    const bits = Math.max(0, Math.floor(ranges.length / step) - 1);
    ranges.push([least, bits]);
    least += 2 ** bits;
  }
  return ranges;
}

/** Unpacks bytes that a compressor of the build made; `size` is what comes out. */
export function inflate(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size);
  let [at, end, held, heldBits] = [0, 0, 0, 0];
  const lengthRanges = rangesOf(3, 28, 4);
  lengthRanges.push([258, 0]);
  const distanceRanges = rangesOf(1, 30, 2);

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

  // words of one length are consecutive numbers, and longer ones begin behind them
  const symbol = ({ counts, symbols }: Code): number => {
    let [word, first, place] = [0, 0, 0];
    for (let bits = 1; bits <= MOST_BITS; bits += 1) {
      word |= take(1);
      const count = counts[bits];
      if (word - first < count) return symbols[place + word - first];
      place += count;
      first = (first + count) << 1;
      word <<= 1;
    }
    throw new RangeError('no such word');
  };

  const readCodes = (): [Code, Code] => {
    const [literals, distances, sent] = [take(5) + 257, take(5) + 1, take(4) + 4];
    const ofLengths = new Uint8Array(19);
    for (let i = 0; i < sent; i += 1) ofLengths[LENGTH_ORDER[i]] = take(3);
    const code = codeOf(ofLengths);
    const lengths = new Uint8Array(literals + distances);
    for (let i = 0; i < lengths.length; ) {
      const next = symbol(code);
      if (next < 16) lengths[i++] = next;
      else {
        const repeated = next === 16 ? lengths[i - 1] : 0;
        const times = next === 16 ? 3 + take(2) : next === 17 ? 3 + take(3) : 11 + take(7);
        lengths.fill(repeated, i, i + times);
        i += times;
      }
    }
    return [codeOf(lengths.subarray(0, literals)), codeOf(lengths.subarray(literals))];
  };

  const fixedCodes = (): [Code, Code] => {
    const lengths = new Uint8Array(288).fill(8).fill(9, 144, 256).fill(7, 256, 280);
    return [codeOf(lengths), codeOf(new Uint8Array(30).fill(5))];
  };

  const readBlock = ([literals, distances]: [Code, Code]): void => {
    for (let next = symbol(literals); next !== END_OF_BLOCK; next = symbol(literals)) {
      if (next < END_OF_BLOCK) {
        out[end++] = next;
        continue;
      }
      const [length, lengthBits] = lengthRanges[next - 257];
      const stop = end + length + take(lengthBits);
      const [distance, distanceBits] = distanceRanges[symbol(distances)];
      const back = distance + take(distanceBits);
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
    } else readBlock(kind === 1 ? fixedCodes() : readCodes());
  }
  return out;
}
