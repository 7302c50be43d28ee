/**
 * Decodes modules that are embedded in scripts: compressed with DEFLATE, then encoded as base64
 * without padding.
 *
 * In Node, `node:zlib` decompresses. Elsewhere, `init()` uses `DecompressionStream`. `initSync()`
 * is synchronous and worklets have no `DecompressionStream`, so both use `inflate`. Source: RFC
 * 1951, "DEFLATE Compressed Data Format Specification".
 */
import { nodeModule } from './node-module.js';

/** Base64 text of a module, and its size in bytes. */
export type InlinedModule = readonly [text: string, size: number];

type Bytes = Uint8Array<ArrayBuffer>;

interface Zlib {
  inflateRawSync(packed: Bytes): Bytes;
}

const nodeZlib = (): Zlib | undefined => nodeModule('node:zlib');

export function decode([text, size]: InlinedModule): Bytes {
  const packed = fromBase64(text);
  return nodeZlib()?.inflateRawSync(packed) ?? inflate(packed, size);
}

/** Returns the bytes of a module. `DecompressionStream` is several times as fast as `inflate`. */
export async function decodeLater(inlined: InlinedModule): Promise<Bytes> {
  // in Node, loading the implementation of streams takes longer than decoding with zlib
  const bytes = nodeZlib() ? undefined : await decodeByStream(inlined).catch(() => undefined);
  return bytes?.length === inlined[1] ? bytes : decode(inlined);
}

/** Milliseconds to wait for the stream. */
const MAX_WAIT = 1000;

/**
 * Decodes with `DecompressionStream`. Rejects if the host lacks the stream, the format or timers.
 * Resolves to 0 bytes if the stream takes longer than `MAX_WAIT`.
 */
async function decodeByStream([text]: InlinedModule): Promise<Bytes> {
  const inflater = new DecompressionStream('deflate-raw');
  const inflated = new Response(fromBase64(text)).body?.pipeThrough(inflater);
  const timeout = new Promise<ArrayBuffer>((resolve) => {
    setTimeout(resolve, MAX_WAIT, new ArrayBuffer(0));
  });
  return new Uint8Array(await Promise.race([new Response(inflated).arrayBuffer(), timeout]));
}

interface Base64 {
  fromBase64?(text: string): Bytes;
}

/** Decodes base64 without `atob`, which worklets do not have. */
function fromBase64(text: string): Bytes {
  const decoded = (Uint8Array as Base64).fromBase64?.(text);
  if (decoded !== undefined) return decoded;
  const bytes = new Uint8Array((text.length * 3) >> 2);
  for (let [i, end, held] = [0, 0, 0]; i < text.length; i += 1) {
    const letter = text.charCodeAt(i);
    // a-z, A-Z and 0-9 here; / and + in the next line
    const digit = letter > 96 ? letter - 71 : letter > 64 ? letter - 65 : letter + 4;
    held = (held << 6) | (letter > 47 ? digit : letter === 47 ? 63 : 62);
    // the first of four letters completes no byte
    if (i % 4 !== 0) bytes[end++] = held >> (6 - 2 * (i % 4));
  }
  return bytes;
}

const MAX_BITS = 15;
const END_OF_BLOCK = 256;
/** Symbol for the length 258, which does not follow the formula for the other lengths. */
const LONGEST_LENGTH_SYMBOL = 285;
/** Order in which the lengths of the code length codes are stored (RFC 1951, 3.2.7). */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/**
 * Decoding table of a Huffman code. The index consists of the next bits of the stream; the first
 * bit is the lowest. An entry is `symbol * 16 + length` for the code word at the start of these
 * bits. Entries without a code word contain `END_OF_BLOCK`.
 */
type Code = Uint16Array;

function codeOf(lengths: Uint8Array): Code {
  const maxLength = Math.max(...lengths);
  const code = new Uint16Array(1 << maxLength).fill(END_OF_BLOCK * 16 + MAX_BITS);
  let word = 0;
  for (let bits = 1; bits <= maxLength; bits += 1) {
    for (let symbol = 0; symbol < lengths.length; symbol += 1) {
      if (lengths[symbol] !== bits) continue;
      for (let at = word; at < code.length; at += 1 << bits) code[at] = symbol * 16 + bits;
      // increments the code word, whose bits are reversed in `word`
      let bit = 1 << (bits - 1);
      for (; (word & bit) !== 0; bit >>= 1) word ^= bit;
      word |= bit;
    }
  }
  return code;
}

const fixedLengths = (): Uint8Array[] => [
  new Uint8Array(288).fill(8).fill(9, 144, 256).fill(7, 256, 280),
  new Uint8Array(30).fill(5),
];

/**
 * Decompresses data that the build compressed, to `size` bytes. Does not check for errors in the
 * data.
 */
export function inflate(packed: Uint8Array, size: number): Bytes {
  const out = new Uint8Array(size);
  let [at, end, held, heldBits] = [0, 0, 0, 0];

  const readBits = (count: number): number => {
    for (; heldBits < count; heldBits += 8) held |= packed[at++] << heldBits;
    const value = held & ((1 << count) - 1);
    held >>>= count;
    heldBits -= count;
    return value;
  };

  // does not call `readBits`, because most of the time of a cold start is spent here
  const symbol = (code: Code): number => {
    for (; heldBits < MAX_BITS; heldBits += 8) held |= packed[at++] << heldBits;
    const entry = code[held & (code.length - 1)];
    const bits = entry & 15;
    held >>>= bits;
    heldBits -= bits;
    return entry >> 4;
  };

  // each group of 2 ** shift symbols has one more extra bit than the previous group
  const extended = (first: number, next: number, shift: number): number => {
    const bits = Math.max(0, (next >> shift) - 1);
    return first + ((next - (bits << shift)) << bits) + readBits(bits);
  };

  const readLengths = (): Uint8Array[] => {
    const [literals, distances, sentCount] = [readBits(5) + 257, readBits(5) + 1, readBits(4) + 4];
    const ofLengths = new Uint8Array(19);
    for (let i = 0; i < sentCount; i += 1) ofLengths[LENGTH_ORDER[i]] = readBits(3);
    const code = codeOf(ofLengths);
    const lengths = new Uint8Array(literals + distances);
    for (let i = 0; i < lengths.length; ) {
      const next = symbol(code);
      // 16 repeats the last length; 17 and 18 repeat 0
      const times = next < 16 ? 1 : next < 18 ? 3 + readBits(next - 14) : 11 + readBits(7);
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
      const stop =
        end + (next === LONGEST_LENGTH_SYMBOL ? 258 : extended(3, next - END_OF_BLOCK - 1, 2));
      const back = extended(1, symbol(distances), 1);
      for (; end < stop; end += 1) out[end] = out[end - back];
    }
  };

  for (let isLast = 0; isLast === 0; ) {
    isLast = readBits(1);
    const kind = readBits(2);
    if (kind === 0) {
      // stored block: begins at a byte boundary with its length and the one's complement of the
      // length
      at -= heldBits >> 3;
      [held, heldBits] = [0, 0];
      const count = packed[at] | (packed[at + 1] << 8);
      out.set(packed.subarray(at + 4, at + 4 + count), end);
      at += 4 + count;
      end += count;
    } else readBlock((kind === 1 ? fixedLengths() : readLengths()).map(codeOf));
  }
  return out;
}
