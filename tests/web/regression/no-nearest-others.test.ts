import { init, WideTree } from 'sapwood/all';
import { expect, test } from 'vitest';

test('nearest others of no items are none, also once the memory of results was given back', async () => {
  await init();
  const large = new WideTree({ dimensions: 2 });
  large.build(Float32Array.from({ length: 4 * 20_000 }, (_, i) => i));
  large.nearestAll(2);
  large.dispose();
  const empty = new WideTree({ dimensions: 2 });
  expect([...empty.nearestAll(2).ids]).toEqual([]);
  expect(empty.nearestAllInto(2, new Int32Array(1), new Float32Array(1))).toBe(0);
});
