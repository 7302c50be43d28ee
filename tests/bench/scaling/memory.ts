/**
 * What an index holds: its own `byteLength` beside what the allocator has given it meanwhile.
 *
 * The result and input buffers that all indices share belong to no index, and every `dispose` gives them back. A first
 * index makes them grow to what they need and stays; what the heap grows by in the life of a second one is that index.
 */

import { heapInUse, type SpatialIndex, type StructureEntry } from 'sapwood/all';
import type { Inputs } from './inputs';
import type { Held, MemoryCell } from './record';

/** Every tenth item goes, as many come. */
const SHARE = 10;

function ask(index: SpatialIndex, { queries }: Inputs): void {
  index.pairsView();
  index.queryBoxMany(queries.values);
}

function churn(index: SpatialIndex, { n, moved, dimensions }: Inputs): void {
  const stride = 2 * dimensions;
  const newcomers: number[] = [];
  for (let id = 0; id < n; id += SHARE) {
    index.remove(id);
    for (let i = 0; i < stride; i++) newcomers.push(moved[id * stride + i]);
  }
  index.insertMany(newcomers);
  // whatever was put off is done now
  index.queryPointInto(moved.slice(0, dimensions), new Uint32Array(1));
}

interface Life {
  readonly build: Held;
  readonly pairs: Held;
  readonly churn: Held | null;
}

function live(index: SpatialIndex, inputs: Inputs, isDynamic: boolean, before: number): Life {
  const held = (): Held => ({ bytes: index.byteLength, heap: heapInUse() - before });
  index.build(inputs.boxes);
  const build = held();
  ask(index, inputs);
  const pairs = held();
  if (!isDynamic) return { build, pairs, churn: null };
  churn(index, inputs);
  return { build, pairs, churn: held() };
}

export function measureMemory(entry: StructureEntry, inputs: Inputs): MemoryCell {
  const { dimensions, n } = inputs;
  const isDynamic = entry.capabilities.has('dynamic');
  const first = entry.create({ dimensions });
  live(first, inputs, isDynamic, 0);
  const before = heapInUse();
  const second = entry.create({ dimensions });
  try {
    return { structure: entry.id, dimensions, n, ...live(second, inputs, isDynamic, before) };
  } finally {
    second.dispose();
    first.dispose();
  }
}
