/**
 * What an index holds: its own `byteLength` beside what the allocator has given it meanwhile.
 *
 * The result and input buffers that all indices share belong to no index. A first life of the same index lets them
 * grow to what they need, and another index keeps them alive; what the heap grows by in the second life is the index.
 */

import { heapInUse, type SpatialIndex, type StructureEntry } from 'sapwood';
import type { Inputs } from './inputs';
import type { Held, MemoryCell } from './record';

/** Every tenth item goes, as many come. */
const SHARE = 10;

function ask(index: SpatialIndex, { queries }: Inputs): void {
  index.pairsView();
  index.queryBoxes(queries.values);
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

function live(entry: StructureEntry, inputs: Inputs): Life {
  const before = heapInUse();
  const index = entry.create({ dimensions: inputs.dimensions });
  const held = (): Held => ({ bytes: index.byteLength, heap: heapInUse() - before });
  try {
    index.build(inputs.boxes);
    const build = held();
    ask(index, inputs);
    const pairs = held();
    if (!entry.capabilities.has('dynamic')) return { build, pairs, churn: null };
    churn(index, inputs);
    return { build, pairs, churn: held() };
  } finally {
    index.dispose();
  }
}

export function measureMemory(entry: StructureEntry, inputs: Inputs): MemoryCell {
  const { dimensions, n } = inputs;
  // shared buffers go with the last index: this one stays
  const keeper = entry.create({ dimensions });
  try {
    live(entry, inputs);
    return { structure: entry.id, dimensions, n, ...live(entry, inputs) };
  } finally {
    keeper.dispose();
  }
}
