import { structures } from 'sapwood/all';

/**
 * Structures that were added after the last run of the benchmarks; the records do not contain them.
 * Clear this list after the next run of all benchmarks.
 */
const UNMEASURED: readonly string[] = ['sort-and-sweep', 'spatial-hash'];

export const recordedStructures = structures.filter(({ id }) => !UNMEASURED.includes(id));
