/** Loaded modules of an entry point, in which its classes create indices. */
import { Core, type InspectionCalls } from './core.js';
import type { EntryPoint } from './entry-point.js';
import { SapwoodError } from './errors.js';
import type { Dimensions } from './inputs.js';
import type { RawCore } from './raw.js';

/**
 * Modules of an entry point: one module for all its dimensions, or one module for 2D and one for
 * 3D.
 */
export interface EntryModules extends EntryPoint {
  /** Returns the module for a number of dimensions. Throws `not-initialized` before `init()`. */
  core(caller: string, dimensions: Dimensions): Core;
  loaded(): readonly Core[];
}

/** WebAssembly module, which is loaded once. */
export class Module implements EntryModules {
  readonly entry: string;
  readonly dimensions: readonly Dimensions[];
  /**
   * Promise of the current or finished load; undefined before the first load and after a failure.
   */
  pending: Promise<void> | undefined;
  #core: Core | undefined;

  constructor(entry: string, dimensions: readonly Dimensions[]) {
    this.entry = entry;
    this.dimensions = dimensions;
  }

  install(raw: RawCore, inspection?: InspectionCalls): void {
    this.#core = new Core(raw, this.entry, inspection);
  }

  get installed(): boolean {
    return this.#core !== undefined;
  }

  core(caller: string): Core {
    if (this.#core !== undefined) return this.#core;
    const message = `${caller}: the WebAssembly module of ${this.entry} is not loaded yet; await init() first`;
    throw new SapwoodError('not-initialized', message);
  }

  loaded(): readonly Core[] {
    return this.#core === undefined ? [] : [this.#core];
  }
}

/** Module of `sapwood/all`: all structures in 2D and 3D. */
export const allModule: Module = /* @__PURE__ */ new Module('sapwood/all', [2, 3]);

/** Throws `not-initialized` before `init()`. */
export function requireLoaded(home: EntryModules, caller: string): void {
  if (home.loaded().length === 0) home.core(caller, home.dimensions[0]);
}

export function heapInUse(home: EntryModules): number {
  requireLoaded(home, 'heapInUse');
  return home.loaded().reduce((sum, core) => sum + core.heapInUse(), 0);
}

/** Properties of the loaded module. */
export interface CoreInfo {
  /**
   * SIMD back end: `'wasm'`, or `'scalar'` in the module without SIMD, which tests use as a
   * reference.
   */
  readonly simd: string;
}

/**
 * Returns the properties of the loaded module.
 * @returns SIMD back end.
 * @throws SapwoodError `not-initialized` before `init()`
 */
export function coreInfo(): CoreInfo {
  const { calls } = allModule.core('coreInfo');
  return { simd: calls.sapwood_has_simd() === 0 ? 'scalar' : 'wasm' };
}
