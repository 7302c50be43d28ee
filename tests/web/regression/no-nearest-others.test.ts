import { init, WideTree } from 'sapwood/all';
import { expect, test } from 'vitest';

test('nearest others of no items are none, also once the memory of results was given back', async () => {
  await init();
  const empty = new WideTree({ dimensions: 2 });
  // gives the shared buffers back
  new WideTree({ dimensions: 2 }).dispose();
  expect([...empty.nearestAll(2).ids]).toEqual([]);
  expect(empty.nearestAllInto(2, new Int32Array(1), new Float32Array(1))).toBe(0);
  empty.dispose();
});
