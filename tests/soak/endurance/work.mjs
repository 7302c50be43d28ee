/**
 * Task for concurrent threads, whose result is a number. It is plain JavaScript, which runs in
 * Node, in a page and in their workers.
 */

/** Runs the task with the package, which may already be initialized, and a compiled module. */
export async function work(sapwood, { module, seed, rounds }) {
  await sapwood.init({ wasm: module });
  let hash = 2166136261 | 0;
  const add = (values) => {
    for (const value of values) hash = Math.imul(hash ^ value, 16777619);
  };
  for (const { create } of sapwood.structures) {
    for (const dimensions of [2, 3]) {
      const index = create({ dimensions });
      const random = randomFrom(seed + dimensions);
      index.build(boxes(random, 300, dimensions));
      for (let round = 0; round < rounds; round++) {
        index.update(boxes(random, 300, dimensions));
        add(index.pairs());
        add(index.queryBoxMany(boxes(random, 20, dimensions)).ids);
      }
      add(index.serialize());
      index.dispose();
    }
  }
  return hash >>> 0;
}

function randomFrom(seed) {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
}

function boxes(random, count, dimensions) {
  const flat = new Float32Array(2 * dimensions * count);
  for (let at = 0; at < flat.length; at += 2 * dimensions) {
    for (let axis = 0; axis < dimensions; axis++) {
      flat[at + axis] = random() * 40;
      flat[at + dimensions + axis] = flat[at + axis] + random() * 4;
    }
  }
  return flat;
}
