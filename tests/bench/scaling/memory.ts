/**
 * Measures the memory of an index: its `byteLength`, and the bytes that the allocator has reserved
 * for it.
 *
 * All indices share the result and input buffers, and every `dispose` frees these buffers.
 * Therefore a first index makes the buffers grow to their final size and remains alive. A second
 * index is then measured: the heap grows only by the memory of that index.
 */

import { heapInUse, type SpatialIndex, type StructureEntry } from 'sapwood/all';
import type { Inputs } from './inputs';
import type { MemoryCell, MemoryUse } from './record';

/** One in SHARE items is removed, and the same number of items is inserted. */
const SHARE = 10;

function query(index: SpatialIndex, { queries }: Inputs): void {
  index.pairsView();
  index.queryBoxMany(queries.values);
}

function churn(index: SpatialIndex, { n, moved, dimensions }: Inputs): void {
  const stride = 2 * dimensions;
  const boxesToInsert: number[] = [];
  for (let id = 0; id < n; id += SHARE) {
    index.remove(id);
    for (let i = 0; i < stride; i++) boxesToInsert.push(moved[id * stride + i]);
  }
  index.insertMany(boxesToInsert);
  // this query completes work that the index has postponed
  index.queryPointInto(moved.slice(0, dimensions), new Uint32Array(1));
}

interface MemoryUses {
  readonly build: MemoryUse;
  readonly pairs: MemoryUse;
  readonly churn: MemoryUse | null;
}

function measureUse(
  index: SpatialIndex,
  inputs: Inputs,
  isDynamic: boolean,
  before: number,
): MemoryUses {
  const memoryUse = (): MemoryUse => ({ bytes: index.byteLength, heap: heapInUse() - before });
  index.build(inputs.boxes);
  const build = memoryUse();
  query(index, inputs);
  const pairs = memoryUse();
  if (!isDynamic) return { build, pairs, churn: null };
  churn(index, inputs);
  return { build, pairs, churn: memoryUse() };
}

export function measureMemory(entry: StructureEntry, inputs: Inputs): MemoryCell {
  const { dimensions, n } = inputs;
  const isDynamic = entry.capabilities.has('dynamic');
  const first = entry.create({ dimensions });
  measureUse(first, inputs, isDynamic, 0);
  const before = heapInUse();
  const second = entry.create({ dimensions });
  try {
    return { structure: entry.id, dimensions, n, ...measureUse(second, inputs, isDynamic, before) };
  } finally {
    second.dispose();
    first.dispose();
  }
}
