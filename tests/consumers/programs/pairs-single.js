// Program for an entry point that contains a single structure.
import { init, StructureAlone } from 'sapwood/ALONE';

export async function loadAndFindPairs() {
  await init();
  const index = new StructureAlone();
  const corner = new Array(index.dimensions).fill(0);
  const next = corner.map(() => 1);
  index.build([...corner, ...next, ...next, ...corner.map(() => 2)]);
  const pairs = [...index.pairs()].sort().join('-');
  index.dispose();
  return `pairs ${pairs} by itself`;
}
