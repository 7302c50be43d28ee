/** Structures that the records of times do not contain yet. */

import { structures } from 'sapwood/all';

/** Structures that were added after the measurement. Empty this list after the next run of each benchmark. */
const UNMEASURED: readonly string[] = ['sort-and-sweep', 'spatial-hash'];

export const recordedStructures = structures.filter(({ id }) => !UNMEASURED.includes(id));
