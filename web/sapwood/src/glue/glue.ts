/** Connection of a WebAssembly module and this package. Entry points pass it to the loader. */
import type { RawCore } from '../raw.js';

/** One instantiation: its imports, and its exports after start. */
export interface Linkage {
  readonly imports: WebAssembly.Imports;
  /** Receives the instance created with these imports. */
  start(instance: WebAssembly.Instance, module: WebAssembly.Module): void;
  /** Resolves after an asynchronous start. */
  readonly started?: Promise<unknown>;
  core(): RawCore;
}

export type Glue = () => Linkage;
