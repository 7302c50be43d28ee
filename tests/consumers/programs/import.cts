async function main(): Promise<void> {
  const { DynamicTree, init } = await import('sapwood/ENTRY');
  await init();
  const index = new DynamicTree({ dimensions: DIMENSIONS });
  const corner = new Array<number>(DIMENSIONS).fill(0);
  const [next, last] = [corner.map(() => 1), corner.map(() => 2)];
  index.build([...corner, ...next, ...next, ...last]);
  console.log(`pairs ${[...index.pairs()].sort().join('-')} by require`);
}

main();
