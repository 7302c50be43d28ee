/** Error messages of `init()` and `initSync()`. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  all,
  emscriptenGlue,
  fresh,
  game,
  importError,
  type Row,
  rejects,
  replacing,
  slim,
  throws,
  untyped,
} from './causes.js';

const HINT =
  'if a bundler left the file out, pass its URL to init({ wasm }), or import sapwood/2d or sapwood/3d, which need no file';
const ADDRESS = 'https://sapwood.example/core.wasm';
const allBytes = readFileSync(fileURLToPath(import.meta.resolve('sapwood/all/core.wasm')));
/**
 * Returns whether the source is bytes or a module of this package. The `fetch` of Node uses a
 * module of its own.
 */
const isOurs = (source: unknown) =>
  source instanceof WebAssembly.Module
    ? WebAssembly.Module.customSections(source, 'sapwood').length > 0
    : (source as Uint8Array).byteLength === allBytes.byteLength;
/** Calls `init()` in a host where a function of WebAssembly fails. */
const failing = (name: 'compile' | 'instantiate', error: unknown) => () => {
  const original = WebAssembly[name] as (...values: unknown[]) => unknown;
  const replacement = (...values: unknown[]) =>
    isOurs(values[0]) ? Promise.reject(error) : original(...values);
  return replacing(WebAssembly, name, replacement, () => fresh.init({ wasm: allBytes }));
};
class NoUrl {
  constructor() {
    throw new TypeError('no base');
  }
}

export const loading: Row[] = [
  [
    'not-initialized',
    'new WideTree: the WebAssembly module of sapwood/all is not loaded yet; await init() first',
    () => new fresh.WideTree(),
  ],
  [
    'invalid-argument',
    'init options: expected an object, got 5',
    () => fresh.init(untyped(5)),
    () => game.init(untyped(5)),
  ],
  [
    'invalid-argument',
    'init options.dimensions: expected 2 or 3, got 4',
    () => game.init({ dimensions: untyped(4) }),
  ],
  [
    'invalid-argument',
    'init options.wasm: expected a URL, a string, a Response, bytes or a WebAssembly.Module, got 5',
    () => fresh.init({ wasm: untyped(5) }),
  ],
  [
    'invalid-argument',
    'initSync options.wasm: expected bytes or a WebAssembly.Module, got 5',
    () => fresh.initSync({ wasm: untyped(5) }),
  ],
  [
    'invalid-argument',
    'init options.wasm: pass sapwood/2d/core.wasm as a URL, bytes or a WebAssembly.Module, or import sapwood/2d, which contains it',
    () => slim.init(),
  ],
  [
    'unsupported',
    'init: this host does not support WebAssembly',
    () => replacing(globalThis, 'WebAssembly', undefined, () => fresh.init()),
  ],
  [
    'unsupported',
    'init: this host does not support WebAssembly SIMD',
    () =>
      replacing(
        WebAssembly,
        'validate',
        () => false,
        () => fresh.init(),
      ),
  ],
  [
    'not-initialized',
    `init: cannot load ${ADDRESS}: the request failed (offline)`,
    () =>
      replacing(globalThis, 'fetch', rejects(new Error('offline')), () =>
        fresh.init({ wasm: ADDRESS }),
      ),
  ],
  [
    'not-initialized',
    'init: cannot load the given response: HTTP status 404',
    () => fresh.init({ wasm: new Response('', { status: 404 }) }),
  ],
  [
    'not-initialized',
    'init: cannot load the given response: the body of the response was already read',
    async () => {
      const wasm = new Response(allBytes);
      await wasm.arrayBuffer();
      await fresh.init({ wasm });
    },
  ],
  [
    'not-initialized',
    'init: cannot load the given response: the transfer was interrupted (reset)',
    () => {
      const body = new ReadableStream({ pull: throws(new Error('reset')) });
      return fresh.init({ wasm: new Response(body) });
    },
  ],
  [
    'not-initialized',
    "init: cannot load file:///missing/core.wasm: the file cannot be read (ENOENT: no such file or directory, open '/missing/core.wasm')",
    () => fresh.initSync({ wasm: untyped(new URL('file:///missing/core.wasm')) }),
  ],
  [
    'unsupported',
    'initSync: pass options.wasm; only Node.js can read the file synchronously',
    () =>
      replacing(
        process,
        'getBuiltinModule',
        () => undefined,
        () => fresh.initSync(),
      ),
  ],
  [
    'not-initialized',
    `init: cannot load core.wasm: this script has no URL to resolve it against (no base); ${HINT}`,
    () => replacing(globalThis, 'URL', NoUrl, () => fresh.init()),
  ],
  [
    'bad-data',
    'init: expected a WebAssembly module from the given bytes, got HTML that begins with 3c 70 3e (<p>)',
    () => fresh.init({ wasm: new TextEncoder().encode('<p>') }),
  ],
  [
    'bad-data',
    'init: expected a WebAssembly module from the given bytes, got a file that begins with 01 02 (..)',
    () => fresh.init({ wasm: Uint8Array.of(1, 2) }),
  ],
  [
    'bad-data',
    'init: expected a WebAssembly module from the given bytes, got 0 bytes',
    () => fresh.init({ wasm: new Uint8Array(0) }),
  ],
  [
    'bad-data',
    'init: cannot compile the given bytes: bad section',
    failing('compile', new WebAssembly.CompileError('bad section')),
  ],
  [
    'unsupported',
    'init: cannot compile the given bytes: too large for the main thread',
    failing('compile', new RangeError('too large for the main thread')),
  ],
  [
    'unsupported',
    "init: the page's Content-Security-Policy forbids WebAssembly; add 'wasm-unsafe-eval' to its script-src",
    failing('compile', new EvalError('blocked')),
  ],
  [
    'unsupported',
    'init: this host does not allow WebAssembly to be compiled from bytes; import sapwood/2d/core.wasm (or 3d) as a module and pass it to init({ wasm }) of sapwood/2d/slim',
    failing('compile', new Error('disallowed by embedder')),
  ],
  [
    'bad-data',
    `init: cannot instantiate the module (unknown import); expected core.wasm of sapwood ${all.version}`,
    failing('instantiate', new WebAssembly.LinkError('unknown import')),
  ],
  [
    'out-of-memory',
    `init: cannot instantiate the module (no room); expected core.wasm of sapwood ${all.version}`,
    failing('instantiate', new RangeError('no room')),
  ],
  [
    'bad-data',
    `init: expected the module of sapwood/2d ${all.version}, got the module of sapwood/all ${all.version}`,
    () => slim.init({ wasm: allBytes }),
  ],
  [
    'bad-data',
    `init: expected the module of sapwood/2d ${all.version}, got a module of another library`,
    () => slim.init({ wasm: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0) }),
  ],
  [
    'not-initialized',
    'init: a dynamic import failed (blocked); import sapwood/2d or sapwood/3d, which import nothing at run time',
    throws(importError(new Error('blocked'))),
  ],
  [
    'unsupported',
    'init: this host lacks a feature that sapwood/all requires (Error: no URL); import sapwood/2d or sapwood/3d instead',
    () => emscriptenGlue(throws(new Error('no URL')))(),
  ],
  [
    'unsupported',
    'initSync: this build of the module starts asynchronously; call init() instead',
    () => emscriptenGlue(async () => ({}))().core(),
  ],
];
