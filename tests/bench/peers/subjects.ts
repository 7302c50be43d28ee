/**
 * Contenders of a workload: other libraries, plain JavaScript, and selected structures of Sapwood.
 */

import { adapterOf, type Subject, sideOf, type Workload } from 'measuring';
import { adapters, type Dimensions, supports } from 'peers';
import { type StructureEntry, structures } from 'sapwood/all';

/** Structure of Sapwood to measure; without `options` it has its default options. */
interface Candidate {
  readonly id: string;
  readonly options?: Subject['options'];
}

const forPairs: readonly Candidate[] = [
  { id: 'sweep-and-prune' },
  { id: 'wide-tree' },
  { id: 'hash-grid' },
];
const forFewMoves: readonly Candidate[] = [...forPairs, { id: 'dynamic-tree' }];
const forQueries: readonly Candidate[] = [
  { id: 'wide-tree' },
  { id: 'wide-tree', options: { build: 'morton' } },
  { id: 'wide-tree', options: { build: 'hilbert' } },
  { id: 'wide-tree', options: { build: 'quality' } },
  { id: 'packed-r-tree' },
  { id: 'packed-r-tree', options: { packing: 'hilbert' } },
  { id: 'kd-tree' },
  { id: 'hash-grid' },
];
const forChanges: readonly Candidate[] = [{ id: 'dynamic-tree' }, { id: 'wide-tree' }];
const forCopies: readonly Candidate[] = [
  { id: 'wide-tree' },
  { id: 'packed-r-tree' },
  { id: 'sweep-and-prune' },
];

/** Structures to measure, by workload id. Structures that are not in the registry are ignored. */
const candidates: Readonly<Record<string, readonly Candidate[]>> = {
  pairs: forPairs,
  frame: forPairs,
  'frame-tenth': forFewMoves,
  build: forQueries,
  'box-queries': forQueries,
  'box-query': forQueries,
  nearest: forQueries,
  rays: forQueries,
  insert: forChanges,
  move: forChanges,
  remove: forChanges,
  copy: forCopies,
};

function accepts(entry: StructureEntry, options: Subject['options']): boolean {
  return Object.entries(options).every(([name, value]) => {
    const spec = entry.options.find((option) => option.name === name);
    if (!spec) return false;
    return spec.choices === undefined || spec.choices.includes(value as string);
  });
}

/** Returns whether there are options and all of them equal the defaults of the structure. */
function areDefaults(entry: StructureEntry, options: Subject['options']): boolean {
  const given = Object.entries(options);
  return (
    given.length > 0 &&
    given.every(([name, value]) =>
      entry.options.some((spec) => spec.name === name && spec.default === value),
    )
  );
}

function ours(workload: Workload, dimensions: Dimensions): Subject[] {
  return candidates[workload.id].flatMap(({ id, options = {} }) => {
    const entry = structures.find((one) => one.id === id);
    if (!entry || !accepts(entry, options) || areDefaults(entry, options)) return [];
    const subject: Subject = { side: 'sapwood', id, options };
    return supports(adapterOf(subject), dimensions, workload.methods) ? [subject] : [];
  });
}

/** `only` contains ids of libraries and of plain JavaScript; an empty list selects all. */
export function subjectsOf(
  workload: Workload,
  dimensions: Dimensions,
  only: readonly string[] = [],
): Subject[] {
  const others = adapters
    .filter(({ id }) => only.length === 0 || only.includes(id))
    .filter((adapter) => workload.points || !adapter.pointsOnly)
    .filter((adapter) => supports(adapter, dimensions, workload.methods))
    .map((adapter): Subject => ({ side: sideOf(adapter), id: adapter.id, options: {} }));
  return [...ours(workload, dimensions), ...others];
}
