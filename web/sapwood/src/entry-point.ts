import type { Dimensions } from './inputs.js';

/** Entry point that a class belongs to. */
export interface EntryPoint {
  /** Name as it is imported, for example `'sapwood/2d'`. */
  readonly entry: string;
  /** Supported numbers of dimensions. The last one is the default. */
  readonly dimensions: readonly Dimensions[];
}
