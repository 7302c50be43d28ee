/** What menus, suites and tables need of every structure; the list itself follows from that of the core. */
import type { StructureClass } from './deserialize.js';
import { classes } from './generated/classes.js';
import { optionDocs } from './generated/option-docs.js';
import type { StructureId } from './generated/structure-ids.js';
import type { SpatialIndex } from './generated/structures.js';
import type { Capability, Dimensions, IndexOptions, OptionSpec } from './options.js';

/** One structure of the library: everything that menus, suites and tables need. */
export interface StructureEntry {
  /** Stable name, e.g. `'dynamic-tree'`. */
  readonly id: StructureId;
  /** Name for people, which may depend on the dimension. */
  title(dimensions: Dimensions): string;
  /** Those that it exists in, ascending. */
  readonly dimensions: readonly Dimensions[];
  /** Verbs that it has; `frustum` holds in 3D only. */
  readonly capabilities: ReadonlySet<Capability>;
  /** Its options beside `dimensions`, enough to build a form from. */
  readonly options: readonly OptionSpec[];
  /** A new empty index, the same as `new` of the class, with the same errors. */
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

/** THE list of structures, in the order of menus. */
export const structures: readonly StructureEntry[] = /* @__PURE__ */ Object.freeze(
  classes.map(entry),
);
