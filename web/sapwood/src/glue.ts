/** The generated glue, as entry points hand it to the loader. */
import type { RawCore } from './raw.js';

/** What the factory of the generated glue takes. */
export interface CoreArguments {
  /** Visitor of forEachInBox: answers 1 to go on and 0 to stop, and never throws. */
  sapwoodVisit(id: number): 0 | 1;
  /** Instantiates with these imports and hands the instance to `done`, now or later. */
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => unknown,
  ): object;
}

/** The factory of the generated glue. It fills the object that it is given, and resolves to it. */
export type CreateCore = (options: CoreArguments) => Promise<RawCore>;
