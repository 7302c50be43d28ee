/** Adapters of the structures of this package. They use only the public API. */

import type { OptionValue, SpatialIndex, StructureEntry } from 'sapwood/all';
import type { Adapter, Change, Dimensions, Peer, PeerMethod, QueryResults } from './adapter.js';

type Options = Readonly<Record<string, OptionValue>>;

function methodsOf({ capabilities }: StructureEntry): PeerMethod[] {
  const methods: PeerMethod[] = ['build', 'allPairs', 'frame', 'boxQueries', 'boxQuery', 'nearest'];
  if (capabilities.has('ray')) methods.push('rays');
  if (capabilities.has('dynamic')) methods.push('insert', 'move', 'remove');
  if (capabilities.has('serialize')) methods.push('copy');
  return methods;
}

interface Package {
  deserialize(bytes: Uint8Array): SpatialIndex;
}

class IndexPeer implements Peer {
  /** Reused buffer for one box, which `insert` fills. */
  private readonly box: Float32Array;

  constructor(
    private readonly index: SpatialIndex,
    private readonly dynamic: boolean,
    private readonly sapwood: Package,
  ) {
    this.box = new Float32Array(2 * index.dimensions);
  }

  build(boxes: Float32Array): void {
    this.index.build(boxes);
  }

  allPairs(boxes: Float32Array): Uint32Array {
    this.index.build(boxes);
    return this.index.pairsView();
  }

  frame(change: Change): Uint32Array {
    const few = this.dynamic && change.ids.length < this.index.size;
    if (few) this.index.moveMany(change.ids, change.moved);
    else this.index.update(change.boxes);
    return this.index.pairsView();
  }

  boxQueries(boxes: Float32Array): QueryResults {
    return this.index.queryBoxManyView(boxes);
  }

  boxQuery(box: Float32Array, out: Uint32Array): number {
    return this.index.queryBoxInto(box, out);
  }

  nearest(points: Float32Array, k: number): Int32Array {
    return this.index.nearestManyView(points, k).ids;
  }

  rays(rays: Float32Array): Int32Array {
    return this.index.raycastManyView(rays).ids;
  }

  insert(boxes: Float32Array): void {
    const { index, box } = this;
    for (let at = 0; at < boxes.length; at += box.length) {
      for (let k = 0; k < box.length; k++) box[k] = boxes[at + k];
      index.insert(box);
    }
  }

  move({ ids, moved }: Change): void {
    this.index.moveMany(ids, moved);
  }

  remove(ids: Uint32Array): void {
    for (let i = 0; i < ids.length; i++) this.index.remove(ids[i]);
  }

  copy(): Peer {
    const { dynamic, sapwood } = this;
    return new IndexPeer(sapwood.deserialize(this.index.serialize()), dynamic, sapwood);
  }

  bytes(): number {
    return this.index.byteLength;
  }

  dispose(): void {
    this.index.dispose();
  }
}

const textOf = (options: Options) =>
  Object.entries(options)
    .map(([name, value]) => ` ${name}=${value}`)
    .join('');

/**
 * Returns an adapter of a structure with the given options. The package must be built; `load`
 * initializes its WASM module.
 */
export function sapwoodAdapter(entry: StructureEntry, options: Options = {}): Adapter {
  return {
    id: `sapwood:${entry.id}${textOf(options)}`,
    title: `${entry.id}${textOf(options)}`,
    package: 'sapwood',
    version: '',
    dimensions: entry.dimensions,
    methods: methodsOf(entry),
    notes: [],
    async load() {
      // named imports, so that bundlers omit the other exports
      const { deserialize, init } = await import('sapwood/all');
      await init();
      const dynamic = entry.capabilities.has('dynamic');
      return (dimensions: Dimensions) =>
        new IndexPeer(entry.create({ dimensions, ...options }), dynamic, { deserialize });
    },
  };
}
