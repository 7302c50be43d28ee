/**
 * What stands between a WebAssembly module and this package: entry points hand it to the loader.
 */
import type { RawCore } from '../raw.js';

/** One instance on its way: what it imports, then what it is for the package. */
export interface Linkage {
  readonly imports: WebAssembly.Imports;
  /** Takes the instance that was made with these imports. */
  start(instance: WebAssembly.Instance, module: WebAssembly.Module): void;
  /** When it has started, where that is not at once. */
  readonly started?: Promise<unknown>;
  /** Returns the functions of the module after its start. */
  core(): RawCore;
}

/** Begins to link one instance. */
export type Glue = () => Linkage;
