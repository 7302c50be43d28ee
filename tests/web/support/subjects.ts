/**
 * What the suites run on: every registered structure in every dimension, made afresh for each check.
 * Nothing here names a structure: a new one joins by its registry line.
 */

import {
  type Capability,
  type Dimensions,
  type IndexOptions,
  type OptionSpec,
  type SpatialIndex,
  type StructureEntry,
  structures,
} from 'sapwood';

export interface Subject {
  /** For test names: 'dynamic-tree 3D' or 'dynamic-tree 3D balance: none'. */
  readonly name: string;
  readonly id: string;
  readonly dimensions: Dimensions;
  /** What it can do in this dimension: frusta are 3D. */
  has(capability: Capability): boolean;
  create(): SpatialIndex;
}

type Options = IndexOptions & Record<string, unknown>;

export function subjectOf(
  entry: StructureEntry,
  dimensions: Dimensions,
  options: Options = {},
): Subject {
  const shown = Object.entries(options).map(([name, value]) => ` ${name}: ${value}`);
  return {
    name: `${entry.id} ${dimensions}D${shown.join('')}`,
    id: entry.id,
    dimensions,
    has: (capability) =>
      entry.capabilities.has(capability) && (capability !== 'frustum' || dimensions === 3),
    create: () => entry.create({ ...options, dimensions }),
  };
}

/** Every structure in every dimension, with default options. */
export function allSubjects(): Subject[] {
  return structures.flatMap((entry) =>
    entry.dimensions.map((dimensions) => subjectOf(entry, dimensions)),
  );
}

/** 'dynamic-tree' -> 'DynamicTree' */
export function classNameOf(id: string): string {
  return id.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

/** The choices of an option in that dimension. */
export function choicesOf({ choices = [], only3D = [] }: OptionSpec, dimensions: Dimensions) {
  return dimensions === 3 ? [...choices] : choices.filter((choice) => !only3D.includes(choice));
}

/** Values of an option beside its default: every other choice, and the ends of ranges. */
function otherValues(option: OptionSpec, dimensions: Dimensions): unknown[] {
  if (option.kind === 'boolean') return [!option.default];
  const values = option.choices ? choicesOf(option, dimensions) : [option.min, option.max];
  return values.filter((value) => value !== undefined && value !== option.default);
}

/** One subject for each option that differs from its default, choices and numbers at their limits. */
export function variantSubjects(): Subject[] {
  return structures.flatMap((entry) =>
    entry.dimensions.flatMap((dimensions) =>
      entry.options.flatMap((option) =>
        otherValues(option, dimensions).map((value) =>
          subjectOf(entry, dimensions, { [option.name]: value }),
        ),
      ),
    ),
  );
}
