/**
 * Constructors that the random trials use, from `sapwood/all` and from modules with handwritten
 * glue code.
 */

import * as game2d from 'sapwood/2d';
import * as ownHashGrid from 'sapwood/2d/hash-grid';
import * as game3d from 'sapwood/3d';
import * as ownSphereTree from 'sapwood/3d/sphere-tree';
import type {
  Capability,
  Dimensions,
  SpatialIndex,
  StructureKind,
  World,
  WorldOptions,
} from 'sapwood/all';
import * as laboratory from 'sapwood/all';

export interface IndexMaker {
  readonly name: string;
  readonly dimensions: Dimensions;
  readonly validates: boolean;
  has(capability: Capability): boolean;
  create(): SpatialIndex;
  deserialize(bytes: Uint8Array): SpatialIndex;
}

export interface WorldMaker {
  readonly name: string;
  readonly dimensions: Dimensions;
  create(options?: WorldOptions): World;
}

interface EntryPoint {
  readonly init: () => Promise<void>;
  readonly deserialize: (bytes: Uint8Array) => object;
  readonly heapInUse: () => number;
}

type StructureClass = { new (options?: object): SpatialIndex; readonly kind: StructureKind };

const smallEntries: [name: string, dimensions: Dimensions, entry: EntryPoint][] = [
  ['sapwood/2d', 2, game2d],
  ['sapwood/3d', 3, game3d],
  ['sapwood/2d/hash-grid', 2, ownHashGrid],
  ['sapwood/3d/sphere-tree', 3, ownSphereTree],
];

const canDo = (capabilities: ReadonlySet<Capability>, dimensions: Dimensions) => {
  return (one: Capability) => capabilities.has(one) && (one !== 'frustum' || dimensions === 3);
};

function makersOfAll(): IndexMaker[] {
  return laboratory.structures.flatMap((entry) =>
    entry.dimensions.map((dimensions) => ({
      name: `${entry.id} ${dimensions}D`,
      dimensions,
      validates: true,
      has: canDo(entry.capabilities, dimensions),
      create: () => entry.create({ dimensions }),
      deserialize: laboratory.deserialize,
    })),
  );
}

function makersOf(name: string, dimensions: Dimensions, entry: EntryPoint): IndexMaker[] {
  const classes = Object.values(entry).filter((value) => typeof value === 'function');
  return (classes as unknown as Partial<StructureClass>[])
    .filter(({ kind }) => kind !== undefined && kind.id !== 'world')
    .map((one) => {
      const Structure = one as StructureClass;
      return {
        name: `${Structure.kind.id} of ${name}`,
        dimensions,
        validates: false,
        has: canDo(Structure.kind.capabilities, dimensions),
        create: () => new Structure(),
        // casts, because the trial calls inspection methods only if `validates` is true
        deserialize: (bytes) => entry.deserialize(bytes) as SpatialIndex,
      };
    });
}

export interface Makers {
  readonly indices: readonly IndexMaker[];
  readonly worlds: readonly WorldMaker[];
  /** Returns the number of bytes in use in the memory of all modules. */
  heapInUse(): number;
}

/** Loads all modules. */
export async function loadMakers(): Promise<Makers> {
  const all: EntryPoint[] = [laboratory, ...smallEntries.map(([, , entry]) => entry)];
  for (const { init } of all) await init();
  return {
    indices: [...makersOfAll(), ...smallEntries.flatMap((entry) => makersOf(...entry))],
    worlds: [
      ...([2, 3] as const).map((dimensions) => ({
        name: `World ${dimensions}D`,
        dimensions,
        create: (options?: WorldOptions) => new laboratory.World({ ...options, dimensions }),
      })),
      {
        name: 'World of sapwood/2d',
        dimensions: 2,
        create: (o) => new game2d.World(o as object) as unknown as World,
      },
      { name: 'World of sapwood/3d', dimensions: 3, create: (o) => new game3d.World(o as object) },
    ],
    heapInUse: () => all.reduce((sum, { heapInUse }) => sum + heapInUse(), 0),
  };
}
