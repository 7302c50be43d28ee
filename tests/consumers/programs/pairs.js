// Program that all consumers run: loads the package, builds two structures and finds their pairs.
import { DynamicTree, init, SweepAndPrune } from 'sapwood/ENTRY';

const dimensions = DIMENSIONS;

function unitBox(x) {
  const min = [x, 0, 0].slice(0, dimensions);
  return [...min, ...min.map((value) => value + 1)];
}

function pairsOf(Structure) {
  const index = new Structure({ dimensions });
  index.build([0, 0.5, 3].flatMap(unitBox));
  index.insert(unitBox(3.5));
  const ids = index.pairs();
  const pairs = [];
  for (let i = 0; i < ids.length; i += 2) {
    pairs.push(`${Math.min(ids[i], ids[i + 1])}-${Math.max(ids[i], ids[i + 1])}`);
  }
  index.dispose();
  return pairs.sort().join(' ');
}

/** Returns "pairs 0-1 2-3 by two structures" if both structures find the same pairs. */
export function findPairs() {
  const results = [SweepAndPrune, DynamicTree].map(pairsOf);
  if (results[0] !== results[1]) return `two results: ${results.join(' and ')}`;
  return `pairs ${results[0]} by two structures`;
}

export async function loadAndFindPairs() {
  await init();
  return findPairs();
}
