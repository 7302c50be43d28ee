import type { Dimensions } from './inputs.js';

/** Entry point of a class. */
export interface EntryPoint {
  /** Import specifier, for example `'sapwood/2d'`. */
  readonly entry: string;
  /** Supported numbers of dimensions. The last one is the default. */
  readonly dimensions: readonly Dimensions[];
}
