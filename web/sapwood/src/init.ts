/**
 * Loading of the WebAssembly module: the only file that knows where bytes come from.
 *
 * The glue is always handed a ready instance, which works in Node, bundlers, pages and workers,
 * and needs no more of a Content-Security-Policy than 'wasm-unsafe-eval'.
 */
import { expected, SapwoodError } from './errors.js';
import { reading, unreadable } from './foreign.js';
import { checkMagic, compileError, linkError, loadError } from './load-errors.js';
import { install, installed } from './loaded.js';
import type { RawCore } from './raw.js';
import { visitItem } from './visitor.js';
import createCore from './wasm/core.mjs';
import { isBytes, isModule, isResponse, toBytes } from './wasm-source.js';

/** Where the module comes from: an address, its bytes on the way or here, or compiled already. */
export type WasmSource = URL | string | Response | BufferSource | WebAssembly.Module;

export interface InitOptions {
  /**
   * The module, when it is not the file beside this package's code: a URL (strings are resolved
   * against the page; in Node without one they are a path), a `Response`, the bytes, or a
   * compiled module, e.g. one that a page posted to its worker.
   */
  wasm?: WasmSource;
}

export interface InitSyncOptions {
  /** The bytes or a compiled module. Without, the package's own file is read: Node only. */
  wasm?: BufferSource | WebAssembly.Module;
}

interface FileSystem {
  readFileSync(path: URL | string): Uint8Array<ArrayBuffer>;
}

// the smallest module that uses SIMD: one function of i8x16.splat and i8x16.popcnt
const SIMD_MODULE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0],
  ...[253, 15, 253, 98, 11],
);

/** Whether the host runs WebAssembly with SIMD, which this package needs (Safari: since 16.4). */
export function isSupported(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(SIMD_MODULE);
}

let pending: Promise<void> | undefined;

/**
 * Loads the module; await it once before the first index is made. Idempotent: concurrent and later
 * calls share one load and ignore their options; after a failure the next call tries again.
 *
 * Rejects with a `SapwoodError`: `unsupported` (no SIMD, or a Content-Security-Policy forbids it),
 * `bad-data` (the bytes are not this package's module), `not-initialised` (could not be fetched or
 * read), `invalid-argument` (bad options). Whatever failed is in `cause`.
 */
export function init(options: InitOptions = {}): Promise<void> {
  pending ??= load(options).catch((error) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

async function load(options: InitOptions): Promise<void> {
  const source = readOptions(options);
  if (installed()) return;
  checkSupport();
  const module = await compile(source).catch((cause) => {
    throw unreadable('invalid-argument', 'init options.wasm', cause);
  });
  const [core, memory] = await instantiate(module);
  // initSync may have come first; indices may live in its memory already
  if (!installed()) install(core, memory);
}

/**
 * Like `init`, without waiting: with bytes or a compiled module, in Node also without options.
 * Browsers may forbid synchronous compilation of bytes on the page's main thread.
 */
export function initSync(options: InitSyncOptions = {}): void {
  const source = readOptions(options);
  if (installed()) return;
  checkSupport();
  const module = reading('invalid-argument', 'initSync options.wasm', () => compileSync(source));
  const [core, memory] = instantiateSync(module);
  install(core, memory);
}

function readOptions<Source>(options: { wasm?: Source }): Source | undefined {
  return reading('invalid-argument', 'init options', () => {
    if (typeof options !== 'object' || options === null) {
      throw expected('invalid-argument', 'init options', 'an object', options);
    }
    const unknown = Object.keys(options).find((key) => key !== 'wasm');
    if (unknown === undefined) return options.wasm;
    throw expected('invalid-argument', 'init options', 'only wasm', unknown);
  });
}

function checkSupport(): void {
  if (isSupported()) return;
  const lack = typeof WebAssembly === 'object' ? 'WebAssembly without SIMD' : 'no WebAssembly';
  throw new SapwoodError('unsupported', `init: expected a host with WebAssembly SIMD; got ${lack}`);
}

// --- bytes to module ---------------------------------------------------------------------------

async function compile(source: WasmSource | undefined): Promise<WebAssembly.Module> {
  if (source === undefined) return compileFrom(ownFile());
  if (typeof source === 'string') return compileFrom(resolve(source));
  if (source instanceof URL) return compileFrom(source);
  if (isResponse(source)) return compileResponse(source);
  if (isBytes(source)) return compileBytes(source, 'the given bytes');
  if (isModule(source)) return source;
  throw expected(
    'invalid-argument',
    'init options.wasm',
    'a URL, a string, a Response, bytes or a WebAssembly.Module',
    source,
  );
}

function compileSync(source: BufferSource | WebAssembly.Module | undefined): WebAssembly.Module {
  if (isModule(source)) return source;
  let bytes: Uint8Array<ArrayBuffer>;
  let name = 'the given bytes';
  if (source === undefined) {
    const file = ownFile();
    name = file.href;
    bytes = readFile(file, name);
  } else if (isBytes(source)) {
    bytes = toBytes(source);
  } else {
    throw expected('invalid-argument', 'initSync options.wasm', 'bytes or a module', source);
  }
  checkMagic(bytes, name);
  try {
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    throw compileError(cause, name);
  }
}

// bundlers know this form, copy the file and put its new address here
function ownFile(): URL {
  return new URL('./wasm/core.wasm', import.meta.url);
}

function resolve(address: string): URL | string {
  try {
    return new URL(address, globalThis.location?.href);
  } catch {
    return address; // no page to resolve it against: a path in Node
  }
}

async function compileFrom(address: URL | string): Promise<WebAssembly.Module> {
  const name = String(address);
  const isFile = typeof address === 'string' || address.protocol === 'file:';
  if (isFile && fileSystem() !== undefined) return compileBytes(readFile(address, name), name);
  let response: Response;
  try {
    response = await fetch(address);
  } catch (cause) {
    throw loadError(name, 'the request failed', cause);
  }
  return compileResponse(response, name);
}

async function compileResponse(response: Response, name = response.url || 'the given response') {
  if (!response.ok) throw loadError(name, `HTTP status ${response.status}`);
  if (response.bodyUsed) throw loadError(name, 'its body was read before');
  // streaming takes exactly this type, without parameters
  const type = response.headers.get('content-type')?.trim().toLowerCase();
  if (type === 'application/wasm' && 'compileStreaming' in WebAssembly) {
    try {
      return await WebAssembly.compileStreaming(response);
    } catch (cause) {
      throw compileError(cause, name);
    }
  }
  let bytes: ArrayBuffer;
  try {
    bytes = await response.arrayBuffer();
  } catch (cause) {
    throw loadError(name, 'the transfer broke off', cause);
  }
  return compileBytes(bytes, name);
}

async function compileBytes(source: BufferSource, name: string): Promise<WebAssembly.Module> {
  const bytes = toBytes(source);
  checkMagic(bytes, name);
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw compileError(cause, name);
  }
}

// Node's, out of the sight of bundlers; Node >= 20.16
function fileSystem(): FileSystem | undefined {
  const host = globalThis as {
    process?: { getBuiltinModule?(name: string): FileSystem | undefined };
  };
  return host.process?.getBuiltinModule?.('node:fs');
}

function readFile(address: URL | string, name: string): Uint8Array<ArrayBuffer> {
  const files = fileSystem();
  if (files === undefined) {
    throw new SapwoodError(
      'unsupported',
      'initSync: expected options.wasm here; only Node can read the file without waiting',
    );
  }
  try {
    return files.readFileSync(address);
  } catch (cause) {
    throw loadError(name, 'the file cannot be read', cause);
  }
}

// --- module to core ----------------------------------------------------------------------------

type Loaded = [core: RawCore, memory: WebAssembly.Memory];

function instantiate(module: WebAssembly.Module): Promise<Loaded> {
  // the glue's promise never settles when instantiation fails, so failures bypass it
  return new Promise((resolve, reject) => {
    let memory: WebAssembly.Memory;
    createCore({
      sapwoodVisit: visitItem,
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports)
          .then((instance) => {
            memory = findMemory(instance, imports);
            done(instance, module);
          })
          .catch((cause) => reject(linkError(cause)));
        return {};
      },
    }).then(
      (core) => resolve([core, memory]),
      (cause) => reject(linkError(cause)),
    );
  });
}

function instantiateSync(module: WebAssembly.Module): Loaded {
  let memory: WebAssembly.Memory | undefined;
  let failure: unknown;
  const target = {
    sapwoodVisit: visitItem,
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => unknown,
    ): object {
      try {
        const instance = new WebAssembly.Instance(module, imports);
        memory = findMemory(instance, imports);
        return (done(instance, module) as object | undefined) ?? instance.exports;
      } catch (cause) {
        failure = cause;
        return {};
      }
    },
  };
  // the glue fills `target` before it answers; its promise only repeats what is known by then
  createCore(target).catch(() => undefined);
  if (failure !== undefined) throw linkError(failure);
  const core = target as unknown as RawCore;
  if (memory === undefined || typeof core.structureList !== 'function') {
    throw new SapwoodError(
      'unsupported',
      'initSync: this build starts asynchronously only; use init()',
    );
  }
  return [core, memory];
}

function findMemory(instance: WebAssembly.Instance, imports: WebAssembly.Imports) {
  const candidates = [instance.exports, ...Object.values(imports)].flatMap((group) =>
    Object.values(group as Record<string, unknown>),
  );
  const memory = candidates.find((value) => value instanceof WebAssembly.Memory);
  if (memory === undefined) throw new TypeError('the module has no memory');
  return memory;
}
