/** Glue between a WebAssembly module and this package. Entry points pass it to the loader. */
import type { RawCore } from '../raw.js';

/** One instantiation: its imports, and the exports after its start. */
export interface Linkage {
  readonly imports: WebAssembly.Imports;
  /** Receives the instance that was created with these imports. */
  start(instance: WebAssembly.Instance, module: WebAssembly.Module): void;
  /** Resolves when the module has started, if it starts asynchronously. */
  readonly started?: Promise<unknown>;
  /** Returns the functions of the module after its start. */
  core(): RawCore;
}

/** Creates the linkage of one instance. */
export type Glue = () => Linkage;
