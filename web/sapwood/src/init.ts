/**
 * Loading of a WebAssembly module, from wherever its bytes come.
 *
 * The glue is always handed a ready instance, which works in Node, bundlers, pages and workers,
 * and needs no more of a Content-Security-Policy than 'wasm-unsafe-eval'.
 */
import { expected, isSapwoodError, SapwoodError } from './errors.js';
import { reading, unreadable } from './foreign.js';
import type { Glue } from './glue/glue.js';
import type { Module } from './home.js';
import type { InitOptions, InitSyncOptions } from './init-options.js';
import {
  checkMagic,
  checkOwner,
  compileError,
  linkError,
  loadError,
  withRemedy,
} from './load-errors.js';
import type { RawCore } from './raw.js';
import type { Inspection } from './state.js';
import { isSupported } from './support.js';
import { isBytes, isModule, isResponse, toBytes } from './wasm-source.js';

interface FileSystem {
  readFileSync(path: URL | string): Uint8Array<ArrayBuffer>;
}

/** What the two ways to load a module are made of. */
interface Recipe {
  readonly module: Module;
  readonly glue: Glue;
  /** Where the bytes are when nobody hands them over. */
  readonly own: () => URL | Uint8Array<ArrayBuffer>;
  /** Verbs that look inside an index, where the module has what they ask for. */
  readonly inspection?: Inspection;
}

/** The functions of an entry point that load its module. */
export interface Loader {
  /** See the entry point. */
  init(options?: InitOptions): Promise<void>;
  initSync(options?: InitSyncOptions): void;
}

/** Makes them; `own` is asked when the caller hands nothing over. */
export function loaderOf(
  module: Module,
  glue: Glue,
  own: () => URL | Uint8Array<ArrayBuffer>,
  inspection?: Inspection,
): Loader {
  const recipe = { module, glue, own, inspection };
  return {
    init(options = {}) {
      module.pending ??= load(recipe, options).catch((error) => {
        module.pending = undefined;
        throw error;
      });
      return module.pending;
    },
    initSync: (options = {}) => loadSync(recipe, options),
  };
}

async function load(
  { module, glue, own, inspection }: Recipe,
  options: InitOptions,
): Promise<void> {
  const source = readOptions(options);
  if (module.installed) return;
  checkSupport();
  const compiled = await (source === undefined ? compileOwn(own) : compileGiven(source));
  checkOwner(compiled, module.entry);
  const core = await instantiate(glue, compiled);
  // initSync may have come first; indices may live in its memory already
  if (!module.installed) module.install(core, inspection);
}

function loadSync({ module, glue, own, inspection }: Recipe, options: InitSyncOptions): void {
  const source = readOptions(options);
  if (module.installed) return;
  checkSupport();
  const compiled =
    source === undefined
      ? trying(() => compileSync(ownSource(own)))
      : reading('invalid-argument', 'initSync options.wasm', () => compileSync(source));
  checkOwner(compiled, module.entry);
  module.install(instantiateSync(glue, compiled), inspection);
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

function compileGiven(source: unknown): Promise<WebAssembly.Module> {
  return compile(source).catch((cause) => {
    throw unreadable('invalid-argument', 'init options.wasm', cause);
  });
}

/** The entry point's own bytes or file; the error says how to do without the file. */
function compileOwn(own: Recipe['own']): Promise<WebAssembly.Module> {
  return trying(() =>
    compile(ownSource(own)).catch((error) => {
      throw withRemedy(error);
    }),
  );
}

function ownSource(own: Recipe['own']): URL | Uint8Array<ArrayBuffer> {
  try {
    return own();
  } catch (cause) {
    if (isSapwoodError(cause)) throw cause;
    // a script that is no module has no address
    throw loadError('its file', 'this script has no address to find it by', cause);
  }
}

function trying<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw withRemedy(error);
  }
}

async function compile(source: unknown): Promise<WebAssembly.Module> {
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

function compileSync(source: unknown): WebAssembly.Module {
  let name = 'the given bytes';
  let bytes: Uint8Array<ArrayBuffer>;
  if (source instanceof URL) {
    name = source.href;
    bytes = readFile(source, name);
  } else if (isBytes(source)) {
    bytes = toBytes(source);
  } else if (isModule(source)) {
    return source;
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

async function instantiate(glue: Glue, module: WebAssembly.Module): Promise<RawCore> {
  const linkage = glue();
  try {
    linkage.start(await WebAssembly.instantiate(module, linkage.imports), module);
    await linkage.started;
  } catch (cause) {
    throw linkError(cause);
  }
  return linkage.core();
}

function instantiateSync(glue: Glue, module: WebAssembly.Module): RawCore {
  const linkage = glue();
  try {
    linkage.start(new WebAssembly.Instance(module, linkage.imports), module);
  } catch (cause) {
    throw linkError(cause);
  }
  return linkage.core();
}
