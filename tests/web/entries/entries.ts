/** Classes of each entry point in its dimensions, as subjects of the suites. */

import * as game from 'sapwood';
import * as game2d from 'sapwood/2d';
import * as hashGrid from 'sapwood/2d/hash-grid';
import * as slim2d from 'sapwood/2d/slim';
import * as game3d from 'sapwood/3d';
import * as slim3d from 'sapwood/3d/slim';
import * as sphereTree from 'sapwood/3d/sphere-tree';
import type { Dimensions, SpatialIndex, StructureKind } from 'sapwood/all';
import type { Subject } from '../support/subjects.js';

interface StructureClass {
  new (options?: { dimensions?: Dimensions }): SpatialIndex;
  readonly kind: StructureKind;
  deserialize(bytes: Uint8Array): SpatialIndex;
}

export interface Entry {
  readonly name: string;
  readonly dimensions: readonly Dimensions[];
  readonly classes: readonly StructureClass[];
  readonly deserialize: (bytes: Uint8Array) => game2d.SpatialIndex;
  readonly heapInUse: () => number;
}

/** Casts classes of an entry point to their types in `sapwood/all`, which the suites require. */
const declaredInFull = (...classes: readonly unknown[]) => classes as readonly StructureClass[];

type GameSet = Record<'SweepAndPrune' | 'WideTree' | 'DynamicTree', unknown>;

const gameClasses = ({ SweepAndPrune, WideTree, DynamicTree }: GameSet) =>
  declaredInFull(SweepAndPrune, WideTree, DynamicTree);

/** Loads the entry points. Of the entry points with a single structure, two represent all. */
export async function loadedEntries(): Promise<Entry[]> {
  await game.init();
  await Promise.all([game2d.init(), game3d.init(), hashGrid.init(), sphereTree.init()]);
  return [
    {
      ...game,
      name: 'sapwood',
      dimensions: [2, 3],
      classes: gameClasses(game),
    },
    { ...game2d, name: 'sapwood/2d', dimensions: [2], classes: gameClasses(game2d) },
    { ...game3d, name: 'sapwood/3d', dimensions: [3], classes: gameClasses(game3d) },
    { ...slim2d, name: 'sapwood/2d/slim', dimensions: [2], classes: gameClasses(slim2d) },
    { ...slim3d, name: 'sapwood/3d/slim', dimensions: [3], classes: gameClasses(slim3d) },
    {
      ...hashGrid,
      name: 'sapwood/2d/hash-grid',
      dimensions: [2],
      classes: declaredInFull(hashGrid.HashGrid),
    },
    {
      ...sphereTree,
      name: 'sapwood/3d/sphere-tree',
      dimensions: [3],
      classes: declaredInFull(sphereTree.SphereTree),
    },
  ];
}

export function subjectsOf({ name, classes, dimensions }: Entry): Subject[] {
  return classes.flatMap((Structure) =>
    dimensions.map((count) => ({
      name: `${name} ${Structure.kind.id} ${count}D`,
      id: Structure.kind.id,
      dimensions: count,
      isVariant: false,
      has: (capability) =>
        !['inspect', 'traverse'].includes(capability) &&
        Structure.kind.capabilities.has(capability) &&
        (capability !== 'frustum' || count === 3),
      create: () => new Structure({ dimensions: count }),
    })),
  );
}
