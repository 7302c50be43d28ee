/**
 * Helpers to create players: from the structures and worlds of this package, and from adapters of
 * other libraries.
 */

import { type Adapter, adapters, type Peer, sapwoodAdapter } from 'peers';
import { structures, World } from 'sapwood/all';

/** Returns the adapter with this id. The id `sapwood:x` selects the structure x of this package. */
export function adapterOf(id: string): Adapter {
  const entry = structures.find((one) => `sapwood:${one.id}` === id);
  if (entry) return sapwoodAdapter(entry);
  const adapter = adapters.find((one) => one.id === id);
  if (adapter) return adapter;
  throw new Error(`expected the id of an adapter, found ${id}`);
}

export async function openPeer(id: string, dimensions: 2 | 3): Promise<Peer> {
  const create = await adapterOf(id).load();
  return create(dimensions);
}

export const isOurs = (id: string) => id.startsWith('sapwood:');

/** World whose bodies take their boxes from a packed array. */
export class PackedWorld {
  readonly world: World;
  private readonly ids: Uint32Array;

  /** Adds a body for each box. Only the first `moving` bodies move later. */
  constructor(
    dimensions: 2 | 3,
    boxes: Float32Array,
    moving: number,
    optionsOf: (id: number) => NonNullable<Parameters<World['add']>[1]>,
  ) {
    this.world = new World({ dimensions });
    const stride = 2 * dimensions;
    for (let id = 0; id * stride < boxes.length; id++) {
      this.world.add(boxes.slice(id * stride, (id + 1) * stride), optionsOf(id));
    }
    this.ids = Uint32Array.from({ length: moving }, (_, id) => id);
  }

  write(boxes: Float32Array): void {
    this.world.bounds.set(boxes);
    this.world.touch(this.ids);
  }
}
