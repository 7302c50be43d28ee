/** Metadata of all spatial structures. The list is generated from the metadata of the C++ core. */
import type { StructureClass } from './deserialize.js';
import { classes } from './generated/classes.js';
import { optionDocs } from './generated/option-docs.js';
import type { StructureId } from './generated/structure-ids.js';
import type { SpatialIndex } from './generated/structures.js';
import type { Dimensions } from './inputs.js';
import type { Capability, IndexOptions, OptionSpec } from './options.js';

/** Metadata of a structure, for example for menus and tables. */
export interface StructureEntry {
  /** Id of the structure, for example `'dynamic-tree'`. */
  readonly id: StructureId;
  /**
   * Returns the title of the structure.
   * @param dimensions - Number of dimensions.
   * @returns Title in English.
   */
  title(dimensions: Dimensions): string;
  /** Supported numbers of dimensions, in ascending order. */
  readonly dimensions: readonly Dimensions[];
  /** Capabilities of the structure. `frustum` requires 3D. */
  readonly capabilities: ReadonlySet<Capability>;
  /** Options of the structure, without `dimensions`. */
  readonly options: readonly OptionSpec[];
  /**
   * Creates an empty index. Same as `new` with the class of the structure.
   * @param options - Options of the structure.
   * @returns New index. Dispose of it after use.
   * @throws SapwoodError in the same cases as the constructor of the class
   */
  create(options?: IndexOptions & Readonly<Record<string, unknown>>): SpatialIndex;
}

function entry(Structure: StructureClass): StructureEntry {
  const { id, titles, dimensions, capabilities, options } = Structure.kind;
  return Object.freeze({
    id: id as StructureId,
    title: (count: Dimensions) => titles[count],
    dimensions,
    capabilities,
    options: options.map((form) => ({ ...form, doc: optionDocs[id][form.name] })),
    create: (given?: IndexOptions) => new Structure(given as never) as SpatialIndex,
  });
}

/** All structures, in a fixed order. */
export const structures: readonly StructureEntry[] = /* @__PURE__ */ Object.freeze(
  classes.map(entry),
);
