const { DynamicTree, init } = require('sapwood/ENTRY');

const dimensions = DIMENSIONS;

async function main() {
  await init();
  const index = new DynamicTree({ dimensions });
  const corners = dimensions === 2 ? [0, 0, 1, 1] : [0, 0, 0, 1, 1, 1];
  index.build([...corners, ...corners.map((value) => value + 1)]);
  console.log(`pairs ${[...index.pairs()].sort().join('-')} by require`);
}

main();
