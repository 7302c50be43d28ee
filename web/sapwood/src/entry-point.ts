import type { Dimensions, OptionValue } from './options.js';

/** What the classes of an entry point have in common. */
export interface EntryPoint {
  /** As it is imported. */
  readonly entry: string;
  /** The last one is the default. */
  readonly dimensions: readonly Dimensions[];
  /** Options of which its modules have these values only, by the id of the structure and their name. */
  readonly only: Readonly<Record<string, Readonly<Record<string, readonly OptionValue[]>>>>;
}
