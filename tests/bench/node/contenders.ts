/**
 * Contenders: the structures of the registry with default options and, on request, with each
 * non-default choice of each option.
 */

import { labelOf } from 'measuring/schema';
import type { OptionValue, SpatialIndex, StructureEntry } from 'sapwood/all';
import { SapwoodError, structures } from 'sapwood/all';
import { pick } from '../command/arguments';
import type { Request } from './request';

export interface Contender {
  readonly entry: StructureEntry;
  /** Options that differ from their defaults. */
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly label: string;
}

/**
 * Maximum number of boxes for structures whose work grows with the square of n, or linearly for
 * each query. With more boxes, they would take most of the time of a run.
 */
const sensibleCounts: Readonly<Record<string, number>> = { 'brute-force': 10_000 };

/** Returns the reason why a structure is not measured at this size, or undefined. */
export function notSensible({ entry }: Contender, n: number): string | undefined {
  const maxCount = sensibleCounts[entry.id];
  if (maxCount === undefined || n <= maxCount) return undefined;
  return `measured up to n = ${maxCount.toLocaleString('en')} only: its work grows with the square of n`;
}

function contender(entry: StructureEntry, options: Contender['options']): Contender {
  return { entry, options, label: labelOf({ structure: entry.id, options }) };
}

/**
 * Returns whether the options are valid for the number of dimensions. For example, 2D has no axis
 * z.
 */
function isAccepted(one: Contender, dimensions: 2 | 3): boolean {
  try {
    createIndex(one, dimensions).dispose();
    return true;
  } catch (error) {
    if (error instanceof SapwoodError && error.code === 'invalid-argument') return false;
    throw error;
  }
}

export function variantsOf(entry: StructureEntry, dimensions: 2 | 3): readonly Contender[] {
  const others = entry.options.flatMap(({ name, choices = [], default: usual }) =>
    choices
      .filter((choice) => choice !== usual)
      .map((choice) => contender(entry, { [name]: choice })),
  );
  return [contender(entry, {}), ...others.filter((other) => isAccepted(other, dimensions))];
}

export function contendersOf(request: Request, dimensions: 2 | 3): readonly Contender[] {
  return pick('structure', structures, request.structures)
    .filter((entry) => entry.dimensions.includes(dimensions))
    .flatMap((entry) =>
      request.variants ? variantsOf(entry, dimensions) : [contender(entry, {})],
    );
}

export function createIndex({ entry, options }: Contender, dimensions: 2 | 3): SpatialIndex {
  return entry.create({ dimensions, ...options });
}
