/**
 * Subjects that the suites test: every structure of the registry in every dimension. Each check
 * creates its own index. New structures are included automatically.
 */

import * as sapwood from 'sapwood/all';
import {
  type Capability,
  type Dimensions,
  type IndexOptions,
  type OptionSpec,
  type OptionValue,
  type SpatialIndex,
  type StructureEntry,
  type StructureKind,
  structures,
} from 'sapwood/all';
import { fullVolume } from './volume.js';

export interface Subject {
  /** Name in test names, for example 'dynamic-tree 3D' or 'dynamic-tree 3D balance: none'. */
  readonly name: string;
  readonly id: string;
  readonly dimensions: Dimensions;
  /** Whether an option differs from its default. */
  readonly isVariant: boolean;
  /** Frustum queries are 3D only. */
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
    isVariant: shown.length > 0,
    has: (capability) =>
      entry.capabilities.has(capability) && (capability !== 'frustum' || dimensions === 3),
    create: () => entry.create({ ...options, dimensions }),
  };
}

export function allSubjects(): Subject[] {
  return structures.flatMap((entry) =>
    entry.dimensions.map((dimensions) => subjectOf(entry, dimensions)),
  );
}

/**
 * Returns every structure in one dimension, alternately 2D and 3D. Used for methods whose
 * TypeScript code does not depend on the dimension. The C++ suites test both dimensions. In a full
 * run, returns all subjects.
 */
export function inOneDimension(): Subject[] {
  if (fullVolume) return allSubjects();
  return structures.map((entry, turn) =>
    subjectOf(entry, entry.dimensions[turn % entry.dimensions.length]),
  );
}

/** 'dynamic-tree' -> 'DynamicTree' */
export function classNameOf(id: string): string {
  return id.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

interface StructureClass {
  readonly prototype: object;
  readonly kind: StructureKind;
}

/** Returns the class of a structure. Works before init(), unlike creating an index. */
export function classOf(id: string): StructureClass {
  return (sapwood as unknown as Record<string, StructureClass>)[classNameOf(id)];
}

export function choicesOf({ choices = [], only3D = [] }: OptionSpec, dimensions: Dimensions) {
  return dimensions === 3 ? [...choices] : choices.filter((choice) => !only3D.includes(choice));
}

/** Returns values to test except the default: all choices, or both ends of the range. */
function otherValues(option: OptionSpec, dimensions: Dimensions): unknown[] {
  if (option.kind === 'boolean') return [!option.default];
  const values = option.choices ? choicesOf(option, dimensions) : [option.min, option.max];
  return values.filter((value) => value !== undefined && value !== option.default);
}

/**
 * Returns every structure with one option that differs from its default, once for each tested
 * value. tests/cpp combines values of different options.
 */
export function variantSubjects(): Subject[] {
  return structures.flatMap((entry) =>
    entry.dimensions.flatMap((dimensions) =>
      entry.options.flatMap((option) =>
        otherValues(option, dimensions)
          .filter((value) => !hasConflict(entry, option.name, value))
          .map((value) => subjectOf(entry, dimensions, { [option.name]: value })),
      ),
    ),
  );
}

function hasConflict({ id, options }: StructureEntry, name: string, value: unknown): boolean {
  const defaults = Object.fromEntries(options.map((one) => [one.name, one.default]));
  const values = { ...defaults, [name]: value } as Readonly<Record<string, OptionValue>>;
  return classOf(id).kind.conflict?.(values) !== undefined;
}

/**
 * Returns subjects for tests of code that all structures share: in each dimension, one structure
 * for every distinct set of capabilities. In a full run, returns all subjects.
 */
export function representatives(): Subject[] {
  const sets = structures.map(({ capabilities }) => [...capabilities].sort().join());
  const firsts = structures.filter((_, i) => sets.indexOf(sets[i]) === i).map(({ id }) => id);
  return allSubjects().filter(({ id }) => fullVolume || firsts.some((first) => first === id));
}

/**
 * Returns each structure of `representatives()` in one dimension, alternately 2D and 3D, for slow
 * tests that do not depend on the dimension. In a full run, returns all subjects.
 */
export function representativesInTurns(): Subject[] {
  if (fullVolume) return allSubjects();
  const ids = [...new Set(representatives().map(({ id }) => id))];
  return ids.map((id, turn) => {
    const entry = structures.find((one) => one.id === id) as StructureEntry;
    return subjectOf(entry, entry.dimensions[turn % entry.dimensions.length]);
  });
}
