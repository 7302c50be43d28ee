/** The decompressor of inlined modules, which must restore data that zlib has compressed. */

import { readFileSync } from 'node:fs';
import { constants, deflateRawSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { packageFolder } from '../package/package-folder.js';

type Inlined = typeof import('../../../web/sapwood/src/inlined.js');
const { decode, decodeLater, inflate }: Inlined = await import(`${packageFolder}/dist/inlined.js`);

/** Returns bytes with runs, repetitions at short and long distances, and noise. */
function mixed(length: number): Uint8Array {
  let state = 12345;
  const next = () => {
    state = Math.imul(state, 1103515245) + 12345;
    return state >>> 16;
  };
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; ) {
    const run = Math.min(1 + (next() % 600), length - i);
    const kind = next() % 4;
    const back = Math.min(i, 1 + (next() % 32_000));
    for (const stop = i + run; i < stop; i += 1) {
      bytes[i] =
        kind === 0 ? next() : kind === 1 ? 7 : kind === 2 && back > 0 ? bytes[i - back] : i;
    }
  }
  return bytes;
}

const inputs: [name: string, bytes: Uint8Array][] = [
  ['nothing', new Uint8Array(0)],
  ['one byte', Uint8Array.of(200)],
  ['one byte a hundred thousand times', new Uint8Array(100_000).fill(9)],
  ['every byte', Uint8Array.from({ length: 256 }, (_, i) => i)],
  ['runs, repeats and noise', mixed(300_000)],
  ['a module', readFileSync(`${packageFolder}/dist/wasm/all/core.wasm`)],
];
const variants = {
  best: { level: 9 },
  quick: { level: 1 },
  stored: { level: 0 },
  'fixed codes': { strategy: constants.Z_FIXED },
  'codes without repeats': { strategy: constants.Z_HUFFMAN_ONLY },
  'runs only': { strategy: constants.Z_RLE },
};

test.each(
  inputs.flatMap(([name, bytes]) =>
    Object.entries(variants).map(([variant, options]) => ({ name, variant, bytes, options })),
  ),
)('$name, compressed: $variant', ({ bytes, options }) => {
  const unpacked = inflate(deflateRawSync(bytes, options), bytes.length);
  expect(Buffer.compare(unpacked, bytes)).toBe(0);
});

const plain = mixed(10_000);
const inlined = [
  deflateRawSync(plain).toString('base64').replace(/=+$/, ''),
  plain.length,
] as const;
const inNode = process.getBuiltinModule;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  process.getBuiltinModule = inNode;
});

/** Hides the zlib module of Node, as in a browser. */
function hideZlib(): void {
  process.getBuiltinModule = () => undefined as never;
}

const expectPlain = (bytes: Uint8Array) => expect(Buffer.compare(bytes, plain)).toBe(0);

test('a module is stored as unpadded base64 of its compressed bytes, with the length of the decompressed bytes', async () => {
  expectPlain(decode(inlined));
  expectPlain(await decodeLater(inlined));
});

test.each([1, 2, 3, 4, 5])('%d bytes of every value come back from base64', (length) => {
  hideZlib();
  for (let first = 0; first < 256; first += length) {
    const bytes = Uint8Array.from({ length }, (_, i) => first + i);
    const text = deflateRawSync(bytes, { level: 0 }).toString('base64').replace(/=+$/, '');
    expect(decode([text, length])).toEqual(bytes);
  }
});

test('without the zlib module of Node, the bytes are the same', async () => {
  hideZlib();
  expectPlain(decode(inlined));
  expectPlain(await decodeLater(inlined));
});

class Rejecting {
  constructor() {
    throw new TypeError("Unsupported compression format: 'deflate-raw'");
  }
}

class Failing {
  readonly readable = new ReadableStream({ start: (controller) => controller.error(new Error()) });
  readonly writable = new WritableStream();
}

class Short {
  readonly readable = new Response('too short').body;
  readonly writable = new WritableStream();
}

class Stuck {
  readonly readable = new ReadableStream();
  readonly writable = new WritableStream();
}

test.each([
  ['is missing', undefined],
  ['rejects the format', Rejecting],
  ['fails', Failing],
  ['ends early', Short],
])('a stream that %s is replaced', async (_, stream) => {
  hideZlib();
  vi.stubGlobal('DecompressionStream', stream);
  expectPlain(await decodeLater(inlined));
});

test('a stream that never ends is replaced after a second', async () => {
  hideZlib();
  vi.stubGlobal('DecompressionStream', Stuck);
  vi.useFakeTimers();
  const decoded = decodeLater(inlined);
  await vi.advanceTimersByTimeAsync(1000);
  expectPlain(await decoded);
});
