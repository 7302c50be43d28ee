/**
 * Loading of a WebAssembly module, from wherever its bytes come.
 *
 * The glue is always handed a ready instance, which works in Node, bundlers, pages and workers,
 * and needs no more of a Content-Security-Policy than 'wasm-unsafe-eval'.
 */
import { expected, SapwoodError } from './errors.js';
import { reading, unreadable } from './foreign.js';
import type { Glue } from './glue/glue.js';
import type { Module } from './home.js';
import type { InitOptions, InitSyncOptions } from './init-options.js';
import { checkMagic, checkOwner, compileError, linkError, loadError } from './load-errors.js';
import type { RawCore } from './raw.js';
import type { Inspection } from './state.js';
import { isSupported } from './support.js';
import { isBytes, isModule, isResponse, toBytes } from './wasm-source.js';

interface FileSystem {
  readFileSync(path: URL | string): Uint8Array<ArrayBuffer>;
}

/** How an entry point loads its module. */
interface Recipe {
  readonly module: Module;
  readonly glue: Glue;
  /** Where the bytes are when nobody hands them over. */
  readonly own: () => URL | Uint8Array<ArrayBuffer>;
  /** Adds a way out to what goes wrong with them, where that is a file. */
  readonly explain?: (error: unknown) => unknown;
  /** Verbs that look inside an index, where the module has what they ask for. */
  readonly inspection?: Inspection;
}

/** The functions of an entry point that load its module. */
export interface Loader {
  /** See the entry point. */
  init(options?: InitOptions): Promise<void>;
  initSync(options?: InitSyncOptions): void;
}

/** Makes them. */
export function loaderOf(recipe: Recipe): Loader {
  const { module } = recipe;
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

async function load(recipe: Recipe, options: InitOptions): Promise<void> {
  const { module, own, explain, inspection } = recipe;
  const source = readOptions(options);
  if (module.installed) return;
  checkSupport();
  let compiled: WebAssembly.Module;
  try {
    compiled = await compile(source === undefined ? own() : source);
  } catch (cause) {
    if (source !== undefined) throw unreadable('invalid-argument', 'init options.wasm', cause);
    throw explain?.(cause) ?? cause;
  }
  checkOwner(compiled, module.entry);
  const core = await instantiate(recipe.glue, compiled);
  // initSync may have come first; indices may live in its memory already
  if (!module.installed) module.install(core, inspection);
}

function loadSync(recipe: Recipe, options: InitSyncOptions): void {
  const { module, own, explain, inspection } = recipe;
  const source = readOptions(options);
  if (module.installed) return;
  checkSupport();
  let compiled: WebAssembly.Module;
  try {
    compiled = compileSync(source === undefined ? own() : source);
  } catch (cause) {
    if (source !== undefined) throw unreadable('invalid-argument', 'initSync options.wasm', cause);
    throw explain?.(cause) ?? cause;
  }
  checkOwner(compiled, module.entry);
  module.install(instantiateSync(recipe.glue, compiled), inspection);
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
