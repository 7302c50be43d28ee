/** Who takes part: the libraries, the plain JavaScript, and the structures of ours that a workload suits. */

import { type Adapter, adapters, type Dimensions, offers, sapwoodAdapter } from 'peers';
import { type StructureEntry, structures } from 'sapwood';
import type { Workload } from './workloads';

export type Side = 'library' | 'plain' | 'sapwood';

/** A contender by name: enough for another process to make it. */
export interface Subject {
  readonly side: Side;
  /** Id of the adapter, or of the structure in the registry. */
  readonly id: string;
  /** Of a structure of ours. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
}

/** A structure with the options in which it takes part, besides its defaults. */
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
];
const forChanges: readonly Candidate[] = [{ id: 'dynamic-tree' }, { id: 'wide-tree' }];
const forCopies: readonly Candidate[] = [
  { id: 'wide-tree' },
  { id: 'packed-r-tree' },
  { id: 'sweep-and-prune' },
];

/** Each workload's candidates; those that the registry lacks are left out. */
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

/** Whether these options are the structure's defaults anyway. */
function isUsual(entry: StructureEntry, options: Subject['options']): boolean {
  const given = Object.entries(options);
  return (
    given.length > 0 &&
    given.every(([name, value]) =>
      entry.options.some((spec) => spec.name === name && spec.default === value),
    )
  );
}

export function adapterOf({ side, id, options }: Subject): Adapter {
  if (side === 'sapwood') {
    const entry = structures.find((one) => one.id === id);
    if (!entry) throw new Error(`${id} is not in the registry`);
    return sapwoodAdapter(entry, options);
  }
  const adapter = adapters.find((one) => one.id === id);
  if (!adapter) throw new Error(`no adapter '${id}'`);
  return adapter;
}

const sideOf = (adapter: Adapter): Side => (adapter.package === null ? 'plain' : 'library');

function ours(workload: Workload, dimensions: Dimensions): Subject[] {
  return candidates[workload.id].flatMap(({ id, options = {} }) => {
    const entry = structures.find((one) => one.id === id);
    if (!entry || !accepts(entry, options) || isUsual(entry, options)) return [];
    const subject: Subject = { side: 'sapwood', id, options };
    return offers(adapterOf(subject), dimensions, workload.verbs) ? [subject] : [];
  });
}

/** Everybody who can do the work; `only` narrows the libraries and plain JavaScript to some ids. */
export function subjectsOf(
  workload: Workload,
  dimensions: Dimensions,
  only: readonly string[] = [],
): Subject[] {
  const others = adapters
    .filter(({ id }) => only.length === 0 || only.includes(id))
    .filter((adapter) => workload.points || !adapter.pointsOnly)
    .filter((adapter) => offers(adapter, dimensions, workload.verbs))
    .map((adapter): Subject => ({ side: sideOf(adapter), id: adapter.id, options: {} }));
  return [...ours(workload, dimensions), ...others];
}

/** What tables call a contender. */
export function labelOf({ side, id, options }: Subject): string {
  if (side !== 'sapwood') return adapters.find((one) => one.id === id)?.title ?? id;
  const chosen = Object.entries(options).map(([name, value]) => ` ${name}=${value}`);
  return `sapwood ${id}${chosen.join('')}`;
}
