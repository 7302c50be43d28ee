import { init, WideTree } from 'sapwood/all';
import { expect, test } from 'vitest';

test('nearestAll of an empty index is empty, also after the shared result buffers were freed', async () => {
  await init();
  const empty = new WideTree({ dimensions: 2 });
  // frees the shared buffers
  new WideTree({ dimensions: 2 }).dispose();
  expect([...empty.nearestAll(2).ids]).toEqual([]);
  expect(empty.nearestAllInto(2, new Int32Array(1), new Float32Array(1))).toBe(0);
  empty.dispose();
});
