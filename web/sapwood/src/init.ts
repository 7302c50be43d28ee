/**
 * Loads a WebAssembly module from bytes, a file or a response, in Node, bundlers, pages and
 * Workers. Compilation requires only 'wasm-unsafe-eval' in a Content-Security-Policy.
 */
import type { InspectionCalls } from './core.js';
import type { Module } from './entry-modules.js';
import { expected, SapwoodError } from './errors.js';
import type { Glue } from './glue/glue.js';
import type { InitOptions, InitSyncOptions } from './init-options.js';
import { reading, unreadable } from './inputs.js';
import { checkMagic, checkOwner, compileError, linkError } from './load-errors.js';
import { rejectUnknown } from './option-names.js';
import type { RawCore } from './raw.js';
import { isSupported } from './support.js';
import { isBytes, isModule, isUrl, toBytes } from './wasm-source.js';

/** Readers of files. Entry points that contain their module do not need them. */
export interface FileSources {
  /** Compiles a file or response. Returns undefined for other values. */
  compile(source: unknown): Promise<WebAssembly.Module> | undefined;
  read(address: URL, name: string): Uint8Array<ArrayBuffer>;
}

/** How to load the module of an entry point. */
interface Recipe {
  readonly module: Module;
  readonly glue: Glue;
  /** Returns the bytes of the module or their URL, used if the caller passes no `wasm`. */
  readonly own: () => URL | Uint8Array<ArrayBuffer>;
  /** Asynchronous, faster form of `own`. */
  readonly ownLater?: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Adds a suggested solution to the message of a file error. */
  readonly explain?: (error: unknown) => unknown;
  readonly files?: FileSources;
  readonly inspection?: InspectionCalls;
}

export interface Loader {
  /** Documented in the entry point that exports it. */
  init(options?: InitOptions): Promise<void>;
  initSync(options?: InitSyncOptions): void;
}

export function loaderOf(recipe: Recipe): Loader {
  const { module } = recipe;
  return {
    init(options = {}) {
      let source: unknown;
      try {
        source = readOptions(options);
      } catch (error) {
        // rejects for invalid options, even if the module is already loaded
        return Promise.reject(error);
      }
      module.pending ??= load(recipe, source).catch((error) => {
        module.pending = undefined;
        throw error;
      });
      return module.pending;
    },
    initSync: (options = {}) => loadSync(recipe, options),
  };
}

async function load(recipe: Recipe, source: unknown): Promise<void> {
  const { module, own, ownLater = own, explain, files, inspection } = recipe;
  if (module.installed) return;
  checkSupport();
  let compiled: WebAssembly.Module;
  try {
    compiled = await compile(source === undefined ? await ownLater() : source, files);
  } catch (cause) {
    if (source !== undefined) throw unreadable('invalid-argument', 'init options.wasm', cause);
    throw explain?.(cause) ?? cause;
  }
  checkOwner(compiled, module.entry);
  const core = await instantiate(recipe.glue, compiled);
  // keeps a core that `initSync` installed during this load, because indices may use its memory
  if (!module.installed) module.install(core, inspection);
}

function loadSync(recipe: Recipe, options: InitSyncOptions): void {
  const { module, own, explain, files, inspection } = recipe;
  const source = readOptions(options);
  if (module.installed) return;
  checkSupport();
  let compiled: WebAssembly.Module;
  try {
    compiled = compileSync(source === undefined ? own() : source, files);
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
    rejectUnknown('init options', options, ['wasm']);
    return options.wasm;
  });
}

function checkSupport(): void {
  if (isSupported()) return;
  const missing = typeof WebAssembly === 'object' ? 'WebAssembly SIMD' : 'WebAssembly';
  throw new SapwoodError('unsupported', `init: this host does not support ${missing}`);
}

// --- compilation of bytes to a module ----------------------------------------------------------

async function compile(
  source: unknown,
  files: FileSources | undefined,
): Promise<WebAssembly.Module> {
  if (isBytes(source)) return compileBytes(source, 'the given bytes');
  if (isModule(source)) return source;
  const module = files?.compile(source);
  if (module !== undefined) return module;
  const kinds = files === undefined ? '' : 'a URL, a string, a Response, ';
  throw expected(
    'invalid-argument',
    'init options.wasm',
    `${kinds}bytes or a WebAssembly.Module`,
    source,
  );
}

function compileSync(source: unknown, files: FileSources | undefined): WebAssembly.Module {
  let name = 'the given bytes';
  let bytes: Uint8Array<ArrayBuffer>;
  if (files !== undefined && isUrl(source)) {
    name = source.href;
    bytes = files.read(source, name);
  } else if (isBytes(source)) {
    bytes = toBytes(source);
  } else if (isModule(source)) {
    return source;
  } else {
    throw expected(
      'invalid-argument',
      'initSync options.wasm',
      'bytes or a WebAssembly.Module',
      source,
    );
  }
  checkMagic(bytes, name);
  try {
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    throw compileError(cause, name);
  }
}

export async function compileBytes(
  source: BufferSource,
  name: string,
): Promise<WebAssembly.Module> {
  const bytes = toBytes(source);
  checkMagic(bytes, name);
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw compileError(cause, name);
  }
}

// --- instantiation of a module -----------------------------------------------------------------

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
