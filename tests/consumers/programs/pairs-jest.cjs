const { DynamicTree, init } = require('sapwood/ENTRY');

const dimensions = DIMENSIONS;

test('finds the pair', async () => {
  await init();
  const index = new DynamicTree({ dimensions });
  const corners = dimensions === 2 ? [0, 0, 1, 1] : [0, 0, 0, 1, 1, 1];
  index.build([...corners, ...corners.map((value) => value + 1)]);
  expect([...index.pairs()].sort()).toEqual([0, 1]);
});
