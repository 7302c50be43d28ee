import {
  type BoxLike,
  DynamicTree,
  type DynamicTreeOptions,
  init,
  SapwoodError,
  type SpatialIndex,
  SweepAndPrune,
} from 'sapwood/ENTRY';

const options: DynamicTreeOptions = { dimensions: DIMENSIONS, margin: 0.1 };

function unitBox(x: number): BoxLike {
  return { min: { x, y: 0, z: 0 }, max: { x: x + 1, y: 1, z: 1 } };
}

function pairsOf(index: SpatialIndex): string {
  for (const x of [0, 0.5, 3]) index.insert(unitBox(x));
  const ids: Uint32Array = index.pairs();
  const hit = index.raycast({ origin: { x: -1, y: 0.5, z: 0.5 }, direction: { x: 1, y: 0, z: 0 } });
  index.dispose();
  return `pairs ${[...ids].sort().join('-')}, distance ${hit?.distance}`;
}

export async function loadAndFindPairs(): Promise<string> {
  try {
    await init();
    const tree = pairsOf(new DynamicTree(options));
    const sweep = pairsOf(new SweepAndPrune({ dimensions: DIMENSIONS }));
    return tree === sweep ? tree : `two results: ${tree} and ${sweep}`;
  } catch (error) {
    return error instanceof SapwoodError ? error.code : 'unknown';
  }
}
