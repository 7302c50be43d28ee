/** Connection between a WebAssembly module and this package. Entry points pass it to the loader. */
import type { RawCore } from '../raw.js';

/** Connection of one module instance: its imports and, after `start`, its exports. */
export interface Linkage {
  readonly imports: WebAssembly.Imports;
  /** Receives the instance created with these imports. */
  start(instance: WebAssembly.Instance, module: WebAssembly.Module): void;
  /** Promise that resolves after an asynchronous start. */
  readonly started?: Promise<unknown>;
  core(): RawCore;
}

export type Glue = () => Linkage;
